import { expect, test } from 'vitest';
import { type Commute, commutesRow } from './commutes.js';

// Two zones: 60 people work where they live, 40 go from the first to the second.
const flows = { areas: [0, 0, 0, 0, 1, 1], people: [0, 0, 50, 1, 1, 10, 0, 1, 30, 0, 1, 10] };
const commutes = (...counts: readonly (readonly [home: number, work: number, people: number])[]): Commute[] =>
  counts.flatMap(([home, work, people]) => Array.from({ length: people }, () => [home, work] as const));
const rowOf = (made: readonly Commute[]) => commutesRow(made, flows, 'census 2020', 1);

test('the same shares of pairs have all in common, whatever the number of people', () => {
  const row = rowOf(commutes([0, 0, 500], [0, 1, 400], [1, 1, 100]));
  expect(row).toMatchObject({ value: 1, observed: { high: 1, source: 'census 2020' }, verdict: 'holds' });
});

test('the common part is the sum of the smaller shares, and too little of it is off or wrong in kind', () => {
  // By hand: min(0.5, 0.2) + min(0.4, 0.5) + min(0.1, 0.3) = 0.7.
  expect(rowOf(commutes([0, 0, 200], [0, 1, 500], [1, 1, 300]))).toMatchObject({ value: 0.7, verdict: 'off' });
  expect(rowOf(commutes([1, 0, 900], [0, 1, 100]))).toMatchObject({ value: 0.1, verdict: 'wrong in kind' });
});

test('few people cannot be spread as many are, which the observed range allows for', () => {
  const [few, many] = [10, 1000].map((count) => rowOf(commutes([0, 0, count / 2], [0, 1, count / 2])));
  expect(few!.observed!.low).toBeLessThan(0.85);
  expect(many!.observed!.low).toBeGreaterThan(0.95);
  expect([few!.verdict, many!.verdict]).toEqual(['holds', 'off']);
});

test('the interval is within the range of a common part, 0 to 1', () => {
  for (const made of [commutes([0, 0, 5], [0, 1, 4], [1, 1, 1]), commutes([1, 0, 9], [0, 1, 1])]) {
    const { value, low, high } = rowOf(made);
    expect([0, low, value, high, 1]).toEqual([0, low, value, high, 1].sort((a, b) => a! - b!));
    expect(high).toBeGreaterThan(low!);
  }
  expect(rowOf(commutes([0, 0, 5], [0, 1, 4], [1, 1, 1])).high).toBe(1);
});

test('without observations, or without people who go to work, there is no value', () => {
  expect(commutesRow([[0, 0]], null, '', 1)).toMatchObject({ value: null, observed: null, verdict: 'no data' });
  expect(rowOf([])).toMatchObject({ value: null, verdict: 'no data' });
  expect(commutesRow([[0, 0]], { areas: [0, 0, 0], people: [0, 0, 9] }, '', 1).value).toBeNull();
  expect(rowOf(commutes([0, 0, 9]))).toMatchObject({ value: 0.5, low: null, high: null });
});
