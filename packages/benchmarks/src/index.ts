export { DailyMobilityAgent } from './daily-mobility/agent.js';
export { type DailyMobilityResults, gatherDailyMobility } from './daily-mobility/gather.js';
export { readDailyMobilityTruth } from './daily-mobility/read-truth.js';
export {
  type DailyMobilityProfile,
  type DailyMobilityScore,
  type DailyMobilityTruth,
  scoreDailyMobility,
} from './daily-mobility/score.js';
export { demoDataset, writeDemo } from './demo/make-demo.js';
export { READY_HOME } from './demo/ready-home.js';
export { describeRelocation, type RelocationReport, relocate } from './demo/relocate.js';
export { type DiaryResults, scoreDiaryDay } from './diary-day/score.js';
export { type DiaryTruth, diaryTruth, readDiaryTruth } from './diary-day/truth.js';
export { describeProblems, type SameProblems, sameProblems } from './doubts/frequent-problems.js';
export { type Doubt, stepDoubts } from './doubts/step-doubts.js';
export { strangeIntentions } from './doubts/strange-intentions.js';
export { explainScores, explainScoresAsJson, type PlaceUse, type ScoredRun } from './explain-scores.js';
export { countShares, divergenceSlopes, divergenceTerms, field, flatNumbers } from './findings/numbers.js';
export { aboveCeiling, againstScale, percent, points, remarksOn, spreadsOf } from './findings/words.js';
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
export { absentTasks } from './list/absent-tasks.js';
export { THREAD_KIT } from './list/agent-kit-address.js';
export { benchmarkNamed, benchmarks } from './list/benchmarks.js';
export { openBenchmark } from './list/open-benchmark.js';
export { pythonBases, taskAddress } from './list/task-address.js';
export {
  type Benchmark,
  type BenchmarkCore,
  isScored,
  pointsOf,
  requireScored,
  type ScorePart,
  SIMULATION,
} from './port/benchmark.js';
export type { Demo, DemoPopulation } from './port/demo.js';
export type { BothProfiles, Draws, PairDraws, Score } from './port/draws.js';
export type {
  CategoryFigure,
  FindingFigure,
  FindingSpread,
  Findings,
  FindingsInput,
  HistogramFigure,
  HoursFigure,
  PeopleLinesFigure,
  PersonCost,
  Points,
  Quantity,
  RatesFigure,
  SharesByTimeFigure,
} from './port/findings.js';
export type { PersonResult, ScoredResults } from './port/results.js';
export { FIRST_AOI, requireColumn, type StatusRow } from './port/status-row.js';
export { calibrate, compareScores, scoreWithNoise } from './score-task.js';
export { differenceInWords } from './scoring/difference-in-words.js';
export { explainMetrics, isWithoutWidth, WITHOUT_WIDTH } from './scoring/metric-words.js';
export {
  type Difference,
  type KeptNoise,
  metricsOf,
  type NoiseOptions,
  type NoiseReport,
  type Spread,
} from './scoring/noise.js';
export { compareOverPeople, noiseOverPeople } from './scoring/over-people.js';
export { anyOf, coins, shuffled } from './scoring/resampling.js';
export { type Calibration, differenceOf, type NoisyScore, scaleOf, scoreNoisily } from './scoring/score-with-noise.js';
export { MAX_DAYS, simulationOf, USUAL_FIRST_DAY } from './simulation/simulation.js';
