import {
  benchmarkNamed,
  type Dataset,
  describeRelocation,
  findDataset,
  peopleOf,
  readDataset,
  relocateDataset,
  startRun,
} from '@itinera/benchmarks';
import type { PreparedCity, Profile, SharedCity } from '@itinera/engine';
import { DEFAULT_PYTHON } from '@itinera/engine';
import { UserError } from '@itinera/metrics';
import { type Command, Option } from 'commander';
import { chooseAgent } from './agent-option.js';
import { type Config, readConfig, type Warn } from './config-file.js';
import { describeDryRun, dryRun } from './dry-run.js';
import { homeOf } from './home.js';
import { addModelOptions, asReplayed, chooseModel, type ModelOptions } from './model-option.js';
import { notify } from './notify.js';
import { positiveNumber, webAddress, wholeNumber } from './option-values.js';
import { type RunReport, Session, type SessionOptions } from './session.js';

const DEFAULT_SEED = 1;
const DEFAULT_STEP_TIMEOUT = 30;

interface RunOptions extends SessionOptions, ModelOptions {
  readonly config?: string;
  readonly agent?: string;
  readonly datasets?: string;
  readonly python: string;
  readonly mode: 'test' | 'inference';
  readonly official?: boolean;
  readonly tenantId: string;
  readonly callbackUrl?: string;
  readonly seed: number;
  readonly repeat: number;
  readonly people?: number;
  readonly map?: string;
  readonly relocate?: true;
  readonly stepTimeout: number;
  readonly congestion: SharedCity['congestion'];
  readonly dryRun?: boolean;
}

/** `asbench run TASK`: from an agent to a score. */
export function addRun(program: Command): void {
  const command = program
    .command('run')
    .description('simulate a task with an agent, and score it where the truth is at hand')
    .argument('<task>', 'DailyMobility or HurricaneMobility')
    .option('-c, --config <file>', 'configuration, YAML or JSON')
    .option(
      '-a, --agent <agent>',
      'agent file (.ts, .js, .py), agent configuration, or a built-in agent (default: day-pattern)',
    )
    .option('--python <command>', 'interpreter for an agent in Python', DEFAULT_PYTHON)
    .option('-d, --datasets <folder>', 'folder of the dataset, or of all datasets')
    .addOption(
      new Option('-m, --mode <mode>', 'test: run, then evaluate; inference: run only')
        .choices(['test', 'inference'])
        .default('test'),
    )
    .option('--official', 'mark the run as an official one')
    .option('--tenant-id <id>', 'whom the run belongs to', '')
    .option('--callback-url <url>', 'address to be told when the run has ended', webAddress)
    .option('--seed <number>', 'seed of all chance', wholeNumber(0), DEFAULT_SEED)
    .option('--repeat <times>', 'run with so many seeds, counting up from --seed', wholeNumber(1), 1)
    .option('--people <number>', 'people, the first ones of the profiles', wholeNumber(1))
    .option('--threads <number>', 'threads (default: one a core)', wholeNumber(1))
    .option('--map <file>', 'map file in place of the one of the dataset')
    .option('--relocate', 'move the people to this map: homes to where people live, work to where they work')
    .option('--step-timeout <seconds>', 'how long one step of an agent may take', positiveNumber, DEFAULT_STEP_TIMEOUT)
    .addOption(
      new Option('--congestion <model>', 'how people slow each other down')
        .choices(['off', 'bpr', 'queue'])
        .default('off'),
    )
    .option('--json', 'print the folder and the scores as JSON')
    .option('--dry-run', 'estimate calls, tokens, cost and time from a few people, without asking a model')
    .action(run);
  addModelOptions(command);
}

async function run(task: string, given: RunOptions, command: Command): Promise<void> {
  const session = new Session(given);
  const benchmark = benchmarkNamed(task);
  const config: Config = given.config === undefined ? {} : readConfig(given.config, session.warn);
  const home = homeOf(command, config);
  const options = asReplayed(given, command, home);
  const agent = chooseAgent(options.agent, options.python, session.warn);
  const model = chooseModel(config, options, home, session.warn);
  const asRead = readDataset(findDataset(home, benchmark, options.datasets));
  if (options.map !== undefined && asRead.mapPath !== null && !options.relocate)
    session.warn(
      `the people of ${asRead.folder} were made for the map there, not for ${options.map}: --relocate moves them.`,
    );
  const city = await session.prepareCity(home, mapOf(asRead, options.map));
  const dataset = options.relocate ? moved(asRead, city, options.seed, session.note) : asRead;
  const people = peopleToRun(dataset, options.people ?? agent.number ?? benchmark.people, session.warn);
  checkPlaces(peopleOf(dataset, people), city, session.warn);
  if (options.dryRun) {
    const estimate = await dryRun({
      benchmark,
      agent: agent.source,
      agentParams: agent.params,
      profiles: peopleOf(dataset, people),
      city,
      congestion: options.congestion,
      seed: options.seed,
      stepTimeoutSeconds: options.stepTimeout,
      providers: model.setup?.providers ?? [],
      prices: model.setup?.prices ?? {},
    });
    process.stdout.write(`${options.json ? JSON.stringify(estimate, null, 2) : describeDryRun(estimate)}\n`);
    return;
  }
  await session.openRegistry(home, config);
  const context = session.context(home, city, model.setup);
  const reports: RunReport[] = [];
  for (let i = 0; i < options.repeat && !context.signal.aborted; i++) {
    const request = {
      benchmark,
      mode: options.mode,
      seed: options.seed + i,
      agent: agent.source,
      agentParams: agent.params,
      dataset,
      people,
      stepTimeoutSeconds: options.stepTimeout,
      congestion: options.congestion,
      models: model.models,
      config: model.publicConfig,
      configPath: options.config ?? null,
      tenantId: options.tenantId,
      official: options.official ?? false,
    };
    reports.push(await session.finish(startRun(request, context), request, benchmark, dataset, context));
  }
  if (options.callbackUrl !== undefined) await notify(options.callbackUrl, reports, session.warn);
  await session.report(reports);
}

function moved(dataset: Dataset, city: PreparedCity, seed: number, note: Warn): Dataset {
  const { dataset: there, report } = relocateDataset(dataset, city, seed);
  note(describeRelocation(report));
  return there;
}

/** @throws UserError when neither the dataset nor the user brings a map. */
function mapOf({ folder, mapPath }: Dataset, option: string | undefined): string {
  const path = option ?? mapPath;
  if (path !== null) return path;
  throw new UserError(`${folder}: holds no map. Pass one: --map city.pb, with --relocate when it is another city.`);
}

function peopleToRun({ profiles, folder }: Dataset, wanted: number, warn: Warn): number {
  if (wanted > profiles.length)
    warn(`${folder} holds ${profiles.length} people, not ${wanted}: all of them are simulated.`);
  return Math.min(wanted, profiles.length);
}

/** @throws UserError when people live where the map has nothing. */
function checkPlaces(profiles: readonly Profile[], { map, path }: PreparedCity, warn: Warn): void {
  const jobless = profiles.filter(({ work }) => work !== null && map.aoiIndex(work) < 0);
  if (jobless.length > 0)
    warn(
      `${jobless.length} people work in AOIs that ${path} does not have, such as person ${jobless[0]!.id}: they cannot go there.`,
    );
  const lost = profiles.filter(({ home }) => map.aoiIndex(home) < 0);
  if (lost.length === 0) return;
  throw new UserError(
    `${path}: ${lost.length} of ${profiles.length} people live in AOIs that this map does not have, such as person ${lost[0]!.id} in ${lost[0]!.home}. ` +
      'The profiles were made for another map: pass that one with --map, or move the people with --relocate.',
  );
}
