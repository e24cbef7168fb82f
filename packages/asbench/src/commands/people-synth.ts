import { readMapFile } from '@itinera/city';
import { commuteLaw, formatPeopleReport, readPeopleTables, synthesizePeople, writePeople } from '@itinera/people';
import { type Command, Option } from 'commander';
import { positiveNumber, wholeNumber } from './option-values.js';
import { outputFolder } from './output-path.js';

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
      outputFolder('.json', '.parquet'),
    )
    .option('--json', 'print the report as JSON')
    .action(synth);
}

async function synth(options: SynthOptions): Promise<void> {
  const { map } = await readMapFile(options.map);
  const { number: count, seed } = options;
  const tables = await readPeopleTables(options);
  const { people, report } = synthesizePeople(map, { count, seed, commute: commuteLaw(options), ...tables });
  const written = await writePeople(options.output, people);
  process.stdout.write(
    options.json
      ? `${JSON.stringify({ written, ...report })}
`
      : `${formatPeopleReport(report)}written      ${written.join(', ')}
`,
  );
}
