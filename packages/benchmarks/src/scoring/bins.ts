import { histogram, unitHistogram } from '@itinera/metrics';
import type { Tally } from './tally.js';

// The bins of the values of a tally. The draws of a bootstrap share their values and mostly their range, so that bins
// are found once and each draw only adds its counts.

type Values = Tally['values'];

/** Equal bins between two borders, over ascending values. */
export interface Bins {
  readonly low: number;
  readonly high: number;
  readonly edges: Float64Array;
  /** Bin `b` holds the values at `starts[b]` to `starts[b + 1] - 1`. */
  readonly starts: Uint32Array;
}

const known = new WeakMap<Values, Bins[]>();
/** The extremes of samples that are drawn from the same people. */
const MOST_RANGES = 16;

/**
 * @param values ascending
 * @returns the bins of `histogram` between two borders
 * @throws RangeError as `histogram`
 */
export function binsBetween(values: Values, count: number, low: number, high: number): Bins {
  let ofValues = known.get(values);
  if (ofValues === undefined) {
    ofValues = [];
    known.set(values, ofValues);
  }
  const found = ofValues.find((bins) => bins.low === low && bins.high === high && bins.starts.length === count + 1);
  if (found !== undefined) return found;
  const { counts, edges } = histogram(values, count, { range: [low, high] });
  const starts = new Uint32Array(count + 1);
  while (values[starts[0]!]! < edges[0]!) starts[0]!++;
  for (let bin = 0; bin < count; bin++) starts[bin + 1] = starts[bin]! + counts[bin]!;
  const bins = { low, high, edges, starts };
  if (ofValues.length === MOST_RANGES) ofValues.length = 0;
  ofValues.push(bins);
  return bins;
}

/** @returns the sum of the counts in each bin */
export function countIn({ starts }: Bins, counts: Float64Array): Float64Array {
  const sums = new Float64Array(starts.length - 1);
  for (let bin = 0; bin < sums.length; bin++) {
    let sum = 0;
    for (let i = starts[bin]!; i < starts[bin + 1]!; i++) sum += counts[i]!;
    sums[bin] = sum;
  }
  return sums;
}

/** Unit bins centred on integers, which two tallies share, in ascending order: their number, and that of each value. */
export interface UnitBins {
  readonly bins: number;
  readonly first: Uint32Array;
  readonly second: Uint32Array;
}

const units = new WeakMap<Values, { readonly other: Values; readonly bins: UnitBins }>();

/** @returns the bins of `unitHistogram` for the values of two tallies */
export function unitBins(first: Values, second: Values): UnitBins {
  const last = units.get(second);
  if (last?.other === first) return last.bins;
  const wholeOf = (value: number) => [...unitHistogram([value]).keys()][0]!;
  const wholes = [first, second].map((values) => Array.from(values, wholeOf));
  const numbers = new Map([...new Set(wholes.flat())].sort((a, b) => a - b).map((whole, bin) => [whole, bin]));
  const [ofFirst, ofSecond] = wholes.map((all) => Uint32Array.from(all, (whole) => numbers.get(whole)!));
  const bins = { bins: numbers.size, first: ofFirst!, second: ofSecond! };
  units.set(second, { other: first, bins });
  return bins;
}
