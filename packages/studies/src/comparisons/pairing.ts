import { type Interval, pairedBootstrap } from '@itinera/metrics';
import { LEAST_CHANGED, type PairedValue } from './paired-value.js';

/** Values of the same people in both runs. */
export type Paired = (a: readonly number[], b: readonly number[]) => PairedValue;

/**
 * Means of both and their difference, with the interval of a bootstrap over people: null if fewer than 10 people change, since
 * a resample of so few changes is narrower than chance.
 */
export function pairing(seed: number): Paired {
  return (a, b) => {
    const { value, low, high }: Interval = pairedBootstrap(b, a, { seed });
    const users = a.filter((one, i) => one !== 0 || b[i] !== 0).length;
    const changed = a.filter((one, i) => one !== b[i]).length;
    const ends = changed < LEAST_CHANGED ? { low: null, high: null } : { low, high };
    return { a: mean(a), b: mean(b), difference: value, ...ends, users, changed };
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
