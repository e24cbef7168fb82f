import { expect, test } from 'vitest';
import { spent } from './format.js';

test('a price that is not known is not nothing', () => {
  expect(spent(null, null)).toBeNull();
  expect(spent(0, 0)).toBeNull();
  expect(spent(0.5, 0)).toBe('$0.5000');
  expect(spent(null, 3)).toBe('cost unknown');
  expect(spent(0, 3)).toBe('cost unknown');
  expect(spent(2.5, 3)).toBe('over $2.50');
});
