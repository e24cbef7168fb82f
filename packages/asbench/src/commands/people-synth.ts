import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readMapFile } from '@itinera/city';
import { UserError } from '@itinera/metrics';
import {
  formatPeopleReport,
  parseGrid,
  parseMarginals,
  type SyntheticPerson,
  synthesizePeople,
  usualCommute,
} from '@itinera/people';
import { writeDurably } from '@itinera/run';
import { type Command, Option } from 'commander';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { positiveNumber, wholeNumber } from './option-values.js';

interface SynthOptions {
  readonly map: string;
  readonly number: number;
  readonly seed: number;
  readonly grid?: string;
  readonly jobs?: string;
  readonly marginals?: string;
  readonly law: 'power' | 'exponential';
  readonly exponent?: number;
  readonly metres?: number;
  readonly output: string;
  readonly json?: true;
}

/** `asbench people synth`: people of a city of one's own. */
export function addPeople(program: Command): void {
  program
    .command('people')
    .description('people of a city')
    .command('synth')
    .description('make up SYNTHETIC people: homes, households, cars, work and school places')
    .requiredOption('--map <file>', 'map of the city (.pb)')
    .option('-n, --number <people>', 'how many', wholeNumber(1), 10_000)
    .option('--seed <number>', 'the same seed makes the same people', wholeNumber(0), 1)
    .option('--grid <csv>', 'where how many live: lon, lat, population; without, by the ground of residential land')
    .option('--jobs <csv>', 'how many jobs are where: lon, lat, jobs; without, by POIs and land use')
    .option('--marginals <csv>', 'variable, category, count: age, sex, status, household_size, cars; the rest as usual')
    .addOption(
      new Option('--law <law>', 'how the pull of a work place falls with distance')
        .choices(['power', 'exponential'])
        .default('power'),
    )
    .option('--exponent <number>', 'power law: of the distance (default: 0.65)', positiveNumber)
    .option('--metres <number>', 'exponential law: over which the pull falls to 1/e (default: 14187)', positiveNumber)
    .requiredOption(
      '-o, --output <path>',
      'a folder (profiles.json and profiles.parquet), or one file .json or .parquet',
    )
    .option('--json', 'print the report as JSON')
    .action(synth);
}

/** Metres over which the pull falls to 1/e: fitted to the same flows as the power law. */
const USUAL_METRES = 1000 / 0.07048615979185323;

async function synth(options: SynthOptions): Promise<void> {
  const { map } = await readMapFile(options.map);
  const power = options.exponent === undefined ? usualCommute : { law: 'power' as const, exponent: -options.exponent };
  const { people, report } = synthesizePeople(map, {
    count: options.number,
    seed: options.seed,
    commute: options.law === 'power' ? power : { law: 'exponential', rate: 1 / (options.metres ?? USUAL_METRES) },
    ...(options.grid !== undefined && { grid: parseGrid(await textOf(options.grid), options.grid) }),
    ...(options.jobs !== undefined && { jobs: parseGrid(await textOf(options.jobs), options.jobs, 'jobs') }),
    ...(options.marginals !== undefined && {
      marginals: parseMarginals(await textOf(options.marginals), options.marginals),
    }),
  });
  const written = await writePeople(options.output, people);
  process.stdout.write(
    options.json
      ? `${JSON.stringify({ written, ...report })}\n`
      : `${formatPeopleReport(report)}written      ${written.join(', ')}\n`,
  );
}

async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: Error) => {
    throw new UserError(`${path}: cannot be read (${error.message}). Check the path.`);
  });
}

async function writePeople(output: string, people: readonly SyntheticPerson[]): Promise<string[]> {
  if (output.endsWith('.json')) return [await save(output, jsonOf(people))];
  if (output.endsWith('.parquet')) return [await save(output, parquetOf(people))];
  return [
    await save(join(output, 'profiles.json'), jsonOf(people)),
    await save(join(output, 'profiles.parquet'), parquetOf(people)),
    await save(
      join(output, 'SYNTHETIC.md'),
      'These people are made up: `asbench people synth`. Nobody of them exists.\n',
    ),
  ];
}

/** A person a line, so that the file can be looked at. */
function* jsonOf(people: readonly SyntheticPerson[]): Generator<string> {
  yield '[\n';
  for (const [i, person] of people.entries()) yield `${JSON.stringify(person)}${i < people.length - 1 ? ',' : ''}\n`;
  yield ']\n';
}

function parquetOf(people: readonly SyntheticPerson[]): Uint8Array {
  const column = <K extends keyof SyntheticPerson>(name: K, type: 'INT32' | 'STRING' | 'BOOLEAN') => ({
    name,
    data: people.map((person) => person[name]),
    type,
  });
  const buffer = parquetWriteBuffer({
    columnData: [
      column('id', 'INT32'),
      column('home', 'INT32'),
      column('work', 'INT32'),
      column('school', 'INT32'),
      column('household', 'INT32'),
      column('household_size', 'INT32'),
      column('cars', 'INT32'),
      column('has_car', 'BOOLEAN'),
      column('age', 'INT32'),
      column('gender', 'STRING'),
      column('occupation', 'STRING'),
      column('synthetic', 'BOOLEAN'),
    ],
    kvMetadata: [{ key: 'itinera', value: 'SYNTHETIC people' }],
  });
  return new Uint8Array(buffer);
}

/** The file appears under its name only when it is whole. */
async function save(path: string, data: string | Uint8Array | Iterable<string>): Promise<string> {
  try {
    await mkdir(dirname(path), { recursive: true });
    writeDurably(path, typeof data === 'string' || data instanceof Uint8Array ? [data] : data);
  } catch (error) {
    throw new UserError(`${path}: cannot be written (${(error as Error).message}). Choose another place with -o.`);
  }
  return path;
}
