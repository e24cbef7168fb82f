import type { World } from '@itinera/city';
import { expect, test } from 'vitest';
import { Households, householdsOf, withHouseholds } from './households.js';
import type { Profile } from './simulation-settings.js';

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

test('members share one list of their household, which is forgotten when all have left', () => {
  const [one, other] = withHouseholds([profile(1, 7), profile(4, 7)]) as [Profile, Profile];
  const households = new Households({} as World, 1);
  const list = households.of(one);
  expect(ids(list)).toEqual([1, 4]);
  households.leave(one);
  expect(households.of(other)).toBe(list);
  households.leave(other);
  expect(households.of(one)).not.toBe(list);
});
