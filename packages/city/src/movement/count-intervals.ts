import { Random } from '@itinera/base';
import { geh, percentileRange } from '@itinera/metrics';
import { type CountPair, LEAST_ROADS } from './compare-counts.js';

type Range = readonly [low: number, high: number];

/** 95 % intervals of measures of agreement, by chance of which roads are counted. */
export interface CountIntervals {
  readonly gehUnder5: Range;
  readonly meanGeh: Range;
  readonly r2: Range;
  readonly correlation2: Range;
  readonly rmse: Range;
  readonly relativeRmse: Range;
  readonly ratio: Range;
}

const RESAMPLES = 2000;
const LEVEL = 0.95;
const GOOD = 5;
/** Two-sided 95 % of a normal distribution. */
const Z = 1.96;

/** Sums over counts, from which all measures follow. */
const [N, GOOD_ONES, GEH, M, C, MM, CC, MC] = [0, 1, 2, 3, 4, 5, 6, 7];
const SUMS = 8;

/**
 * Intervals of the measures of `compareCounts`: percentiles of a bootstrap over roads, whose hours belong together.
 * @param seed of the random stream
 * @returns null for fewer than 10 roads
 */
export function countIntervals(pairs: readonly CountPair[], seed = 1): CountIntervals | null {
  const roads = new Map<CountPair['road'], Float64Array>();
  for (const { road, simulated: m, observed: c } of pairs) {
    const sums = roads.get(road) ?? new Float64Array(SUMS);
    roads.set(road, sums);
    const own = geh(m, c);
    [1, own < GOOD ? 1 : 0, own, m, c, m * m, c * c, m * c].forEach((value, i) => {
      sums[i] += value;
    });
  }
  const sums = [...roads.values()];
  if (sums.length < LEAST_ROADS) return null;
  const random = new Random(seed);
  const drawn = new Uint32Array(sums.length);
  const resampled = Array.from({ length: RESAMPLES }, () => {
    const total = new Float64Array(SUMS);
    for (const road of random.fillBelow(drawn, sums.length)) for (let i = 0; i < SUMS; i++) total[i] += sums[road][i];
    return measuresOf(total);
  });
  const range = (name: keyof CountIntervals): Range => {
    const { low, high } = percentileRange(
      resampled.map((measures) => measures[name]),
      LEVEL,
    );
    return [low, high];
  };
  return {
    gehUnder5: ofShare(range('gehUnder5'), sums.length),
    meanGeh: range('meanGeh'),
    r2: range('r2'),
    correlation2: range('correlation2'),
    rmse: range('rmse'),
    relativeRmse: range('relativeRmse'),
    ratio: range('ratio'),
  };
}

/** The interval of a share; Wilson's where all or none of the resampled roads are good, which no resample can vary. */
function ofShare([low, high]: Range, roads: number): Range {
  if (low < high || Number.isNaN(low)) return [low, high];
  const half = Z ** 2 / (roads + Z ** 2);
  return [Math.min(low, 1 - half), Math.max(high, half)];
}

function measuresOf(sums: Float64Array): { readonly [name in keyof CountIntervals]: number } {
  const n = sums[N];
  const squares = sums[MM] - 2 * sums[MC] + sums[CC];
  const spread = sums[CC] - sums[C] ** 2 / n;
  const ownSpread = sums[MM] - sums[M] ** 2 / n;
  const rmse = Math.sqrt(Math.max(0, squares) / n);
  return {
    gehUnder5: sums[GOOD_ONES] / n,
    meanGeh: sums[GEH] / n,
    r2: spread > 0 ? 1 - squares / spread : Number.NaN,
    correlation2:
      spread * ownSpread > 0 ? (sums[MC] - (sums[M] * sums[C]) / n) ** 2 / (spread * ownSpread) : Number.NaN,
    rmse,
    relativeRmse: sums[C] > 0 ? (rmse * n) / sums[C] : Number.NaN,
    ratio: sums[C] > 0 ? sums[M] / sums[C] : Number.NaN,
  };
}
