import { expect, test } from 'vitest';
import { moneySpent } from './format.js';

test('a price that is not known is not nothing', () => {
  expect(moneySpent(null, null)).toBeNull();
  expect(moneySpent(0, 0)).toBeNull();
  expect(moneySpent(0.5, 0)).toBe('$0.5000');
  expect(moneySpent(null, 3)).toBe('cost unknown');
  expect(moneySpent(0, 3)).toBe('cost unknown');
  expect(moneySpent(2.5, 3)).toBe('over $2.50');
});
