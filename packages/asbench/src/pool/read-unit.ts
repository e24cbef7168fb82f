import type { Unit } from './unit-queue.js';

const MOST_UNITS = 10_000_000;

/** A unit as it came out of a queue that others may write to; null when it is none. */
export function unitOf(data: unknown): Unit | null {
  if (typeof data !== 'object' || data === null) return null;
  const { order, hash, number } = data as Partial<Record<keyof Unit, unknown>>;
  const isUnit =
    typeof order === 'string' &&
    /^[0-9a-f]{16}$/.test(order) &&
    typeof hash === 'string' &&
    /^[0-9a-f]{64}$/.test(hash) &&
    Number.isInteger(number) &&
    (number as number) >= 0 &&
    (number as number) < MOST_UNITS;
  return isUnit ? { order, hash, number: number as number } : null;
}
