import type { PublishedLaw } from '@itinera/base';
import { DAY } from '../clock.js';
import type { LawOfSums } from './law.js';
import { networksOf, type PersonMonth } from './month-laws.js';

/** A trip of a person; times are seconds since the first midnight. */
export interface PersonTrip {
  readonly departure: number;
  readonly destination: number;
  /** The mode, such as `DRIVE_ONLY`. */
  readonly mode: string;
  /** Along the way; NaN if unknown. */
  readonly metres: number;
  /** Null if it did not arrive. */
  readonly seconds: number | null;
  /** Whether a household member makes the same trip, and whether it is an adult; null if the household is unknown. */
  readonly withHousehold: boolean | null;
  readonly withAdult: boolean | null;
}

/** Days of one person. */
export interface RealismPerson extends PersonMonth {
  /** Years; null if unknown. */
  readonly age: number | null;
  readonly home: number | null;
  /** The workplace; null without one. */
  readonly work: number | null;
  readonly school: number | null;
  readonly trips: readonly PersonTrip[];
  /** Trips for which each of them stands; default 1. */
  readonly tripFactor?: number;
  /** Ages in the household, null if unknown; null if the household is unknown. */
  readonly household: readonly (number | null)[] | null;
  /** Hours in which the household has more cars out than it owns, for one of its members; null if its cars are unknown. */
  readonly hoursWithTooManyCars: number | null;
  /** Whether the household has no car; null if that is unknown. */
  readonly isCarless: boolean | null;
}

interface DayOptions {
  readonly days: number;
  readonly firstWeekday: number | null;
  readonly isUnitedStates: boolean;
  readonly hasTimetable: boolean;
}

type Kind = 'home' | 'work' | 'school' | 'elsewhere';

/** What kind of place this is for a person. */
function kindOf({ home, work, school }: RealismPerson, place: number): Kind {
  if (place === home) return 'home';
  if (place === work) return 'work';
  return place === school ? 'school' : 'elsewhere';
}

/** A single figure is met within a tenth: surveys of other years and cities differ by more. */
export const TENTH = 0.1;
const about = (value: number, data: string, source: string): PublishedLaw => ({
  low: value * (1 - TENTH),
  high: value * (1 + TENTH),
  data,
  source,
});
const between = (low: number, high: number, data: string, source: string): PublishedLaw => ({
  low,
  high,
  data,
  source,
});
/** A tenth below the least and above the most of two figures. */
const within = ([least, most]: readonly [number, number], data: string, source: string): PublishedLaw =>
  between(least * (1 - TENTH), most * (1 + TENTH), data, source);
/** What cannot be otherwise. */
const never: PublishedLaw = { low: 0, high: 0, data: 'by definition', source: 'by definition' };

const SANTIAGO = 'Encuesta Origen Destino de Santiago 2012 (SECTRA)';
const NHTS = 'National Household Travel Survey 2001, 2009 and 2017 (FHWA)';
const ATUS = 'American Time Use Survey 2010–2016 (BLS)';
const ATUS_COMPANY =
  'American Time Use Survey 2003–2004, in Transportation Research Board Conference Proceedings 42 (2008), volume 1';
const PUGET_SOUND = 'Household Activity Survey 2006 (Puget Sound Regional Council), 4,332 workers on two weekdays';
const DEPARTURES =
  'National Household Travel Survey 2001, in Transportation Statistics Annual Report 2005, table 4-8 (Bureau of Transportation Statistics)';
const AMERICANS = 'United States';
const BOTH = 'United States and Santiago de Chile';

const [WALK, BIKE, DRIVER, PASSENGER] = ['WALK_ONLY', 'BIKE_WALK', 'DRIVE_ONLY', 'PASSENGER'];
const TRANSIT = new Set(['BUS_WALK', 'SUBWAY_WALK', 'BUS_SUBWAY_WALK']);
const RIDING = 'by public transport';
/** Part of the name of a measure that no survey can judge. */
export const NO_TIMETABLE = ' (no timetable)';
/**
 * Annual person trips of the United States in 2001, 2009 and 2017, percent of all trips: those of each mode, of which the simulated
 * ones are shares. Left out are school buses, taxis, aeroplanes and the like, 3 % of all.
 */
const MODES: readonly (readonly [name: string, is: (mode: string) => boolean, years: readonly number[]])[] = [
  ['in a car', (mode) => mode === DRIVER || mode === PASSENGER, [86.37, 83.5, 82.6]],
  ['on foot', (mode) => mode === WALK, [8.68, 10.45, 10.49]],
  ['by bike', (mode) => mode === BIKE, [0.81, 1.04, 0.96]],
  [RIDING, (mode) => TRANSIT.has(mode), [1.59, 1.92, 2.54]],
];
/** Trips of the United States in 2001, 2009 and 2017 by the kind of place to which they lead, percent: the least and the most. */
const PURPOSES: readonly (readonly [kind: Kind, low: number, high: number])[] = [
  ['home', 33.81, 35.19],
  ['work', 9.1, 11.35],
  ['school', 3.02, 3.43],
  ['elsewhere', 50.03, 54],
];
/** Departures on weekdays, shares of the trips of a day: United States 2001, Santiago 2012. */
const HOURS = [
  [7, 9, 0.1436, 0.195],
  [17, 20, 0.1844, 0.226],
] as const;
/**
 * Trips with a household member: Santiago 2012, where both leave and arrive within 5 minutes, and United States 2003–2004: 42 % of
 * weekday and 62 % of weekend trips are made with others, 60 % of these only with members of the household.
 */
const COMPANY = { weekday: [0.226, 0.6 * 0.42], weekend: [0.6 * 0.62, 0.43] } as const;
const STAYS = ['work', 'school', 'elsewhere'] as const satisfies readonly Kind[];
/**
 * People of 65 and older who live with a child below twelve, Santiago 2012, and with a grandchild, United States 2012 (2.1 million);
 * and who live alone: Santiago 2012, United States 2013.
 */
const OLD_WITH_CHILD = [0.049, 0.11] as const;
const OLD_ALONE = [0.226, 0.28] as const;
const OLDER_AMERICANS = 'A Profile of Older Americans 2013 (Administration on Aging)';
const MILE = 1609;
const [CHILD, ADULT_AGE] = [10, 16];
const [YOUNG, OLD] = [12, 65];
/** Networks of Schneider's motifs. */
const MOTIFS = 17;

const ALL = 'share of trips';

const ratio = ([part, all]: Float64Array) => part! / all!;

/** Laws of days. Those without an observed figure for the place have none. */
export function dayLaws(people: readonly RealismPerson[], options: DayOptions): LawOfSums<RealismPerson>[] {
  const { days, firstWeekday, isUnitedStates, hasTimetable } = options;
  const ofTrips = (
    name: string,
    published: PublishedLaw | null,
    is: (trip: PersonTrip) => boolean,
    among: (trip: PersonTrip) => boolean = () => true,
    who: (person: RealismPerson) => boolean = () => true,
  ): LawOfSums<RealismPerson> => ({
    name,
    digits: 3,
    published,
    terms: (person) => {
      if (!who(person)) return [0, 0];
      const all = person.trips.filter(among);
      return [all.filter(is).length, all.length];
    },
    of: ratio,
  });
  const here = (law: PublishedLaw) => (isUnitedStates ? law : null);
  const dayOf = (trip: PersonTrip) => Math.floor(trip.departure / DAY);
  const isWeekday = (day: number) => firstWeekday !== null && (firstWeekday + day) % 7 < 5;
  const onWeekdays = (trip: PersonTrip) => isWeekday(dayOf(trip));
  const onWeekends = (trip: PersonTrip) => firstWeekday !== null && !onWeekdays(trip);
  const hour = ({ departure }: PersonTrip) => (departure % DAY) / 3600;
  const ofTheOld = (
    what: string,
    observed: readonly [number, number],
    is: (household: readonly (number | null)[]) => boolean,
  ): LawOfSums<RealismPerson> => ({
    name: `people of ${OLD} and older who live ${what}, share`,
    digits: 3,
    published: within(observed, BOTH, `${OLDER_AMERICANS}; ${SANTIAGO}`),
    terms: ({ age, household }) =>
      age === null || age < OLD || household === null ? [0, 0] : [Number(is(household)), 1],
    of: ratio,
  });
  const weekdays = Array.from({ length: days }, (_, day) => day).filter(isWeekday);
  return [
    {
      name: 'trips per person and day',
      digits: 2,
      published: between(2.5, 4.03, 'United States and Santiago, 2001 to 2017', `${NHTS}; ${SANTIAGO}`),
      terms: ({ trips, tripFactor = 1 }) => [trips.length * tripFactor, days],
      of: ratio,
    },
    {
      name: 'days without a trip, share',
      digits: 3,
      published: between(0.14, 0.22, 'United States and Santiago', `${ATUS}; ${SANTIAGO}`),
      terms: ({ trips }) => [days - new Set(trips.map(dayOf)).size, days],
      of: ratio,
    },
    ...MODES.map(([name, is, years]) => {
      // Where nobody can ride, the share says something about the map and not about the people.
      const isImpossible = name === RIDING && !hasTimetable;
      const all = MODES.filter(([other]) => hasTimetable || other !== RIDING);
      const shares = years.map((percent, year) => percent / all.reduce((sum, [, , of]) => sum + of[year]!, 0));
      const observed = isImpossible ? null : here(between(Math.min(...shares), Math.max(...shares), AMERICANS, NHTS));
      return ofTrips(
        `${name}${isImpossible ? NO_TIMETABLE : ''}, ${ALL}`,
        observed,
        ({ mode }) => is(mode),
        // All others, which surveys have, are left out on both sides.
        ({ mode }) => all.some(([, known]) => known(mode)),
      );
    }),
    ...PURPOSES.map(
      ([kind, low, high]): LawOfSums<RealismPerson> => ({
        name: kind === 'elsewhere' ? `${kind}, ${ALL}` : `to ${kind}, ${ALL}`,
        digits: 3,
        published: here(between(low / 100, high / 100, AMERICANS, NHTS)),
        terms: (person) => [
          person.trips.filter(({ destination }) => kindOf(person, destination) === kind).length,
          person.trips.length,
        ],
        of: ratio,
      }),
    ),
    ...MODES.map(
      ([name, is]): LawOfSums<RealismPerson> => ({
        name: `${name}, minutes of a trip`,
        digits: 1,
        published: null,
        terms: ({ trips }) => {
          const minutes = trips.flatMap(({ mode, seconds }) => (is(mode) && seconds !== null ? [seconds / 60] : []));
          return [minutes.reduce((sum, one) => sum + one, 0), minutes.length];
        },
        of: ratio,
      }),
    ),
    ...STAYS.map(
      (kind): LawOfSums<RealismPerson> => ({
        name: kind === 'elsewhere' ? `${kind}, hours of a stay` : `at ${kind}, hours of a stay`,
        digits: 2,
        published: null,
        terms: (person) => {
          const hours = person.stays.flatMap(({ place, arrival, departure }) =>
            departure !== null && kindOf(person, place) === kind ? [(departure - arrival) / 3600] : [],
          );
          return [hours.reduce((sum, one) => sum + one, 0), hours.length];
        },
        of: ratio,
      }),
    ),
    ofTrips(
      `of up to a mile, ${ALL}`,
      here(about(0.19, AMERICANS, 'National Household Travel Survey 2009 in T. Litman (2012)')),
      ({ metres }) => metres <= MILE,
      ({ metres }) => !Number.isNaN(metres),
    ),
    ...HOURS.map(([from, to, americans, santiaguinos]) => {
      const surveys = isUnitedStates ? [americans] : [americans, santiaguinos];
      const [low, high] = [Math.min(...surveys) * (1 - TENTH), Math.max(...surveys) * (1 + TENTH)];
      return ofTrips(
        `on weekdays from ${from}:00 to ${to}:00, ${ALL}`,
        isUnitedStates
          ? between(low, high, AMERICANS, DEPARTURES)
          : between(low, high, BOTH, `${DEPARTURES}; ${SANTIAGO}`),
        (trip) => hour(trip) >= from && hour(trip) < to,
        onWeekdays,
      );
    }),
    ofTrips(
      `with a household member on weekdays, ${ALL}`,
      within(COMPANY.weekday, BOTH, `${ATUS_COMPANY}; ${SANTIAGO}`),
      ({ withHousehold }) => withHousehold === true,
      (trip) => onWeekdays(trip) && trip.withHousehold !== null,
    ),
    ofTrips(
      `with a household member on weekends, ${ALL}`,
      within(COMPANY.weekend, BOTH, `${ATUS_COMPANY}; ${SANTIAGO}`),
      ({ withHousehold }) => withHousehold === true,
      (trip) => onWeekends(trip) && trip.withHousehold !== null,
    ),
    ofTrips(
      `of children below ten without an adult of the household, ${ALL}`,
      null,
      ({ withAdult }) => withAdult === false,
      ({ withAdult }) => withAdult !== null,
      ({ age }) => age !== null && age < CHILD,
    ),
    ofTrips(
      `driven by people below ${ADULT_AGE} or without a car in the household, ${ALL}`,
      never,
      ({ mode }) => mode === DRIVER,
      undefined,
      ({ age, isCarless }) => (age !== null && age < ADULT_AGE) || isCarless === true,
    ),
    {
      name: 'hours in which a household has more cars in use than it owns, share',
      digits: 4,
      published: never,
      terms: ({ hoursWithTooManyCars }) => (hoursWithTooManyCars === null ? [0, 0] : [hoursWithTooManyCars, days * 24]),
      of: ratio,
    },
    ofTheOld('alone', OLD_ALONE, ({ length }) => length === 1),
    ofTheOld('with a child below twelve', OLD_WITH_CHILD, (ages) => ages.some((age) => age !== null && age < YOUNG)),
    {
      name: 'people with a workplace who go there on a weekday, share',
      digits: 3,
      published: about(0.722, AMERICANS, ATUS),
      terms: ({ work, trips }) => {
        if (work === null) return [0, 0];
        const there = new Set(trips.filter(({ destination }) => destination === work).map(dayOf));
        return [weekdays.filter((day) => there.has(day)).length, weekdays.length];
      },
      of: ratio,
    },
    {
      name: 'at work on a weekday and on the next, correlation',
      digits: 2,
      published: about(0.547, AMERICANS, PUGET_SOUND),
      terms: ({ work, trips }) => {
        if (work === null) return [0, 0, 0, 0];
        const there = new Set(trips.filter(({ destination }) => destination === work).map(dayOf));
        const pairs = weekdays.filter((day) => isWeekday(day + 1) && day + 1 < days);
        const [first, second] = [pairs.filter((day) => there.has(day)), pairs.filter((day) => there.has(day + 1))];
        return [first.filter((day) => there.has(day + 1)).length, first.length, second.length, pairs.length];
      },
      of: ([both, first, second, pairs]) => {
        const [p, q] = [first! / pairs!, second! / pairs!];
        return (both! / pairs! - p * q) / Math.sqrt(p * (1 - p) * q * (1 - q));
      },
    },
    motifs(people, days),
  ];
}

/** Days in one of the most frequent daily networks. */
function motifs(people: readonly RealismPerson[], days: number): LawOfSums<RealismPerson> {
  const networks = new Map(people.map((person) => [person, networksOf(person, days)]));
  const counts = new Map<string, number>();
  for (const own of networks.values()) for (const network of own) counts.set(network, (counts.get(network) ?? 0) + 1);
  const most = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, MOTIFS);
  const frequent = new Set(most.map(([network]) => network));
  return {
    name: `days in one of the ${MOTIFS} most frequent daily networks, share`,
    digits: 3,
    published: about(0.9, 'phones and surveys', 'C. M. Schneider et al. (2013), doi:10.1098/rsif.2013.0246'),
    terms: (person) => [networks.get(person)!.filter((network) => frequent.has(network)).length, days],
    of: ratio,
  };
}
