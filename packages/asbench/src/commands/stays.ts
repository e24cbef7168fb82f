import { statSync } from 'node:fs';
import { counted } from '@itinera/base';
import { droppedRows, noiseFilter, type StayOptions, stays, type Trajectories } from '@itinera/mobility';
import { type Command, Option } from 'commander';
import { readTrajectoriesAt } from '../trajectories/read-trajectories.js';
import { noteAsSources } from '../trajectories/synthetic-mark.js';
import { writePartsCsv } from '../trajectories/write-trajectories-csv.js';
import { positiveUpTo } from './option-values.js';
import { outputFile, printWrote } from './output-path.js';
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
      new Option('--definition <library>', 'library whose default radius, minimum and gap to use')
        .choices(Object.keys(DEFINITIONS))
        .default('scikit-mobility'),
    )
    .option('--max-speed <km/h>', 'first drop points reached faster than this', positiveUpTo(100_000))
    .requiredOption('-o, --output <csv>', 'file of stays to write, plain or .gz', outputFile('.csv', '.csv.gz'))
    .action(writeStays);
  addReadingOptions(command);
}

/** The reason of repeated rows in `dropped`. */
const REPEATED = 'said twice';
/** Bytes of a file for which a share of its people is read at a time: some two million fixes. */
const PART_BYTES = 100e6;
/** By how much tables of fixes are compressed, at most. */
const PACKED = 6;

async function writeStays(path: string, options: Options): Promise<void> {
  const { maxSpeed, output } = options;
  const count = partsOf(path);
  const found: Trajectories[] = [];
  const dropped: Record<string, number> = {};
  const firstDropped: Record<string, number> = {};
  const notes = new Set<string>();
  let fixes = 0;
  for (let index = 0; index < count; index++) {
    const file = await readTrajectoriesAt(path, {
      ...readingOf(options),
      ...(count > 1 && { part: { index, count } }),
    });
    // Every part counts all invalid rows, but only its own repeated ones.
    for (const [why, rows] of Object.entries(file.dropped))
      dropped[why] = index > 0 && why === REPEATED ? (dropped[why] ?? 0) + rows : rows;
    Object.assign(firstDropped, file.firstDropped);
    for (const note of file.notes) notes.add(note);
    const points =
      maxSpeed === undefined
        ? file.trajectories
        : noiseFilter(file.trajectories, { maxSpeed: maxSpeed / 3.6 }).trajectories;
    fixes += points.times.length;
    found.push(stays(points, options.stays ?? DEFINITIONS[options.definition]));
  }
  const lines = droppedRows(path, { trajectories: found[0]!, dropped, firstDropped, notes: [] });
  for (const line of [...lines, ...notes]) process.stderr.write(`${line}\n`);
  await writePartsCsv(output, found);
  await noteAsSources([output], [path]);
  const total = (of: (set: Trajectories) => number) => found.reduce((sum, set) => sum + of(set), 0);
  printWrote(
    output,
    `${counted(
      total(({ times }) => times.length),
      'stay',
    )} of ${counted(
      total(({ people }) => people.length),
      'person',
      'people',
    )} from ${counted(fixes, 'point')}`,
  );
}

/** In how many shares of people a file is read, so that memory does not grow with it; 1 for what can be read only once. */
function partsOf(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile() || path.endsWith('.data')) return 1;
  return Math.max(1, Math.ceil((stats.size * (/\.gz$/i.test(path) ? PACKED : 1)) / PART_BYTES));
}
