import { type Profile, RandomStream } from '@itinera/engine';
import { expect, test } from 'vitest';
import { sampleHouseholds } from './sample-households.js';

/** 400 people in households of four, sorted by age as `asbench data people` writes them: all children first. */
const people = Array.from({ length: 400 }, (_, i): Profile => {
  const household = i % 100;
  return { id: i + 1, home: 500000000 + household, work: null, attributes: { household: household + 1, age: i / 5 } };
});
const ids = (profiles: readonly Profile[]) => profiles.map(({ id }) => id);
const households = (profiles: readonly Profile[]) => new Set(profiles.map(({ home }) => home)).size;

test('a sample has people of all ages in whole households, in the order of the file', () => {
  const sample = sampleHouseholds(people, 100, 1);
  expect(sample).toHaveLength(100);
  expect(households(sample)).toBe(25);
  expect(ids(sample)).toEqual(ids(sample).sort((a, b) => a - b));
  const ages = sample.map(({ attributes }) => Number(attributes.age));
  for (const from of [0, 20, 40, 60]) expect(ages.filter((age) => age >= from && age < from + 20)).toHaveLength(25);
});

test('the same people are drawn however the file is sorted, and a larger sample contains a smaller one', () => {
  const some = new Set(ids(sampleHouseholds(people, 40, 7)));
  expect(new Set(ids(sampleHouseholds(people.toReversed(), 40, 7)))).toEqual(some);
  expect(new Set(ids(sampleHouseholds(people, 160, 7)))).toEqual(
    new Set([...ids(sampleHouseholds(people, 160, 7)), ...some]),
  );
  expect(new Set(ids(sampleHouseholds(people, 40, 8)))).not.toEqual(some);
});

test('the number is exact: households that do not fit are passed over, and split only if none fits', () => {
  const single = { id: 999, home: 1, work: null, attributes: { household: 999 } };
  expect(ids(sampleHouseholds([...people, single], 41, 1))).toContain(999);
  const split = sampleHouseholds(people, 42, 1);
  expect([split.length, households(split)]).toEqual([42, 11]);
});

test('without households, or if the column is their size, people are drawn one by one, all equally likely', () => {
  const alone = people.map(({ id }) => ({ id, home: id, work: null, attributes: { household: 4 } }));
  const drawn = new Float64Array(401);
  for (let seed = 0; seed < 200; seed++) for (const { id } of sampleHouseholds(alone, 40, seed)) drawn[id]!++;
  // Expected: 20 ± 4.2.
  expect(Math.min(...drawn.subarray(1))).toBeGreaterThan(4);
  expect(Math.max(...drawn)).toBeLessThan(39);
});

test('being drawn does not depend on the chance of the days: first numbers of agents are even', () => {
  const alone = Array.from({ length: 4000 }, (_, i): Profile => ({ id: i, home: i, work: null, attributes: {} }));
  const first = sampleHouseholds(alone, 400, 3).map(({ id }) => new RandomStream(3, id).next());
  expect(first.reduce((sum, value) => sum + value, 0) / 400).toBeCloseTo(0.5, 1);
});

test('a sample of all is the file', () => {
  expect(sampleHouseholds(people, 400, 1)).toBe(people);
});
