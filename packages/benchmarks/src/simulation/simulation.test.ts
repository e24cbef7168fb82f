import { expect, test } from 'vitest';
import { benchmarkNamed } from '../list/benchmarks.js';
import { simulationNamed, simulationOf } from './simulation.js';

test('a simulation is found by its name, as runs are resumed', () => {
  const week = simulationOf(7, 900);
  expect(week.clock).toEqual({ stepSeconds: 900, steps: 672 });
  expect(benchmarkNamed(week.name)).toEqual(expect.objectContaining({ name: 'simulation-7d-900s', clock: week.clock }));
  expect(simulationNamed('simulation-365d-3600s')?.clock.steps).toBe(8760);
  for (const name of ['simulation-0d-900s', 'simulation-366d-900s', 'simulation-1d-7s', 'simulation', 'DailyMobility'])
    expect(simulationNamed(name)).toBeUndefined();
});

test('comes to people, rows and places a day, and is not scored', () => {
  const row = (id: number, day: number, parent_id: number | null) => ({ id, day, t: 1, parent_id, action: 'other' });
  const rows = [row(1, 0, 500_000_001), row(1, 0, 500_000_002), row(1, 0, 17), row(1, 1, 500_000_001), row(2, 0, null)];
  const week = simulationOf(7, 900);
  expect(week.gather(rows, undefined as never)).toEqual({ results: { people: 2, rows: 5, places_per_day: 1 } });
  expect(week.score({}, {}).final_score).toBeNull();
});
