import { expect, test } from 'vitest';
import { momentOf } from './dates.js';

test('a moment of a run has its day if there are several, or after the only one', () => {
  expect(momentOf(8.25 * 3600, 1)).toBe('08:15');
  expect(momentOf(8.25 * 3600, 2)).toBe('day 0, 08:15');
  expect(momentOf(24.5 * 3600, 1)).toBe('day 1, 00:30');
});
