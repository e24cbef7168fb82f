export { compatValidate } from './compat-validate.js';
export { OpenScoring } from './details/open-scoring.js';
export type {
  HumobDay,
  HumobDetail,
  HumobSide,
  HumobUser,
  HumobUserDetail,
} from './details/scoring-detail.js';
export { keepFlows, type ListedFlows, listFlows, readKeptFlows } from './kept/kept-flows.js';
export { openKept } from './kept/open-kept.js';
export { type KeptScoring, keepScoring, type ListedScoring, listScorings, readScoring } from './kept/scorings.js';
export { learnVotes, type VoteWeights } from './learned.js';
export { OD_BASELINES, type PredictOdOptions, predictOd } from './od/baselines.js';
export {
  type OdCellFlows,
  type OdDaySum,
  type OdErrors,
  type OdFlowPair,
  type OdPairError,
  odErrors,
  sumOdDays,
} from './od/errors.js';
export { type FlowsData, type FlowsSide, flowsData } from './od/flows-data.js';
export { holdOutDays, type OdHoldout } from './od/holdout.js';
export type { OdRecord } from './od/matrix.js';
export {
  compareOd,
  intervalOfOd,
  looksSwapped,
  type OdDifference,
  type OdGroupScore,
  type OdInterval,
  type OdIntervalOptions,
  scoreOdGroups,
} from './od/report.js';
export { BOX, cellName, daysSince1970, OD_RULES, OD_YEAR, SUBMISSION_DAYS } from './od/rules.js';
export type { OdDay } from './od/scan-day.js';
export {
  type FlowMatch,
  type OdDayScore,
  type OdScore,
  observedRms,
  type ScoreOdOptions,
  scoreOd,
} from './od/score.js';
export {
  type OdScoring,
  odScoringAsJson,
  type ScoredFlows,
  type ScorePredictionsOptions,
  type SimpleScores,
  scoreOdPredictions,
} from './od/score-predictions.js';
export { type SynthOdDay, type SynthOdOptions, synthesizeOd } from './od/synth.js';
export {
  type OdFlows,
  odFromRecord,
  type ReadOdOptions,
} from './od/tsv.js';
export type { OdValidation } from './od/validate.js';
export { chosenDays, daysOfText, gapFrom, OD_WINDOWS, type OdWindow } from './od/windows.js';
export { writeOdLines, writeOdTsv } from './od/write-tsv.js';
export { compatValidateOd, isOdFile, readOdTsv, readSteps, validateOd, validateSubmission } from './on-disk.js';
export { otherDaysWarning } from './other-days.js';
export { BASELINES, LEARNED_MODE, type Prediction, predictSteps } from './predict.js';
export type { OnProgress } from './progress.js';
export { RELEASES, type Release, type ValidatorRelease } from './releases.js';
export { sampleTrajectories } from './sample.js';
export { samplePeople } from './sample-people.js';
export {
  compareHumobScores,
  type DayScores,
  type GeobleuParts,
  type HumobComparison,
  type HumobScore,
  RULES,
  type ScoreOptions,
  scoreTrajectories,
} from './score.js';
export { humobScoreAsJson } from './score-as-json.js';
export {
  GROUPINGS,
  type GroupScore,
  type PersonScore,
  type ScoredSides,
  type StepGrouping,
  scoreGroups,
  worstPeople,
} from './score-details.js';
export { type ScoredFiles, scoreFiles } from './score-files.js';
export type { MeanScore } from './score-people.js';
export { scoreTasks, type TaskScore, type TaskScores } from './score-tasks.js';
export { writeScoresByDay, writeScoresByPerson } from './scores-by-person.js';
export { splitAtDay } from './split.js';
export type { StepFile } from './step-file.js';
export { type StepColumns, StepTable } from './step-table.js';
export { type StepWriter, writeColumns, writeSteps } from './step-writer.js';
export { type SynthOptions, synthesize } from './synth.js';
export { targetFromDays, withoutMasked } from './targets.js';
export {
  ANY_TASK,
  chooseTask,
  chooseYear,
  findTask,
  type HumobTask,
  TASKS,
  taskName,
  YEARS,
  type Year,
  yearsOf,
} from './tasks.js';
export { groupByPerson, type StepTrajectories } from './trajectories.js';
export type { ProblemGroup, Validation } from './validate.js';
