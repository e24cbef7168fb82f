/** The tools for submissions, from bytes regardless of their source: nothing here requires Node. */

export { OpenScoring } from './details/open-scoring.js';
export { predictOd } from './od/baselines.js';
export { type FlowFile, flowFileOf } from './od/flow-file.js';
export { type FlowsData, flowsData } from './od/flows-data.js';
export { odLinesText } from './od/od-text.js';
export { OD_YEAR, SUBMISSION_DAYS } from './od/rules.js';
export { odScoringAsJson, scoreOdPredictions } from './od/score-predictions.js';
export { synthesizeOd } from './od/synth.js';
export { readOdFlows } from './od/tsv.js';
export { checkOdSubmission, type OdValidation } from './od/validate.js';
export type { OnProgress } from './progress.js';
export { sampleTrajectories } from './sample.js';
export { compareHumobScores, type HumobScore, RULES, scoreTrajectories } from './score.js';
export { humobScoreAsJson } from './score-as-json.js';
export { readStepFile } from './step-file.js';
export { ANY_TASK, findTask, YEARS, type Year } from './tasks.js';
export { groupByPerson, type StepTrajectories } from './trajectories.js';
export { type ProblemGroup, type Validation, validateSteps } from './validate.js';
