import { tripRows } from '@itinera/run';
import { beforeAll, describe, expect, test } from 'vitest';
import { withHouseholds } from '../../simulation/households.js';
import { simulateGroup } from '../../simulation/simulate-group.js';
import type { Profile } from '../../simulation/simulation-settings.js';
import { noModel, toyCity, toySettings, toyWorld } from '../../simulation/toy-city.fixture.js';
import { DayPatternAgent } from './day-pattern.js';

const HOUSEHOLDS = 24;
const HOURS = 24 * 7;
const aoi = (n: number) => 500_000_000 + n;

/** Households of two adults, who share a car or have none, a pupil of 14, and two children with a school each. */
const people = Array.from({ length: HOUSEHOLDS }, (_, household): Profile[] => {
  const cars = household % 4 === 0 ? 0 : 1;
  const member = (n: number, age: number, work: number | null, attributes: Record<string, unknown>): Profile => ({
    id: 10 * household + n,
    home: aoi(4),
    work,
    attributes: { age, household, household_size: 5, cars, has_car: false, ...attributes },
  });
  return [
    member(1, 38, aoi(2), { occupation: 'Worker', has_car: cars > 0 }),
    member(2, 36, household % 2 === 0 ? aoi(7) : null, { occupation: household % 2 === 0 ? 'Worker' : 'Unemployed' }),
    member(3, 14, null, { occupation: 'Student', school: aoi(6) }),
    member(4, 8, null, { occupation: 'Student', school: aoi(5) }),
    member(5, 6, null, { occupation: 'Student', school: aoi(3) }),
  ];
}).flat();
const byId = new Map(people.map((person) => [person.id, person]));
const ageOf = (id: number) => byId.get(id)!.attributes.age as number;
const householdOf = (id: number) => Math.floor(id / 10);

/** The trips of a week from a Monday on. */
async function tripsOf(profiles: readonly Profile[]) {
  const city = toyCity();
  const settings = toySettings({ clock: { stepSeconds: 3600, steps: HOURS, firstDay: '2024-03-04' } });
  const outcome = await simulateGroup(
    { settings, city, world: toyWorld(city), agentClass: DayPatternAgent, llm: noModel },
    profiles,
  );
  if ('stopped' in outcome) throw outcome.stopped;
  expect(outcome.statuses.facts.problemCount).toBe(0);
  return [...tripRows(outcome.trips)];
}

type Trips = Awaited<ReturnType<typeof tripsOf>>;

describe('the people of a household', () => {
  let trips: Trips;
  let companions: (trip: Trips[number]) => Trips;
  beforeAll(async () => {
    trips = await tripsOf(withHouseholds(people));
    const keyOf = ({ id, origin, destination, departure }: Trips[number]) =>
      `${householdOf(id)} ${origin} ${destination} ${Math.round(departure)}`;
    const groups = new Map<string, Trips>();
    for (const trip of trips) groups.set(keyOf(trip), [...(groups.get(keyOf(trip)) ?? []), trip]);
    companions = (trip) => groups.get(keyOf(trip))!.filter(({ id }) => id !== trip.id);
  });

  test('never have more cars out than they own, and nobody drives without a car or below 16', () => {
    for (let household = 0; household < HOUSEHOLDS; household++) {
      const changes = trips
        .filter(({ id, mode }) => householdOf(id) === household && mode === 'DRIVE_ONLY')
        .flatMap(({ origin, destination, departure, arrival }) => [
          ...(origin === aoi(4) ? [{ at: departure, by: 1 }] : []),
          ...(destination === aoi(4) && arrival !== null ? [{ at: arrival, by: -1 }] : []),
        ])
        .sort((a, b) => a.at - b.at || a.by - b.by);
      let out = 0;
      for (const { by } of changes) {
        out += by;
        expect(out).toBeLessThanOrEqual(household % 4 === 0 ? 0 : 1);
      }
    }
    expect(trips.filter(({ id, mode }) => mode === 'DRIVE_ONLY' && ageOf(id) < 16)).toEqual([]);
    expect(trips.filter(({ mode }) => mode === 'DRIVE_ONLY').length).toBeGreaterThan(150);
  });

  test('take children below ten with them: each on their own way to school and back, and everywhere else', () => {
    const children = trips.filter(({ id }) => ageOf(id) < 10);
    const alone = children.filter((trip) => companions(trip).every(({ id }) => ageOf(id) < 18));
    // The rest have no adult with time, and are driven by somebody else.
    expect(alone.length / children.length).toBeLessThan(0.08);
    expect(alone.every(({ mode }) => mode === 'PASSENGER')).toBe(true);
    for (const [age, school] of [
      [8, aoi(5)],
      [6, aoi(3)],
    ] as const) {
      const schoolDays = new Set(
        children
          .filter(({ id, destination }) => ageOf(id) === age && destination === school)
          .map(({ id, departure }) => `${id} ${Math.floor(departure / 86_400)}`),
      );
      expect(Math.abs(schoolDays.size / HOUSEHOLDS / 5 - 0.864)).toBeLessThan(0.1);
    }
  });

  test('make a fifth to two fifths of their trips together, in which the driver is one and the others are passengers', () => {
    const together = trips.filter((trip) => companions(trip).length > 0);
    expect(together.length / trips.length).toBeGreaterThan(0.3);
    const drivers = together.map(
      (trip) => [trip, ...companions(trip)].filter(({ mode }) => mode === 'DRIVE_ONLY').length,
    );
    expect(Math.max(...drivers)).toBe(1);
    expect(trips.filter(({ mode }) => mode === 'PASSENGER').length).toBeGreaterThan(150);
  });

  test('plan the same wherever each of them is simulated', async () => {
    const some = withHouseholds(people).filter(({ id }) => householdOf(id) < 3);
    const apart = await Promise.all(some.map((person) => tripsOf([person])));
    expect(apart.flat()).toEqual(trips.filter(({ id }) => householdOf(id) < 3));
  });
});

test('children are no owners of cars where profiles say nothing about cars', async () => {
  const silent = people.slice(0, 25).map(({ attributes: { has_car, cars, ...attributes }, ...person }) => ({
    ...person,
    attributes,
  }));
  const trips = await tripsOf(silent);
  const drivers = new Set(trips.filter(({ mode }) => mode === 'DRIVE_ONLY').map(({ id }) => ageOf(id)));
  expect([...drivers].sort()).toEqual([36, 38]);
});
