import type { HumobComparison, HumobScore } from './score.js';

interface Ends {
  readonly low: number;
  readonly high: number;
}

/** The figures of a scoring as plain data; intervals of one user are null. */
export function humobScoreAsJson(score: HumobScore, comparison: HumobComparison | undefined, synthetic: boolean) {
  const { rules, geobleu, dtw, users, days, steps, level, seed } = score;
  const ends = ({ low, high }: Ends): readonly [number | null, number | null] =>
    Number.isNaN(low) ? [null, null] : [low, high];
  const warnings = [...new Set([...score.warnings, ...(comparison?.other.warnings ?? [])])];
  return {
    rules,
    geobleu: geobleu.value,
    dtw: dtw.value,
    users,
    days,
    steps,
    intervals: { level, seed, geobleu: ends(geobleu), dtw: ends(dtw) },
    warnings,
    ...(synthetic && { synthetic }),
    ...(comparison && {
      comparison: {
        sign: 'scored minus other',
        other: { geobleu: comparison.other.geobleu.value, dtw: comparison.other.dtw.value },
        ...Object.fromEntries(
          (['geobleu', 'dtw'] as const).map((metric) => {
            const { value, low, high, pValue } = comparison[metric];
            return [
              metric,
              { difference: value, interval: ends({ low, high }), pValue: Number.isNaN(pValue) ? null : pValue },
            ];
          }),
        ),
      },
    }),
  };
}
