import { expect, test } from 'vitest';
import { counted, decimals, fixed, grouped, signed } from './counted.js';

test('a number has commas between thousands', () => {
  expect([0, 999, 1000, 1_234_567, 1.0416666].map(grouped)).toEqual(['0', '999', '1,000', '1,234,567', '1.0416666']);
});

test('a noun is singular after 1 only', () => {
  expect([0, 1, 2, 1000].map((n) => counted(n, 'day'))).toEqual(['0 days', '1 day', '2 days', '1,000 days']);
  expect([1, 2].map((n) => counted(n, 'person', 'people'))).toEqual(['1 person', '2 people']);
});

test('a difference has its sign, and a zero has none', () => {
  expect([0.612, -1250, -0.004, 0.004].map((n) => signed(n, 2))).toEqual(['+0.61', '-1,250.00', '0.00', '0.00']);
  expect([0.612, -1250, -0.004].map((n) => fixed(n, 2))).toEqual(['0.61', '-1,250.00', '0.00']);
  expect([0.612, -1250, -0.004].map((n) => decimals(n, 2))).toEqual(['0.61', '-1250.00', '0.00']);
});
