import { createDayScorer } from './create-day-scorer.js';
import type { DayScorer } from './day-scorer.js';
import { NEWEST_RULES, type Rules } from './rules.js';

/** The precisions behind the GEO-BLEU of many days. */
export interface DayPrecisions {
  /** Longest n-gram, N. */
  readonly maxN: number;
  /** p₁ to p_N of day i at [i · N]; 0 to 1, NaN where a day has no n-gram of that length. */
  readonly values: Float64Array;
}

/** The precisions p₁ to p_N of each day, whose geometric mean is its GEO-BLEU. Columns as for {@link DayScorer}. */
export function dayPrecisions(
  [generatedX, generatedY, referenceX, referenceY]: readonly [
    ArrayLike<number>,
    ArrayLike<number>,
    ArrayLike<number>,
    ArrayLike<number>,
  ],
  dayOffsets: Parameters<DayScorer['scoreDays']>[4],
  { rules = NEWEST_RULES }: { readonly rules?: Rules } = {},
): DayPrecisions {
  const scorer = createDayScorer({ rules });
  const values = new Float64Array(Math.max(0, dayOffsets.length - 1) * scorer.maxN);
  scorer.scoreDays(generatedX, generatedY, referenceX, referenceY, dayOffsets, null, null, values);
  return { maxN: scorer.maxN, values };
}
