import { Random } from '@itinera/base';
import { expect, test } from 'vitest';
import { hurricaneMobility } from './index.js';
import { hurricaneMobilityNoise } from './noise.js';

test('negative numbers of trips are named', () => {
  const remarks = (results: object) => hurricaneMobility.remarks?.(results, {});
  expect(remarks({ total_travel_times: [4, 0, 5], hourly_travel_times: [[4], [0], [5]] })).toEqual([]);
  expect(remarks({ total_travel_times: [4, 0, 5], hourly_travel_times: [[4], [-1], [5]] })).toEqual([
    'hourly_travel_times: the results contain -1, expected a number of trips of at least 0. The score is that of impossible values.',
  ]);
});

test('days that are not scored are named, and the others still have an interval', () => {
  const hours = (trips: number) => Array.from({ length: 24 }, () => trips);
  const results = {
    total_travel_times: [120, 48, 96, 7],
    hourly_travel_times: [hours(5), hours(2), hours(4), [7]],
  };
  expect(hurricaneMobility.remarks?.(results, {})).toEqual([
    'total_travel_times has 4 days; only the first 3 are scored, as in the original.',
    'hourly_travel_times has 4 days; only the first 3 are scored, as in the original.',
  ]);
  const truth = {
    relative_changes: { during_vs_before: -60, after_vs_before: -20 },
    hourly_trips: { before: hours(5), during: hours(2), after: hours(4) },
  };
  const drawn = (totals: number[], days: number[][]) =>
    hurricaneMobilityNoise({ results: { total_travel_times: totals, hourly_travel_times: days } }, truth).draw(
      new Random(1),
    );
  const three = drawn(results.total_travel_times.slice(0, 3), results.hourly_travel_times.slice(0, 3));
  expect(drawn(results.total_travel_times, results.hourly_travel_times)).toEqual(three);
  expect(three).toMatchObject({ final_score: expect.toSatisfy((score) => score > 50) });
});
