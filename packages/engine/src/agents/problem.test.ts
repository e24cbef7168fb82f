import type { Problem } from '@itinera/run';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ProblemList } from './problem.js';

const problem = (t: number, kind: Problem['kind'], message = ''): Problem => ({ person: 1, day: 0, t, kind, message });

test('the first problems are kept, all are counted', () => {
  const list = new ProblemList();
  for (let t = 1; t <= 30; t++) list.add(problem(t, 'threw'));
  expect(list.count).toBe(30);
  expect(list.kept.map(({ t }) => t)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
});

test('problems of one kind do not displace those of another', () => {
  const list = new ProblemList();
  for (let t = 1; t <= 30; t++) list.add(problem(t, 'not-awaited'));
  for (let t = 31; t <= 60; t++) list.add(problem(t, 'threw'));
  expect([list.count, list.kept.length]).toEqual([60, 40]);
  expect(list.kept.map(({ t }) => t)).toEqual(
    [...Array(20).keys()].flatMap((i) => i + 1).concat([...Array(20).keys()].map((i) => i + 31)),
  );
});

test('the kept problems do not depend on the time at which unawaited work failed', () => {
  const steps = Array.from({ length: 15 }, (_, i) => problem(1 + 2 * i, i % 2 === 0 ? 'threw' : 'fell-back'));
  const alone = Array.from({ length: 20 }, (_, i) => problem(1 + i, 'not-awaited', `${i % 3}`));
  const kept = (late: readonly number[]) => {
    const list = new ProblemList();
    const noticed = alone.map((each, i) => [each, each.t + late[i]!] as const);
    for (let t = 1; t < 100; t++) {
      for (const [each, at] of noticed) if (at === t) list.add(each);
      for (const each of steps) if (each.t === t) list.add(each);
    }
    return list;
  };
  const atOnce = kept(alone.map(() => 0));
  expect(atOnce.kept.slice(0, 4).map(({ t, kind }) => [t, kind])).toEqual([
    [1, 'threw'],
    [1, 'not-awaited'],
    [2, 'not-awaited'],
    [3, 'fell-back'],
  ]);
  fc.assert(
    fc.property(fc.array(fc.nat(60), { minLength: 20, maxLength: 20 }), (late) => {
      expect(kept(late)).toEqual(atOnce);
    }),
  );
});
