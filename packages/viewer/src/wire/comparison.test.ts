import { expect, test } from 'vitest';
import { reversed } from './comparison.js';

test('a pair in the other order has the opposite differences, with intervals and means turned', () => {
  const metrics = [
    { key: 'final_score', spread: { value: 2, low: -1, high: 5 }, pValue: 0.2, better: 'higher' as const },
    {
      key: 'travel time, min',
      spread: { value: 0, low: null, high: null },
      pValue: null,
      better: null,
      means: [30, 31] as const,
    },
  ];
  expect(reversed({ says: ['A is better.'], method: 'pairs', level: 0.95, metrics })).toEqual({
    says: [],
    method: 'pairs',
    level: 0.95,
    metrics: [
      { key: 'final_score', spread: { value: -2, low: -5, high: 1 }, pValue: 0.2, better: 'higher' },
      {
        key: 'travel time, min',
        spread: { value: 0, low: null, high: null },
        pValue: null,
        better: null,
        means: [31, 30],
      },
    ],
  });
});
