import { synthesizeCity } from '@itinera/city-build';
import type { TripRow } from '@itinera/run';
import { expect, test } from 'vitest';
import { realismOfRun } from './realism-of-run.js';

const map = synthesizeCity({ seed: 1, size: 500 });
const clock = { stepSeconds: 3600, steps: 24, firstDay: '2024-03-04' };
const member = (id: number, age: number) => ({
  ...{ id, home: 1, work: null, attributes: { age, household: 7, cars: 1, has_car: id === 1 } },
});
const people = [member(1, 40), member(2, 38), member(3, 6), member(4, 7)];
const trip = (id: number, hour: number, origin: number, destination: number, mode = 'DRIVE_ONLY'): TripRow => ({
  ...{ id, trip: 0, departure: hour * 3600, arrival: hour * 3600 + 600, mode, origin, destination },
  ...{ seconds: 600, metres: 2000, ended: 'arrived' },
});

test('companions, children alone and cars are those of the household', () => {
  const trips = [
    trip(1, 8, 1, 2),
    trip(1, 9, 2, 1),
    trip(2, 8.5, 1, 5),
    trip(2, 11, 5, 1),
    trip(3, 8, 1, 2, 'PASSENGER'),
    trip(4, 10, 1, 2, 'WALK_ONLY'),
  ];
  const card = realismOfRun(trips, people, { map, timetable: null }, { clock, seed: 1, observed: null });
  const value = (measure: string) => card.find((row) => row.measure.startsWith(measure))!.value;
  expect(value('trips per person')).toBe(1.5);
  expect(value('with a household member on weekdays')).toBeCloseTo(2 / 6, 5);
  expect(value('of children below ten without')).toBe(0.5);
  // From 8:30 to 9:10.
  expect(value('hours in which a household')).toBeCloseTo(2 / 24, 3);
});

test('the company of a large household is found in one pass', () => {
  // Millions of pairs: all leave for one place at once, the last two hours later and alone.
  const household = Array.from({ length: 3000 }, (_, i) => member(i + 1, i === 0 ? 40 : 8));
  const trips = household.map(({ id }) => trip(id, id === 3000 ? 10 : 8, 1, 2, 'WALK_ONLY'));
  const card = realismOfRun(trips, household, { map, timetable: null }, { clock, seed: 1, observed: null });
  const value = (measure: string) => card.find((row) => row.measure.startsWith(measure))!.value;
  expect(value('with a household member on weekdays')).toBeCloseTo(2999 / 3000, 6);
  expect(value('of children below ten without')).toBeCloseTo(1 / 2999, 6);
});

test('of very many people, the card describes a sample of whole households from the whole file', () => {
  const pair = (household: number, age: number) =>
    [2 * household - 1, 2 * household].map((id) => ({
      ...{ id, home: 1, work: null, attributes: { age, household } },
    }));
  const sorted = Array.from({ length: 10_000 }, (_, i) => pair(i + 1, i < 5000 ? 70 : 6)).flat();
  const trips = sorted.flatMap(({ id, attributes }) => (attributes.age === 6 ? [trip(id, 8, 1, 2, 'WALK_ONLY')] : []));
  const card = realismOfRun(trips, sorted, { map, timetable: null }, { clock, seed: 1, observed: null });
  const value = (measure: string) => card.find((row) => row.measure.startsWith(measure))!.value;
  expect(value('trips per person')).toBeGreaterThan(0.47);
  expect(value('trips per person')).toBeLessThan(0.53);
  expect(value('with a household member on weekdays')).toBe(1);
});

test('a run shorter than a day has no card', () => {
  expect(
    realismOfRun([], people, { map, timetable: null }, { clock: { ...clock, steps: 20 }, seed: 1, observed: null }),
  ).toEqual([]);
});

test("figures of a survey of one's own replace the published ones, and name it", () => {
  const measure = 'trips per person and day';
  const observed = { source: 'our city 2023, 800 days', measures: [{ measure, low: 0, high: 2 }] };
  const card = realismOfRun([trip(1, 8, 1, 2)], people, { map, timetable: null }, { clock, seed: 1, observed });
  expect(card.find((row) => row.measure === measure)).toMatchObject({
    observed: { low: 0, high: 2, data: 'your survey', source: 'our city 2023, 800 days' },
    verdict: 'too few people',
  });
  expect(card.filter((row) => row.observed?.data === 'your survey')).toHaveLength(1);
});
