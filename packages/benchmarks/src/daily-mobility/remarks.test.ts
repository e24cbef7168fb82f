import { expect, test } from 'vitest';
import { dailyMobilityRemarks } from './remarks.js';

const truth = { gyration_radius: [900, 0, 3100, 12_000.4] };
const remarks = (results: unknown) => dailyMobilityRemarks(results, truth);

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
  expect(remarks(results)).toEqual([]);
  const wrong = { gyration_radius: [500, -1], intention_sequences: [[8], [1]], intention_proportions: [[30], [70]] };
  expect(remarks({ ...results, ...wrong })).toEqual([
    'gyration_radius: the results contain -1, expected a radius in metres of at least 0. The score is that of impossible values.',
    'intention_sequences: the results contain 8, expected codes up to 7. The score is that of impossible values.',
    'intention_proportions: the results contain 30, expected shares from 0 to 1. The score is that of impossible values.',
  ]);
});

test('radii in kilometres are named; small and missing ones are not', () => {
  expect(remarks({ ...results, gyration_radius: [0, 4.25] })).toEqual([
    'gyration_radius: the median radius is 4.25, that of the truth 3,100 m; are the results in kilometres instead of metres?',
  ]);
  for (const radii of [[0, 0], [25, 40], [0.3, 0.2], []]) expect(remarks({ gyration_radius: radii })).toEqual([]);
  expect(dailyMobilityRemarks({ gyration_radius: [4] }, {})).toEqual([]);
});

test('lists with other numbers of people are named', () => {
  expect(remarks({ ...results, gyration_radius: [1200] })).toEqual([
    'The lists have different lengths: gyration_radius 1, daily_location_numbers 2, intention_sequences 2, intention_proportions 2; expected one entry per person in each.',
  ]);
  expect(remarks({ gyration_radius: [1200], daily_location_numbers: 'none' })).toEqual([]);
});
