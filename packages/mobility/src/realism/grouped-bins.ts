import { kendall } from '../similarity/correlations.js';
import type { GroupKernel } from './exchange-test.js';
import type { PeopleGroups, PeopleWeights } from './groups.js';
import { type MeasureScores, UNDEFINED } from './scores.js';

/** Maximum number of bins for Kendall's tau; those with the largest weights are used. */
export const MAX_RANKED = 2000;

/** Entropy of a coin in bits, by its probability in steps of 1 / `STEPS`. */
const STEPS = 4096;
const COIN = Float64Array.from({ length: STEPS + 2 }, (_, i) => {
  const p = Math.min(1, i / STEPS);
  return p === 0 || p === 1 ? 0 : -p * Math.log2(p) - (1 - p) * Math.log2(1 - p);
});

/** Weights by bin and group, in order of bins, with at most one entry per bin and group. */
export interface BinEntries {
  readonly bins: Uint32Array;
  readonly groups: Uint16Array;
  readonly weights: Float64Array;
}

/**
 * Weights of groups of people by bin, for the scores of many samples. A bin in which only one group has weight is in one of
 * two exchanged samples alone, and adds its whole share to their distance: these bins are kept as one number per group.
 */
export class GroupedBins {
  readonly #groups: PeopleGroups;
  /** Total weight of each group, and the part of it in bins of its own. */
  readonly #totals: Float64Array;
  readonly #alone: Float64Array;
  /** Entries of shared bin b are `starts[b]` to `starts[b + 1]`. */
  readonly #starts: Uint32Array;
  readonly #groupOf: Uint16Array;
  readonly #weights: Float64Array;
  /** Shared bins of the largest weight, for Kendall's tau. */
  #ranked: Uint32Array | undefined;

  constructor({ bins, groups: ownGroups, weights: ownWeights }: BinEntries, groups: PeopleGroups) {
    const [groupOf, weights] = [ownGroups.slice(), ownWeights.slice()];
    this.#groups = groups;
    this.#totals = new Float64Array(groups.count);
    this.#alone = new Float64Array(groups.count);
    const starts = new Uint32Array(bins.length + 1);
    let shared = 0;
    let used = 0;
    for (let from = 0; from < bins.length; ) {
      let to = from + 1;
      while (to < bins.length && bins[to] === bins[from]) to++;
      for (let i = from; i < to; i++) this.#totals[groupOf[i]] += weights[i];
      if (to === from + 1) {
        this.#alone[groupOf[from]] += weights[from];
      } else {
        for (let i = from; i < to; i++, used++) {
          groupOf[used] = groupOf[i];
          weights[used] = weights[i];
        }
        starts[++shared] = used;
      }
      from = to;
    }
    this.#starts = starts.slice(0, shared + 1);
    this.#groupOf = groupOf.slice(0, used);
    this.#weights = weights.slice(0, used);
  }

  /** Scores of two samples of the groups; the JSD is good to 1e-4. */
  scores([p, q]: PeopleWeights, ranked: boolean): MeasureScores {
    const pTotal = dot(p, this.#totals);
    const qTotal = dot(q, this.#totals);
    if (pTotal === 0 || qTotal === 0) return UNDEFINED;
    let [jsd, common] = [0, 0];
    for (let group = 0; group < p.length; group++) {
      if (this.#alone[group] === 0) continue;
      const a = (p[group] * this.#alone[group]) / pTotal;
      const b = (q[group] * this.#alone[group]) / qTotal;
      jsd += termOf(a, b);
      common += Math.min(a, b);
    }
    const [starts, groupOf, weights] = [this.#starts, this.#groupOf, this.#weights];
    for (let bin = 0; bin + 1 < starts.length; bin++) {
      let a = 0;
      let b = 0;
      for (let i = starts[bin]; i < starts[bin + 1]; i++) {
        a += p[groupOf[i]] * weights[i];
        b += q[groupOf[i]] * weights[i];
      }
      a /= pTotal;
      b /= qTotal;
      common += a < b ? a : b;
      if (a === 0 || b === 0) jsd += (a + b) / 2;
      else jsd += termOf(a, b);
    }
    return {
      ...UNDEFINED,
      jsd: Math.min(Math.max(0, jsd), 1),
      commonPart: Math.min(common, 1),
      tau: ranked ? this.#tau(p, q) : Number.NaN,
    };
  }

  /** Kendall's tau-b of the weights of the shared bins with the largest weight. */
  #tau(p: Float64Array, q: Float64Array): number {
    const [starts, groupOf, weights] = [this.#starts, this.#groupOf, this.#weights];
    const weightsOf = (bins: ArrayLike<number>, by: Float64Array) => {
      const sums = new Float64Array(bins.length);
      for (let k = 0; k < sums.length; k++) {
        for (let i = starts[bins[k]]; i < starts[bins[k] + 1]; i++) sums[k] += by[groupOf[i]] * weights[i];
      }
      return sums;
    };
    if (!this.#ranked) {
      const order = Uint32Array.from({ length: starts.length - 1 }, (_, bin) => bin);
      const sums = weightsOf(order, new Float64Array(this.#groups.count).fill(1));
      order.sort((a, b) => sums[b] - sums[a] || a - b);
      this.#ranked = order.slice(0, MAX_RANKED);
    }
    return kendall(weightsOf(this.#ranked, p), weightsOf(this.#ranked, q));
  }

  /** Squared differences of the shares, summed over bins, with squares from pairs of different groups only. */
  distance(): number {
    const { real, count } = this.#groups;
    const sides = [
      [0, real],
      [real, count],
    ].map(([from, to]) => {
      const own = this.#totals.subarray(from, to);
      const sum = own.reduce((total, value) => total + value, 0);
      return { total: sum, pairs: sum * sum - dot(own, own) };
    });
    if (!sides.every(({ pairs }) => pairs > 0)) return Number.NaN;
    const [starts, groupOf, weights] = [this.#starts, this.#groupOf, this.#weights];
    let distance = 0;
    for (let bin = 0; bin + 1 < starts.length; bin++) {
      let [a, aSquares, b, bSquares] = [0, 0, 0, 0];
      for (let i = starts[bin]; i < starts[bin + 1]; i++) {
        if (groupOf[i] < real) {
          a += weights[i];
          aSquares += weights[i] * weights[i];
        } else {
          b += weights[i];
          bSquares += weights[i] * weights[i];
        }
      }
      distance +=
        (a * a - aSquares) / sides[0].pairs +
        (b * b - bSquares) / sides[1].pairs -
        (2 * a * b) / (sides[0].total * sides[1].total);
    }
    return distance;
  }

  /** Inner products of the groups' weights about the pooled shares, each bin divided by its weight as in a χ² test. */
  kernel(): GroupKernel {
    const { count, real } = this.#groups;
    const [starts, groupOf, weights, totals] = [this.#starts, this.#groupOf, this.#weights, this.#totals];
    const all = totals.reduce((sum, value) => sum + value, 0);
    const products = new Float64Array(count * count);
    for (let bin = 0; bin + 1 < starts.length; bin++) {
      let pooled = 0;
      for (let i = starts[bin]; i < starts[bin + 1]; i++) pooled += weights[i];
      const scale = all / pooled;
      for (let i = starts[bin]; i < starts[bin + 1]; i++) {
        const row = groupOf[i] * count;
        const own = weights[i] * scale;
        for (let j = starts[bin]; j < starts[bin + 1]; j++) products[row + groupOf[j]] += own * weights[j];
      }
    }
    for (let one = 0; one < count; one++) {
      // In a bin of one group, the product of its weight with itself is divided by that weight.
      products[one * count + one] += this.#alone[one] * all;
      for (let other = 0; other < count; other++) products[one * count + other] -= totals[one] * totals[other];
    }
    return { products, totals, first: real };
  }
}

/** A bin's term of the JSD: half its share times what is known of the sample by knowing the bin. */
function termOf(a: number, b: number): number {
  const sum = a + b;
  if (sum === 0) return 0;
  const at = (a / sum) * STEPS;
  const step = Math.floor(at);
  const entropy = COIN[step] + (at - step) * (COIN[step + 1] - COIN[step]);
  return (sum / 2) * (1 - entropy);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
