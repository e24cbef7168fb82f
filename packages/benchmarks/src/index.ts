export { DailyMobilityAgent } from './daily-mobility/agent.js';
export { type DailyMobilityResults, gatherDailyMobility } from './daily-mobility/gather.js';
export { readDailyMobilityTruth } from './daily-mobility/read-truth.js';
export {
  type DailyMobilityProfile,
  type DailyMobilityScore,
  type DailyMobilityTruth,
  scoreDailyMobility,
} from './daily-mobility/score.js';
export { type Dataset, isSynthetic, readDataset, truthFolderOf } from './datasets/dataset.js';
export { findDataset, installedFolder } from './datasets/find-dataset.js';
export { describeRelocation, relocateDataset } from './datasets/relocate.js';
export { HurricaneMobilityAgent } from './hurricane-mobility/agent.js';
export {
  gatherHurricaneMobility,
  gatherPersonTrips,
  type HurricaneMobilityResults,
  type PersonTrips,
} from './hurricane-mobility/gather.js';
export { readHurricaneMobilityTruth } from './hurricane-mobility/read-truth.js';
export {
  type HurricaneMobilityProfile,
  type HurricaneMobilityScore,
  type HurricaneMobilityTruth,
  scoreHurricaneMobility,
} from './hurricane-mobility/score.js';
export { AGENT_KIT } from './list/agent-kit-address.js';
export { benchmarkNamed, benchmarks } from './list/benchmarks.js';
export { openBenchmark } from './list/open-benchmark.js';
export { pythonBases, taskAddress } from './list/task-address.js';
export type { Benchmark } from './port/benchmark.js';
export type { ScoredResults } from './port/results.js';
export type { StatusRow } from './port/status-row.js';
export { calibrate, compareScores, scoreWithNoise } from './score-task.js';
export { type Difference, metricsOf, type NoiseOptions, type NoiseReport, type Spread } from './scoring/noise.js';
export type { Calibration, NoisyScore } from './scoring/score-with-noise.js';
export { evaluateResults, evaluateRun, gatherRun } from './trials/evaluate.js';
export { type FloorSetup, runFloor } from './trials/floor.js';
export { agentHash } from './trials/hashes.js';
export { noRegistry, type Registry, type RunRecord, RunState } from './trials/registry.js';
export type { Scores } from './trials/scores.js';
export { continueRun, peopleOf, type RunContext, type RunEnd, recordOf, startRun } from './trials/start-run.js';
