import type { MetricMeta } from '@itinera/metrics';

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
