import {
  BASELINES,
  groupByPerson,
  predictSteps,
  readSteps,
  targetFromDays,
  withoutMasked,
  writeColumns,
} from '@itinera/humob';
import { UserError } from '@itinera/metrics';
import { Argument, type Command, InvalidArgumentError } from 'commander';
import { grouped } from './grouped.js';
import { wholeNumber } from './option-values.js';
import { outputFile } from './output-path.js';
import { withProgress } from './with-progress.js';

interface Options {
  train: string;
  target?: string;
  days?: [number, number];
  out: string;
  seed: number;
}

/** `asbench humob baseline NAME`: a submission to beat. */
export function addHumobBaseline(humob: Command): void {
  const names = Object.entries(BASELINES).map(([name, summary]) => `  ${name.padEnd(18)} ${summary}`);
  const command: Command = humob
    .command('baseline')
    .description('predict with a simple method, each user from the own past')
    .addArgument(new Argument('<name>', 'which one').choices(Object.keys(BASELINES)))
    .requiredOption('--train <csv>', 'steps to learn from; masked ones (999) are left out')
    .option('--target <csv>', 'the steps to predict; their x, y are not used and may be 999')
    .option(
      '--days <first-last>',
      'predict the steps of --train in these days: the masked ones if it has any',
      dayRange,
    )
    .requiredOption('-o, --out <csv>', 'the submission to write, plain or .gz', outputFile('.csv', '.csv.gz'))
    .option('--seed <number>', 'of the baselines that draw', wholeNumber(0), 1)
    .addHelpText('after', `\nBaselines:\n${names.join('\n')}`);
  command.action(async (name: string, { train, target, days, out, seed }: Options) => {
    if ((target === undefined) === (days === undefined)) {
      command.error('error: give --target or --days, one of them', { exitCode: 2 });
    }
    const { steps, withoutPast } = await withProgress(async (onProgress) => {
      const read = (path: string) => readSteps(path, { masked: true, onProgress });
      const file = await read(train);
      const { past, asked } =
        days !== undefined
          ? targetFromDays(file, days)
          : { past: withoutMasked(file), asked: await read(target as string) };
      if (past.columns !== asked.columns) {
        throw new UserError(
          `${train} has ${past.columns} columns, ${asked.path} has ${asked.columns}. Give the same in both.`,
        );
      }
      return predictSteps(groupByPerson(past), groupByPerson(asked), name, { seed, onProgress });
    });
    await writeColumns(out, steps);
    const strangers =
      withoutPast.length === 0
        ? ''
        : ` ${grouped(withoutPast.length)} users have no training steps: put at the busiest cell.`;
    process.stderr.write(`${out}: ${grouped(steps.length)} steps predicted by ${name}.${strangers}\n`);
  });
}

function dayRange(text: string): [number, number] {
  const ends = /^(\d{1,5})-(\d{1,5})$/.exec(text)?.slice(1).map(Number) as [number, number] | undefined;
  if (ends === undefined || ends[0] > ends[1]) throw new InvalidArgumentError('Expected two days, such as 60-74.');
  return ends;
}
