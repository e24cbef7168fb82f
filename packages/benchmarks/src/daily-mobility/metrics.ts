import type { MetricMeta } from '@itinera/metrics';
import type { ScorePart } from '../port/benchmark.js';

const divergence: MetricMeta = {
  unit: '',
  range: [0, 1],
  better: 'lower',
  digits: 4,
  source: 'J. Lin (1991), Divergence measures based on the Shannon entropy, doi:10.1109/18.61115',
};
const score: MetricMeta = {
  unit: 'percent',
  range: [0, 100],
  better: 'higher',
  digits: 2,
  source: 'DailyMobility benchmark: the mean of 1 − divergence',
};

/** The metrics of DailyMobility; the reference profile has distances instead of divergences. */
export const dailyMobilityMetrics = {
  jsd_gyration_radius: divergence,
  jsd_daily_location_numbers: divergence,
  jsd_intention_sequences: divergence,
  jsd_intention_proportions: divergence,
  final_score: score,
  jsd_daily_location_numbers_50_bins: divergence,
  jsd_intention_sequences_categorical: divergence,
  final_score_categorical: score,
};

/** The score is the mean of four parts. */
export const dailyMobilityParts = {
  jsd_gyration_radius: { words: 'how far they roam in a day', title: 'Radius of gyration', of: 25 },
  jsd_daily_location_numbers: { words: 'how many places they visit in a day', title: 'Places per day', of: 25 },
  jsd_intention_sequences: {
    words: 'what they do through the day',
    title: 'Intentions, half hour by half hour',
    of: 25,
  },
  jsd_intention_proportions: { words: 'how they divide their day', title: 'Shares of the day', of: 25 },
} as const satisfies Readonly<Record<string, ScorePart>>;
