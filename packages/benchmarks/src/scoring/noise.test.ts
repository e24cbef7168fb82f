import { expect, test } from 'vitest';
import { distributionOf } from './noise.js';

test('draws that depend on the same are made once per seed, and draws that do not say on what, every time', () => {
  let drawn = 0;
  const means = (same?: string, seed = 1) => {
    const draw = (random: { next(): number }) => {
      drawn++;
      return { documented: { x: random.next() }, reference: {} };
    };
    const draws = { method: 'some', work: 1, draw, ...(same !== undefined && { same }) };
    return distributionOf(draws as Parameters<typeof distributionOf>[0], { seed, resamples: 10 }).documented.x!.value;
  };
  const [first, again, other] = [means('truth of 5 people'), means('truth of 5 people'), means('truth of 5 people', 2)];
  expect([again, drawn]).toEqual([first, 20]);
  expect(other).not.toBe(first);
  means('truth of 6 people');
  expect(drawn).toBe(30);
  expect([means(), means(), drawn]).toEqual([first, first, 50]);
});
