import {
  cosineSimilarity,
  cpc,
  cpcByDistance,
  cpl,
  energyDistance,
  hellinger,
  jensenShannonDivergence,
  kendall,
  klDivergence,
  kolmogorovSmirnov,
  mae,
  maxError,
  maximumMeanDiscrepancy,
  mse,
  nrmse,
  pearson,
  rmse,
  rSquared,
  sampleJensenShannon,
  smape,
  spearman,
  totalVariation,
  wasserstein1,
} from '@itinera/mobility';
import type { Adapter } from './adapter.js';

type Comparison = (real: number[], generated: number[]) => number;

const paired: Record<string, Comparison> = {
  cpc,
  cpl,
  jsd: jensenShannonDivergence,
  kl: klDivergence,
  tvd: totalVariation,
  hellinger,
  cosine: cosineSimilarity,
  mae,
  mse,
  rmse,
  max_error: maxError,
  smape,
  nrmse_by_range: (real, generated) => nrmse(real, generated, { by: 'range' }),
  nrmse_by_mean: (real, generated) => nrmse(real, generated, { by: 'mean' }),
  nrmse_by_std: (real, generated) => nrmse(real, generated, { by: 'std' }),
  r_squared: rSquared,
  pearson,
  spearman,
  kendall_tau_b: kendall,
};

const samples: Record<string, Comparison> = {
  ks: kolmogorovSmirnov,
  wasserstein1,
  energy_distance: energyDistance,
  mmd2_biased: (real, generated) => maximumMeanDiscrepancy(real, generated).biased,
  mmd2_unbiased: (real, generated) => maximumMeanDiscrepancy(real, generated).unbiased,
  bandwidth: (real, generated) => maximumMeanDiscrepancy(real, generated).bandwidth,
  jsd_common_range_50: sampleJensenShannon,
  cpc_of_distances_2km: (real, generated) => cpcByDistance(real, generated, { bin: 2 }),
};

/** Paired values and samples, by the adopted rules. */
export const adapter: Adapter = ({ kind, real, generated, adopted }, check) => {
  const rules = { paired, samples }[kind as string];
  if (!rules) return check.skip(`no rule for the kind ${kind}`);
  for (const [name, expected] of Object.entries(adopted)) {
    const rule = rules[name];
    // Errors are in the values' unit, so as near relatively; the others are shares, divergences and correlations.
    if (rule) check.same(name, rule(real, generated), expected, { absolute: 1e-10, relative: 1e-10 });
    else check.skip(`no rule for ${name}`);
  }
};
