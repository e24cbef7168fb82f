import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { measuresCsv, type PaperProfile, PROFILES, parsePlaceRule } from '@itinera/mobility';
import { writeDurably } from '@itinera/run';
import { type Command, Option } from 'commander';
import { chartFile, scoreChart } from '../measure-report/charts.js';
import { measurePage } from '../measure-report/measure-page.js';
import { measureSources } from '../measure-report/measure-sources.js';
import { homeOf } from './home.js';
import { loadH3 } from './load-h3.js';
import { describeMeasures } from './measure-summary.js';
import { wholeNumber } from './option-values.js';
import { outputFolder } from './output-path.js';

interface Options {
  readonly train?: string;
  readonly holdout?: string;
  readonly places?: string;
  readonly zone?: string;
  readonly profile?: PaperProfile;
  readonly seed: number;
  readonly threads?: number;
  readonly json?: true;
  readonly output?: string;
}

/** `asbench measure REAL GENERATED`: how real generated trajectories look beside real ones. */
export function addMeasure(program: Command): void {
  program
    .command('measure')
    .description('say how real generated trajectories look beside real ones, with intervals, ceilings and floors')
    .argument(
      '<real>',
      'uid, time, lat, lon as CSV, Parquet, Arrow or GeoJSON, also .gz; HuMob columns; stays with a second time; a run; or the folder of a dataset or its truth',
    )
    .argument('<generated>', 'of the same kind')
    .option('--train <file>', 'what the generator learned from: for floors and privacy')
    .option('--holdout <file>', 'real people that the generator never saw: for utility and privacy')
    .option(
      '--places <rule>',
      "grid:METRES, cluster:METRES, h3:RESOLUTION, exact or own (default: the files' own places where all have the same, else grid:500)",
    )
    .option('--zone <name>', 'the zone on whose clock times are read, such as Asia/Tokyo')
    .addOption(new Option('--profile <paper>', "also what a paper's code makes of them").choices(PROFILES))
    .option('--seed <n>', 'seed of intervals, ceilings and floors', wholeNumber(Number.MIN_SAFE_INTEGER), 1)
    .option('--threads <number>', 'threads (default: one a core)', wholeNumber(1))
    .option('--json', 'print one JSON object')
    .option(
      '-o, --output <folder>',
      'write report.html, measures.json, measures.csv and measures.svg there',
      outputFolder(),
    )
    .action(measure);
}

async function measure(real: string, generated: string, options: Options, command: Command): Promise<void> {
  const { train, holdout, zone, seed, profile, output, json, threads = availableParallelism() } = options;
  const places = options.places === undefined ? undefined : await parsePlaceRule(options.places, loadH3);
  const sources = {
    real: pathOf(real, command),
    generated: pathOf(generated, command),
    ...(train !== undefined && { train: pathOf(train, command) }),
    ...(holdout !== undefined && { holdout: pathOf(holdout, command) }),
  };
  const { report, files } = await measureSources(sources, {
    ...(zone !== undefined && { zone }),
    ...(places && { places }),
    ...(profile && { profile }),
    seed,
    threads,
  });
  const left = Object.entries(files).map(([name, { dropped, firstDropped, notes }]) => [
    name,
    { dropped, firstDropped, notes },
  ]);
  const whole = { ...report, files: Object.fromEntries(left) };
  if (output !== undefined) {
    await mkdir(output, { recursive: true });
    writeDurably(join(output, 'measures.json'), [`${JSON.stringify(whole, null, 2)}\n`]);
    writeDurably(join(output, 'measures.csv'), [measuresCsv(report)]);
    writeDurably(join(output, 'measures.svg'), [chartFile(scoreChart(report.measures))]);
    const page = measurePage(report, { real: basename(real), generated: basename(generated), files });
    writeDurably(join(output, 'report.html'), [page]);
  }
  console.log(json ? JSON.stringify(whole, null, 2) : describeMeasures(report, files));
}

/** A file or folder, else a run by its name. */
function pathOf(name: string, command: Command): string {
  const run = join(homeOf(command), 'runs', name);
  return !existsSync(name) && existsSync(run) ? run : name;
}
