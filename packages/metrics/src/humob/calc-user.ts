import { pairwiseMean } from '../geobleu/pairwise-mean.js';
import { createDayScorer } from './create-day-scorer.js';
import type { DayScorer } from './day-scorer.js';
import { type Rules, rulesOrNotice } from './rules.js';
import { type Step, splitIntoDays } from './steps.js';

/** Options of the functions that score whole users. */
export interface UserOptions {
  /** The challenge whose scoring is used. */
  readonly rules?: Rules;
}

/** Mean over the days of one user. */
export function scoreUser(
  metric: 'geobleu' | 'dtw',
  generated: readonly Step[],
  reference: readonly Step[],
  scorer: DayScorer,
  caller: string,
): number {
  const days = splitIntoDays(generated, reference, caller);
  const scores = new Float64Array(days.offsets.length - 1);
  scorer.scoreDays(
    days.generatedX,
    days.generatedY,
    days.referenceX,
    days.referenceY,
    days.offsets,
    metric === 'geobleu' ? scores : null,
    metric === 'dtw' ? scores : null,
  );
  return pairwiseMean(scores);
}

/**
 * GEO-BLEU of one user under a challenge's rules: scored day by day, mean over the days.
 *
 * @param generated, reference steps (d, t, x, y) or (uid, d, t, x, y), of the same days and times in the same order;
 *   x and y in cells of 500 m. Steps may be in any order; a uid is ignored. Neither list is changed.
 * @returns 0 to 1, higher is better; 1 for equal trajectories
 * @throws RangeError or TypeError, with the reference implementation's message where it raises: an empty trajectory,
 *   different lengths, columns, days or times
 * @see T. Shimizu, K. Tsubouchi, T. Yabe (2022), GEO-BLEU: similarity measure for geospatial sequences,
 *   https://doi.org/10.1145/3557915.3560951
 * @example
 * ```ts
 * calcGeobleuSingle([[60, 12, 84, 88], [60, 15, 114, 78]], [[60, 12, 82, 93], [60, 15, 114, 78]], { rules: 'giscup2025' });
 * // 0.190118
 * ```
 */
export function calcGeobleuSingle(
  generated: readonly Step[],
  reference: readonly Step[],
  { rules }: UserOptions = {},
): number {
  return scoreUser(
    'geobleu',
    generated,
    reference,
    createDayScorer({ rules: rulesOrNotice(rules, generated) }),
    'calcGeobleuSingle',
  );
}

/**
 * Same as {@link calcGeobleuSingle}, under the name that splits its work over processes in the reference implementation.
 * @example
 * ```ts
 * calcGeobleu([[60, 12, 84, 88], [60, 15, 114, 78]], [[60, 12, 82, 93], [60, 15, 114, 78]], { rules: 'giscup2025' });
 * // 0.190118
 * ```
 */
export function calcGeobleu(
  generated: readonly Step[],
  reference: readonly Step[],
  { rules }: UserOptions = {},
): number {
  return scoreUser(
    'geobleu',
    generated,
    reference,
    createDayScorer({ rules: rulesOrNotice(rules, generated) }),
    'calcGeobleu',
  );
}

/**
 * Dynamic time warping of one user under a challenge's rules: day by day, mean over the days.
 *
 * @param generated, reference as for {@link calcGeobleuSingle}
 * @returns km (two cells are 1 km), 0 or more, lower is better; 0 for equal trajectories
 * @throws as {@link calcGeobleuSingle} does
 * @example
 * ```ts
 * calcDtwSingle([[60, 12, 84, 88], [60, 15, 114, 78]], [[60, 12, 82, 93], [60, 15, 114, 78]], { rules: 'giscup2025' });
 * // 2.69258
 * ```
 */
export function calcDtwSingle(
  generated: readonly Step[],
  reference: readonly Step[],
  { rules }: UserOptions = {},
): number {
  return scoreUser(
    'dtw',
    generated,
    reference,
    createDayScorer({ rules: rulesOrNotice(rules, generated) }),
    'calcDtwSingle',
  );
}

/**
 * Same as {@link calcDtwSingle}, under the name that splits its work over processes in the reference implementation.
 * @example
 * ```ts
 * calcDtw([[60, 12, 84, 88], [60, 15, 114, 78]], [[60, 12, 82, 93], [60, 15, 114, 78]], { rules: 'giscup2025' });
 * // 2.69258
 * ```
 */
export function calcDtw(generated: readonly Step[], reference: readonly Step[], { rules }: UserOptions = {}): number {
  return scoreUser('dtw', generated, reference, createDayScorer({ rules: rulesOrNotice(rules, generated) }), 'calcDtw');
}
