import { Random } from '@itinera/base';

/** Exchanges of groups that are drawn if there are more than this many; else all are tried and the test is exact. */
const EXCHANGES = 999;
/** The test's own stream: p follows from the data, not from the seed of a report. */
const SEED = 20;
/** Statistics that differ by less are equal: sums are added up in different orders. */
const ROUNDING = 1e-9;

/** How alike groups of people are, as inner products of their distributions about the pooled one. */
export interface GroupKernel {
  /** One row and one column per group; every row sums to 0. */
  readonly products: Float64Array;
  /** Number of values, or total weight, of each group. */
  readonly totals: Float64Array;
  /** Number of groups in the first sample; they come first. */
  readonly first: number;
}

/**
 * Tests whether two samples of groups are from one law: p is the share of exchanges of groups between the samples that
 * set them at least as far apart, which holds its level for any number of groups and any law. Exact up to 999
 * possible exchanges, such as for six groups against six.
 *
 * @returns p, greater than 0 and at most 1; NaN if a sample is empty or no exchange could reach 0.05
 * @see B. Phipson, G. K. Smyth (2010), Permutation p-values should never be zero, doi:10.2202/1544-6115.1585
 */
export function exchangeTest(kernel: GroupKernel): number {
  const count = kernel.totals.length;
  const few = Math.min(kernel.first, count - kernel.first);
  const begin = few === kernel.first ? 0 : kernel.first;
  const own = Uint32Array.from({ length: few }, (_, i) => begin + i);
  const observed = apart(kernel, own);
  const possible = combinations(count, few);
  // The complement of half the groups is as far apart.
  const least = few * 2 === count ? 2 : 1;
  if (few === 0 || Number.isNaN(observed) || least / possible > 0.05) return Number.NaN;
  const isAsFar = (chosen: Uint32Array) => !(apart(kernel, chosen) < observed * (1 - ROUNDING) - ROUNDING ** 2);
  let asFar = 0;
  if (possible <= EXCHANGES) {
    for (const chosen of subsets(count, few)) if (isAsFar(chosen)) asFar++;
    return asFar / possible;
  }
  for (const chosen of exchangesOf(count, few)) if (isAsFar(chosen)) asFar++;
  return (asFar + 1) / (EXCHANGES + 1);
}

let last: { count: number; few: number; exchanges: readonly Uint32Array[] } | undefined;

/** Random subsets in ascending order, the same for the same numbers. */
function exchangesOf(count: number, few: number): readonly Uint32Array[] {
  if (last?.count !== count || last.few !== few) {
    const random = new Random(SEED);
    const exchanges = Array.from({ length: EXCHANGES }, () => random.shuffled(count).slice(0, few).sort());
    last = { count, few, exchanges };
  }
  return last.exchanges;
}

/** Squared distance of the distribution of some groups from that of all others; NaN if either is empty. */
function apart({ products, totals }: GroupKernel, chosen: Uint32Array): number {
  const count = totals.length;
  let all = 0;
  for (let group = 0; group < count; group++) all += totals[group];
  let own = 0;
  let sum = 0;
  for (let i = 0; i < chosen.length; i++) {
    const row = chosen[i] * count;
    own += totals[chosen[i]];
    let others = 0;
    for (let j = 0; j < i; j++) others += products[row + chosen[j]];
    sum += 2 * others + products[row + chosen[i]];
  }
  const scale = 1 / own + 1 / (all - own);
  return own > 0 && all - own > 0 ? Math.max(0, sum) * scale * scale : Number.NaN;
}

/** Number of ways to choose, no greater than needed to be told from few. */
function combinations(count: number, chosen: number): number {
  let ways = 1;
  for (let i = 1; i <= chosen && ways < 1e9; i++) ways = (ways * (count - chosen + i)) / i;
  return Math.round(ways);
}

/** All subsets in lexical order; the yielded array is reused. */
function* subsets(count: number, size: number): Generator<Uint32Array> {
  const chosen = Uint32Array.from({ length: size }, (_, i) => i);
  for (;;) {
    yield chosen;
    let at = size - 1;
    while (at >= 0 && chosen[at] === count - size + at) at--;
    if (at < 0) return;
    chosen[at]++;
    for (let i = at + 1; i < size; i++) chosen[i] = chosen[i - 1] + 1;
  }
}

/**
 * Benjamini and Hochberg's decisions for many tests at once: among those that are said to differ, at most 5 % do not, and
 * if none differs, none is said to in 95 % of cases.
 *
 * @param p one per test; NaN for tests that were not made
 * @returns 1 for each test that differs
 * @see Y. Benjamini, Y. Hochberg (1995), doi:10.1111/j.2517-6161.1995.tb02031.x
 */
export function differing(p: Float64Array, level = 0.05): Uint8Array {
  const made = p.filter((value) => !Number.isNaN(value)).sort();
  let limit = -1;
  for (let i = 0; i < made.length; i++) if (made[i] <= (level * (i + 1)) / made.length) limit = made[i];
  return Uint8Array.from(p, (value) => (value <= limit ? 1 : 0));
}
