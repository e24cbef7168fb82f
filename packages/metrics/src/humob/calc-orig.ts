import { dtw } from '../dtw/dtw.js';
import { Geobleu, type PrecisionOver } from '../geobleu/geobleu.js';
import type { PointRange } from '../geobleu/point-range.js';
import { Proximity } from '../geobleu/proximity.js';
import { type Rules, rulesOrNotice, scoringRules } from './rules.js';
import { requireFinite, requireList, requireSteps, type Step } from './steps.js';

/** Options of {@link calcGeobleuOrig}. */
export interface GeobleuOptions {
  /** Longest n-gram, 0 or more; limited to the points of the shorter side. */
  readonly maxN?: number;
  /** Decay of proximity with distance, per unit of the coordinates. */
  readonly beta?: number;
  /** Weight of each order of n-grams, maxN of them, 0 or more; equal by default. Scaled to a sum of 1. */
  readonly weights?: readonly number[];
  /** Which challenge's precision is used: over matched pairs, or (giscup2025) over the generated n-grams. */
  readonly rules?: Rules;
}

/** Options of {@link calcDtwOrig}. */
export interface DtwOptions {
  /** Divisor of distances: 2 turns cells of 500 m into km. */
  readonly scaleFactor?: number;
  /** Which challenge's start is used: leading reference points skipped at no cost, or (giscup2025) not. */
  readonly rules?: Rules;
}

/**
 * GEO-BLEU of two point sequences of any length.
 *
 * @param generated points [x, y], finite, in time order
 * @param reference the same
 * @param options `maxN` is 3 by default, under all rules. `weights` take effect; the reference implementation accepts and
 *   ignores them.
 * @returns 0 to 1, higher is better; NaN when no order counts: the reference is empty, N is 0, or the remaining weights
 *   are 0
 * @throws RangeError for an empty generated side ("float division by zero") and for options out of range; TypeError for
 *   anything that is not a list of points
 * @see https://doi.org/10.1145/3557915.3560951
 */
export function calcGeobleuOrig(
  generated: readonly Step[],
  reference: readonly Step[],
  { maxN = 3, beta = 0.5, weights, rules }: GeobleuOptions = {},
): number {
  const { precisionOver } = scoringRules(rulesOrNotice(rules));
  if (!Number.isInteger(maxN) || maxN < 0) {
    throw new RangeError(`calcGeobleuOrig: maxN is ${String(maxN)}; it must be a whole number, 0 or more.`);
  }
  if (!Number.isFinite(beta)) throw new RangeError(`calcGeobleuOrig: beta is ${String(beta)}; it must be finite.`);
  if (weights !== undefined) requireWeights(weights, maxN);
  const generatedPoints = pointRange(generated, 'generated', 'calcGeobleuOrig');
  const referencePoints = pointRange(reference, 'reference', 'calcGeobleuOrig');
  if (generated.length === 0) throw new RangeError('float division by zero');
  return geobleuOf(maxN, beta, precisionOver, weights).score(generatedPoints, referencePoints);
}

/** Settings of the last call and its scorer, whose half a megabyte of proximities serves the next one. */
let last: { readonly key: string; readonly geobleu: Geobleu } | undefined;

function geobleuOf(maxN: number, beta: number, over: PrecisionOver, weights?: readonly number[]): Geobleu {
  if (weights !== undefined) return new Geobleu(maxN, new Proximity(beta), over, weights);
  const key = `${maxN} ${beta} ${over}`;
  if (last?.key !== key) last = { key, geobleu: new Geobleu(maxN, new Proximity(beta), over) };
  return last.geobleu;
}

/**
 * Dynamic time warping of two point sequences of any length.
 *
 * @param generated, reference points [x, y], finite, in time order
 * @returns the sum of distances divided by `scaleFactor`, 0 or more, lower is better; Infinity when only one side has
 *   points, but 0 under the rules of 2023 and 2024 when the generated side has none
 * @throws RangeError for a scale factor of 0; TypeError for anything that is not a list of points
 */
export function calcDtwOrig(
  generated: readonly Step[],
  reference: readonly Step[],
  { scaleFactor = 1, rules }: DtwOptions = {},
): number {
  const { dtwFreeStart } = scoringRules(rulesOrNotice(rules));
  if (!Number.isFinite(scaleFactor) || scaleFactor === 0) {
    throw new RangeError(`calcDtwOrig: scaleFactor is ${String(scaleFactor)}; it must be finite and not 0.`);
  }
  const generatedPoints = pointRange(generated, 'generated', 'calcDtwOrig');
  const referencePoints = pointRange(reference, 'reference', 'calcDtwOrig');
  return dtw(generatedPoints, referencePoints, dtwFreeStart, scaleFactor);
}

function requireWeights(weights: readonly number[], maxN: number): void {
  if (weights.length !== maxN) {
    throw new RangeError(`calcGeobleuOrig: ${weights.length} weights for maxN ${maxN}; expected one per order.`);
  }
  if (!weights.every((weight) => weight >= 0 && Number.isFinite(weight)) || (maxN > 0 && !weights.some((w) => w > 0))) {
    throw new RangeError(
      `calcGeobleuOrig: weights are ${weights.join(', ')}; each must be finite, 0 or more, and one above 0.`,
    );
  }
}

function pointRange(points: readonly Step[], name: string, caller: string): PointRange {
  requireList(points, name, caller);
  requireSteps(points, name, caller);
  for (let i = 0; i < points.length; i++) {
    if (points[i].length !== 2) {
      throw new RangeError(`${caller}: point ${i} of ${name} has ${points[i].length} numbers; expected [x, y].`);
    }
  }
  requireFinite(points, name, caller);
  return {
    x: Float64Array.from(points, (point) => point[0]),
    y: Float64Array.from(points, (point) => point[1]),
    from: 0,
    to: points.length,
  };
}
