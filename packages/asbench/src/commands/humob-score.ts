import { statSync } from 'node:fs';
import { GROUPINGS, isOdFile, OD_RULES, OD_YEAR, RULES, YEARS } from '@itinera/humob';
import { NEWEST_RULES } from '@itinera/metrics';
import { type Command, Option } from 'commander';
import { printScore, type ScoreOneOptions } from './humob-score-one.js';
import { wholeNumber } from './option-values.js';
import { outputFile } from './output-path.js';

/** `asbench humob score`: GEO-BLEU and DTW of predictions. */
export function addHumobScore(humob: Command): void {
  const command = humob
    .command('score')
    .argument(
      '[predictions...]',
      'predictions: uid,d,t,x,y or d,t,x,y as CSV, .gz or Parquet; a folder of them; - for standard input',
    )
    .description('Compute GEO-BLEU and DTW of predictions, with 95 % intervals')
    .addOption(
      new Option('--rules <rules>', `rules of the challenge, or ${OD_RULES} for flows`)
        .choices(RULES)
        .default(NEWEST_RULES)
        .env('ITINERA_RULES'),
    )
    .addOption(new Option('--year <year>', 'the same as --rules, by year').choices([...YEARS, OD_YEAR]))
    .option('--reference <csv>', 'ground truth with the same users and steps')
    .option('--compare <csv>', 'another prediction, compared in pairs')
    .option('--per-user <csv>', 'write the scores of each user to this file', outputFile('.csv'))
    .option('--per-day <csv>', 'write the scores by user and day to this file', outputFile('.csv'))
    .addOption(
      new Option(
        '--by <group>',
        'break scores down by hour, weekday (day modulo 7) or distance from the usual place',
      ).choices(GROUPINGS),
    )
    .option('--parts', 'show the components of GEO-BLEU, p1 to pN')
    .option('--worst <count>', 'show this many users with the lowest GEO-BLEU', wholeNumber(1))
    .option('--json', 'print JSON')
    .option('--threads <number>', 'number of threads (default: one per core)', wholeNumber(1, 1024))
    .option('--seed <number>', 'random seed', wholeNumber(0), 1)
    .option('--sample', 'score the bundled SYNTHETIC sample: 200 users predicted by weekday-slot-mode');
  command.option('-o, --output <html>', 'page to write, with charts and maps', outputFile('.html', '.htm'));
  command.option('--keep <name>', 'store the scoring under this name for asbench ui');
  command.option('--queue <address>', 'score submissions on the workers of this queue');
  command.action(async (submissions: string[], { year, ...given }: ScoreOneOptions) => {
    const options = year === undefined ? given : { ...given, year, rules: RULES[YEARS.indexOf(year)]! };
    for (const path of [...submissions, options.reference])
      if (path !== undefined && isOdFile(path))
        command.error(`error: ${path} contains daily flows: add --year ${OD_YEAR}`, { exitCode: 2 });
    // Imported late: without it, a single score starts in half the time.
    const [generated, ...others] = submissions;
    const isOne = others.length === 0 && options.queue === undefined && !isFolder(generated);
    if (generated !== undefined && !isOne)
      return (await import('./humob-score-many.js')).printScored(command, submissions, options);
    await printScore(command, generated === undefined ? options : { ...options, generated });
  });
}

const isFolder = (path = '-') => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
