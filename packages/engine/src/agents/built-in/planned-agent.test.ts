import { tripRows } from '@itinera/run';
import { expect, test } from 'vitest';
import { simulateGroup } from '../../simulation/simulate-group.js';
import type { Profile } from '../../simulation/simulation-settings.js';
import { noModel, toyCity, toySettings, toyWorld } from '../../simulation/toy-city.fixture.js';
import { DensityEprAgent } from './density-epr.js';
import { DitrasAgent } from './ditras.js';
import { MarkovAgent } from './markov.js';

/** By the last digit of their id: a toddler, somebody whose household has a car, somebody without, and the owner of a car. */
const kinds = [
  { age: 3 },
  { age: 40, has_car: false, cars: 1 },
  { age: 40, has_car: false, cars: 0 },
  { age: 40, has_car: true, cars: 1 },
];
const OWNER = 3;
const people = Array.from({ length: 10 }, (_, row) =>
  kinds.map((attributes, kind): Profile => ({ id: 10 * row + kind, home: 500_000_004, work: 500_000_002, attributes })),
).flat();

async function tripsOf(
  agentClass: typeof DitrasAgent | typeof MarkovAgent | typeof DensityEprAgent,
  date: boolean,
  who = people,
) {
  const city = toyCity();
  const settings = toySettings({
    clock: { stepSeconds: 3600, steps: 48, ...(date && { firstDay: '2024-03-04' }) },
  });
  const outcome = await simulateGroup({ settings, city, world: toyWorld(city), agentClass, llm: noModel }, who);
  if ('stopped' in outcome) throw outcome.stopped;
  return [...tripRows(outcome.trips)].filter(({ origin, destination }) => origin !== destination);
}

test.each([
  ['ditras', DitrasAgent],
  ['d-epr', DensityEprAgent],
  ['markov', MarkovAgent],
] as const)(
  'with dates, only those who have a car drive with %s; without dates all trips are by car',
  async (_, agent) => {
    const trips = await tripsOf(agent, true);
    expect(new Set(trips.flatMap(({ id, mode }) => (mode === 'DRIVE_ONLY' ? [id % 10] : [])))).toEqual(
      new Set([OWNER]),
    );
    const modes = new Set(trips.filter(({ id }) => id % 10 !== OWNER).map(({ mode }) => mode));
    expect(modes).toContain('PASSENGER');
    expect(modes).toContain('WALK_ONLY');
    const undated = await tripsOf(agent, false);
    expect(new Set(undated.map(({ mode }) => mode))).toEqual(new Set(['DRIVE_ONLY']));
  },
);

test.each([
  ['ditras', DitrasAgent],
  ['d-epr', DensityEprAgent],
  ['markov', MarkovAgent],
] as const)('with dates, pupils go to the school of their profile with %s', async (_, agent) => {
  const [home, school] = [500_000_004, 500_000_000];
  const pupils = Array.from(
    { length: 40 },
    (_, id): Profile => ({
      ...{ id, home, work: null, attributes: { age: 12, occupation: 'Student', school } },
    }),
  );
  const shareToSchool = async (date: boolean) => {
    const trips = (await tripsOf(agent, date, pupils)).filter(({ destination }) => destination !== home);
    return trips.filter(({ destination }) => destination === school).length / trips.length;
  };
  expect(await shareToSchool(true)).toBeGreaterThan(0.1 + (await shareToSchool(false)));
});

test('with dates, people of d-epr are at home at night and make half as many trips', async () => {
  const [dated, undated] = [await tripsOf(DensityEprAgent, true), await tripsOf(DensityEprAgent, false)];
  expect(dated.length).toBeLessThan(undated.length / 2);
  const atNight = dated.filter(({ departure }) => (departure % 86_400) / 3600 >= 2 && (departure % 86_400) / 3600 < 5);
  expect(atNight.length / dated.length).toBeLessThan(0.03);
});
