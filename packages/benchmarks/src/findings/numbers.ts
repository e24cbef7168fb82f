import { jensenShannonTerm } from '@itinera/metrics';

/** Returns whether a value is an array from a file, with data and shape. */
function isArrayFile(value: unknown): value is { data: ArrayLike<number>; shape: readonly number[] } {
  return typeof value === 'object' && value !== null && 'data' in value && 'shape' in value;
}

/** Lists and typed arrays; a DataView has no items. */
function isListed(value: unknown): value is Iterable<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

/**
 * Flattens nested lists, typed arrays or an array from a file, row by row.
 * @returns null if there are no numbers, or one of them is not finite
 */
export function flatNumbers(value: unknown): Float64Array | null {
  const source = isArrayFile(value) ? value.data : value;
  if (!isListed(source)) return null;
  const numbers: number[] = [];
  const add = (part: unknown): boolean => {
    if (isListed(part)) {
      for (const item of part) if (!add(item)) return false;
      return true;
    }
    const number = typeof part === 'bigint' ? Number(part) : part;
    if (typeof number !== 'number' || !Number.isFinite(number)) return false;
    numbers.push(number);
    return true;
  };
  return add(source) && numbers.length > 0 ? Float64Array.from(numbers) : null;
}

/** Returns a property of an untrusted value. */
export function field(source: unknown, key: string): unknown {
  return typeof source === 'object' && source !== null ? (source as Record<string, unknown>)[key] : undefined;
}

/** Returns values divided by their sum. */
export function countShares(counts: ArrayLike<number>): number[] {
  let sum = 0;
  for (let i = 0; i < counts.length; i++) sum += counts[i]!;
  return Array.from(counts, (count) => (sum === 0 ? 0 : count / sum));
}

/**
 * Returns the terms of the Jensen–Shannon divergence, base 2, which add up to it.
 * @param p shares over the bins; `q` over the same
 */
export function divergenceTerms(p: readonly number[], q: readonly number[]): number[] {
  return p.map((real, bin) => jensenShannonTerm(real, q[bin]!));
}

/** Returns the derivative of the divergence with respect to a share of `q`: ½ log₂(q / m). */
export function divergenceSlopes(p: readonly number[], q: readonly number[]): number[] {
  return p.map((real, bin) => (q[bin]! > 0 ? 0.5 * Math.log2((2 * q[bin]!) / (real + q[bin]!)) : 0));
}
