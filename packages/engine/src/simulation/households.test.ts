import { expect, test } from 'vitest';
import { householdsOf, withHouseholds } from './households.js';

const profile = (id: number, household: number | null) => ({ id, home: 1, work: null, attributes: { household } });
const ids = (people: readonly { readonly id: number }[]) => people.map(({ id }) => id);

test('households come in order of their first members, strangers among them', () => {
  const people = [profile(1, 7), profile(2, null), profile(3, 8), profile(4, 7)];
  expect(householdsOf(people).map(ids)).toEqual([[1, 4], [2], [3]]);
});

test('members have one list of their household, by id, and people keep their order', () => {
  const people = withHouseholds([profile(4, 7), profile(2, null), profile(1, 7)]);
  expect(ids(people)).toEqual([4, 2, 1]);
  expect(people[0]!.household).toBe(people[2]!.household);
  expect(ids(people[0]!.household!)).toEqual([1, 4]);
  expect(people[1]!.household).toBeUndefined();
});
