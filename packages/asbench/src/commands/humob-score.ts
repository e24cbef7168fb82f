import { GROUPINGS, RULES } from '@itinera/humob';
import { type Command, Option } from 'commander';
import { printScore, type ScoreOneOptions } from './humob-score-one.js';
import { wholeNumber } from './option-values.js';
import { outputFile } from './output-path.js';

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
  command.action(async (submissions: string[], options: ScoreOneOptions) => {
    // Only now: one score starts in half the time without.
    if (submissions.length > 0)
      return (await import('./humob-score-many.js')).printScored(command, submissions, options);
    await printScore(command, options);
  });
}
