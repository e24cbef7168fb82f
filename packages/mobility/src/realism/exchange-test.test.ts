import { Random } from '@itinera/base';
import { expect, test } from 'vitest';
import type { Values } from '../measure.js';
import { differing, exchangeTest } from './exchange-test.js';
import { dealGroups } from './groups.js';
import { compareSamples } from './sample-comparison.js';

/** One value per person. */
const sample = (values: readonly number[]): Values => ({
  values: Float64Array.from(values),
  starts: Uint32Array.from({ length: values.length + 1 }, (_, i) => i),
});
const compared = (a: readonly number[], b: readonly number[]) =>
  compareSamples(sample(a), sample(b), dealGroups(a.length, b.length));
const pOf = (a: readonly number[], b: readonly number[]) => exchangeTest(compared(a, b).kernel());

test('few people are tested exactly: of 70 ways to deal 1 to 8, two separate as 1 to 4 and 5 to 8 do', () => {
  expect(pOf([1, 2, 3, 4], [5, 6, 7, 8])).toBe(2 / 70);
  expect(pOf([1, 2, 3, 4, 5], [6, 7, 8, 9])).toBe(2 / 126);
  expect(pOf([1, 1, 1, 1], [1, 1, 1, 1])).toBe(1);
});

test('three people against three cannot tell, whatever they do', () => {
  expect(pOf([1, 2, 3], [1000, 2000, 3000])).toBeNaN();
  expect(pOf([], [1, 2, 3])).toBeNaN();
});

test('people are exchanged, not values: a person with a thousand equal values is one observation', () => {
  const person = (value: number) => Array.from({ length: 1000 }, () => value);
  const set = (values: readonly number[]): Values => ({
    values: Float64Array.from(values.flatMap(person)),
    starts: Uint32Array.from({ length: values.length + 1 }, (_, i) => 1000 * i),
  });
  const [a, b] = [
    [3, 1, 4, 1, 5, 9],
    [2, 6, 5, 3, 5, 8],
  ];
  expect(exchangeTest(compareSamples(set(a), set(b), dealGroups(6, 6)).kernel())).toBeCloseTo(pOf(a, b), 12);
});

test('a test of 100 pairs of samples of unequal sizes from one law rejects about 5', () => {
  const random = new Random(4);
  const draw = (n: number) => Array.from({ length: n }, () => Math.exp(random.normal()));
  let rejected = 0;
  for (let trial = 0; trial < 100; trial++) if (pOf(draw(12), draw(40)) <= 0.05) rejected++;
  expect(rejected).toBeLessThanOrEqual(10);
});

test('the distance is 0 on average for samples of one law of any sizes, and grows by the shift of the other', () => {
  const random = new Random(5);
  const draw = (n: number, shift = 0) => Array.from({ length: n }, () => shift + random.normal());
  for (const [n, m] of [
    [5, 5],
    [5, 30],
  ] as const) {
    const mean = (shift: number) => {
      let sum = 0;
      for (let trial = 0; trial < 400; trial++) sum += compared(draw(n), draw(m, shift)).distance();
      return sum / 400;
    };
    expect(Math.abs(mean(0))).toBeLessThan(0.05);
    // 2 E|X − Y| − E|X − X'| − E|Y − Y'| of normal values one and three deviations apart.
    expect(mean(1)).toBeCloseTo(0.54, 1);
    expect(mean(3)).toBeCloseTo(3.8, 0);
  }
});

test('many tests are judged together: one of 20 at 0.04 does not differ, all of 20 do', () => {
  const p = Float64Array.from({ length: 20 }, (_, i) => (i === 0 ? 0.04 : 0.5));
  expect([...differing(p)].some(Boolean)).toBe(false);
  expect([...differing(p.fill(0.04))].every(Boolean)).toBe(true);
  expect([...differing(Float64Array.of(0.001, Number.NaN, 0.5))]).toEqual([1, 0, 0]);
});
