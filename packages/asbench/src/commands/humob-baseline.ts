import { counted, UserError } from '@itinera/base';
import {
  BASELINES,
  groupByPerson,
  LEARNED_MODE,
  learnVotes,
  predictSteps,
  readSteps,
  samplePeople,
  targetFromDays,
  withoutMasked,
  writeColumns,
} from '@itinera/humob';
import { Argument, type Command, InvalidArgumentError } from 'commander';
import { noteAsSources } from '../trajectories/synthetic-mark.js';
import { wholeNumber } from './option-values.js';
import { outputFile, printWrote } from './output-path.js';
import { withProgress } from './with-progress.js';

interface Options {
  train: string;
  target?: string;
  onlyDays?: [number, number];
  learnFrom?: string;
  output: string;
  seed: number;
}

/** `asbench humob baseline NAME`: a simple prediction to beat. */
export function addHumobBaseline(humob: Command): void {
  const names = Object.entries(BASELINES).map(([name, summary]) => `  ${name.padEnd(18)} ${summary}`);
  const command: Command = humob
    .command('baseline')
    .description('Predict the steps of each user from their own past')
    .addArgument(new Argument('<name>', 'baseline').choices(Object.keys(BASELINES)))
    .requiredOption('--train <csv>', 'steps to learn from, without the masked ones (999)')
    .option('--target <csv>', 'steps to predict (x and y are ignored)')
    .option('--only-days <first-last>', 'days of --train to predict: the masked steps, if any', dayRange)
    .option('--learn-from <csv>', `steps of another city, for ${LEARNED_MODE}`)
    .requiredOption('-o, --output <csv>', 'submission to write, plain or .gz', outputFile('.csv', '.csv.gz'))
    .option('--seed <number>', 'random seed', wholeNumber(0), 1)
    .addHelpText('after', `\nBaselines:\n${names.join('\n')}`);
  command.action(async (name: string, { train, target, onlyDays: days, learnFrom, output, seed }: Options) => {
    if ((target === undefined) === (days === undefined)) {
      command.error('error: pass either --target or --only-days', { exitCode: 2 });
    }
    if (learnFrom !== undefined && name !== LEARNED_MODE)
      command.error(`error: --learn-from: only ${LEARNED_MODE} learns from another city`, { exitCode: 2 });
    const { steps, withoutPast, learned } = await withProgress(async (onProgress) => {
      const read = (path: string) => readSteps(path, { masked: true, onProgress });
      const file = await read(train);
      const { past, asked } =
        days !== undefined
          ? targetFromDays(file, days)
          : { past: withoutMasked(file), asked: await read(target as string) };
      if (past.columns !== asked.columns) {
        throw new UserError(
          `${train} has ${past.columns} columns, ${asked.path} has ${asked.columns}. Both need the same columns.`,
        );
      }
      const [known, wanted] = [groupByPerson(past), groupByPerson(asked)];
      if (name !== LEARNED_MODE) return { ...predictSteps(known, wanted, name, { seed, onProgress }), learned: [] };
      const first =
        learnFrom === undefined ? undefined : learnVotes(await samplePeople(learnFrom, seed, onProgress), seed);
      const votes = learnVotes(known, seed, first);
      const from = ({ people, steps }: typeof votes, path: string) =>
        `${counted(steps, 'step')} of ${counted(people, 'user')} in ${path}`;
      return {
        ...predictSteps(known, wanted, name, { seed, votes, onProgress }),
        learned: [
          `Learned from ${first === undefined ? '' : `${from(first, learnFrom!)}, then from `}${from(votes, train)}.`,
        ],
      };
    });
    await writeColumns(output, steps);
    await noteAsSources([output], [train, target, learnFrom]);
    const withoutTraining =
      withoutPast.length === 0
        ? []
        : [
            `${counted(withoutPast.length, 'user')} without training steps ${withoutPast.length === 1 ? 'is' : 'are'} placed in the busiest cell.`,
          ];
    for (const line of [...learned, ...withoutTraining]) process.stderr.write(`${line}\n`);
    printWrote(output, `${counted(steps.length, 'step')} predicted by ${name}`);
  });
}

function dayRange(text: string): [number, number] {
  const ends = /^(\d{1,5})-(\d{1,5})$/.exec(text)?.slice(1).map(Number) as [number, number] | undefined;
  if (ends === undefined || ends[0] > ends[1]) throw new InvalidArgumentError('Expected two days, such as 60-74.');
  return ends;
}
