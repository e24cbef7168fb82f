import { counted, UserError } from '@itinera/base';
import { geh, gehUnder5, meanGeh, studentQuantile } from '@itinera/metrics';

/** Resamples of fewer roads are narrower than chance. */
export const LEAST_ROADS = 10;

/** Vehicles on a road in an hour, simulated and observed. */
export interface CountPair {
  /** Any key of a road. */
  readonly road: number | string;
  /** Whole hours since midnight of day 0. */
  readonly hour: number;
  readonly simulated: number;
  readonly observed: number;
}

/** Agreement of simulated with observed counts. */
export interface CountComparison {
  /** Numbers of pairs, roads and hours. */
  readonly n: number;
  readonly roads: number;
  readonly hours: number;
  /** GEH of each pair, in their order: 0 is equal, under 5 is a good match for counts of an hour. */
  readonly geh: Float64Array;
  /** Share of pairs with a GEH under 5, 0 … 1; guidelines require 0.85. */
  readonly gehUnder5: number;
  /** Mean GEH. */
  readonly meanGeh: number;
  /**
   * 1 - sum of squared errors / sum of squares around the observed mean: 1 is equal, 0 as good as the mean, may be
   * negative.
   */
  readonly r2: number;
  /** Squared correlation, 0 … 1: agreement except for scale and offset. */
  readonly correlation2: number;
  /** Root mean squared error, vehicles per hour, and as a share of the observed mean. */
  readonly rmse: number;
  readonly relativeRmse: number;
  /** Sum of simulated counts / sum of observed ones: 1 is no bias. */
  readonly ratio: number;
}

/** Result for no pairs: NaN. */
const share = (part: number, whole: number) => (whole > 0 ? part / whole : Number.NaN);

/**
 * Compares counts by road and hour, as traffic models are validated: GEH = √(2 (m - c)² / (m + c)), with m simulated and c
 * counted vehicles per hour, and R².
 *
 * @param pairs each road and hour once
 * @returns measures that are NaN where they are not defined: all without pairs, R² where all observed counts are equal
 * @throws UserError for a count that is negative or not a number, and for a road and hour that occur twice
 * @see Design Manual for Roads and Bridges, volume 12, section 2, part 1, chapter 4: GEH under 5 in 85 % of cases
 * @example
 * ```ts
 * compareCounts([{ road: 1, observed: 100, simulated: 90 }, { road: 2, observed: 400, simulated: 420 }]).geh;
 * // [1.02598, 0.98773]
 * ```
 */
export function compareCounts(pairs: readonly CountPair[]): CountComparison {
  check(pairs);
  const n = pairs.length;
  const [m, c] = [pairs.map((pair) => pair.simulated), pairs.map((pair) => pair.observed)];
  const sum = (value: (pair: CountPair) => number) => pairs.reduce((total, pair) => total + value(pair), 0);
  const [simulated, observed] = [sum((pair) => pair.simulated), sum((pair) => pair.observed)];
  const [meanSimulated, meanObserved] = [share(simulated, n), share(observed, n)];
  const squares = sum((pair) => (pair.simulated - pair.observed) ** 2);
  const spread = sum((pair) => (pair.observed - meanObserved) ** 2);
  const ownSpread = sum((pair) => (pair.simulated - meanSimulated) ** 2);
  const together = sum((pair) => (pair.observed - meanObserved) * (pair.simulated - meanSimulated));
  const rmse = Math.sqrt(share(squares, n));
  return {
    n,
    roads: new Set(pairs.map(({ road }) => road)).size,
    hours: new Set(pairs.map(({ hour }) => hour)).size,
    geh: Float64Array.from(pairs, (pair) => geh(pair.simulated, pair.observed)),
    gehUnder5: gehUnder5(m, c),
    meanGeh: meanGeh(m, c),
    r2: spread > 0 ? 1 - squares / spread : Number.NaN,
    correlation2: share(together ** 2, spread * ownSpread),
    rmse,
    relativeRmse: share(rmse, meanObserved),
    ratio: share(simulated, observed),
  };
}

function check(pairs: readonly CountPair[]): void {
  const seen = new Set<string>();
  for (const { road, hour, simulated, observed } of pairs) {
    const where = `road ${road}, hour ${hour}`;
    for (const [name, count] of Object.entries({ simulated, observed })) {
      if (!(count >= 0 && count < Infinity))
        throw new UserError(`compareCounts: ${where}: ${name} ${count}, expected 0 or more vehicles per hour.`);
    }
    if (seen.has(where)) throw new UserError(`compareCounts: ${where} occurs twice. Add up its counts first.`);
    seen.add(where);
  }
}

/** The demand that counts suggest. */
export interface DemandScale {
  /** Observed vehicles per simulated one: by which all traffic would have to be multiplied. */
  readonly factor: number;
  /** Its 95 % interval by chance of which roads are counted, that of a ratio estimator; null for fewer than ten roads. */
  readonly interval: readonly [low: number, high: number] | null;
  readonly roads: number;
  /**
   * Sum of the differences of the roads' vehicles, as a share of those observed: as simulated, and multiplied by the factor
   * of all other roads.
   */
  readonly error: { readonly before: number; readonly heldOut: number };
}

/** Below this number of roads, an error of those that are left out says nothing. */
const LEAST_FITTED = 3;

/**
 * Fits one factor on the demand: the ratio of the sums, which is the likeliest one if counts are Poisson numbers. Its error is
 * that of roads that are left out of the fit, one by one.
 * @returns null for fewer than three roads, and if none has simulated vehicles
 */
export function fitDemandScale(pairs: readonly CountPair[]): DemandScale | null {
  const roads = new Map<number | string, [simulated: number, observed: number]>();
  let [simulated, observed] = [0, 0];
  for (const pair of pairs) {
    const own = roads.get(pair.road) ?? [0, 0];
    roads.set(pair.road, [own[0] + pair.simulated, own[1] + pair.observed]);
    simulated += pair.simulated;
    observed += pair.observed;
  }
  if (roads.size < LEAST_FITTED || simulated === 0 || observed === 0) return null;
  const factor = observed / simulated;
  let [before, heldOut, squares] = [0, 0, 0];
  for (const [m, c] of roads.values()) {
    before += Math.abs(m - c);
    const ofOthers = simulated === m ? 1 : (observed - c) / (simulated - m);
    heldOut += Math.abs(ofOthers * m - c);
    squares += (c - factor * m) ** 2;
  }
  const error = { before: before / observed, heldOut: heldOut / observed };
  const { size } = roads;
  const half = (studentQuantile(size - 1) * Math.sqrt((size * squares) / (size - 1))) / simulated;
  const interval = size < LEAST_ROADS ? null : ([Math.max(0, factor - half), factor + half] as const);
  return { factor, interval, roads: size, error };
}

/** Whether to use a factor, by the error of roads that are left out of its fit: null if they are too few to tell. */
export function demandAdvice({ roads, error }: Pick<DemandScale, 'roads' | 'error'>): {
  readonly use: boolean | null;
  readonly says: string;
} {
  if (roads < LEAST_ROADS)
    return {
      use: null,
      says: `${counted(roads, 'station is', 'stations are')} too few to tell whether the factor helps: ${LEAST_ROADS} or more are needed.`,
    };
  if (error.heldOut < error.before)
    return { use: true, says: 'The factor reduces the error at stations that are left out of its fit.' };
  return {
    use: false,
    says: 'The factor does not reduce the error at stations that are left out of its fit, so do not use it: destinations are wrong, not the number of people.',
  };
}
