export { askArchetypes } from './datasets/ask-archetypes.js';
export {
  type Dataset,
  readDataset,
  readDatasetOfRun,
  relocateDataset,
  truthFolderOf,
} from './datasets/dataset.js';
export {
  type DemoTerms,
  findDataset,
  installedFolder,
  syntheticNotice,
} from './datasets/find-dataset.js';
export { isMatsimPlans } from './datasets/matsim-people.js';
export { type PeopleSource, peopleFolder } from './datasets/people-folder.js';
export { prepareDiaries, SURVEY_SPLITS } from './datasets/prepare-diaries.js';
export { checkProfiles } from './datasets/profiles.js';
export { isSynthetic } from './datasets/synthetic.js';
export {
  type Cloned,
  type CloneOptions,
  type CloneProgress,
  cloneDataset,
  clonedCommit,
} from './hub/clone-dataset.js';
export { DEFAULT_ENDPOINT } from './hub/hub.js';
export { describeClearance } from './scenarios/clearance.js';
export { rulesOf, type ScenarioCity } from './scenarios/effects.js';
export { linesOf } from './scenarios/find-lines.js';
export { parseScenario } from './scenarios/parse-scenario.js';
export { placesOfScenario, type ScenarioPlace, subjectOfScenario } from './scenarios/scenario-places.js';
export { scenarioJsonSchema } from './scenarios/scenario-schema.js';
export { calibrateDataset } from './trials/calibrate-dataset.js';
export { checkSubmission, type Submission, type SubmissionCheck } from './trials/check-submission.js';
export type { OrderChoice } from './trials/choose-order.js';
export { creditedModels } from './trials/credited-models.js';
export { doubtsOf, keptDoubts } from './trials/doubts.js';
export { estimateTrial, type ScriptedAnswers, type TrialEstimate } from './trials/estimate-trial.js';
export {
  type Comparison,
  type ComparisonOptions,
  compare,
  type Evaluation,
  type EvaluationPlace,
  evaluate,
} from './trials/evaluate.js';
export {
  evaluateResults,
  evaluateRun,
  type FinishedRun,
  gatherRun,
  type RunOutcome,
} from './trials/evaluate-run.js';
export { samplingOf, setupOf } from './trials/exp-id.js';
export { finishTrial } from './trials/finish-trial.js';
export { firstProblems } from './trials/first-problems.js';
export { type FloorSetup, runFloor } from './trials/floor.js';
export { agentHash, sha256 } from './trials/hashes.js';
export { agentFileOf } from './trials/identity.js';
export { hashSources, keepSource } from './trials/keep-source.js';
export { type ModelChoice, type ModelTerms, modelsOf, replayOf } from './trials/model-setup.js';
export { describeModes, isRide, modeInWords } from './trials/modes-of-run.js';
export {
  benchmarkFileOf,
  benchmarkOf,
  manifestHere,
  type OpenedResults,
  openResults,
  otherMap,
} from './trials/open-results.js';
export { type PartsProgress, partsProgress } from './trials/parts-progress.js';
export {
  type Listener,
  MAX_PEOPLE_WITH_ROUTES,
  openMap,
  type PlanOptions,
  peopleOf,
  planRun,
  type RunInputs,
} from './trials/plan-run.js';
export { realismOfRun, staysOf } from './trials/realism-of-run.js';
export { recomputedWays } from './trials/recomputed-ways.js';
export {
  type ListedRun,
  noRegistry,
  type Registry,
  type RunRecord,
  RunState,
} from './trials/registry.js';
export { openReplayed, type ReplayedRun, type RunTerms, requireSameRun } from './trials/replayed-run.js';
export {
  type ReproducedFile,
  type Reproduction,
  type ReproductionTerms,
  reproduceRun,
  verifyAndReproduce,
} from './trials/reproduce-run.js';
export { SYNTHETIC_DATA } from './trials/results-file-of.js';
export { agentNote, continuedWith, type ReopenPlace, reopenTrial, resumeRun } from './trials/resume-run.js';
export { openTrial, runAndScore, runSeeds, type TrialOptions } from './trials/run-and-score.js';
export {
  type MissingParts,
  missingParts,
  openDealt,
  type PartEnd,
  resumePart,
  runPart,
  runPartOf,
} from './trials/run-part.js';
export { type RunSums, readScoresText, type Scores } from './trials/scores.js';
export { describeShares } from './trials/share-limits.js';
export {
  cityOfRun,
  continueRun,
  finishedRecordOf,
  type RunContext,
  type RunEnd,
  recordOf,
  routeCostsOf,
  startOrContinueRun,
  startRun,
} from './trials/start-run.js';
export { summariseScores, type TrialReport } from './trials/trial-report.js';
export { type AgentTrial, tryAgent } from './trials/try-agent.js';
export {
  type Check,
  describeEdits,
  editsOf,
  type Verification,
  verifyRun,
} from './trials/verify-run.js';
export { isVouchedFor, notVouchedFor, openNamed } from './trials/vouched.js';
export { peopleOfTruth, truthFolder } from './truth/people-of-truth.js';
