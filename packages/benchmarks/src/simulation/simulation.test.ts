import { expect, test } from 'vitest';
import { benchmarkNamed } from '../list/benchmarks.js';
import { simulationNamed, simulationOf } from './simulation.js';

test('a simulation is found by its name, for resumed runs', () => {
  const week = simulationOf(7, 900);
  expect(week.clock).toEqual({ stepSeconds: 900, steps: 672, firstDay: '2024-01-01' });
  expect(benchmarkNamed(week.name)).toEqual(expect.objectContaining({ name: 'simulation-7d-900s', clock: week.clock }));
  expect(simulationNamed('simulation-365d-3600s')?.clock.steps).toBe(8760);
  const march = simulationOf(2, 3600, '2024-03-01');
  expect(benchmarkNamed(march.name).clock).toEqual({ stepSeconds: 3600, steps: 48, firstDay: '2024-03-01' });
  for (const name of ['simulation', 'simulation-d-s', 'DailyMobility']) expect(simulationNamed(name)).toBeUndefined();
});

test('its results are people, rows and places per day, without a score', () => {
  const row = (id: number, day: number, parent_id: number | null) => ({ id, day, t: 1, parent_id, action: 'other' });
  const rows = [row(1, 0, 500_000_001), row(1, 0, 500_000_002), row(1, 0, 17), row(1, 1, 500_000_001), row(2, 0, null)];
  const week = simulationOf(7, 900);
  expect(week.gather(rows, undefined as never, [])).toEqual({ results: { people: 2, rows: 5, places_per_day: 1 } });
  expect(week.score({}, {}).final_score).toBeNull();
});

test.each([
  [() => simulationOf(0, 900), '0 days: expected 1 to 365.'],
  [() => simulationOf(366, 900), '366 days'],
  [() => simulationOf(1, 7), '7 seconds per step: expected a number that divides a day'],
  [() => simulationOf(1, 900, '2024-02-30'), '2024-02-30: expected the first day as YYYY-MM-DD'],
])('invalid days, steps and dates are rejected (%#)', (make, message) => expect(make).toThrow(message));
