/** Sentences on the kinds of metrics that a table shows by their keys. */
const KINDS: readonly (readonly [key: RegExp, sentence: string])[] = [
  [
    /^jsd_/,
    'jsd: Jensen–Shannon divergence of the results from the truth, 0 (the same distribution) to 1. With 50 bins, even two samples of the same distribution differ from 0, more so with few people.',
  ],
  [/_50_bins$/, '_50_bins: a variant for comparison, in no published table. Places are counted in 50 bins.'],
  [
    /_categorical$/,
    '_categorical: a variant for comparison, in no published table. Each of the seven intentions has its own bin; final_score_categorical is the score with these bins.',
  ],
];

/** Explains the kinds of these metrics, one sentence per kind; an empty list for metrics whose keys are words. */
export function explainMetrics(metrics: readonly string[]): string[] {
  return KINDS.filter(([key]) => metrics.some((metric) => key.test(metric))).map(([, sentence]) => sentence);
}

/** Explains an interval of zero width. */
export const WITHOUT_WIDTH =
  'An interval of zero width: all people in the results have the same value, so the spread between people is unknown.';

/** Returns true for an interval whose ends are the same number in these digits. */
export function isWithoutWidth(interval: Ends | null | undefined, digits: number): boolean {
  if (interval?.low == null || interval.high === null) return false;
  return interval.low.toFixed(digits) === interval.high.toFixed(digits);
}

interface Ends {
  readonly low: number | null;
  readonly high: number | null;
}
