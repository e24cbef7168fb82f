import type { PairedValue } from '../../wire/comparison.js';
import { fixed, signed } from '../../wire/format.js';

/** Before, after, difference and interval, as cells. */
export function pairedCells({ a, b, difference, low, high }: PairedValue, digits = 2): string[] {
  const range = low === null ? '–' : `${signed(low, digits)} to ${signed(high, digits)}`;
  return [fixed(a, digits), fixed(b, digits), signed(difference, digits), range];
}
/** The heads of these cells. */
export const PAIRED_HEAD = ['before', 'after', 'difference', '95 %'];
