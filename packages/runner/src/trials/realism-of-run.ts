import { type RealismRow, SECONDS_PER_DAY } from '@itinera/base';
import { type CityMap, projectionOf } from '@itinera/city';
import { countryAt } from '@itinera/city/map-making';
import { householdOf, householdsOf, type PreparedCity, type Profile } from '@itinera/engine';
import { type MonthStay, type PersonTrip, type RealismPerson, realismCard } from '@itinera/mobility';
import { firstWeekdayOf, type RunManifest, type TripRow } from '@itinera/run';

/** People of larger runs are a sample: the first households. */
const MOST_PEOPLE = 10_000;
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
  const households = firstHouseholds(people);
  const byPerson = new Map<number, TripRow[]>();
  for (const members of households) for (const { id } of members) byPerson.set(id, []);
  for (const trip of trips) byPerson.get(trip.id)?.push(trip);
  return realismCard(
    households.flatMap((members) => daysOfHousehold(members, byPerson)),
    {
      days,
      firstWeekday: firstWeekdayOf(clock),
      isUnitedStates: isUnitedStates(map),
      hasTimetable: timetable !== null,
      survey: observed,
      seed,
    },
  );
}

function firstHouseholds(people: readonly Profile[]): readonly (readonly Profile[])[] {
  let count = 0;
  return householdsOf(people).filter(({ length }) => {
    count += length;
    return count <= MOST_PEOPLE;
  });
}

function daysOfHousehold(
  members: readonly Profile[],
  byPerson: ReadonlyMap<number, readonly TripRow[]>,
): RealismPerson[] {
  const isKnown = householdOf(members[0]!) !== `person ${members[0]!.id}`;
  const cars = carsOf(members);
  const all = members.flatMap((member) => byPerson.get(member.id)!.map((trip) => ({ member, trip })));
  all.sort((a, b) => a.trip.departure - b.trip.departure);
  const made = new Map(all.map(({ trip }, i) => [trip, personTrip(trip, isKnown ? companyOf(all, i) : null)]));
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
      hoursWithTooManyCars: i > 0 || cars === null ? null : hoursAbove(cars, members, byPerson),
      isCarless: cars === null ? null : cars === 0,
    };
  });
}

interface TripOf {
  readonly member: Profile;
  readonly trip: TripRow;
}

/** Who of a household makes the same trip as the i-th one, at about the same time. @param all in order of departure */
function companyOf(all: readonly TripOf[], i: number): Profile[] {
  const { member, trip } = all[i]!;
  const company: Profile[] = [];
  for (const step of [-1, 1])
    for (let j = i + step; j >= 0 && j < all.length; j += step) {
      const other = all[j]!;
      if (Math.abs(other.trip.departure - trip.departure) >= TOGETHER) break;
      const isSame = other.trip.origin === trip.origin && other.trip.destination === trip.destination;
      if (isSame && other.member.id !== member.id) company.push(other.member);
    }
  return company;
}

/** @param company null if the household is unknown */
function personTrip(
  { departure, destination, arrival, mode, metres }: TripRow,
  company: readonly Profile[] | null,
): PersonTrip {
  return {
    departure,
    destination,
    mode,
    metres,
    seconds: arrival === null ? null : arrival - departure,
    withHousehold: company === null ? null : company.length > 0,
    withAdult: company === null ? null : company.some((member) => (numberOf(member, 'age') ?? ADULT) >= ADULT),
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
