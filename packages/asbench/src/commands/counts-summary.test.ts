import { expect, test } from 'vitest';
import { countsAsJson } from './counts-summary.js';

test('JSON has the intervals of all counts and of each hour, and null for what is not defined', () => {
  const measures = { n: 10, roads: 10, hours: 1, geh: Float64Array.of(1), gehUnder5: 0.9, meanGeh: 2, r2: Number.NaN };
  const all = { ...measures, correlation2: 0.5, rmse: 3, relativeRmse: 0.1, ratio: 1 };
  const interval = [0.8, 1] as const;
  const intervals = {
    gehUnder5: interval,
    meanGeh: interval,
    r2: interval,
    correlation2: interval,
    rmse: interval,
    relativeRmse: interval,
    ratio: interval,
  };
  const none = { demand: null, usualDays: 1, offTheMap: [] };
  const compared = { rows: [], all, byHour: [{ hour: 8, intervals, ...all }], intervals, scale: 1, ...none };
  const json = JSON.parse(countsAsJson(compared, ['Gridlock.']));
  expect(json.byHour).toMatchObject([{ hour: 8, intervals, r2: null, ratio: 1 }]);
  expect(json.warnings).toEqual(['Gridlock.']);
  expect(json.intervals).toEqual(intervals);
  expect(json).not.toHaveProperty('geh');
  expect(json.byHour[0]).not.toHaveProperty('geh');
});
