import { UserError } from '@itinera/metrics';
import {
  droppedRows,
  generators,
  type PlaceOptions,
  type PlaceRule,
  parsePlaceRule,
  places,
  type Trajectories,
} from '@itinera/mobility';
import type { Command } from 'commander';
import { readTrajectories } from '../trajectories/read-trajectories.js';
import { writeTrajectoriesCsv } from '../trajectories/write-trajectories-csv.js';
import { grouped } from './grouped.js';
import { loadH3 } from './load-h3.js';
import { positiveNumber, wholeNumber } from './option-values.js';
import { outputFile } from './output-path.js';

interface GenerateOptions {
  readonly train: string;
  readonly people: number;
  readonly days: number;
  readonly seed: number;
  readonly places?: string;
  readonly zone?: string;
  readonly out: string;
}

const DEFAULT_PLACES: PlaceOptions = { by: 'grid', metres: 500 };

/** `asbench generate MODEL`: people from a statistical model that has learned from trajectories. */
export function addGenerate(program: Command): void {
  const list = generators.map(({ name, title, keeps }) => `  ${name.padEnd(18)}${title}; keeps ${keeps}`).join('\n');
  program
    .command('generate')
    .description('make people with a statistical model of movement that learns from trajectories')
    .argument('<model>', generators.map(({ name }) => name).join(', '))
    .requiredOption(
      '--train <file>',
      'what it learns from: anything that asbench measure reads; columns uid, time, lat, lon; end and place where known',
    )
    .option('--people <count>', 'how many to make', wholeNumber(1, 10_000_000), 1000)
    .option('--days <count>', 'for how long', positiveNumber, 7)
    .option('--seed <number>', 'the same seed makes the same people', wholeNumber(0), 1)
    .option(
      '--places <rule>',
      'how points become places: grid:METRES, cluster:METRES, h3:RESOLUTION, exact or own (default: the column place, else grid:500)',
    )
    .option('--zone <name>', 'the zone on whose clock times are read, such as Asia/Tokyo')
    .requiredOption('-o, --out <csv>', 'the file to write, plain or .gz', outputFile('.csv', '.csv.gz'))
    .addHelpText('after', `\nModels:\n${list}`)
    .action(generate);
}

async function generate(name: string, options: GenerateOptions): Promise<void> {
  const generator = generators.find((known) => known.name === name);
  if (!generator) {
    const known = generators.map((other) => other.name).join(', ');
    throw new UserError(`There is no model ${name}. Choose one of ${known}.`);
  }
  const { train, zone } = options;
  const rule = options.places === undefined ? undefined : await parsePlaceRule(options.places, loadH3);
  const file = await readTrajectories(train, zone === undefined ? {} : { zone });
  for (const line of [...droppedRows(train, file), ...file.notes]) process.stderr.write(`${line}\n`);
  const { people, days, seed, out } = options;
  const made = generator.fit(withPlaces(file.trajectories, rule)).generate({ people, days, seed });
  await writeTrajectoriesCsv(out, made);
  process.stderr.write(
    `${out}: ${grouped(made.times.length)} rows of ${grouped(people)} people by ${name}, made up.\n`,
  );
}

/** Places as asked for; those of the file when nothing is asked. */
function withPlaces(trajectories: Trajectories, rule: PlaceRule | undefined): Trajectories {
  if (rule?.by === 'own' && !trajectories.places)
    throw new UserError('--places own: the training file has no column place with whole numbers.');
  if ((!rule || rule.by === 'own') && trajectories.places) return trajectories;
  return places(trajectories, !rule || rule.by === 'own' ? DEFAULT_PLACES : rule);
}
