export { compatValidate } from './compat-validate.js';
export { BASELINES, type Prediction, predictSteps } from './predict.js';
export type { OnProgress } from './progress.js';
export { readSteps, type StepFile } from './read-steps.js';
export { sampleTrajectories } from './sample.js';
export {
  compareHumobScores,
  type HumobComparison,
  type HumobScore,
  RULES,
  type ScoreOptions,
  scoreFiles,
  scoreTrajectories,
} from './score.js';
export { humobScoreAsJson } from './score-as-json.js';
export {
  type DayScores,
  type GeobleuParts,
  GROUPINGS,
  type GroupScore,
  geobleuParts,
  type PersonScore,
  type ScoredSides,
  type StepGrouping,
  scoreDays,
  scoreGroups,
  worstPeople,
} from './score-details.js';
export type { MeanScore } from './score-worker.js';
export { writeScoresByDay, writeScoresByPerson } from './scores-by-person.js';
export { splitAtDay } from './split.js';
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
export { type Validation, validateSubmission } from './validate.js';
