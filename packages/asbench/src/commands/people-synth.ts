import { readMapFile } from '@itinera/city';
import { commuteLaw, formatPeopleReport, readPeopleTables, synthesizePeople, writePeople } from '@itinera/people';
import { type Command, Option } from 'commander';
import { peopleOption, positiveUpTo, wholeNumber } from './option-values.js';
import { outputFolder, printWrote } from './output-path.js';

interface SynthOptions {
  readonly map: string;
  readonly people: number;
  readonly seed: number;
  readonly population?: string;
  readonly workers?: string;
  readonly jobs?: string;
  readonly schools?: string;
  readonly marginals?: string;
  readonly law: 'power' | 'exponential';
  readonly exponent?: number;
  readonly metres?: number;
  readonly meanKm?: number;
  readonly flows?: string;
  readonly output: string;
  readonly json?: true;
}

/** `asbench data people`: the synthetic population of a city. */
export default function addPeople(program: Command): void {
  program
    .command('people')
    .requiredOption('--map <file>', 'map of the city (.pb)')
    .addOption(peopleOption('number of people').default(10_000))
    .option('--seed <number>', 'random seed', wholeNumber(0), 1)
    .option(
      '--population <csv>',
      'population grid: lon, lat, population, or polygons (default: --workers, else residential land)',
    )
    .option('--workers <csv>', 'grid of employed residents: lon, lat, workers (default: column of --population)')
    .option('--jobs <csv>', 'job grid: lon, lat, jobs, or polygons (default: by floor area, POIs and land use)')
    .option('--schools <csv>', 'school grid: lon, lat, schools (default: from --population, else POIs and land use)')
    .option('--marginals <csv>', 'counts to match: variable, category, count')
    .addOption(
      new Option('--law <law>', 'decay of attraction with distance').choices(['power', 'exponential']).default('power'),
    )
    .option('--exponent <number>', 'exponent of the power law (default: 0.65)', positiveUpTo(100))
    .option('--metres <number>', 'scale of the exponential law (default: 14187)', positiveUpTo(1e8))
    .option('--flows <csv>', 'commutes: home_lon, home_lat, work_lon, work_lat, people')
    .option('--mean-km <number>', 'mean straight-line distance to work, to fit the law', positiveUpTo(1000))
    .requiredOption(
      '-o, --output <path>',
      'folder to write (profiles.json and profiles.parquet), or one .json or .parquet file',
      outputFolder('.json', '.parquet'),
    )
    .option('--json', 'print JSON')
    .action(synth);
}

async function synth(options: SynthOptions): Promise<void> {
  const commute = commuteLaw(options);
  const { map } = await readMapFile(options.map);
  const { people: count, seed } = options;
  const tables = await readPeopleTables({ ...options, grid: options.population });
  const { people, report } = synthesizePeople(map, {
    count,
    seed,
    commute,
    ...tables,
    ...(options.meanKm !== undefined && { meanMetres: options.meanKm * 1000 }),
  });
  const written = await writePeople(options.output, people);
  for (const path of written) printWrote(path);
  process.stdout.write(options.json ? `${JSON.stringify({ written, ...report })}\n` : formatPeopleReport(report));
}
