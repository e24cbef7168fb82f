import { expect, test } from 'vitest';
import { chooseCongestion } from './choose-congestion.js';

test.each([
  [9_999, 672, false, 'off', undefined],
  [10_000, 672, false, 'queue', 'vehicles an hour), so cars queue,'],
  [10_000, 672, true, 'off', "but parts of a run know nothing of each other's cars, so they drive freely"],
  [10_000, 35_040, false, 'off', 'but 350,400,000 rows of people in step are more than memory may hold'],
])('%d people, %d steps, dealt out %s: %s, and why', (people, steps, isDealtOut, expected, why) => {
  const notes: string[] = [];
  expect(chooseCongestion(people, steps, isDealtOut, (message) => notes.push(message))).toBe(expected);
  expect(notes).toEqual(why === undefined ? [] : [expect.stringContaining(why)]);
});
