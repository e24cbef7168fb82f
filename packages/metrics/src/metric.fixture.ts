import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MetricMeta } from './meta.js';

/** A metric of two samples or distributions, for the suite that every such metric passes. */
export interface ComparisonCase {
  readonly name: string;
  readonly meta: MetricMeta;
  readonly compare: (a: number[], b: number[]) => number;
  /** What one entry may be. */
  readonly value: fc.Arbitrary<number>;
  /** Whether entry i of one belongs to entry i of the other (bins, hours), or the two are samples of their own. */
  readonly aligned: boolean;
}

/** Identity is best, the range holds, empty input is NaN, and the order of people or bins does not matter. */
export function describeComparison({ name, meta, compare, value, aligned }: ComparisonCase): void {
  const lengths = fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }));
  const pairs = lengths.chain(([n, m]) => {
    const array = (length: number) => fc.array(value, { minLength: length, maxLength: length });
    return fc.tuple(array(n), array(aligned ? n : m));
  });
  const [low, high] = meta.range;

  describe(`${name} as a metric`, () => {
    it('is best for identical input', () => {
      const best = meta.better === 'higher' ? high : low;
      fc.assert(
        fc.property(pairs, ([a]) => {
          expect(Math.abs(compare(a, a) - best)).toBeLessThanOrEqual(1e-12);
        }),
      );
    });

    it('keeps its range', () => {
      fc.assert(
        fc.property(pairs, ([a, b]) => {
          const result = compare(a, b);
          expect(result).toBeGreaterThanOrEqual(low);
          expect(result).toBeLessThanOrEqual(high);
        }),
      );
    });

    it('does not depend on the order of its entries', () => {
      fc.assert(
        fc.property(pairs, ([a, b]) => {
          const turned = compare(a.toReversed(), b.toReversed());
          expect(Math.abs(turned - compare(a, b))).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(turned)));
        }),
      );
    });

    it('is NaN for empty input and says what its numbers mean', () => {
      expect(compare([], [])).toBeNaN();
      expect(meta.source).not.toBe('');
    });
  });
}
