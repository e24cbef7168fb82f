import { expect, test } from 'vitest';
import { mostDifferentPeople, type PeopleNumbers } from './different-people.js';

/** Two people who differ in nothing but the points they lose, in a run. */
function tableOf(cost: readonly number[]): PeopleNumbers {
  const same = Float64Array.of(1, 1);
  const rowOf = new Map(cost.map((_, row) => [row + 1, row]));
  return { rowOf, radius: same, metres: same, trips: same, places: same, cost: Float64Array.from(cost) };
}

test('people differ in lost points once both are known', () => {
  const known = tableOf([0.4, 0.1]);
  expect(mostDifferentPeople(known, tableOf([Number.NaN, Number.NaN]))).toEqual([]);
  expect(mostDifferentPeople(known, tableOf([0.3, 0.9]))!.map(({ id }) => id)).toEqual([2, 1]);
});
