import { metas as metrics } from '@itinera/metrics';
import { meta as closeness } from './privacy/closeness.js';
import { meta as membershipInference } from './privacy/membership-inference.js';
import { meta as reidentificationRisk } from './privacy/reidentification-risk.js';
import { meta as unicity } from './privacy/unicity.js';
import { metas as correlations } from './similarity/correlations.js';
import { meta as cpc } from './similarity/cpc.js';
import { meta as cpcByDistance } from './similarity/cpc-by-distance.js';
import { meta as cpl } from './similarity/cpl.js';
import { meta as discreteFrechet } from './similarity/discrete-frechet.js';
import { meta as dynamicTimeWarping } from './similarity/dynamic-time-warping.js';
import { meta as edr } from './similarity/edr.js';
import { meta as energyDistance } from './similarity/energy-distance.js';
import { meta as erp } from './similarity/erp.js';
import { meta as hausdorff } from './similarity/hausdorff.js';
import { meta as hellinger } from './similarity/hellinger.js';
import { meta as lcss } from './similarity/lcss.js';
import { meta as levenshtein } from './similarity/levenshtein.js';
import { meta as longestCommonSubsequence } from './similarity/longest-common-subsequence.js';
import { meta as maximumMeanDiscrepancy } from './similarity/maximum-mean-discrepancy.js';
import { metas as pairedErrors } from './similarity/paired-errors.js';
import { meta as sampleJensenShannon } from './similarity/sample-jensen-shannon.js';
import { meta as sspd } from './similarity/sspd.js';
import { meta as topCoverage } from './similarity/top-coverage.js';
import { meta as totalVariation } from './similarity/total-variation.js';
import { meta as nextPlace } from './utility/next-place.js';
import { meta as trajectoryUserLinking } from './utility/trajectory-user-linking.js';

/** What the numbers of each comparison mean, by the function's name: similarity, utility, privacy. */
export const comparisons = {
  wasserstein1: metrics.wasserstein1,
  kolmogorovSmirnov: metrics.kolmogorovSmirnov,
  energyDistance,
  maximumMeanDiscrepancy,
  sampleJensenShannon,
  jensenShannonDivergence: metrics.jensenShannonDivergence,
  klDivergence: metrics.klDivergence,
  totalVariation,
  hellinger,
  cosineSimilarity: metrics.cosineSimilarity,
  cpc,
  cpl,
  cpcByDistance,
  ...correlations,
  ...pairedErrors,
  topCoverage,
  dynamicTimeWarping,
  discreteFrechet,
  hausdorff,
  lcss,
  edr,
  erp,
  sspd,
  levenshtein,
  longestCommonSubsequence,
  nextPlace,
  trajectoryUserLinking,
  reidentificationRisk,
  unicity,
  closeness,
  membershipInference,
};
