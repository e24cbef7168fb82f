import { counted } from '@itinera/base';
import { droppedRows, noiseFilter, type StayOptions, stays } from '@itinera/mobility';
import { type Command, Option } from 'commander';
import { readTrajectoriesAt } from '../trajectories/read-trajectories.js';
import { writeTrajectoriesCsv } from '../trajectories/write-trajectories-csv.js';
import { positiveUpTo } from './option-values.js';
import { outputFile } from './output-path.js';
import { addReadingOptions, type ReadingOptions, readingOf, stayOptions } from './reading-options.js';

interface Options extends ReadingOptions {
  readonly stays?: StayOptions;
  readonly definition: keyof typeof DEFINITIONS;
  readonly maxSpeed?: number;
  readonly output: string;
}

/** The defaults of two libraries; metres and seconds. */
const DEFINITIONS = {
  'scikit-mobility': { radius: 200, minimum: 1200 },
  trackintel: { radius: 100, minimum: 300, gap: 900 },
} as const satisfies Record<string, StayOptions>;

/** `asbench data stays FILE`: stays of people from the points of their tracks. */
export default function addStays(program: Command): void {
  const command = program
    .command('stays')
    .argument('<file>', 'points in any format of asbench measure')
    .option('--stays <rule>', 'METRES,MINUTES,GAP, such as 200,20,60; overrides the definition', stayOptions)
    .addOption(
      new Option('--definition <library>', 'radius, minimum and gap by default as in a library')
        .choices(Object.keys(DEFINITIONS))
        .default('scikit-mobility'),
    )
    .option('--max-speed <km/h>', 'first drop points reached faster than this', positiveUpTo(100_000))
    .requiredOption('-o, --output <csv>', 'file of stays to write, plain or .gz', outputFile('.csv', '.csv.gz'))
    .action(writeStays);
  addReadingOptions(command);
}

async function writeStays(path: string, options: Options): Promise<void> {
  const file = await readTrajectoriesAt(path, readingOf(options));
  for (const line of [...droppedRows(path, file), ...file.notes]) process.stderr.write(`${line}\n`);
  const { maxSpeed, output } = options;
  const points =
    maxSpeed === undefined
      ? file.trajectories
      : noiseFilter(file.trajectories, { maxSpeed: maxSpeed / 3.6 }).trajectories;
  const found = stays(points, options.stays ?? DEFINITIONS[options.definition]);
  await writeTrajectoriesCsv(output, found);
  process.stderr.write(
    `${output}: ${counted(found.times.length, 'stay')} of ${counted(found.people.length, 'person', 'people')} from ${counted(points.times.length, 'point')}.\n`,
  );
}
