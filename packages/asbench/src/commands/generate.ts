import { UserError } from '@itinera/metrics';
import { generators, places, type Trajectories } from '@itinera/mobility';
import { type Command, InvalidArgumentError } from 'commander';
import { readTrajectoriesCsv } from '../trajectories/read-trajectories-csv.js';
import { writeTrajectoriesCsv } from '../trajectories/write-trajectories-csv.js';
import { grouped } from './grouped.js';
import { positiveNumber, wholeNumber } from './option-values.js';

interface GenerateOptions {
  readonly train: string;
  readonly people: number;
  readonly days: number;
  readonly seed: number;
  readonly places?: PlaceRule;
  readonly out: string;
}

type PlaceRule = { readonly by: 'grid'; readonly metres: number } | { readonly by: 'exact' };

const DEFAULT_PLACES: PlaceRule = { by: 'grid', metres: 500 };

/** `asbench generate MODEL`: people from a statistical model that has learned from trajectories. */
export function addGenerate(program: Command): void {
  const list = generators.map(({ name, title, keeps }) => `  ${name.padEnd(18)}${title}; keeps ${keeps}`).join('\n');
  program
    .command('generate')
    .description('make people with a statistical model of movement that learns from trajectories')
    .argument('<model>', generators.map(({ name }) => name).join(', '))
    .requiredOption(
      '--train <csv>',
      'what it learns from: columns uid, time, lat, lon; end and place where known; .gz too',
    )
    .option('--people <count>', 'how many to make', wholeNumber(1, 10_000_000), 1000)
    .option('--days <count>', 'for how long', positiveNumber, 7)
    .option('--seed <number>', 'the same seed makes the same people', wholeNumber(0), 1)
    .option(
      '--places <rule>',
      'how points become places: grid:<metres> or exact (default: the column place, else grid:500)',
      placeRule,
    )
    .requiredOption('-o, --out <csv>', 'the file to write, plain or .gz')
    .addHelpText('after', `\nModels:\n${list}`)
    .action(generate);
}

async function generate(name: string, options: GenerateOptions): Promise<void> {
  const generator = generators.find((known) => known.name === name);
  if (!generator) {
    const known = generators.map((other) => other.name).join(', ');
    throw new UserError(`There is no model ${name}. Choose one of ${known}.`);
  }
  const { trajectories, dropped } = await readTrajectoriesCsv(options.train);
  for (const [reason, { count, firstLine }] of dropped) {
    process.stderr.write(
      `${options.train}: ${grouped(count)} lines dropped with ${reason}, the first is ${firstLine}.\n`,
    );
  }
  const { people, days, seed, out } = options;
  const made = generator.fit(withPlaces(trajectories, options.places)).generate({ people, days, seed });
  await writeTrajectoriesCsv(out, made);
  process.stderr.write(
    `${out}: ${grouped(made.times.length)} rows of ${grouped(people)} people by ${name}, made up.\n`,
  );
}

/** Places as asked for; those of the file when nothing is asked. */
function withPlaces(trajectories: Trajectories, rule: PlaceRule | undefined): Trajectories {
  if (!rule && trajectories.places) return trajectories;
  return places(trajectories, rule ?? DEFAULT_PLACES);
}

function placeRule(text: string): PlaceRule {
  if (text === 'exact') return { by: 'exact' };
  const metres = Number(/^grid:(\d+(?:\.\d+)?)$/.exec(text)?.[1]);
  if (metres >= 1 && metres <= 1e6) return { by: 'grid', metres };
  throw new InvalidArgumentError('Expected exact, or grid: and 1 to 1000000 metres, such as grid:500.');
}
