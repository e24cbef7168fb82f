import { basename } from 'node:path';
import { writeDurably, writeFileSet } from '@itinera/base/node';
import type { OnProgress, ScoredFiles, StepTrajectories } from '@itinera/humob';
import {
  type HumobScore,
  humobScoreAsJson,
  keepScoring,
  OpenScoring,
  type RULES,
  type StepGrouping,
  sampleTrajectories,
  scoreFiles,
  scoreTrajectories,
  writeScoresByDay,
  writeScoresByPerson,
  type Year,
} from '@itinera/humob';
import type { Command } from 'commander';
import { marksOfTables } from '../trajectories/synthetic-mark.js';
import { describeDetails, detailsOf, type HumobDetails } from './humob-details.js';
import { describeHumobScore, humobHeadline } from './humob-summary.js';
import { printKept } from './output-path.js';
import { printWarnings } from './print-result.js';
import { print, printHeadline } from './terminal.js';
import { withProgress } from './with-progress.js';

/** The options for one prediction. */
export interface ScoreOneOptions {
  rules: (typeof RULES)[number];
  year?: Year;
  generated?: string;
  reference?: string;
  compare?: string;
  perUser?: string;
  perDay?: string;
  by?: StepGrouping;
  parts?: true;
  worst?: number;
  json?: true;
  threads?: number;
  seed: number;
  sample?: true;
  keep?: string;
  output?: string;
  queue?: string;
}

/** Scores one prediction, prints the scores and writes the requested files. */
export async function printScore(command: Command, options: ScoreOneOptions): Promise<void> {
  const scored = await withProgress((onProgress) => runScore(command, options, onProgress));
  const { score, comparison, sides, synthetic } = scored;
  printWarnings([...score.warnings, ...(comparison?.other.warnings ?? [])]);
  const { output, perUser, perDay } = options;
  const details = detailsOf(score, sides, options);
  const page = (options.keep ?? output) === undefined ? null : await show(command, options, scored, details);
  await writeFileSet([
    [output, (path) => writeDurably(path, [page!])],
    [perUser, (path) => writeScoresByPerson(path, score.people)],
    [perDay, (path) => writeScoresByDay(path, score.byDay)],
  ]);
  if (options.json) return print(JSON.stringify({ ...humobScoreAsJson(score, comparison, synthetic), ...details }));
  print(describeHumobScore(score, comparison, { ...options, synthetic }) + describeDetails(details));
  printHeadline(`${comparison === undefined ? '' : `${options.generated}:\n`}${humobHeadline(score)}`);
}

/** Stores a scoring for `asbench ui`, and returns its page if it is to be written. Imported late: without it, scoring starts in half the time. */
async function show(
  command: Command,
  options: ScoreOneOptions,
  { score, sides, comparison, other, synthetic }: Scored,
  { by }: HumobDetails,
): Promise<string | null> {
  const { rules, users, geobleu, dtw } = score;
  const { generated, reference, compare = null, keep, output } = options;
  const side = (steps: StepTrajectories, of: HumobScore) => ({
    name: options.sample ? 'weekday-slot-mode' : basename(steps.path),
    generated: steps,
    score: of,
  });
  const name = basename(generated ?? 'sample');
  const first = side(sides.generated, score);
  const all = other && comparison ? [first, side(other, comparison.other)] : [first];
  const opened = new OpenScoring({ name, rules, synthetic, reference: sides.reference, sides: all, ...(by && { by }) });
  if (keep !== undefined) {
    const { homeOf } = await import('./home.js');
    const files = generated !== undefined && reference !== undefined ? { generated, reference, compare } : null;
    keepScoring(homeOf(command), keep, { rules, files, synthetic, warnings: opened.warnings, users, geobleu, dtw });
    printKept(keep);
  }
  if (output === undefined) return null;
  const { scoringReport } = await import('@itinera/viewer');
  return scoringReport(name, opened);
}

interface Scored extends ScoredFiles {
  readonly synthetic: boolean;
}

async function runScore(command: Command, options: ScoreOneOptions, onProgress: OnProgress): Promise<Scored> {
  const { generated, reference, compare, rules, year, threads, seed, sample } = options;
  const scoring = { rules, year, seed, onProgress, ...(threads === undefined ? {} : { processes: threads }) };
  if (sample) {
    if (generated ?? reference ?? compare) command.error('error: --sample uses its own files', { exitCode: 2 });
    const { predicted, truth } = sampleTrajectories();
    const sides = { generated: predicted, reference: truth };
    return { score: await scoreTrajectories(predicted, truth, scoring), sides, synthetic: true };
  }
  if (generated === undefined || reference === undefined) {
    command.error('error: pass a prediction and --reference, or --sample', { exitCode: 2 });
  }
  const files = { generated, reference, ...(compare === undefined ? {} : { compare }) };
  const scored = await scoreFiles(files, scoring);
  const marks = await marksOfTables(generated, reference, compare);
  const score = { ...scored.score, warnings: [...marks, ...scored.score.warnings] };
  return { ...scored, score, synthetic: marks.length > 0 };
}
