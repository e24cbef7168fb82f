import { groupBy, type RealismRow, SECONDS_PER_DAY } from '@itinera/base';
import { type CityMap, projectionOf } from '@itinera/city';
import { countryAt } from '@itinera/city/map-making';
import { householdOf, type PreparedCity, type Profile } from '@itinera/engine';
import {
  type Commute,
  type CommuteFlows,
  type MonthStay,
  type PersonTrip,
  type RealismPerson,
  realismCard,
} from '@itinera/mobility';
import { firstWeekdayOf, type RunManifest, type TripRow } from '@itinera/run';
import { householdsOfCard } from '../datasets/card-households.js';
import { zoneFinder } from '../datasets/observed-flows.js';

/** Seconds between departures of people who travel together. */
const TOGETHER = 300;
const ADULT = 18;

/** The realism card of a simulation. */
export function realismOfRun(
  trips: Iterable<TripRow>,
  people: readonly Profile[],
  { map, timetable }: Pick<PreparedCity, 'map' | 'timetable'>,
  { clock, seed, observed }: Pick<RunManifest, 'clock' | 'seed' | 'observed'>,
): RealismRow[] {
  const days = Math.floor((clock.steps * clock.stepSeconds) / SECONDS_PER_DAY);
  if (days === 0) return [];
  const households = householdsOfCard(people);
  const byPerson = new Map<number, TripRow[]>();
  for (const members of households) for (const { id } of members) byPerson.set(id, []);
  for (const trip of trips) byPerson.get(trip.id)?.push(trip);
  const lived = households.flatMap((members) => daysOfHousehold(members, byPerson));
  const flows = observed?.flows ?? null;
  return realismCard(lived, {
    days,
    firstWeekday: firstWeekdayOf(clock),
    isUnitedStates: isUnitedStates(map),
    hasTimetable: timetable !== null,
    survey: observed,
    commutes: flows === null ? [] : commutesOf(lived, flows, map),
    seed,
  });
}

/** The commutes of the people who went to work. */
function commutesOf(people: readonly RealismPerson[], flows: CommuteFlows, map: CityMap): Commute[] {
  const zoneOf = zoneFinder(flows, map);
  return people.flatMap(({ home, work, trips }) => {
    if (home === null || work === null || !trips.some(({ destination }) => destination === work)) return [];
    return [[zoneOf(home), zoneOf(work)] as const];
  });
}

function daysOfHousehold(
  members: readonly Profile[],
  byPerson: ReadonlyMap<number, readonly TripRow[]>,
): RealismPerson[] {
  const isKnown = householdOf(members[0]!) !== `person ${members[0]!.id}`;
  const cars = carsOf(members);
  const ages = members.map((member) => numberOf(member, 'age'));
  const all = members.flatMap((member) => byPerson.get(member.id)!.map((trip) => ({ member, trip })));
  all.sort((a, b) => a.trip.departure - b.trip.departure);
  const company = isKnown ? companies(all) : null;
  const made = new Map(all.map(({ trip }) => [trip, personTrip(trip, company?.get(trip) ?? null)]));
  return members.map((member, i): RealismPerson => {
    const { id, home, work } = member;
    const own = byPerson.get(id)!;
    const school = numberOf(member, 'school');
    return {
      stays: staysOf(home, own),
      usual: new Set([home, work, school].filter((place) => place !== null)),
      duty: work ?? school,
      age: numberOf(member, 'age'),
      home,
      work,
      school,
      trips: own.map((trip) => made.get(trip)!),
      household: isKnown ? ages : null,
      hoursWithTooManyCars: i > 0 || cars === null ? null : hoursAbove(cars, members, byPerson),
      isCarless: cars === null ? null : cars === 0,
    };
  });
}

interface TripOf {
  readonly member: Profile;
  readonly trip: TripRow;
}

/** Whether others of the household make the same trip at about the same time. */
interface Company {
  readonly withHousehold: boolean;
  readonly withAdult: boolean;
}

/** The company of each trip of a household. @param all in order of departure */
function companies(all: readonly TripOf[]): Map<TripRow, Company> {
  const found = new Map<TripRow, Company>();
  for (const same of groupBy(all, ({ trip }) => `${trip.origin} ${trip.destination}`).values()) {
    // The trips within reach of the i-th are those from low to high, by member: one pass, however large the household.
    const trips = new Map<Profile, number>();
    let [low, high, adults] = [0, 0, 0];
    for (const { member, trip } of same) {
      for (; high < same.length && same[high]!.trip.departure - trip.departure < TOGETHER; high++) {
        const other = same[high]!.member;
        if (!trips.has(other) && isAdult(other)) adults++;
        trips.set(other, (trips.get(other) ?? 0) + 1);
      }
      for (; trip.departure - same[low]!.trip.departure >= TOGETHER; low++) {
        const other = same[low]!.member;
        trips.set(other, trips.get(other)! - 1);
        if (trips.get(other) === 0 && trips.delete(other) && isAdult(other)) adults--;
      }
      found.set(trip, { withHousehold: trips.size > 1, withAdult: adults > Number(isAdult(member)) });
    }
  }
  return found;
}

const isAdult = (member: Profile): boolean => (numberOf(member, 'age') ?? ADULT) >= ADULT;

/** @param company null if the household is unknown */
function personTrip({ departure, destination, arrival, mode, metres }: TripRow, company: Company | null): PersonTrip {
  return {
    departure,
    destination,
    mode,
    metres,
    seconds: arrival === null ? null : arrival - departure,
    withHousehold: company?.withHousehold ?? null,
    withAdult: company?.withAdult ?? null,
  };
}

/** Where a person is: at home, and at the end of each trip that arrived. */
export function staysOf(home: number | null, trips: readonly TripRow[]): MonthStay[] {
  const stays = trips.flatMap(({ destination, arrival }, i) =>
    arrival === null ? [] : [{ place: destination, arrival, departure: trips[i + 1]?.departure ?? null }],
  );
  return home === null ? stays : [{ place: home, arrival: 0, departure: trips[0]?.departure ?? null }, ...stays];
}

/** Cars of a household; null if its people's profiles do not say. */
function carsOf(members: readonly Profile[]): number | null {
  const owners = members.filter(({ attributes }) => attributes.has_car === true).length;
  const said = members.flatMap((member) => numberOf(member, 'cars') ?? []);
  return said.length === 0 ? null : Math.max(owners, ...said);
}

/** Hours in which more cars are away from home than a household has. */
function hoursAbove(
  cars: number,
  members: readonly Profile[],
  byPerson: ReadonlyMap<number, readonly TripRow[]>,
): number {
  const changes = members.flatMap(({ id, home }) => {
    let isOut = false;
    return byPerson.get(id)!.flatMap(({ mode, departure, arrival, destination }) => {
      if (mode !== 'DRIVE_ONLY') return [];
      const leaves = isOut ? [] : [{ at: departure, by: 1 }];
      const returns = destination === home && arrival !== null ? [{ at: arrival, by: -1 }] : [];
      isOut = returns.length === 0;
      return [...leaves, ...returns];
    });
  });
  changes.sort((a, b) => a.at - b.at || a.by - b.by);
  const hours = new Set<number>();
  let [out, since] = [0, 0];
  for (const { at, by } of changes) {
    if (out > cars) for (let hour = Math.floor(since / 3600); hour * 3600 < at; hour++) hours.add(hour);
    out += by;
    since = at;
  }
  return hours.size;
}

function numberOf({ attributes }: Profile, name: string): number | null {
  const value = attributes[name];
  return typeof value === 'number' ? value : null;
}

function isUnitedStates(map: CityMap): boolean {
  const { lon, lat } = projectionOf(map).toLonLat(0, 0);
  return countryAt(lon, lat)?.code === 'US';
}
