import type { MetricMeta } from '../meta.js';
import { NgramMatcher } from './ngram-matcher.js';
import { pairwiseMean } from './pairwise-mean.js';
import type { PointRange } from './point-range.js';
import type { Proximity } from './proximity.js';

export const meta: MetricMeta = {
  unit: '',
  range: [0, 1],
  better: 'higher',
  digits: 4,
  source:
    'T. Shimizu, K. Tsubouchi, T. Yabe (2022), GEO-BLEU: similarity measure for geospatial sequences, ' +
    'https://doi.org/10.1145/3557915.3560951',
};

/** Divisor of the sum of matched proximities: the matched pairs, or all n-grams of the generated side. */
export type PrecisionOver = 'matched' | 'generated';

/**
 * GEO-BLEU from the sums of matched proximities: brevity · weighted geometric mean of the precisions.
 *
 * @param sums sum of order n at [at + n − 1]
 * @param maxN longest n-gram; cut to the points of the shorter side
 * @param precisions scratch of at least maxN numbers
 * @param weights one per order, or none for equal ones; those of the orders that count are scaled to a sum of 1
 * @returns NaN when no order counts; 0 when a precision is 0
 */
export function geobleuFromSums(
  sums: ArrayLike<number>,
  at: number,
  maxN: number,
  generatedPoints: number,
  referencePoints: number,
  over: PrecisionOver,
  precisions: Float64Array,
  weights?: ArrayLike<number>,
): number {
  const orders = Math.min(maxN, generatedPoints, referencePoints);
  const pairs = over === 'generated' ? generatedPoints : Math.min(generatedPoints, referencePoints);
  for (let k = 0; k < orders; k++) precisions[k] = Math.log(sums[at + k] / (pairs - k));
  const brevity = generatedPoints > referencePoints ? 1 : Math.exp(1 - referencePoints / generatedPoints);
  return brevity * Math.exp(weights ? weightedMean(precisions, weights, orders) : pairwiseMean(precisions, 0, orders));
}

function weightedMean(values: ArrayLike<number>, weights: ArrayLike<number>, length: number): number {
  let sum = 0;
  let total = 0;
  for (let i = 0; i < length; i++) {
    // A weight of 0 excludes an order, even one whose precision is 0 (log −Infinity).
    if (weights[i] !== 0) sum += weights[i] * values[i];
    total += weights[i];
  }
  return sum / total;
}

/** Scores pairs of point sequences one after the other with the same settings, reusing its memory. */
export class Geobleu {
  readonly #maxN: number;
  readonly #over: PrecisionOver;
  readonly #weights: ArrayLike<number> | undefined;
  readonly #matcher: NgramMatcher;
  readonly #sums: Float64Array;
  readonly #precisions: Float64Array;

  constructor(maxN: number, proximity: Proximity, over: PrecisionOver, weights?: ArrayLike<number>) {
    this.#maxN = maxN;
    this.#over = over;
    this.#weights = weights;
    this.#matcher = new NgramMatcher(proximity);
    this.#sums = new Float64Array(maxN);
    this.#precisions = new Float64Array(maxN);
  }

  /**
   * @param precisions receives p₁, p₂ …, 0 to 1, as long as both sides have n-grams
   * @returns GEO-BLEU, 0 to 1; NaN when a side has no points
   */
  score(generated: PointRange, reference: PointRange, precisions: Float64Array | null = null): number {
    const n = generated.to - generated.from;
    const m = reference.to - reference.from;
    const orders = Math.min(this.#maxN, n, m);
    if (orders > 0) this.#matcher.match(generated, reference, orders, this.#sums);
    const pairs = this.#over === 'generated' ? n : Math.min(n, m);
    for (let k = 0; precisions && k < orders; k++) precisions[k] = this.#sums[k] / (pairs - k);
    return geobleuFromSums(this.#sums, 0, this.#maxN, n, m, this.#over, this.#precisions, this.#weights);
  }
}
