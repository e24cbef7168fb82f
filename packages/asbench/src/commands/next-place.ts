import { counted } from '@itinera/base';
import { nextPlaceBaselines, predictNextPlaces, readCheckIns, splitCheckIns, splitRules } from '@itinera/mobility';
import { openFile } from '@itinera/tables/node';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { writeCheckIns, writePredictions, writeSplit } from '../next-place/next-place-files.js';
import { noteAsSources, noteSynthetic } from '../trajectories/synthetic-mark.js';
import { printNextPlaceScores } from './next-place-score.js';
import { wholeNumber } from './option-values.js';
import { outputFile, outputFolder, printWrote } from './output-path.js';
import { print } from './terminal.js';

const CHECK_INS = 'check-ins or stays: user, time, place; optional: lat, lon, trail_id';

/** `asbench data next-place`: ranked predictions of next places, their splits and baselines. */
export default function addNextPlace(program: Command): void {
  const nextPlace = program.command('next-place');
  nextPlace
    .command('score')
    .description('Score ranked next-place predictions: Acc@k, MRR, NDCG, F1, distance')
    .argument(
      '<predictions...>',
      'user, time, candidates, optionally scores; or one row per candidate: user, time, place, optionally score or rank',
    )
    .requiredOption('--test <file>', `${CHECK_INS}, target (rows to predict)`)
    .option('--train <files...>', 'rows that the predictor was trained on, for leaks, novelty and positions')
    .option('--zone <name>', 'local time zone, such as Asia/Tokyo, for times in UTC or with an offset')
    .addOption(new Option('--by <group>', 'break the scores down by hour').choices(['hour']))
    .option('--per-user <csv>', 'write the scores of each user to this file', outputFile('.csv'))
    .option('--seed <number>', 'random seed', wholeNumber(0), 1)
    .option('--json', 'print JSON')
    .action(printNextPlaceScores);
  nextPlace
    .command('split')
    .description('Split check-ins into train.csv, validation.csv and test.csv by a named rule')
    .argument('<check-ins>', CHECK_INS)
    .addOption(
      new Option('--rule <name>', splitRules.map(({ name, description }) => `${name}: ${description}`).join('. '))
        .choices(splitRules.map(({ name }) => name))
        .makeOptionMandatory(),
    )
    .option(
      '--split-shares <train,validation>',
      'shares of training and validation, such as 0.8,0.1 (default: those of the rule)',
      shares,
    )
    .option('--zone <name>', 'local time zone, such as Asia/Tokyo, for times in UTC or with an offset')
    .option('--seed <number>', 'random seed', wholeNumber(0), 1)
    .requiredOption('-o, --output <folder>', 'folder to write', outputFolder())
    .action(split);
  nextPlace
    .command('baseline')
    .description('Predict the targets of a test file by a simple rule')
    .addOption(
      new Option('--method <name>', 'simple rule')
        .choices(nextPlaceBaselines.map(({ name }) => name))
        .makeOptionMandatory(),
    )
    .requiredOption('--train <files...>', 'rows to learn from')
    .requiredOption('--test <file>', 'rows to predict')
    .option('--zone <name>', 'local time zone, such as Asia/Tokyo, for times in UTC or with an offset')
    .option('--list-length <count>', 'number of places per list', wholeNumber(1, 10_000), 10)
    .requiredOption(
      '-o, --output <file>',
      'file to write: one list per line, or one candidate per row',
      outputFile('.jsonl', '.csv'),
    )
    .action(baseline);
  nextPlace
    .command('synth')
    .description('Generate SYNTHETIC check-ins to try the commands on')
    .option('--users <count>', 'number of users', wholeNumber(1, 1_000_000), 200)
    .option('--days <count>', 'number of days', wholeNumber(1, 10_000), 60)
    .option('--seed <number>', 'random seed', wholeNumber(0), 1)
    .requiredOption('-o, --output <csv>', 'file to write', outputFile('.csv'))
    .action(synth);
}

interface SplitCommandOptions {
  readonly rule: string;
  readonly splitShares?: readonly [number, number];
  readonly zone?: string;
  readonly seed: number;
  readonly output: string;
}

async function split(
  path: string,
  { rule, splitShares: shares, zone, seed, output }: SplitCommandOptions,
): Promise<void> {
  const visits = await readCheckIns(openFile(path), { zone });
  for (const note of visits.notes) process.stderr.write(`${note}\n`);
  const { files, omitted } = await writeSplit(
    output,
    visits,
    splitCheckIns(visits, rule, { seed, ...(shares && { shares }) }),
  );
  await noteAsSources(
    files.map((file) => file.path),
    [path],
  );
  for (const { path, rows, targets } of files)
    printWrote(path, `${counted(rows, 'row')}${targets > 0 ? `, ${counted(targets, 'target')}` : ''}`);
  if (omitted > 0) print(`${counted(omitted, 'row is', 'rows are')} omitted by the rule ${rule}.`);
}

interface BaselineOptions {
  readonly method: string;
  readonly train: readonly string[];
  readonly test: string;
  readonly zone?: string;
  readonly listLength: number;
  readonly output: string;
}

async function baseline({
  method,
  train: trainPaths,
  test: testPath,
  zone,
  listLength: candidates,
  output,
}: BaselineOptions): Promise<void> {
  const test = await readCheckIns(openFile(testPath), { zone });
  const train = await readCheckIns(trainPaths.map(openFile), { zone, names: test.names });
  const lists = predictNextPlaces(train, test, method, { candidates });
  writePredictions(output, test, lists);
  await noteAsSources([output], [...trainPaths, testPath]);
  printWrote(output, `lists of ${candidates} candidates for ${counted(lists.length, 'target')}, by ${method}`);
}

function synth({
  output,
  ...options
}: {
  readonly output: string;
  readonly users: number;
  readonly days: number;
  readonly seed: number;
}): void {
  const count = writeCheckIns(output, options);
  noteSynthetic([output], 'by asbench data next-place synth');
  printWrote(output, `${counted(count, 'SYNTHETIC check-in')} of ${counted(options.users, 'user')}`);
}

function shares(text: string): readonly [number, number] {
  const [train, validation, ...rest] = text.split(',').map(Number);
  if (train! > 0 && validation! >= 0 && train! + validation! < 1 && rest.length === 0) return [train!, validation!];
  throw new InvalidArgumentError('Expected two shares below 1 in total, such as 0.8,0.1.');
}
