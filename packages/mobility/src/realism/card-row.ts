import type { PublishedLaw, RealismRow } from '@itinera/base';
import type { MeasuredLaw } from './law.js';

/** A value that is farther from the published range than this factor is wrong in kind and not in degree. */
const KIND = 2;

/** The row of a measure in the realism card. */
export function cardRow({ name, digits, value, low, high, published }: MeasuredLaw): RealismRow {
  const number = (one: number) => (Number.isNaN(one) ? null : Number(one.toPrecision(6)));
  return {
    measure: name,
    digits,
    value: number(value),
    low: number(low),
    high: number(high),
    observed: published,
    verdict: verdictOf({ value, low, high }, published),
  };
}

/** The interval need only touch the published range. Without an interval, there is no verdict, except on what cannot be. */
export function verdictOf(
  { value, low, high }: Pick<MeasuredLaw, 'value' | 'low' | 'high'>,
  published: PublishedLaw | null,
): RealismRow['verdict'] {
  if (published === null || Number.isNaN(value)) return 'no data';
  // What cannot be has no tolerance.
  if (published.high === 0) return value === 0 ? 'holds' : 'wrong in kind';
  if (Number.isNaN(low)) return 'too few people';
  if (high >= published.low && low <= published.high) return 'holds';
  return value < published.low / KIND || value > published.high * KIND ? 'wrong in kind' : 'off';
}
