import type { World } from '@itinera/city';
import { TripMode } from '@itinera/city/browser';
import { tripRows } from '@itinera/run';
import { describe, expect, test } from 'vitest';
import { withHouseholds } from '../../simulation/households.js';
import { simulateGroup } from '../../simulation/simulate-group.js';
import type { Profile } from '../../simulation/simulation-settings.js';
import { noModel, toyCity, toySettings, toyWorld } from '../../simulation/toy-city.fixture.js';
import type { CityView } from '../city-view.js';
import type { Housemate } from '../housemate.js';
import { RandomStream } from '../random-stream.js';
import { DayPatternAgent } from './day-pattern.js';
import type { DayPlanner, PlannedTrip } from './day-planner.js';
import { HouseholdCars } from './household-cars.js';
import { modesByTour } from './tour-modes.js';

const aoi = (n: number) => 500_000_000 + n;
const [HOUR, DAY] = [3600, 86_400];
const [HOME, PUB] = [aoi(0), aoi(5)];
const { DRIVE_ONLY, PASSENGER } = TripMode;

describe('the one car of two drivers', () => {
  /** Who drives wherever they can. */
  const planner = (id: number) =>
    ({
      ...{ id, home: HOME, dutyPlace: undefined, age: 40, ownsCar: id === 1, cars: 1, mayDrive: true },
      modeOf: () => DRIVE_ONLY,
      modesOf: (_day: number, trips: PlannedTrip[], choose: (random: RandomStream, tour: PlannedTrip[]) => TripMode) =>
        modesByTour(trips, HOME, undefined, (tour, i) => choose(new RandomStream(1, i), [...tour])),
    }) as unknown as DayPlanner;
  /** Every drive takes an hour. */
  const member = { travelTime: () => HOUR } as unknown as Housemate;
  const trip = (from: number, to: number, hour: number): PlannedTrip => ({
    ...{ from, to, departure: hour * HOUR, metres: 5000, at: to === HOME ? 'home' : 'leisure and entertainment' },
    with: undefined,
  });
  const cars = () => new HouseholdCars([planner(1), planner(2)], [member, member]);
  const out = (leaves: number, returns: number) => [trip(HOME, PUB, leaves), trip(PUB, HOME, returns)];

  test('is not there for the second on the day after, until the first is back', () => {
    const household = cars();
    expect(household.modesOf(0, [out(20, 23.5), []])[0]!.modes).toEqual([DRIVE_ONLY, DRIVE_ONLY]);
    expect(household.modesOf(1, [[], out(24.25, 28)])[1]!.modes).toEqual([PASSENGER, PASSENGER]);
    const later = cars();
    later.modesOf(0, [out(20, 23.5), []]);
    expect(later.modesOf(1, [[], out(25, 28)])[1]!.modes).toEqual([DRIVE_ONLY, DRIVE_ONLY]);
  });

  test('is back as much later as its driver, who arrives where it stands only after midnight', () => {
    const household = cars();
    household.modesOf(0, [[trip(HOME, PUB, 23.75)], []]);
    // The first is at the pub at 0:45, and leaves then.
    const [first, second] = household.modesOf(1, [[trip(PUB, HOME, 24.1)], out(25.25, 28)]);
    expect(first!.modes).toEqual([DRIVE_ONLY]);
    expect(second!.modes).toEqual([PASSENGER, PASSENGER]);
  });

  test('takes nobody along before its driver, who is out at midnight, is free', () => {
    const household = cars();
    household.modesOf(0, [out(20, 23.5), []]);
    const early = trip(HOME, PUB, 25);
    const [first, second] = household.modesOf(1, [[early], [{ ...early, with: 1 }]]);
    expect(first!.departures[0]).toBeGreaterThan(25 * HOUR);
    expect(second!.departures).toEqual(first!.departures);
  });
});

const dayOf = (seconds: number) => Math.floor(seconds / DAY);

/** Two workers who share a car, far from work. */
const couples = Array.from({ length: 8 }, (_, household) =>
  [1, 2].map(
    (n): Profile => ({
      ...{ id: 10 * household + n, home: HOME, work: aoi(6 + 3 * n) },
      attributes: { age: 40, household, cars: 1, has_car: n === 1, occupation: 'Worker' },
    }),
  ),
).flat();

/** The trips of four weeks. */
async function tripsOf(city: CityView, world: World, seed: number, stepSeconds: number) {
  const settings = toySettings({
    seed,
    clock: { stepSeconds, steps: (28 * DAY) / stepSeconds, firstDay: '2024-03-04' },
  });
  const outcome = await simulateGroup(
    { settings, city, world, agentClass: DayPatternAgent, llm: noModel },
    withHouseholds(couples),
  );
  if ('stopped' in outcome) throw outcome.stopped;
  return [...tripRows(outcome.trips)];
}

test('steps longer than an hour lose no trips of those who are out at midnight', async () => {
  const city = toyCity(24);
  const made = async (stepSeconds: number) =>
    (await tripsOf(city, toyWorld(city), 1, stepSeconds)).map(
      ({ id, origin, destination, mode }) => `${id}: ${origin} to ${destination} ${mode}`,
    );
  const hourly = await made(HOUR);
  expect(hourly.length).toBeGreaterThan(500);
  for (const step of [DAY / 2, DAY]) expect(await made(step)).toEqual(hourly);
});

test.each([
  [1, HOUR],
  [2, HOUR],
  [1, DAY / 2],
  [2, DAY],
])(
  'where drives last for hours, each car is in one place and no plan ends a trip on its way, seed %i, steps of %i s',
  async (seed, step) => {
    const city = toyCity(24);
    const world = toyWorld(city);
    const interrupted = new Set<number>();
    const { setSchedule } = world;
    world.setSchedule = (person, trips) => {
      if (world.motion(person).aoiId === null) interrupted.add(person);
      setSchedule(person, trips);
    };
    const trips = await tripsOf(city, world, seed, step);
    // With longer steps, those on the way get a plan that begins with the trip that they are on.
    if (step === HOUR) expect([...interrupted]).toEqual([]);
    const drives = trips.filter(({ mode }) => mode === 'DRIVE_ONLY');
    expect(drives.filter(({ departure, arrival }) => dayOf(departure) < dayOf(arrival ?? 0)).length).toBeGreaterThan(5);
    const changes = drives.flatMap(({ id, destination, departure, arrival }) => [
      { id, at: departure, isOut: true },
      ...(destination === HOME && arrival !== null ? [{ id, at: arrival, isOut: false }] : []),
    ]);
    const out = new Set<number>();
    for (const { id, isOut } of changes.sort((a, b) => a.at - b.at || Number(a.isOut) - Number(b.isOut))) {
      if (isOut) out.add(id);
      else out.delete(id);
      expect(out.has(id) && out.has(id % 10 === 1 ? id + 1 : id - 1)).toBe(false);
    }
  },
);
