import type { PrecisionOver } from '../geobleu/geobleu.js';

/** The challenge whose scoring is used. `humob2024` scores like `humob2023`; only its validation differs. */
export type Rules = 'humob2023' | 'humob2024' | 'giscup2025';

/** The rules used unless others are named: the newest of trajectory prediction. */
export const NEWEST_RULES: Rules = 'giscup2025';

/** Scoring rules of one year. */
export interface ScoringRules {
  /** Longest n-gram of the per-day GEO-BLEU. */
  readonly maxN: number;
  /** Divisor of the sum of matched proximities: the matched pairs, or all n-grams of the generated day. */
  readonly precisionOver: PrecisionOver;
  /** Whether DTW may skip leading reference points at no cost (the first row of its table is 0) or starts at a corner. */
  readonly dtwFreeStart: boolean;
}

const HUMOB: ScoringRules = { maxN: 3, precisionOver: 'matched', dtwFreeStart: true };

const SCORING: Readonly<Record<Rules, ScoringRules>> = {
  humob2023: HUMOB,
  humob2024: HUMOB,
  giscup2025: { maxN: 5, precisionOver: 'generated', dtwFreeStart: false },
};

/**
 * Returns the scoring rules of one year.
 *
 * @throws RangeError for an unknown name
 */
export function scoringRules(rules: Rules): ScoringRules {
  if (!Object.hasOwn(SCORING, rules)) {
    throw new RangeError(`Unknown rules "${String(rules)}". Choose humob2023, humob2024 or giscup2025.`);
  }
  return SCORING[rules];
}

let isNoticed = false;

/**
 * The named rules, or the newest. The first call without rules prints a line that names the ones applied and how to choose.
 * @param steps of one side; days 60 to 74 are those of the documents of 2023
 */
export function rulesOrNotice(rules: Rules | undefined, steps: readonly ArrayLike<number>[] = []): Rules {
  if (rules !== undefined || isNoticed) return rules ?? NEWEST_RULES;
  isNoticed = true;
  const first = steps[0];
  const day = first === undefined ? Number.NaN : first[first.length - 4];
  const old = day >= 60 && day <= 74 ? "; days 60 to 74 are those of 2023, whose documents use rules: 'humob2023'" : '';
  console.warn(
    `@itinera/metrics: scored by the newest rules, ${NEWEST_RULES}${old}. Choose with { rules: 'humob2023' | 'humob2024' | 'giscup2025' }.`,
  );
  return NEWEST_RULES;
}
