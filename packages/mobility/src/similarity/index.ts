// Every comparison, one per line: this list exports it and adds it to `comparisons`.
export {
  cosineSimilarity,
  energyDistance,
  hellinger,
  jensenShannonDivergence,
  klDivergence,
  kolmogorovSmirnov,
  type MaximumMeanDiscrepancy,
  maximumMeanDiscrepancy,
  sampleJensenShannon,
  totalVariation,
  wasserstein1,
} from '@itinera/metrics';
export { kendall, pearson, spearman } from './correlations.js';
export { cpc } from './cpc.js';
export { cpcByDistance } from './cpc-by-distance.js';
export { cpl } from './cpl.js';
export { discreteFrechet } from './discrete-frechet.js';
export { dynamicTimeWarping } from './dynamic-time-warping.js';
export { type EdrResult, edr } from './edr.js';
export { erp } from './erp.js';
export { hausdorff } from './hausdorff.js';
export { type LcssResult, lcss } from './lcss.js';
export { type LevenshteinResult, levenshtein } from './levenshtein.js';
export { longestCommonSubsequence } from './longest-common-subsequence.js';
export { mae, maxError, mse, nrmse, rmse, rSquared, smape } from './paired-errors.js';
export { sspd } from './sspd.js';
export { topCoverage } from './top-coverage.js';
export type { Surface, Track, TrackOptions } from './track.js';
