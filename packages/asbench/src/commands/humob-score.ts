import type { MeanScore, OnProgress } from '@itinera/humob';
import {
  GROUPINGS,
  type HumobScore,
  RULES,
  type StepGrouping,
  sampleTrajectories,
  scoreDays,
  scoreFiles,
  scoreTrajectories,
  writeScoresByDay,
  writeScoresByPerson,
} from '@itinera/humob';
import { type Command, Option } from 'commander';
import { describeDetails, detailsOf } from './humob-details.js';
import { describeHumobScore, humobHeadline, humobScoreAsJson } from './humob-summary.js';
import { wholeNumber } from './option-values.js';
import { outputFile } from './output-path.js';
import { printHeadline } from './terminal.js';
import { withProgress } from './with-progress.js';

interface Options {
  rules: (typeof RULES)[number];
  generated?: string;
  reference?: string;
  compare?: string;
  perUser?: string;
  perDay?: string;
  by?: StepGrouping;
  parts?: true;
  worst?: number;
  json?: true;
  processes?: number;
  seed: number;
  sample?: true;
  keep?: string;
  queue?: string;
}

/** `asbench humob score`: GEO-BLEU and DTW of a prediction. */
export function addHumobScore(humob: Command): void {
  const command = humob
    .command('score')
    .argument('[submissions...]', 'many predictions, and folders of them: one table, the best first')
    .description('GEO-BLEU and DTW of generated trajectories, mean over users with a 95 % interval')
    .addOption(new Option('--rules <rules>', 'the year whose rules are used').choices(RULES).default(RULES[0]))
    .option(
      '--generated <csv>',
      'the prediction: uid,d,t,x,y or d,t,x,y as CSV (, ; or tabs), .gz or Parquet; - for standard input; rows in any order',
    )
    .option('--reference <csv>', 'what really happened, the same users and steps')
    .option('--compare <csv>', 'another prediction: prints the paired difference, with its interval and p value')
    .option('--per-user <csv>', 'write the scores of each user to this file', outputFile('.csv'))
    .option('--per-day <csv>', 'write the scores of each day of each user to this file', outputFile('.csv'))
    .addOption(
      new Option(
        '--by <group>',
        'where it fails: by hour, weekday (day modulo 7) or distance from the usual place',
      ).choices(GROUPINGS),
    )
    .option('--parts', 'what GEO-BLEU is made of: p1 to pN')
    .option('--worst <count>', 'name the users with the lowest GEO-BLEU', wholeNumber(1))
    .option('--json', 'print one JSON object')
    .option(
      '--processes <count>',
      'threads; default one a core; the result is the same for any number',
      wholeNumber(1, 1024),
    )
    .option('--seed <number>', 'of the bootstrap', wholeNumber(0), 1)
    .option('--sample', 'score the bundled SYNTHETIC sample: 200 made-up users, predicted by weekday-slot-mode');
  command.option('--keep <name>', 'keep the scoring under this name, to be seen with asbench ui');
  command.option('--queue <address>', 'have submissions scored by the workers of a queue (asbench worker)');
  command.action(async (submissions: string[], options: Options) => {
    // Only now: one score starts in half the time without.
    if (submissions.length > 0)
      return (await import('./humob-score-many.js')).printScored(command, submissions, options);
    await printScore(command, options);
  });
}

async function printScore(command: Command, options: Options): Promise<void> {
  const { score, comparison, sides } = await withProgress((onProgress) => runScore(command, options, onProgress));
  if (options.keep !== undefined) await keep(command, options.keep, options, score);
  if (options.perUser !== undefined) writeScoresByPerson(options.perUser, score.people);
  if (options.perDay !== undefined) writeScoresByDay(options.perDay, scoreDays(sides, options.rules));
  const details = detailsOf(score, sides, options);
  if (options.json)
    return console.log(JSON.stringify({ ...humobScoreAsJson(score, comparison, options.sample === true), ...details }));
  console.log(describeHumobScore(score, comparison, options) + describeDetails(details));
  printHeadline(humobHeadline(score));
}

/** Loads what it needs only now: a score that is not kept starts in half the time. */
async function keep(command: Command, name: string, options: Options, score: HumobScore): Promise<void> {
  const [{ keepScoring }, { homeOf }] = await Promise.all([import('@itinera/viewer'), import('./home.js')]);
  const { rules, users, geobleu, dtw } = score;
  const spread = ({ value, low, high }: MeanScore) => ({ value, low, high });
  const { generated, reference, compare = null } = options;
  const files = generated !== undefined && reference !== undefined ? { generated, reference, compare } : null;
  keepScoring(homeOf(command), name, { rules, files, users, geobleu: spread(geobleu), dtw: spread(dtw) });
}

async function runScore(command: Command, options: Options, onProgress: OnProgress) {
  const { generated, reference, compare, rules, processes, seed, sample } = options;
  const scoring = { rules, seed, onProgress, ...(processes === undefined ? {} : { processes }) };
  if (sample) {
    if (generated ?? reference ?? compare) command.error('error: --sample brings its own files', { exitCode: 2 });
    const { predicted, truth } = sampleTrajectories();
    const sides = { generated: predicted, reference: truth };
    return { score: await scoreTrajectories(predicted, truth, scoring), comparison: undefined, sides };
  }
  if (generated === undefined || reference === undefined) {
    command.error('error: give --generated and --reference, or --sample', { exitCode: 2 });
  }
  const files = { generated, reference, ...(compare === undefined ? {} : { compare }) };
  return { comparison: undefined, ...(await scoreFiles(files, scoring)) };
}
