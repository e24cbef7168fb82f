import { expect, test } from 'vitest';
import type { MeasureRow } from './report.js';
import { isNear, judged } from './verdict.js';

const row = (title: string, p: number, more: object = {}): MeasureRow =>
  ({
    title,
    says: '3 m instead of 2 m',
    compare: 'sample',
    effect: 1,
    effectLow: -1,
    effectHigh: 2,
    p,
    differs: false,
    ...more,
  }) as unknown as MeasureRow;
const far = (count: number) => Array.from({ length: count }, (_, i) => row(`m${i}`, 0.5));
const says = (...rows: readonly MeasureRow[]) => judged(rows).verdict.says;

test('a verdict without a difference names the size it would reveal, and what is near a difference', () => {
  expect(says(...far(20))).toBe(
    '20 of 20 measures show no difference beyond chance, and would reveal one of half the real value.',
  );
  const near = [row('radius', 0.036), row('moves', 0.028), row('commute', 0.217, { effectLow: 0.1, differs: null })];
  expect(says(...far(37), ...near)).toBe(
    '39 of 40 measures show no difference beyond chance, and would reveal one of half the real value. In 1, the sample is too small or too varied to tell. ' +
      'Tested alone, 3 would differ (p below 0.05, or an interval without 0), all larger in the generated set, of which chance explains about 2: ' +
      'moves 3 m instead of 2 m (p = 0.028); radius 3 m instead of 2 m (p = 0.036); commute 3 m instead of 2 m (p = 0.217).',
  );
  const other = row('flows', 0.04, { compare: 'counts', effect: 0.2 });
  expect(says(...far(37), ...near, other)).toContain('an interval without 0), of which chance explains about 2: ');
  expect(says(...far(37), ...near, other)).toMatch(/; and 1 more\.$/);
});

test('what differs after all tests is said instead', () => {
  expect(says(...far(20), row('radius', 0.0001), row('moves', 0.04))).toMatch(
    /^The sets differ beyond chance in 1 of 22 measures, most in: radius/,
  );
  expect([
    isNear(row('a', 0.049)),
    isNear(row('a', 0.05)),
    isNear(row('a', 1, { effectHigh: -0.1, effectLow: -1 })),
  ]).toEqual([true, false, true]);
  const lessThanByChance = { compare: 'flows', effectHigh: -0.1, effectLow: -1 };
  expect(isNear(row('a', 1, lessThanByChance))).toBe(false);
});
