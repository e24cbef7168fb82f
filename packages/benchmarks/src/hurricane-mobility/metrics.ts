import type { MetricMeta } from '@itinera/metrics';
import type { ScorePart } from '../port/benchmark.js';

const score: MetricMeta = {
  unit: 'percent',
  range: [0, 100],
  better: 'higher',
  digits: 2,
  source: 'HurricaneMobility benchmark: change rates of trips, and trips by hour',
};

/** The metrics of HurricaneMobility. */
export const hurricaneMobilityMetrics = {
  change_rate_score: score,
  distribution_score: score,
  final_score: score,
};

/** The score is the sum of two parts. */
export const hurricaneMobilityParts = {
  change_rate_score: { words: 'how much the storm changes the number of trips', of: 60 },
  distribution_score: { words: 'at which hours they depart', of: 40 },
} as const satisfies Readonly<Record<string, ScorePart>>;
