import { counted, didYouMean, UserError } from '@itinera/base';
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
import { readTrajectoriesAt } from '../trajectories/read-trajectories.js';
import { noteSynthetic } from '../trajectories/synthetic-mark.js';
import { writeCellsCsv, writeTrajectoriesCsv } from '../trajectories/write-trajectories-csv.js';
import { loadH3 } from './load-h3.js';
import { peopleOption, positiveUpTo, wholeNumber } from './option-values.js';
import { outputFile, printWrote } from './output-path.js';
import { addReadingOptions, type ReadingOptions, readingOf } from './reading-options.js';

interface GenerateOptions extends ReadingOptions {
  readonly train: string;
  readonly people: number;
  readonly days: number;
  readonly seed: number;
  readonly places?: string;
  readonly output: string;
}

const DEFAULT_PLACES: PlaceOptions = { by: 'grid', metres: 500 };

/** `asbench data generate MODEL`: people from a statistical model fitted to trajectories. */
export default function addGenerate(program: Command): void {
  const list = generators.map(({ name, title, keeps }) => `  ${name.padEnd(18)}${title}; keeps ${keeps}`).join('\n');
  const command = program
    .command('generate')
    .argument('<model>', generators.map(({ name }) => name).join(', '))
    .requiredOption('--train <file>', 'trajectories to fit, in any format of asbench measure')
    .addOption(peopleOption('number of people', 10_000_000).default(1000))
    .option('--days <count>', 'number of days', positiveUpTo(10_000), 7)
    .option('--seed <number>', 'random seed', wholeNumber(0), 1)
    .option(
      '--places <rule>',
      'places: grid:METRES, cluster:METRES, h3:RESOLUTION, exact or own (default: the column place, else grid:500)',
    )
    .requiredOption('-o, --output <csv>', 'file to write, plain or .gz', outputFile('.csv', '.csv.gz'))
    .addHelpText('after', `\nModels:\n${list}`)
    .action(generate);
  addReadingOptions(command);
}

async function generate(name: string, options: GenerateOptions): Promise<void> {
  const generator = generators.find((known) => known.name === name);
  if (!generator) {
    const known = generators.map((other) => other.name);
    throw new UserError(`${name} is not a known model.${didYouMean(name, known)} Choose one of ${known.join(', ')}.`);
  }
  const { train } = options;
  const rule = options.places === undefined ? undefined : await parsePlaceRule(options.places, loadH3);
  const file = await readTrajectoriesAt(train, readingOf(options));
  for (const line of [...droppedRows(train, file), ...file.notes]) process.stderr.write(`${line}\n`);
  const { people, days, seed, output } = options;
  const made = generator.fit(withPlaces(file.trajectories, rule)).generate({ people, days, seed });
  // Cells have no location on Earth, so degrees and dates would be invented.
  await (file.areCells ? writeCellsCsv(output, made) : writeTrajectoriesCsv(output, made));
  noteSynthetic([output], `by ${name}`);
  printWrote(
    output,
    `${counted(made.times.length, 'SYNTHETIC row')} of ${counted(people, 'person', 'people')} by ${name}`,
  );
}

/** Places by the rule; without one, those of the file. */
function withPlaces(trajectories: Trajectories, rule: PlaceRule | undefined): Trajectories {
  if (rule?.by === 'own' && !trajectories.places)
    throw new UserError('--places own: the training file has no column place with whole numbers.');
  if ((!rule || rule.by === 'own') && trajectories.places) return trajectories;
  return places(trajectories, !rule || rule.by === 'own' ? DEFAULT_PLACES : rule);
}
