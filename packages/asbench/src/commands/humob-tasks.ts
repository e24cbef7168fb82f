import { basename } from 'node:path';
import { counted, grouped, rangeOfUsers } from '@itinera/base';
import { humobScoreAsJson, scoreTasks, type TaskScore, type TaskScores, YEARS, type Year } from '@itinera/humob';
import { type Command, Option } from 'commander';
import { submissionsIn } from './humob-submissions.js';
import { problemLines } from './humob-summary.js';
import { wholeNumber } from './option-values.js';
import { print } from './terminal.js';
import { textTable } from './text-table.js';
import { withProgress } from './with-progress.js';

interface Options {
  year: Year;
  reference: string[];
  seed: number;
  json?: true;
}

/** `asbench humob tasks`: all tasks of a year in one table. */
export function addHumobTasks(humob: Command): void {
  humob
    .command('tasks')
    .description('Validate and score the submissions of all tasks of a year')
    .argument('<submissions...>', 'files or a folder of files, one per task: cityB.csv, team_task1.csv.gz')
    .addOption(new Option('--year <year>', 'year of the challenge').choices(YEARS).makeOptionMandatory())
    .requiredOption('--reference <csv...>', 'ground truth of the tasks: files or a folder of files')
    .option('--json', 'print JSON')
    .option('--seed <number>', 'random seed', wholeNumber(0), 1)
    .action(async (submissions: string[], { year, reference, seed, json }: Options) => {
      const scored = await withProgress((onProgress) => {
        onProgress('validating and scoring', 0, 0);
        return scoreTasks(submissions.flatMap(submissionsIn), reference.flatMap(submissionsIn), { year, seed });
      });
      const isClean = ({ score, validation }: TaskScore) => score !== null && validation?.problems.length === 0;
      if (!scored.tasks.every(isClean)) process.exitCode = 1;
      for (const { score } of scored.tasks)
        for (const warning of score?.warnings ?? []) process.stderr.write(`${warning}\n`);
      print(json ? JSON.stringify(asJson(scored)) : describeTasks(scored));
    });
}

const asJson = ({ rules, tasks, mean }: TaskScores) => ({
  rules,
  tasks: tasks.map(({ score, ...task }) => ({ ...task, score: score && humobScoreAsJson(score, undefined, false) })),
  mean,
});

function describeTasks({ rules, tasks, mean }: TaskScores): string {
  const rows = tasks.map(({ task, submission, validation, score }) => [
    task,
    submission === null ? '–' : basename(submission),
    validation === null ? '–' : grouped(validation.problems.reduce((sum, { count }) => sum + count, 0)),
    ...(score === null
      ? ['–']
      : [
          score.geobleu.value.toFixed(6),
          rangeOfUsers(score.geobleu, 4),
          score.dtw.value.toFixed(6),
          rangeOfUsers(score.dtw, 3),
          grouped(score.users),
        ]),
  ]);
  const means = mean === null ? [] : [['mean', '', '', mean.geobleu.toFixed(6), '', mean.dtw.toFixed(6)]];
  const head = ['task', 'submission', 'problems', `GEO-BLEU ${rules}`, '95 %', 'DTW km', '95 %', 'users'];
  return [
    textTable([head, ...rows, ...means]),
    ...tasks.flatMap(({ task, ownSplit, submission, validation, error }) => [
      ...(ownSplit && validation !== null
        ? [`Task ${task}: the reference lacks people of the challenge, so its own people and days were used.`]
        : []),
      ...(error === null ? [] : [`Task ${task} has no score: ${error}`]),
      ...(validation?.problems.length
        ? [
            `\n${submission}: ${counted(validation.problems.length, 'kind of problem', 'kinds of problems')}`,
            ...validation.problems.flatMap((group) => problemLines({ ...group, examples: group.examples.slice(0, 3) })),
          ]
        : []),
    ]),
  ].join('\n');
}
