import {
  histogram,
  jensenShannonDivergence,
  jensenShannonTerm,
  sortedDistances,
  weightedDistances,
} from '@itinera/metrics';
import type { Values } from '../measure.js';
import { lazily } from '../memoized.js';
import { GroupedBins, totalsOf } from './grouped-bins.js';
import { type BinEntries, GroupedWeights, TOGETHER } from './grouped-weights.js';
import type { Draws, PeopleGroups } from './groups.js';
import { type MeasureComparison, type MeasureDifference, UNDEFINED } from './scores.js';

const BINS = 50;
/** With more distinct values, resampled distances are computed between quantiles of the pooled values. */
const MAX_STEPS = 512;

/** Defined values of one side, and the group of each. */
interface Side {
  readonly values: Float64Array;
  /** The same values in ascending order. */
  readonly sorted: Float64Array;
  readonly groups: Uint16Array;
}

/** Compares two samples with several values per person. */
export function compareSamples(real: Values, generated: Values, groups: PeopleGroups): MeasureComparison {
  const a = sideOf(real, groups.ofReal);
  const b = sideOf(generated, groups.ofGenerated);
  const n = [a.values.length, b.values.length] as const;
  const value = [mean(a.values), mean(b.values)] as const;
  if (n[0] === 0 || n[1] === 0) return { ...NOTHING, n, value };
  const range: [number, number] = [
    Math.min(a.sorted[0], b.sorted[0]),
    Math.max(a.sorted[n[0] - 1], b.sorted[n[1] - 1]),
  ];
  const byStep = lazily(() => stepTable(a, b, groups));
  const stepSums = lazily(() => new GroupedWeights(byStep().table.entries(), groups));
  const byBin = lazily(() => {
    const table = new GroupTable(groups.count, BINS);
    for (const side of [a, b]) countBins(side, range, table);
    return new GroupedBins(table.entries(), groups);
  });
  const histograms = [a, b].map(({ values }) => histogram(values, BINS, { range }).counts);
  const bins = () => sharesByBin(histograms[0], histograms[1], histogram([], BINS, { range }).edges);
  return {
    n,
    value,
    scores: {
      ...UNDEFINED,
      ...sortedDistances(a.sorted, b.sorted),
      jsd: jensenShannonDivergence(histograms[0], histograms[1]),
      difference: value[1] - value[0],
    },
    sampled: (draws) => {
      const { steps, sums, totals } = byStep();
      const distances = sampledDistances(stepSums(), steps, draws);
      return byBin()
        .scores(draws, false)
        .map(({ jsd }, draw) => {
          const [first, second] = totalsOf(draws, draw, totals, groups);
          const [firstSum, secondSum] = totalsOf(draws, draw, sums, groups);
          return { ...UNDEFINED, ...distances[draw]!, jsd, difference: secondSum / second - firstSum / first };
        });
    },
    sampledJsd: (draws) =>
      byBin()
        .scores(draws, false)
        .map(({ jsd }) => jsd),
    distance: () => energyDistance(byStep(), groups),
    kernel: () => ({ products: productsOf(byStep()), totals: byStep().totals, first: groups.real }),
    worst: (count) => worstFirst(bins()).slice(0, count),
    bins,
  };
}

/** Number of values per group and step, and their sums per group. */
interface Steps {
  readonly steps: Float64Array;
  readonly table: GroupTable;
  readonly totals: Float64Array;
  readonly sums: Float64Array;
}

function stepTable(a: Side, b: Side, { count }: PeopleGroups): Steps {
  const steps = stepsOf(a.sorted, b.sorted);
  const table = new GroupTable(count, steps.length);
  const sums = new Float64Array(count);
  for (const side of [a, b]) {
    countSteps(side, steps, table);
    for (let i = 0; i < side.values.length; i++) {
      if (side.groups[i] < count) sums[side.groups[i]] += side.values[i];
    }
  }
  return { steps, table, totals: table.totals(), sums };
}

/** Wasserstein-1 distance and Kolmogorov–Smirnov statistic by draw. */
function sampledDistances(weights: GroupedWeights, steps: Float64Array, draws: Draws) {
  const found: ReturnType<typeof weightedDistances>[] = [];
  const sums = Array.from(
    { length: TOGETHER },
    () => [new Float64Array(steps.length), new Float64Array(steps.length)] as const,
  );
  for (let from = 0; from < draws.weights.length; from += TOGETHER) {
    weights.sums(draws, from, (step, first, second) => {
      for (let k = 0; k < TOGETHER; k++) {
        sums[k][0][step] = first[k];
        sums[k][1][step] = second[k];
      }
    });
    for (const [first, second] of sums) found.push(weightedDistances(steps, first, second));
  }
  return found;
}

/** A comparison of nothing. */
const NOTHING: Omit<MeasureComparison, 'n' | 'value'> = {
  scores: UNDEFINED,
  sampled: ({ weights }) => weights.map(() => UNDEFINED),
  sampledJsd: ({ weights }) => weights.map(() => Number.NaN),
  distance: () => Number.NaN,
  kernel: () => ({ products: new Float64Array(0), totals: new Float64Array(0), first: 0 }),
  worst: () => [],
  bins: () => [],
};

/** Number of values per group and column. */
class GroupTable {
  readonly cells: Float64Array;

  constructor(
    readonly groups: number,
    readonly width: number,
  ) {
    this.cells = new Float64Array(groups * width);
  }

  /** The cells that are not 0, by column. */
  entries(): BinEntries {
    const { cells, groups, width } = this;
    const used = cells.reduce((count, weight) => count + (weight > 0 ? 1 : 0), 0);
    const found = {
      starts: new Uint32Array(width + 1),
      groups: new Uint16Array(used),
      weights: new Float64Array(used),
    };
    for (let column = 0, i = 0; column < width; column++) {
      for (let group = 0; group < groups; group++) {
        const weight = cells[group * width + column];
        if (weight === 0) continue;
        found.groups[i] = group;
        found.weights[i++] = weight;
      }
      found.starts[column + 1] = i;
    }
    return found;
  }

  totals(): Float64Array {
    const { cells, width } = this;
    return Float64Array.from({ length: this.groups }, (_, group) => {
      let sum = 0;
      for (let at = group * width; at < (group + 1) * width; at++) sum += cells[at];
      return sum;
    });
  }
}

/**
 * Inner products of the groups' distribution functions about the pooled one, weighted as Anderson and Darling do: the ends
 * of the distribution count as much as its middle.
 */
function productsOf({ table, totals }: Steps): Float64Array {
  const { cells, groups, width } = table;
  const pooled = new Float64Array(width);
  for (let at = 0; at < cells.length; at++) pooled[at % width] += cells[at];
  const all = sumOf(totals);
  const about = new Float64Array(groups * width);
  for (let group = 0; group < groups; group++) {
    let own = 0;
    let below = 0;
    for (let i = 0; i < width; i++) {
      own += cells[group * width + i];
      below += pooled[i];
      const share = below / all;
      const spread = share * (1 - share);
      if (spread > 1e-12)
        about[group * width + i] = (own - totals[group] * share) * Math.sqrt(pooled[i] / all / spread);
    }
  }
  const products = new Float64Array(groups * groups);
  for (let one = 0; one < groups; one++) {
    for (let other = 0; other <= one; other++) {
      let sum = 0;
      for (let i = 0, a = one * width, b = other * width; i < width; i++, a++, b++) sum += about[a] * about[b];
      products[one * groups + other] = sum;
      products[other * groups + one] = sum;
    }
  }
  return products;
}

/** 2 ∫ (F − G)² dx, with the squares of F and G estimated from pairs of different groups. */
function energyDistance({ table, totals, steps }: Steps, groups: PeopleGroups): number {
  const { cells, width } = table;
  const sides = [
    [0, groups.real],
    [groups.real, groups.count],
  ].map(([from, to]) => {
    const own = totals.subarray(from, to);
    return { from, to, total: sumOf(own), squares: dot(own, own) };
  });
  const below = new Float64Array(groups.count);
  let area = 0;
  for (let i = 0; i + 1 < steps.length; i++) {
    const [f, g] = sides.map(({ from, to, total, squares }) => {
      let sum = 0;
      let own = 0;
      for (let group = from; group < to; group++) {
        below[group] += cells[group * width + i];
        sum += below[group];
        own += below[group] * below[group];
      }
      return { share: sum / total, square: (sum * sum - own) / (total * total - squares) };
    });
    area += (f.square - 2 * f.share * g.share + g.square) * (steps[i + 1] - steps[i]);
  }
  return sides.every(({ total, squares }) => total * total > squares) ? 2 * area : Number.NaN;
}

function sideOf({ values, starts }: Values, groupOf: Uint16Array): Side {
  const kept = new Float64Array(values.length);
  const group = new Uint16Array(values.length);
  let used = 0;
  for (let person = 0; person + 1 < starts.length; person++) {
    for (let i = starts[person]; i < starts[person + 1]; i++) {
      if (Number.isNaN(values[i])) continue;
      kept[used] = values[i];
      group[used++] = groupOf[person];
    }
  }
  return { values: kept.subarray(0, used), sorted: kept.slice(0, used).sort(), groups: group.subarray(0, used) };
}

const sumOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

function mean(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/**
 * Ascending values at which distribution functions are compared: all distinct ones, or quantiles of both sides.
 * @param a in ascending order, as `b`
 */
function stepsOf(a: Float64Array, b: Float64Array): Float64Array {
  const count = a.length + b.length;
  const rankOf = (step: number) => Math.round((step / (MAX_STEPS - 1)) * (count - 1));
  const quantiles = new Float64Array(MAX_STEPS);
  const distinct: number[] = [];
  let [step, next] = [0, 0];
  for (let rank = 0, i = 0; rank < count; rank++) {
    const j = rank - i;
    const value = j === b.length || (i < a.length && a[i] <= b[j]) ? a[i++] : b[j];
    if (distinct.length <= MAX_STEPS && value !== distinct[distinct.length - 1]) distinct.push(value);
    for (; next === rank && step < MAX_STEPS; next = rankOf(step)) quantiles[step++] = value;
  }
  if (distinct.length <= MAX_STEPS) return Float64Array.from(distinct);
  return quantiles.filter((value, i) => i === 0 || value !== quantiles[i - 1]);
}

/** Adds each value to its group, at its step or the next one. */
function countSteps({ values, groups }: Side, steps: Float64Array, { cells, groups: count, width }: GroupTable): void {
  for (let i = 0; i < values.length; i++) {
    if (groups[i] >= count) continue;
    let low = 0;
    let high = steps.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (steps[middle] < values[i]) low = middle + 1;
      else high = middle;
    }
    cells[groups[i] * width + low]++;
  }
}

function countBins({ values, groups }: Side, range: readonly [number, number], table: GroupTable): void {
  const { cells, groups: count } = table;
  const [low, high] = range[0] === range[1] ? [range[0] - 0.5, range[1] + 0.5] : range;
  const perBin = BINS / (high - low);
  for (let i = 0; i < values.length; i++) {
    if (groups[i] >= count) continue;
    const bin = Math.floor((values[i] - low) * perBin);
    cells[groups[i] * BINS + (bin < 0 ? 0 : bin >= BINS ? BINS - 1 : bin)]++;
  }
}

function sharesByBin(p: Float64Array, q: Float64Array, edges: Float64Array): MeasureDifference[] {
  const pTotal = p.reduce((sum, weight) => sum + weight, 0);
  const qTotal = q.reduce((sum, weight) => sum + weight, 0);
  return Array.from(p, (_, bin) => ({
    from: edges[bin],
    to: edges[bin + 1],
    real: p[bin] / pTotal,
    generated: q[bin] / qTotal,
  }));
}

function worstFirst(bins: readonly MeasureDifference[]): MeasureDifference[] {
  return bins
    .map((bin) => ({ bin, term: jensenShannonTerm(bin.real, bin.generated) }))
    .filter(({ term }) => term > 0)
    .sort((a, b) => b.term - a.term)
    .map(({ bin }) => bin);
}
