import { expect, test } from 'vitest';
import type { Generator } from '../models/generator.js';
import { fromColumns } from '../trajectories.js';
import { floorOf } from './floors.js';

const YEAR = 365 * 86_400;

/** The days that a floor asks a model for, of two people whose times are some years apart. */
function daysAsked(years: number): number[] {
  const times = [0, years * YEAR, 0, years * YEAR];
  const real = fromColumns({ uids: [1, 1, 2, 2], times, lons: [0, 0, 0, 0], lats: [0, 0, 0, 0] });
  const asked: number[] = [];
  const baseline: Generator = {
    ...{ name: 'none', title: '', keeps: '', source: '' },
    fit: () => ({
      generate: ({ days }) => {
        asked.push(days);
        return fromColumns({ uids: [], times: [], lons: [], lats: [] });
      },
    }),
  };
  expect(floorOf({ real, generated: real, rule: '' }, baseline, 1)).toEqual([]);
  return asked;
}

test('a model draws as many days as there are, but not the centuries up to a wrong time', () => {
  expect(daysAsked(2)).toEqual([731]);
  expect(daysAsked(9998)).toEqual([3653]);
});
