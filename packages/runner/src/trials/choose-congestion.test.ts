import { expect, test } from 'vitest';
import { chooseCongestion } from './choose-congestion.js';

test.each([
  [9_999, 672, false, 'off', undefined],
  [10_000, 672, false, 'queue', 'vehicles per hour), so cars queue,'],
  [10_000, 672, true, 'off', "but parts of a run do not see each other's cars, so they drive freely"],
  [10_000, 35_040, false, 'off', 'but 350,400,000 rows of people in step exceed the memory limit'],
])('%d people, %d steps, in parts %s: %s, with the reason', (people, steps, isDealtOut, expected, why) => {
  const notes: string[] = [];
  expect(chooseCongestion(people, steps, isDealtOut, (message) => notes.push(message))).toBe(expected);
  expect(notes).toEqual(why === undefined ? [] : [expect.stringContaining(why)]);
});
