import { SECONDS_PER_DAY, UserError } from '@itinera/base';
import { MAX_DAYS, simulationOf, USUAL_FIRST_DAY } from '@itinera/benchmarks';
import { readMapFile } from '@itinera/city';
import type { SharedCity } from '@itinera/engine';
import { isMatsimPlans, parseScenario, peopleFolder } from '@itinera/runner';
import { type Command, Option } from 'commander';
import { readDocument } from '../documents/read-document.js';
import { makeTrial, openConfig } from './make-trial.js';
import { WEIGHT } from './movement-options.js';
import { wholeNumber } from './option-values.js';
import { Session } from './session.js';
import { addTrialOptions, type TrialOptionValues } from './trial-options.js';
import { refuseUnused } from './unused-options.js';

interface SimulateOptions extends TrialOptionValues {
  readonly profiles?: string;
  readonly draw?: number;
  readonly days: number;
  readonly date: string;
  readonly step: number;
  readonly congestion?: SharedCity['congestion'];
  readonly scenario?: string;
  readonly crs?: string;
  readonly observed?: string;
}

/** `asbench simulate`: days of your own people in a city, without a benchmark. */
export default function addSimulate(program: Command): void {
  const command = program
    .command('simulate')
    .option(
      '--profiles <path>',
      'profiles (.json, .jsonl, .csv, .parquet), a folder of them, or plans of MATSim (.xml)',
    )
    .option(
      '--draw <number>',
      'number of people, drawn at random in whole households (default: all)',
      wholeNumber(1, 100_000_000),
    )
    .option('--map <file>', 'map of the city (.pb)')
    .option('--days <number>', `number of days, up to ${MAX_DAYS}`, wholeNumber(1, MAX_DAYS), 7)
    .option('--date <day>', 'first day, YYYY-MM-DD', USUAL_FIRST_DAY)
    .option('--step <seconds>', 'time step; a day is a multiple of it', wholeNumber(1, SECONDS_PER_DAY), 900)
    .addOption(
      new Option('--congestion <model>', 'congestion model (default: queue from 10,000 people, else off)').choices([
        'off',
        'bpr',
        'queue',
      ]),
    )
    .option(
      '--represents <people>',
      'number of real people represented, or weight for the column of that name (default: that of the profiles)',
      (text) => (text === WEIGHT ? text : wholeNumber(1)(text)),
    )
    .addOption(
      new Option(
        '--demand <file>',
        'scale written by asbench traffic calibrate --run, instead of --represents',
      ).conflicts(['represents', 'sampleFactor']),
    )
    .option('--crs <crs>', 'coordinate system of plans, such as EPSG:32633 (default: that of the file)')
    .option('--scenario <file>', 'scenario (YAML): closed roads, new lines, work at home …', onlyScenario)
    .option('--observed <folder>', 'survey for the realism card: folder with weekdays.csv, weekends.csv, flows.csv')
    .action(simulate);
  addTrialOptions(command);
}

function onlyScenario(file: string, before: string | undefined): string {
  if (before === undefined) return file;
  throw new UserError(`--scenario is given twice: ${before} and ${file}. Put all changes into one file.`);
}

async function simulate({ profiles, ...given }: SimulateOptions, command: Command): Promise<void> {
  if (profiles === undefined)
    command.error(
      "error: required option '--profiles <path>' not specified. Create synthetic people: asbench data people --map city.pb -o people",
      { exitCode: 2 },
    );
  const options = { ...given, profiles };
  const arePlans = isMatsimPlans(profiles);
  if (!arePlans) refuseUnused(command, ['crs'], 'without plans of MATSim, --profiles FILE.xml');
  const session = new Session(options);
  const benchmark = simulationOf(options.days, options.step, options.date);
  const opened = openConfig(options, command, session);
  const { scenario: file } = options;
  const scenario = file === undefined ? undefined : parseScenario(readDocument(file), file);
  const map = async () => {
    if (options.map !== undefined) return (await readMapFile(options.map)).map;
    throw new UserError(`--profiles ${options.profiles}: places in degrees require the map of the city: --map city.pb`);
  };
  const datasets = await peopleFolder({
    path: options.profiles,
    home: opened.home,
    map,
    note: session.note,
    crs: options.crs,
  });
  const followsPlans = options.agent === undefined && arePlans;
  const reports = await makeTrial(
    {
      ...options,
      benchmark,
      people: options.draw,
      congestion: options.congestion ?? 'auto',
      ...(followsPlans && { agent: 'plans' }),
      scenario,
      datasets,
      mode: 'inference',
      repeat: 1,
      tenantId: '',
    },
    opened,
    command,
    session,
  );
  if (reports !== null) await session.report(benchmark, reports);
}
