import { MAX_DAYS, simulationOf, USUAL_FIRST_DAY } from '@itinera/benchmarks';
import { readMapFile } from '@itinera/city';
import type { SharedCity } from '@itinera/engine';
import { SECONDS_PER_DAY, UserError } from '@itinera/metrics';
import { type Command, Option } from 'commander';
import { peopleFolder } from '../records/people-folder.js';
import { makeTrial, openConfig } from './make-trial.js';
import { wholeNumber } from './option-values.js';
import { Session } from './session.js';
import { addTrialOptions, type TrialOptionValues } from './trial-options.js';

interface SimulateOptions extends TrialOptionValues {
  readonly people: string;
  readonly number?: number;
  readonly days: number;
  readonly from: string;
  readonly step: number;
  readonly congestion?: SharedCity['congestion'];
}

/** `asbench simulate`: people of one's own live through days of a city, without a benchmark. */
export function addSimulate(program: Command): void {
  const command = program
    .command('simulate')
    .description("let people of one's own live through days of a city, without a benchmark and without a score")
    .requiredOption('--people <profiles>', 'profiles (.json, .jsonl, .csv, .parquet), or a folder of them')
    .option('-n, --number <people>', 'the first ones of the profiles (default: all)', wholeNumber(1))
    .option('--map <file>', 'map of the city (.pb)')
    .option('--days <number>', `days, 1 to ${MAX_DAYS}`, wholeNumber(1, MAX_DAYS), 7)
    .option('--from <date>', 'the first day, YYYY-MM-DD: weekends follow from it (default: a Monday)', USUAL_FIRST_DAY)
    .option('--step <seconds>', 'between two looks at everybody; divides a day', wholeNumber(1, SECONDS_PER_DAY), 900)
    .addOption(
      new Option(
        '--congestion <model>',
        'how people slow each other down (default: queue from 10,000 people on, else off)',
      ).choices(['off', 'bpr', 'queue']),
    )
    .action(simulate);
  addTrialOptions(command);
}

async function simulate(options: SimulateOptions, command: Command): Promise<void> {
  const session = new Session(options);
  const benchmark = simulationOf(options.days, options.step, options.from);
  const opened = openConfig(options, command, session);
  const map = async () => {
    if (options.map !== undefined) return (await readMapFile(options.map)).map;
    throw new UserError(`--people ${options.people}: places in degrees need the map of the city: --map city.pb`);
  };
  const datasets = await peopleFolder({ path: options.people, home: opened.home, map, note: session.note });
  const reports = await makeTrial(
    benchmark,
    { ...options, people: options.number, datasets, mode: 'inference', repeat: 1, tenantId: '' },
    opened,
    command,
    session,
  );
  if (reports !== null) await session.report(benchmark, reports);
}
