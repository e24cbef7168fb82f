import { expect, test } from 'vitest';
import { dailyMobilityRemarks } from './remarks.js';

const results = {
  gyration_radius: [0, 1200.5],
  daily_location_numbers: [1, 3],
  intention_sequences: [
    [1, 7],
    [2, 4],
  ],
  intention_proportions: [
    [0.3, 0.7],
    [1, 0],
  ],
};

test('impossible values are named, since they may even improve the score', () => {
  expect(dailyMobilityRemarks(results)).toEqual([]);
  const wrong = { gyration_radius: [5, -1], intention_sequences: [[8]], intention_proportions: [[30, 70]] };
  expect(dailyMobilityRemarks({ ...results, ...wrong })).toEqual([
    'gyration_radius: the results contain -1, expected a radius in metres of at least 0. The score is that of impossible values.',
    'intention_sequences: the results contain 8, expected codes up to 7. The score is that of impossible values.',
    'intention_proportions: the results contain 30, expected shares from 0 to 1. The score is that of impossible values.',
  ]);
});
