import { expect, test } from 'vitest';
import { dayName, moneySpent } from './format.js';

test('a price that is not known is not nothing', () => {
  expect(moneySpent(null, null)).toBeNull();
  expect(moneySpent(0, 0)).toBeNull();
  expect(moneySpent(0.5, 0)).toBe('$0.5000');
  expect(moneySpent(null, 3)).toBe('cost unknown');
  expect(moneySpent(0, 3)).toBe('cost unknown');
  expect(moneySpent(2.5, 3)).toBe('over $2.50');
});

test('days have dates where the run has', () => {
  expect(dayName(2, null)).toBe('day 3');
  expect([dayName(0, '2024-02-28'), dayName(2, '2024-02-28')]).toEqual(['Wed 28 Feb', 'Fri 1 Mar']);
});
