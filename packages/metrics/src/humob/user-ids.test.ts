import { expect, test } from 'vitest';
import { userIdRemedy, userIdWarning } from './user-ids.js';

test('numbers that are no ids of users are named with what to do', () => {
  for (const uid of [-1, 2 ** 31, 3e9, 0.5])
    expect(userIdWarning([7, uid, -5])).toEqual([
      `In files, uid ${uid} is refused: expected a whole number from 0 to 2147483647. Renumber the users in all files.`,
    ]);
  expect(userIdWarning([0, 7, 2 ** 31 - 1])).toEqual([]);
});

test('a text that is no number gets no such advice', () => {
  expect(userIdRemedy('uid')).toBe('');
  expect(userIdRemedy('')).toBe('');
});
