import type { MetricMeta } from '@itinera/metrics';
import { METRICS, RANGE } from './score.js';

const part: MetricMeta = {
  unit: 'points',
  range: RANGE,
  better: 'higher',
  digits: 2,
  source:
    'Skill score (A. H. Murphy 1988, doi:10.1175/1520-0493(1988)116<2417:SSBOTM>2.0.CO;2) of an unbiased squared distance of means (A. Gretton et al. 2012, A kernel two-sample test; C. A. T. Ferro 2014, doi:10.1002/qj.2270)',
};

/** The metrics of DiaryDay: 100 for perfect days, 0 for random days; `distance` the other way around. */
export const diaryDayMetrics: Readonly<Record<string, MetricMeta>> = {
  ...Object.fromEntries(METRICS.map((metric) => [metric, part])),
  distance: {
    ...part,
    unit: '%',
    range: [0, 100 * Math.sqrt(1 - RANGE[0] / 100)],
    better: 'lower',
    source:
      'the root of the share of random days’ divergence that the final score measures: 100 · √(1 − final_score / 100)',
  },
  final_score: { ...part, source: 'the weighted mean of all parts, for everybody and by group' },
};
