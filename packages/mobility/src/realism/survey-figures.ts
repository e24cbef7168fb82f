import { groupBy, type PublishedLaw, YOUR_SURVEY } from '@itinera/base';
import { diaryKind, diaryMode } from '../diaries/diary.js';
import { type DiaryPerson, WORK_STATUSES } from '../diaries/diary-people.js';
import type { CommuteFlows } from './commutes.js';
import { dayLaws, NO_TIMETABLE, type RealismPerson, TENTH } from './day-laws.js';
import { measuredLaws } from './law.js';

/** The figures of one's own survey, by the measure of the realism card. */
export interface SurveyFigures {
  readonly source: string;
  readonly measures: readonly { readonly measure: string; readonly low: number; readonly high: number }[];
  /** Why the figures cannot be met here; absent if nothing is known. */
  readonly warning?: string;
  /** Commutes; absent or null without. */
  readonly flows?: CommuteFlows | null;
}

/** Days of a survey; one kind may be empty. */
export interface SurveyDays {
  readonly weekdays: readonly DiaryPerson[];
  readonly weekends: readonly DiaryPerson[];
}

const MODE = { walk: 'WALK_ONLY', bike: 'BIKE_WALK', car: 'DRIVE_ONLY', transit: 'BUS_WALK', other: 'OTHER' } as const;
const PLACE = { home: 0, work: 1, study: 2 } as const;
const OTHER_PLACES = 10;
/** Weekdays and days of weekends in a week, and the weekday of either. */
const [WEEKDAYS, WEEKEND_DAYS, MONDAY, SATURDAY] = [5, 2, 0, 5];

/**
 * The card's measures of a survey: the value within a tenth, or its 95 % interval over people if that is wider. Measures that a
 * diary does not tell, such as company and lengths along the way, have none.
 *
 * @param source names the survey
 * @param options `hasTimetable`: whether the simulated people can take public transport
 */
export function surveyFigures(
  { weekdays, weekends }: SurveyDays,
  source: string,
  { hasTimetable, seed = 0 }: { readonly hasTimetable: boolean; readonly seed?: number },
): SurveyFigures {
  const kinds = [
    { days: weekdays, share: WEEKDAYS, firstWeekday: MONDAY },
    { days: weekends, share: WEEKEND_DAYS, firstWeekday: SATURDAY },
  ].map(({ days, share, firstWeekday }) => {
    const ages = agesAtHome(days);
    const people = days.map((one) => personOf(one, ages.get(one) ?? null));
    const weight = days.reduce((sum, one) => sum + one.weight, 0);
    const laws = dayLaws(people, { days: 1, firstWeekday, isUnitedStates: false, hasTimetable });
    return { laws, people: people.map((person, i) => ({ person, laws, by: (share * days[i]!.weight) / weight })) };
  });
  const laws = kinds[0]!.laws.map((law, i) => ({
    ...law,
    terms: ({ person, laws: own, by }: (typeof kinds)[0]['people'][0]) =>
      own[i]!.terms(person).map((term) => by * term),
  }));
  const people = kinds.flatMap((kind) => kind.people);
  const measures = measuredLaws(laws, people, seed).flatMap((law) => {
    const { value, low, high } = law;
    if (law.published?.high === 0 || law.name.includes(NO_TIMETABLE) || Number.isNaN(value)) return [];
    const ceiling = law.name.includes('share') ? 1 : Number.POSITIVE_INFINITY;
    const [least, most] = [value * (1 - TENTH), Math.min(ceiling, value * (1 + TENTH))];
    return [
      {
        measure: law.name,
        low: Number.isNaN(low) ? least : Math.min(least, low),
        high: Number.isNaN(high) ? most : Math.max(most, high),
      },
    ];
  });
  return { source, measures };
}

/**
 * The share of trips that are longer than this in a straight line, by the weights of people and of days; null if too few lengths
 * are known.
 */
export function shareBeyond(metres: number, { weekdays, weekends }: SurveyDays): number | null {
  let [all, known, beyond] = [0, 0, 0];
  for (const [days, share] of [
    [weekdays, WEEKDAYS],
    [weekends, WEEKEND_DAYS],
  ] as const) {
    const weight = days.reduce((sum, one) => sum + one.weight, 0);
    for (const { weight: own, tripFactor, day } of days)
      for (const trip of day.trips) {
        const by = (share * own * tripFactor) / weight;
        all += by;
        if (trip.metres === null) continue;
        known += by;
        if (trip.metres > metres) beyond += by;
      }
  }
  return known < KNOWN * all || known === 0 ? null : beyond / known;
}

/** The figure of a survey for a measure; null if it has none. */
export function surveyFigure({ source, measures }: SurveyFigures, measure: string): PublishedLaw | null {
  const found = measures.find((one) => one.measure === measure);
  return found === undefined ? null : { low: found.low, high: found.high, data: YOUR_SURVEY, source };
}

/** Of the trips of a survey, the lengths of this share must be known. */
const KNOWN = 0.5;
/** A survey of households has this share of them with all members. */
const COMPLETE = 0.9;

/** Ages in the household of each person of a complete one; of nobody if the survey is not one of households. */
function agesAtHome(people: readonly DiaryPerson[]): ReadonlyMap<DiaryPerson, readonly (number | null)[]> {
  const households = [...groupBy(people, ({ household }) => household).values()];
  const complete = households.filter((members) => Number(members[0]!.attributes.hh_size) === members.length);
  if (complete.length < COMPLETE * households.length) return new Map();
  return new Map(
    complete.flatMap((members) => {
      const ages = members.map(ageOf);
      return members.map((one) => [one, ages] as const);
    }),
  );
}

/** Years; of a group of ages such as `65-74`, the least. */
function ageOf({ attributes }: DiaryPerson): number | null {
  const age = Number.parseInt(attributes.age ?? '', 10);
  return Number.isNaN(age) ? null : age;
}

function personOf(person: DiaryPerson, household: RealismPerson['household']): RealismPerson {
  const { attributes, day, tripFactor } = person;
  const isWorker = (WORK_STATUSES as readonly string[]).includes(attributes.status ?? '');
  const placeOf = (word: string, i: number) => {
    const kind = diaryKind(word);
    return kind in PLACE ? PLACE[kind as keyof typeof PLACE] : OTHER_PLACES + i;
  };
  return {
    stays: day.stays.map(({ place, from, to }, i) => ({
      place: placeOf(place, i),
      arrival: from * 60,
      departure: i === day.stays.length - 1 ? null : to * 60,
    })),
    usual: new Set(Object.values(PLACE)),
    duty: null,
    age: ageOf(person),
    home: PLACE.home,
    work: isWorker ? PLACE.work : null,
    school: PLACE.study,
    trips: day.trips.map(({ mode, from, to, destination }, i) => ({
      departure: from * 60,
      destination: placeOf(destination, i),
      mode: MODE[diaryMode(mode)],
      metres: Number.NaN,
      seconds: (to - from) * 60,
      withHousehold: null,
      withAdult: null,
    })),
    tripFactor,
    household,
    hoursWithTooManyCars: null,
    isCarless: null,
  };
}
