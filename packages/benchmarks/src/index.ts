export { type Board, type BoardEntry, boardsOf } from './boards/boards.js';
export {
  type HandedInOptions,
  type HandedInRun,
  readHandedIn,
  type ScoredEntry,
} from './boards/handed-in.js';
export { type Judgement, type JudgeTerms, judge, type Standing, standingsOf } from './boards/judge.js';
export { keepEvaluation, type ListingOptions, listRuns } from './boards/list-runs.js';
export {
  type EvaluationTerms,
  evaluationAsFile,
  evaluationPath,
  recordOfEvaluation,
} from './boards/record-of-evaluation.js';
export { recordsOfHome } from './boards/records-of-home.js';
export { compareSimulations, simulationsNamed } from './comparisons/compare-simulations.js';
export { COMPARISON_TABLES, type ComparisonTableName, writeComparison } from './comparisons/comparison-tables.js';
export { differenceMap } from './comparisons/difference-map.js';
export { type DriftChange, type DriftMeans, driftOfRun, type RunDrift } from './comparisons/drift.js';
export type { RoadChange } from './comparisons/road-changes.js';
export type { GroupChange, PairedValue, SimulationComparison } from './comparisons/simulation-comparison.js';
export { DailyMobilityAgent } from './daily-mobility/agent.js';
export { type DailyMobilityResults, gatherDailyMobility } from './daily-mobility/gather.js';
export { readDailyMobilityTruth } from './daily-mobility/read-truth.js';
export {
  type DailyMobilityProfile,
  type DailyMobilityScore,
  type DailyMobilityTruth,
  scoreDailyMobility,
} from './daily-mobility/score.js';
export { askArchetypes } from './datasets/ask-archetypes.js';
export {
  type Dataset,
  isSynthetic,
  readDataset,
  readDatasetOfRun,
  relocateDataset,
  SYNTHETIC_MARK,
  truthFolderOf,
} from './datasets/dataset.js';
export { demoDataset } from './datasets/demo/make-demo.js';
export { type DemoTerms, findDataset, installedFolder, syntheticNotice } from './datasets/find-dataset.js';
export { isMatsimPlans } from './datasets/matsim-people.js';
export { type PeopleSource, peopleFolder } from './datasets/people-folder.js';
export { prepareDiaries, SURVEY_SPLITS } from './datasets/prepare-diaries.js';
export { checkProfiles } from './datasets/profiles.js';
export { describeRelocation } from './datasets/relocate.js';
export { type DiaryResults, scoreDiaryDay } from './diary-day/score.js';
export { type DiaryTruth, diaryTruth, readDiaryTruth } from './diary-day/truth.js';
export { type Evolution, evolve } from './evolution/evolve.js';
export type { Variant } from './evolution/search.js';
export type { SearchParameter } from './evolution/search-parameters.js';
export {
  compareRunCounts,
  type ObservedCount,
  type RunCountComparison,
  type RunCountOptions,
  type RunCountRow,
  type UsualDays,
} from './exports/compare-run-counts.js';
export {
  type CarUse,
  EMISSION_TABLES,
  type EmissionTableName,
  emissionsOfRun,
  emissionTable,
  type RunEmissions,
} from './exports/emissions.js';
export { type ExportOptions, exportRun, openTable, type TableOptions } from './exports/export-run.js';
export type {
  ExportFeature,
  ExportGeometry,
  ExportLayer,
  ExportRow,
  ExportTable,
} from './exports/export-table.js';
export { type ExportFormat, type ExportFormatName, exportFormats } from './exports/formats/formats.js';
export type { KeplerInfo } from './exports/formats/kepler.js';
export { readObservedCounts } from './exports/read-observed-counts.js';
export { readObservedTimes } from './exports/read-observed-times.js';
export { type CarNetwork, carNetwork } from './exports/simulators/car-network.js';
export {
  exportMapToSimulator,
  exportRunToSimulator,
  SIMULATORS,
  type SimulatorName,
} from './exports/simulators/export-to-simulator.js';
export { sumoNetwork } from './exports/simulators/sumo-files.js';
export { type ExportSource, type ExportTableName, exportTables } from './exports/tables.js';
export { tableOfItems, writeTable } from './exports/write-table.js';
export { countShares, divergenceSlopes, divergenceTerms, field, flatNumbers } from './findings/numbers.js';
export { aboveCeiling, againstScale, percent, points, remarksOn, spreadsOf } from './findings/words.js';
export { type Cloned, type CloneOptions, type CloneProgress, cloneDataset, clonedCommit } from './hub/clone-dataset.js';
export { DEFAULT_ENDPOINT } from './hub/hub.js';
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
export { AGENT_KIT } from './list/agent-kit-address.js';
export { benchmarkNamed, benchmarks } from './list/benchmarks.js';
export { openBenchmark } from './list/open-benchmark.js';
export { pythonBases, taskAddress } from './list/task-address.js';
export { citeRuns } from './papers/cite-run.js';
export { type HubFiles, type HubFilesOptions, hubFiles } from './papers/hub-files.js';
export { paperTable, TABLE_FORMATS, type TableFormat } from './papers/paper-table.js';
export { type RunsOfPaper, sweepOfRuns } from './papers/sweep-of-runs.js';
export { type Benchmark, isScored, requireScored } from './port/benchmark.js';
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
export { requireColumn, type StatusRow } from './port/status-row.js';
export { describeClearance } from './scenarios/clearance.js';
export { parseScenario, type Scenario } from './scenarios/scenario.js';
export { calibrate, compareScores, scoreWithNoise } from './score-task.js';
export { type Difference, metricsOf, type NoiseOptions, type NoiseReport, type Spread } from './scoring/noise.js';
export { compareOverPeople, noiseOverPeople } from './scoring/over-people.js';
export { anyOf, coins, shuffled } from './scoring/resampling.js';
export type { Calibration, NoisyScore } from './scoring/score-with-noise.js';
export { MAX_DAYS, simulationOf, USUAL_FIRST_DAY } from './simulation/simulation.js';
export { cityShocks } from './sweeps/city-shocks.js';
export { robustnessPlan } from './sweeps/robustness.js';
export {
  estimateSweep,
  makeSweepRun,
  pairPeople,
  pairsOf,
  runSweep,
  runsOfSweep,
  type Sweep,
  type SweepContext,
  type SweepDifference,
  type SweepPlace,
  type SweepReport,
  type SweepRow,
  type SweepRun,
  sumUpSweep,
} from './sweeps/run-sweep.js';
export { type MeanInterval, meanInterval } from './sweeps/student.js';
export { nameOfCell, parseSweepPlan, type SweepCell, type SweepPlan } from './sweeps/sweep-plan.js';
export { calibrateDataset } from './trials/calibrate-dataset.js';
export { checkSubmission, type Submission, type SubmissionCheck } from './trials/check-submission.js';
export { chooseCongestion } from './trials/choose-congestion.js';
export { chooseOrder, type OrderChoice } from './trials/choose-order.js';
export type { Doubt } from './trials/doubts.js';
export { estimateTrial, type ScriptedAnswers, type TrialEstimate } from './trials/estimate-trial.js';
export {
  type Comparison,
  type ComparisonOptions,
  compare,
  type Evaluation,
  type EvaluationPlace,
  evaluate,
} from './trials/evaluate.js';
export { evaluateResults, evaluateRun, type FinishedRun, gatherRun, type RunOutcome } from './trials/evaluate-run.js';
export { finishTrial } from './trials/finish-trial.js';
export { type FloorSetup, runFloor } from './trials/floor.js';
export { agentHash } from './trials/hashes.js';
export { hashSources } from './trials/keep-source.js';
export { type ModelChoice, type ModelTerms, modelsOf, replayOf } from './trials/model-setup.js';
export { benchmarkFileOf, type OpenedResults, openResults } from './trials/open-results.js';
export { type PartsProgress, partsProgress } from './trials/parts-progress.js';
export {
  type Listener,
  openMap,
  type PreparedTrial,
  peopleOf,
  prepareTrial,
  type TrialPlace,
  withCongestion,
} from './trials/prepare-trial.js';
export { type ListedRun, noRegistry, type Registry, type RunRecord, RunState } from './trials/registry.js';
export { openReplayed, type ReplayedRun, type RunTerms, requireSameRun } from './trials/replayed-run.js';
export {
  type ReproducedFile,
  type Reproduction,
  type ReproductionTerms,
  reproduceRun,
  verifyAndReproduce,
} from './trials/reproduce-run.js';
export { agentNote, type ReopenPlace, reopenTrial, resumeRun } from './trials/resume-run.js';
export {
  DEFAULT_HOME,
  DEFAULT_STEP_TIMEOUT_SECONDS,
  requestOf,
  runAndScore,
  runSeeds,
  type TrialOptions,
} from './trials/run-and-score.js';
export {
  type MissingParts,
  missingParts,
  openDealt,
  type PartEnd,
  resumePart,
  runPart,
  runPartOf,
} from './trials/run-part.js';
export type { RunSums, Scores } from './trials/scores.js';
export { describeShares } from './trials/share-limits.js';
export {
  cityOfRun,
  continueRun,
  finishedRecordOf,
  MAX_PEOPLE_WITH_ROUTES,
  type RunContext,
  type RunEnd,
  type RunRequest,
  recordOf,
  routeCostsOf,
  startOrContinueRun,
  startRun,
} from './trials/start-run.js';
export { firstProblems, summariseScores, type TrialReport } from './trials/trial-report.js';
export { type AgentTrial, tryAgent } from './trials/try-agent.js';
export { type Check, describeEdits, editsOf, type Verification, verifyRun } from './trials/verify-run.js';
export { isVouchedFor, notVouchedFor, openNamed, shellPath } from './trials/vouched.js';
export { peopleOfTruth, truthFolder } from './truth/people-of-truth.js';
