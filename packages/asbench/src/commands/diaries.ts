import { basename } from 'node:path';
import { counted } from '@itinera/base';
import { writeDurably } from '@itinera/base/node';
import { readMapFile } from '@itinera/city';
import { RandomStream } from '@itinera/engine';
import { DAY_COLUMNS, type DiaryPerson, drawDiaryDay, fitDiaryModel, formatDay } from '@itinera/mobility';
import { prepareDiaries, SURVEY_SPLITS, SYNTHETIC_DATA } from '@itinera/runner';
import type { Command } from 'commander';
import { marksOfTables } from '../trajectories/synthetic-mark.js';
import { addDiariesAsk } from './diaries-ask.js';
import { addDiariesRead } from './diaries-read.js';
import { readDiaries, writeDiaryAgent } from './diary-agent.js';
import { wholeNumber } from './option-values.js';
import { outputFile, outputFolder, printWrote } from './output-path.js';
import { print } from './terminal.js';

const TABLE = 'diary table (CSV): person, household, weight, sequence; sex, age, status, hh_size, cars, trip_factor';

/** `asbench data diaries`: the days of a travel survey as datasets of DiaryDay, as a model and as results. */
export default function addDiaries(program: Command): void {
  const command = program.command('diaries');
  const seed = ['--seed <number>', 'random seed', wholeNumber(0), 1] as const;
  addDiariesRead(command);
  addDiariesAsk(command);
  command
    .command('prepare')
    .description('Split a survey by household into train, validation and test, and place people on a map')
    .argument('<table>', TABLE)
    .requiredOption('--map <file>', 'map of the city (.pb)')
    .requiredOption('-o, --output <folder>', 'folder to write', outputFolder())
    .option('--truth <folder>', 'write the truth of the test split here', outputFolder())
    .option(...seed)
    .action(prepare);
  command
    .command('fit')
    .description('Fit a semi-Markov model of days and write it as an agent')
    .argument('<table>', TABLE)
    .requiredOption('-o, --output <file>', 'agent to write (.ts), with the model', outputFile('.ts'))
    .action(fit);
  command
    .command('draw')
    .description('Draw a day for each person without a map, as results for evaluate')
    .argument('<table>', TABLE)
    .requiredOption('--train <table>', 'diary table to fit the model to')
    .requiredOption('-o, --output <file>', 'results to write (.json)', outputFile('.json'))
    .option(...seed)
    .action(draw);
  command
    .command('results')
    .description('Turn a table of generated days into results for evaluate')
    .argument('<table>', 'days (CSV): person, sequence; trip_factor')
    .requiredOption('-o, --output <file>', 'results to write (.json)', outputFile('.json'))
    .action(async (table: string, { output }: { readonly output: string }) =>
      writeDays(output, table, await readDiaries(table, DAY_COLUMNS), await isMadeUp(table)),
    );
}

const isMadeUp = async (...tables: readonly string[]) => (await marksOfTables(...tables)).length > 0;

interface SurveyOptions {
  readonly map: string;
  readonly output: string;
  readonly truth?: string;
  readonly seed: number;
}

async function prepare(table: string, { map: path, output, truth: hidden, seed }: SurveyOptions): Promise<void> {
  const people = await readDiaries(table);
  const { map } = await readMapFile(path);
  const splits = await prepareDiaries(people, map, output, {
    seed,
    hidden,
    source: table,
    synthetic: await isMadeUp(table),
  });
  for (const { split, people: count, households, folder } of splits)
    printWrote(
      folder,
      `${counted(count, 'person', 'people')} of ${counted(households, 'household')}, ${(100 * SURVEY_SPLITS[split]).toFixed(0)} % of all households`,
    );
  const [train, , test] = splits;
  process.stdout.write(
    `Homes and workplaces are drawn on the map, as the survey does not publish them.\n` +
      `Next: asbench data diaries fit ${train!.folder}/groundtruth/diaries.csv -o diary-model.ts\n` +
      `      asbench run DiaryDay -d ${test!.folder} --map ${path} -a diary-model.ts\n`,
  );
}

async function fit(table: string, { output }: { readonly output: string }): Promise<void> {
  const people = await readDiaries(table);
  const model = fitDiaryModel(people);
  writeDiaryAgent(output, model, `a semi-Markov model of ${counted(people.length, 'observed day')}`);
  printWrote(output, 'agent with the model');
  process.stdout.write(
    `${counted(model.transitions.length, 'transition')} of ${counted(people.length, 'day')} in ${counted(Object.keys(model.situations).length, 'situation')}.\n` +
      `Next: asbench run DiaryDay -a ${output}\n`,
  );
}

interface DrawOptions {
  readonly train: string;
  readonly output: string;
  readonly seed: number;
}

async function draw(table: string, { train: from, output, seed }: DrawOptions): Promise<void> {
  const [people, observed] = await Promise.all([readDiaries(table), readDiaries(from)]);
  const model = fitDiaryModel(observed);
  const tripFactor = meanTripFactor(observed);
  const drawn = people.map((person) => ({
    ...person,
    tripFactor,
    day: drawDiaryDay(model, person.attributes, new RandomStream(seed, person.id)),
  }));
  writeDays(output, `diary model of ${basename(from)}`, drawn, await isMadeUp(table, from));
}

/** Writes days in the format of results files. */
function writeDays(output: string, agent: string, people: readonly DiaryPerson[], synthetic: boolean): void {
  const days = people.map(({ id, day, tripFactor }) => ({
    id,
    sequence: formatDay(day),
    ...(tripFactor !== 1 && { trip_factor: tripFactor }),
  }));
  const data = synthetic && { data: SYNTHETIC_DATA };
  const metadata = { task_name: 'DiaryDay', agent_filename: basename(agent), mode: 'inference', ...data };
  writeDurably(output, [`${JSON.stringify({ results: { days }, metadata })}\n`]);
  printWrote(output, counted(days.length, 'day'));
  print(`Next: asbench evaluate DiaryDay ${output} -d DATASET`);
}

/** Trips per reported trip in a survey. */
function meanTripFactor(people: readonly DiaryPerson[]): number {
  let [trips, corrected] = [0, 0];
  for (const { weight, tripFactor, day } of people) {
    trips += weight * day.trips.length;
    corrected += weight * tripFactor * day.trips.length;
  }
  return trips === 0 ? 1 : Math.round((1000 * corrected) / trips) / 1000;
}
