import type { HumobComparison, HumobScore } from './score.js';

/** The figures of a scoring as plain data. */
export function humobScoreAsJson(score: HumobScore, comparison: HumobComparison | undefined, synthetic: boolean) {
  const { rules, geobleu, dtw, users, days, steps, level, seed } = score;
  const warnings = [...new Set([...score.warnings, ...(comparison?.other.warnings ?? [])])];
  return {
    rules,
    geobleu: geobleu.value,
    dtw: dtw.value,
    users,
    days,
    steps,
    intervals: { level, seed, geobleu: [geobleu.low, geobleu.high], dtw: [dtw.low, dtw.high] },
    warnings,
    ...(synthetic && { synthetic }),
    ...(comparison && {
      comparison: {
        sign: 'scored minus other',
        other: { geobleu: comparison.other.geobleu.value, dtw: comparison.other.dtw.value },
        ...Object.fromEntries(
          (['geobleu', 'dtw'] as const).map((metric) => {
            const { value, low, high, pValue } = comparison[metric];
            return [metric, { difference: value, interval: [low, high], pValue }];
          }),
        ),
      },
    }),
  };
}
