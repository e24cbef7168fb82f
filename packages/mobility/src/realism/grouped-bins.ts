import { kendall } from '../similarity/correlations.js';
import type { GroupKernel } from './exchange-test.js';
import { type BinEntries, GroupedWeights, TOGETHER } from './grouped-weights.js';
import type { Draws, PeopleGroups } from './groups.js';
import { type MeasureScores, UNDEFINED } from './scores.js';

/** Maximum number of bins for Kendall's tau; those with the largest weights are used. */
export const MAX_RANKED = 2000;

/** Weights below this are small. */
const SMALL = 32;

/** Entropy of a coin in bits, by its probability in steps of 1 / `STEPS`. */
const STEPS = 4096;
const COIN = Float64Array.from({ length: STEPS + 2 }, (_, i) => {
  const p = Math.min(1, i / STEPS);
  return p === 0 || p === 1 ? 0 : -p * Math.log2(p) - (1 - p) * Math.log2(1 - p);
});

/**
 * Weights of groups of people by bin, for the scores of many samples. A bin in which only one group has weight is in one of
 * two exchanged samples alone, and adds its whole share to their distance: these bins are kept as one number per group.
 */
export class GroupedBins {
  readonly #groups: PeopleGroups;
  /** Total weight of each group, and the part of it in bins of its own. */
  readonly #totals: Float64Array;
  readonly #alone: Float64Array;
  /** The bins in which several groups have weight. */
  readonly #shared: BinEntries;
  readonly #sums: GroupedWeights;
  /** Number of bins by draw and small weights in both samples, 0 between calls: to clear all takes longer than most calls. */
  readonly #alike = new Uint32Array(TOGETHER * SMALL * SMALL);
  /** Shared bins of the largest weight, for Kendall's tau. */
  #ranked: GroupedWeights | undefined;

  constructor(entries: BinEntries, groups: PeopleGroups) {
    this.#groups = groups;
    this.#totals = new Float64Array(groups.count);
    this.#alone = new Float64Array(groups.count);
    const { starts } = entries;
    const shared: number[] = [];
    for (let bin = 0; bin + 1 < starts.length; bin++) {
      const [from, to] = [starts[bin], starts[bin + 1]];
      for (let i = from; i < to; i++) this.#totals[entries.groups[i]] += entries.weights[i];
      if (to > from + 1) shared.push(bin);
      else if (to > from) this.#alone[entries.groups[from]] += entries.weights[from];
    }
    this.#shared = someBins(entries, shared);
    this.#sums = new GroupedWeights(this.#shared, groups);
  }

  /** Scores of two samples of the groups, by draw; the JSD is good to 1e-4. */
  scores(draws: Draws, ranked: boolean): MeasureScores[] {
    const scores: MeasureScores[] = [];
    for (let from = 0; from < draws.weights.length; from += TOGETHER)
      scores.push(...this.#scoresFrom(draws, from, ranked).slice(0, draws.weights.length - from));
    return scores;
  }

  #scoresFrom(draws: Draws, from: number, ranked: boolean): MeasureScores[] {
    const [jsd, common] = [new Float64Array(TOGETHER), new Float64Array(TOGETHER)];
    const totals = Array.from({ length: TOGETHER }, (_, k) => totalsOf(draws, from + k, this.#totals, this.#groups));
    const [p, q] = [0, 1].map((side) => Float64Array.from(totals, (both) => 1 / both[side]));
    const add = (k: number, a: number, b: number, times = 1) => {
      common[k] += times * (a < b ? a : b);
      jsd[k] += times * (a <= 0 || b <= 0 ? (a + b) / 2 : termOf(a, b));
    };
    for (let group = 0; group < this.#groups.count; group++) {
      const weight = this.#alone[group];
      if (weight === 0) continue;
      for (let k = 0; k < TOGETHER && from + k < draws.weights.length; k++) {
        const drawn = draws.weights[from + k][group];
        const isFirst = draws.kind === 'exchanged' ? drawn > 0 : group < this.#groups.real;
        const share = isFirst ? drawn * weight * p[k] : (draws.kind === 'exchanged' ? 1 : drawn) * weight * q[k];
        add(k, isFirst ? share : 0, isFirst ? 0 : share);
      }
    }
    // Most bins have a small whole weight in both samples: their terms are computed once for all bins with the same two.
    const alike = this.#alike;
    let most = 0;
    this.#sums.sums(draws, from, (_, first, second) => {
      for (let k = 0; k < TOGETHER; k++) {
        const a = first[k];
        const b = second[k];
        const wholeA = a | 0;
        const wholeB = b | 0;
        if (wholeA === a && wholeB === b && wholeA < SMALL && wholeB < SMALL) {
          alike[(k * SMALL + wholeA) * SMALL + wholeB]++;
          if (wholeA > most) most = wholeA;
          if (wholeB > most) most = wholeB;
        } else add(k, a * p[k], b * q[k]);
      }
    });
    for (let k = 0; k < TOGETHER; k++) {
      for (let a = 0; a <= most; a++) {
        const row = (k * SMALL + a) * SMALL;
        for (let at = row; at <= row + most; at++) {
          if (alike[at] === 0) continue;
          add(k, a * p[k], (at - row) * q[k], alike[at]);
          alike[at] = 0;
        }
      }
    }
    const taus = ranked ? this.#taus(draws, from) : undefined;
    return totals.map(([first, second], k) =>
      first === 0 || second === 0
        ? UNDEFINED
        : {
            ...UNDEFINED,
            jsd: Math.min(Math.max(0, jsd[k]), 1),
            commonPart: Math.min(common[k], 1),
            tau: taus?.[k] ?? Number.NaN,
          },
    );
  }

  /** Kendall's tau-b of the weights of the shared bins with the largest weight. */
  #taus(draws: Draws, from: number): number[] {
    this.#ranked ??= new GroupedWeights(someBins(this.#shared, this.#heaviest()), this.#groups);
    const { bins } = this.#ranked;
    const sums = Array.from({ length: TOGETHER }, () => [new Float64Array(bins), new Float64Array(bins)] as const);
    this.#ranked.sums(draws, from, (bin, first, second) => {
      for (let k = 0; k < TOGETHER; k++) {
        sums[k][0][bin] = first[k];
        sums[k][1][bin] = second[k];
      }
    });
    return sums.map(([first, second]) => kendall(first, second));
  }

  #heaviest(): ArrayLike<number> {
    const { starts, weights } = this.#shared;
    const order = Uint32Array.from({ length: starts.length - 1 }, (_, bin) => bin);
    const sums = Float64Array.from(order, (bin) => {
      let sum = 0;
      for (let i = starts[bin]; i < starts[bin + 1]; i++) sum += weights[i];
      return sum;
    });
    return order.sort((a, b) => sums[b] - sums[a] || a - b).subarray(0, MAX_RANKED);
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
    const { starts, groups: groupOf, weights } = this.#shared;
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
    const { starts, groups: groupOf, weights } = this.#shared;
    const totals = this.#totals;
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

/** The entries of some bins. */
function someBins({ starts, groups, weights }: BinEntries, bins: ArrayLike<number>): BinEntries {
  const ownStarts = new Uint32Array(bins.length + 1);
  for (let k = 0; k < bins.length; k++) ownStarts[k + 1] = ownStarts[k] + starts[bins[k] + 1] - starts[bins[k]];
  const own = {
    starts: ownStarts,
    groups: new Uint16Array(ownStarts[bins.length]),
    weights: new Float64Array(ownStarts[bins.length]),
  };
  for (let k = 0; k < bins.length; k++) {
    own.groups.set(groups.subarray(starts[bins[k]], starts[bins[k] + 1]), ownStarts[k]);
    own.weights.set(weights.subarray(starts[bins[k]], starts[bins[k] + 1]), ownStarts[k]);
  }
  return own;
}

/** Total weights of both samples of a draw; 0 if there is no such draw. @param totals by group */
export function totalsOf(
  { kind, weights }: Draws,
  draw: number,
  totals: Float64Array,
  { real }: PeopleGroups,
): [first: number, second: number] {
  const own = weights[draw];
  let [first, second] = [0, 0];
  if (!own) return [first, second];
  for (let group = 0; group < own.length; group++) {
    const weight = own[group] * totals[group];
    if (kind === 'exchanged') {
      first += weight;
      second += totals[group] - weight;
    } else if (group < real) first += weight;
    else second += weight;
  }
  return [first, second];
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
