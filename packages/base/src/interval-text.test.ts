import { expect, test } from 'vitest';
import { rangeOfUsers, usersInterval } from './interval-text.js';

test('an interval names its level, digits and unit', () => {
  expect(usersInterval({ low: 1.25, high: 2 }, 0.95, 1, ' km')).toBe('95 % interval 1.3 to 2.0 km');
  expect(rangeOfUsers({ low: 0.1, high: 0.25 }, 2)).toBe('0.10 to 0.25');
});

test('without an interval, the sentence says why', () => {
  for (const none of [null, Number.NaN])
    for (const text of [usersInterval({ low: none, high: none }, 0.95, 2), rangeOfUsers({ low: none, high: none }, 2)])
      expect(text).toBe('too few users for an interval');
});
