import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { UserError } from '@itinera/base';
import { type PaperProfile, PROFILES, parsePlaceRule, reportAsJson, type StayOptions } from '@itinera/mobility';
import { type Command, Option } from 'commander';
import { measureSources } from '../measure/measure-sources.js';
import { homeOf } from './home.js';
import { loadH3 } from './load-h3.js';
import { describeLaws, describeMeasures, describeWeeks } from './measure-summary.js';
import { threadCount, wholeNumber } from './option-values.js';
import { outputFolder } from './output-path.js';
import {
  addReadingOptions,
  addSideOptions,
  type ReadingOptions,
  readingOf,
  sidesOf,
  stayOptions,
} from './reading-options.js';
import { print } from './terminal.js';
import { refuseUnused } from './unused-options.js';

interface Options extends ReadingOptions {
  readonly train?: string;
  readonly heldOut?: string;
  readonly stays?: StayOptions | 'none';
  readonly places?: string;
  readonly paper?: PaperProfile;
  readonly seed: number;
  readonly threads?: number;
  readonly suite?: true;
  readonly map?: string;
  readonly json?: true;
  readonly output?: string;
}

/** `asbench measure REAL GENERATED`: how realistic generated trajectories are. */
export default function addMeasure(program: Command): void {
  const command = program
    .command('measure')
    .argument(
      '<real>',
      'table with uid, time, lat, lon (stays: also end) or HuMob columns, plain or .gz; a run, also of AgentSociety 2; or the folder of a dataset or its truth',
    )
    .argument('[generated]', 'generated trajectories; without them, --suite measures one side')
    .option('--train <file>', 'trajectories that the generator was trained on, for floors and privacy')
    .option('--held-out <file>', 'real people on whom the generator was not trained, for utility and privacy')
    .option(
      '--places <rule>',
      'grid:METRES, cluster:METRES, h3:RESOLUTION, exact or own (default: own if files share places, else grid:500)',
    )
    .option(
      '--stays <rule>',
      'turn points into stays: METRES,MINUTES,GAP such as 200,20,60, or none (default for GPS tracks: 200,20)',
      (text: string) => (text === 'none' ? text : stayOptions(text)),
    )
    .addOption(new Option('--paper <paper>', 'also compute scores as the code of a paper does').choices(PROFILES))
    .option('--seed <number>', 'random seed', wholeNumber(Number.MIN_SAFE_INTEGER), 1)
    .option('--threads <number>', 'number of threads (default: one per core)', threadCount)
    .option('--suite', 'also test laws of human mobility')
    .option('--map <file>', 'background map in report.html (default: that of a compared run)')
    .option('--json', 'print JSON')
    .option(
      '-o, --output <folder>',
      'write report.html, measures.json, measures.csv and measures.svg to this folder',
      outputFolder(),
    )
    .action(measure);
  addSideOptions(addReadingOptions(command));
}

async function measure(real: string, generated: string | undefined, options: Options, command: Command): Promise<void> {
  const { train, heldOut: holdout, paper: profile, map, output, json, threads = availableParallelism() } = options;
  const home = homeOf(command);
  const terms = {
    reading: readingOf(options),
    ...(options.stays && { stays: options.stays }),
    ...(options.places !== undefined && { places: await parsePlaceRule(options.places, loadH3) }),
    seed: options.seed,
  };
  if (generated === undefined) {
    if (!options.suite)
      throw new UserError('Expected two sets of people, real and generated, or --suite for the laws of one.');
    const { requireNoOther, weeksOf } = await openSuite();
    requireNoOther(options);
    const alone = await weeksOf(pathOf(real, command), { ...terms, home });
    return print(
      json ? JSON.stringify(alone, null, 2) : [...alone.notes, describeWeeks({ people: alone.weeks })].join('\n'),
    );
  }
  if (output === undefined) refuseUnused(command, ['map'], 'without --output');
  const sources = {
    real: pathOf(real, command),
    generated: pathOf(generated, command),
    ...(train !== undefined && { train: pathOf(train, command) }),
    ...(holdout !== undefined && { holdout: pathOf(holdout, command) }),
  };
  // Before measuring, which takes longer than to find out that a map cannot be read.
  const ground =
    output === undefined
      ? undefined
      : await (await openReport()).groundOf(map, [sources.real, sources.generated], home);
  const { report, files } = await measureSources(sources, {
    ...terms,
    sides: sidesOf({ ...options }),
    ...(profile && { profile }),
    threads,
  });
  const suite = options.suite && (await (await openSuite()).suiteOf(sources, files, { ...terms, home }));
  const whole = reportAsJson(report, files, suite);
  if (output !== undefined)
    await (await openReport()).writeReport(output, { ...sources, report, files, whole, ground });
  if (json) print(JSON.stringify(whole, null, 2));
  else print([...(suite ? [describeLaws(suite), ''] : []), describeMeasures(report, files)].join('\n'));
}

// Loaded when an option needs them: together they are three quarters of the code.
const openSuite = () => import('../measure/suite.js');
const openReport = () => import('../measure/write-report.js');

/** The path of a file or folder, or of the run with this name. */
function pathOf(name: string, command: Command): string {
  const run = join(homeOf(command), 'runs', name);
  return !existsSync(name) && existsSync(run) ? run : name;
}
