export {
  type BootstrapOptions,
  bootstrapMean,
  type Interval,
  type PairedDifference,
  pairedBootstrap,
  percentileRange,
} from './bootstrap.js';
export {
  beyondChance,
  type CellCount,
  type CellCounts,
  type CellGrid,
  CellTally,
  CHANCE,
  canDiffer,
  hexagons,
  keyOf,
  squares,
} from './cells/cell-counts.js';
export { jensenShannonTerm } from './distributions/jensen-shannon-divergence.js';
export { type MaximumMeanDiscrepancy, maximumMeanDiscrepancy } from './distributions/maximum-mean-discrepancy.js';
export { sortedDistances, walkDistributions, weightedDistances } from './distributions/wasserstein.js';
export { pairwiseMean } from './geobleu/pairwise-mean.js';
export { extent, type Histogram, histogram, unitHistogram } from './histogram.js';
export { calcDtwBulk, calcGeobleuBulk } from './humob/calc-bulk.js';
export { calcDtwOrig, calcGeobleuOrig, type DtwOptions, type GeobleuOptions } from './humob/calc-orig.js';
export { calcDtw, calcDtwSingle, calcGeobleu, calcGeobleuSingle, type UserOptions } from './humob/calc-user.js';
export { humobSlot, humobTime, isWeekend, SLOTS } from './humob/calendar.js';
export { createDayScorer, type DayScorerOptions } from './humob/create-day-scorer.js';
export { type DayPrecisions, dayPrecisions } from './humob/day-precisions.js';
export type { DayScorer } from './humob/day-scorer.js';
export { exchangedAxes, exchangedAxesWarning } from './humob/exchanged-axes.js';
export { NEWEST_RULES, type Rules } from './humob/rules.js';
export { type RowColumns, type RowOptions, type RowScores, scoreColumns, scoreRows } from './humob/score-rows.js';
export { shiftedCells, shiftedCellsWarning } from './humob/shifted-cells.js';
export type { Step } from './humob/steps.js';
export { LARGEST_UID, userIdRemedy, userIdWarning } from './humob/user-ids.js';
export { geh } from './mean-geh.js';
export type { Metric, MetricMeta } from './meta.js';
export { metas } from './metas.js';
export * from './metrics.js';
export { normalCdf, normalQuantile } from './normal.js';
export { meanDistanceRadius } from './radius-of-gyration.js';
export { bootstrapRatios } from './ranking/bootstrap-ratios.js';
export {
  accuracyAt,
  type F1Scores,
  f1Scores,
  ndcgAt,
  type RankedLists,
  type Ranks,
  ranksOf,
  reciprocalRanks,
} from './ranking/ranks.js';
export { studentQuantile } from './student.js';
export { type WilcoxonOptions, type WilcoxonResult, wilcoxonSignedRank } from './wilcoxon.js';
