import { expect, test } from 'vitest';
import { pValueInWords, pValueText } from './p-value.js';

test('a p value is never printed as 0', () => {
  expect([0, 0.0004, 0.001, 0.0126, 1, null, Number.NaN].map((p) => pValueText(p))).toEqual([
    '<0.001',
    '<0.001',
    '0.001',
    '0.013',
    '1.000',
    '–',
    '–',
  ]);
  expect(pValueText(0.00001, 4)).toBe('<0.0001');
  expect([0, 0.25].map((p) => pValueInWords(p))).toEqual(['p < 0.001', 'p = 0.250']);
});
