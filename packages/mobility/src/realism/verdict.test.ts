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
      'Tested alone, 3 measures would differ (p below 0.05, or an interval without 0), all larger in the generated set: ' +
      'moves 3 m instead of 2 m (p = 0.028); radius 3 m instead of 2 m (p = 0.036); commute 3 m instead of 2 m (p = 0.217). ' +
      'Measures depend on each other, so several can do so together by chance.',
  );
  const other = row('flows', 0.04, { compare: 'counts', effect: 0.2 });
  expect(says(...far(37), ...near, other)).toContain('an interval without 0): ');
  expect(says(...far(37), ...near, other)).toMatch(/; and 1 more\. Measures depend/);
});

test('what is near a difference is named only if it is more than chance finds: 5 % of the measures, rounded up', () => {
  const near = [row('radius', 0.036), row('moves', 0.028), row('commute', 0.01)];
  expect(says(...far(32), ...near.slice(0, 2))).not.toContain('Tested alone');
  expect(says(...far(32), ...near)).toContain('Tested alone, 3 measures would differ');
  expect(says(...far(4), near[0]!)).not.toContain('Tested alone');
});

test('the difference that would be revealed is that of the measures at hand: values, shares, or both', () => {
  const shares = row('flows', 0.5, { compare: 'flows' });
  expect(says(...far(2), shares)).toContain(
    'would reveal one of half the real value, or of a quarter of the weight in other bins.',
  );
  expect(says(shares)).toContain('would reveal one of a quarter of the weight in other bins.');
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
