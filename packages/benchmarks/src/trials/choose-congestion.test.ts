import { expect, test } from 'vitest';
import { chooseCongestion } from './choose-congestion.js';

test.each([
  [9_999, false, 'off', undefined],
  [10_000, false, 'queue', 'vehicles an hour), so cars queue,'],
  [10_000, true, 'off', '10,000 people can fill a road, which'],
])('%d people, dealt out %s: %s, and why', (people, isDealtOut, expected, why) => {
  const notes: string[] = [];
  expect(chooseCongestion(people, isDealtOut, (message) => notes.push(message))).toBe(expected);
  expect(notes).toEqual(why === undefined ? [] : [expect.stringContaining(why)]);
});
