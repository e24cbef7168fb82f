import { expect, test } from 'vitest';
import { hurricaneMobility } from './index.js';

test('negative numbers of trips are named', () => {
  const remarks = (results: object) => hurricaneMobility.remarks?.(results, {});
  expect(remarks({ total_travel_times: [4, 0, 5], hourly_travel_times: [[4], [0], [5]] })).toEqual([]);
  expect(remarks({ total_travel_times: [4, 0, 5], hourly_travel_times: [[4], [-1], [5]] })).toEqual([
    'hourly_travel_times: the results contain -1, expected a number of trips of at least 0. The score is that of impossible values.',
  ]);
});
