import { UserError } from '@itinera/base';
import {
  compareHumobScores,
  flowsData,
  groupByPerson,
  humobScoreAsJson,
  OD_YEAR,
  type OnProgress,
  OpenScoring,
  odScoringAsJson,
  RULES,
  readOdFlows,
  readStepFile,
  type StepTrajectories,
  scoreOdPredictions,
  scoreTrajectories,
  YEARS,
  type Year,
} from '@itinera/humob/browser';
import { NEWEST_RULES } from '@itinera/metrics';
import { API, FLOWS, match, PAGES, packScoringCells, pathParts } from '@itinera/viewer/browser';
import { pause, type TabJob, type TabTask } from './job.js';
import { flowFile, requireUsable, shownName, tableFile } from './job-files.js';

/** Files are streamed; their rows take less memory than their text. */
const MOST_BYTES = 2e9;
const SEED = 1;
/** Days per block of the bootstrap of flows. */
const BLOCK = 7;

/** Same as `asbench humob score`. */
export const scoreJob: TabJob = async (task, onProgress) => {
  requireUsable(task.files, MOST_BYTES);
  const seed = seedOf(task);
  return task.settings.year === OD_YEAR ? scoreFlows(task, seed) : scoreSteps(task, seed, onProgress);
};

/** @throws UserError if the setting is not a seed */
export function seedOf({ settings: { seed = String(SEED) } }: TabTask): number {
  if (!/^\d{1,15}$/.test(seed)) throw new UserError(`Seed ${shownName(seed)}: expected a whole number from 0.`);
  return Number(seed);
}

async function scoreSteps({ files, settings, synthetic }: TabTask, seed: number, onProgress: OnProgress) {
  const { submission, truth, other } = files as Record<'submission' | 'truth', File> & { readonly other?: File };
  const year = settings.year as Year | undefined;
  const rules = year === undefined ? NEWEST_RULES : RULES[YEARS.indexOf(year)];
  if (rules === undefined) throw new UserError(`Year ${shownName(year!)}: expected ${YEARS.join(', ')}.`);
  const read = async (file: File) => groupByPerson(await readStepFile(tableFile(file), { onProgress }));
  const generated = await read(submission);
  const reference = await read(truth);
  const compared = other && (await read(other));
  const score = async (steps: StepTrajectories) => {
    await pause();
    return scoreTrajectories(steps, reference, { rules, year, seed, onProgress });
  };
  const first = await score(generated);
  const second = compared && (await score(compared));
  const json = humobScoreAsJson(first, second && compareHumobScores(first, second), synthetic);
  const name = shownName(submission.name);
  const open = new OpenScoring({
    name,
    rules,
    synthetic,
    reference,
    sides: [
      { name, generated, score: first },
      ...(compared && second ? [{ name: compared.path, generated: compared, score: second }] : []),
    ],
  });
  const { uid, geobleu, dtw } = first.people;
  const byUser = Array.from(uid, (person, i) => `${person},${geobleu[i]},${dtw[i]}`);
  return {
    page: pathParts(PAGES.scoring, { scoring: name }),
    notes: [],
    saved: [
      { name: 'score.json', text: `${JSON.stringify(json)}\n` },
      { name: 'by-user.csv', text: `uid,geobleu,dtw\n${byUser.join('\n')}\n` },
    ],
    answer(address: string) {
      const path = address.split('/').map(decodeURIComponent);
      if (match(API.scoring.pattern, path)) return open.detail();
      const user = match(API.scoringUser.pattern, path);
      if (user) return open.user(Number(user.user)) ?? undefined;
      const cells = match(API.scoringCells.pattern, path);
      const predicted = cells && open.submissions[Number(cells.submission)];
      return predicted ? packScoringCells(open.reference, predicted) : undefined;
    },
  };
}

async function scoreFlows({ files, synthetic }: TabTask, seed: number) {
  const { submission, truth, other, known } = files as Record<string, File> & Record<'submission' | 'truth', File>;
  const read = (file: File) => readOdFlows(flowFile(file), { boxOnly: true });
  const reference = read(truth);
  const around = known && read(known);
  const predictions = [submission, ...(other ? [other] : [])].map((file) => ({
    name: shownName(file.name),
    prediction: read(file),
  }));
  const marks = synthetic ? ['SYNTHETIC people, who do not exist.'] : [];
  const scoring = scoreOdPredictions(predictions, reference, around, { seed, block: BLOCK, marks });
  const data = flowsData(scoring, shownName(truth.name), reference, around);
  return {
    page: pathParts(PAGES.flows, {}),
    notes: [],
    saved: [{ name: 'score.json', text: `${JSON.stringify(odScoringAsJson(scoring, seed))}\n` }],
    answer: (address: string) => (address === FLOWS.at({}) ? data : undefined),
  };
}
