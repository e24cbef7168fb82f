import {
  chooseOrder,
  DEFAULT_STEP_TIMEOUT_SECONDS,
  estimateTrial,
  type OrderChoice,
  openBenchmark,
  openReplayed,
  prepareTrial,
  requestOf,
  requireSameRun,
} from '@itinera/benchmarks';
import { DEFAULT_PYTHON, type SharedCity } from '@itinera/engine';
import { type Command, Option } from 'commander';
import { addQueueOptions, type QueueOptions } from '../pool/open-queue.js';
import { chooseAgent } from './agent-option.js';
import { type Config, readConfig } from './config-file.js';
import { demoOption, hintAtRealData } from './demo-option.js';
import { printDryRun } from './dry-run.js';
import { homeOf } from './home.js';
import { addModelOptions, asReplayed, chooseModel, type ModelOptions } from './model-option.js';
import { checkCallback, notify } from './notify.js';
import { positiveNumber, wholeNumber } from './option-values.js';
import { partHere, reportPart } from './part-option.js';
import { makeRuns } from './run-on-queue.js';
import { Session, type SessionOptions } from './session.js';
import { TASK } from './task-argument.js';

const DEFAULT_SEED = 1;

interface RunOptions extends SessionOptions, ModelOptions, QueueOptions {
  readonly config?: string;
  readonly agent?: string;
  readonly datasets?: string;
  readonly demo?: true;
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
  readonly order: OrderChoice;
  readonly routes?: boolean;
  /** `7/64`; true to ask the scheduler. */
  readonly part?: string | true;
  readonly dryRun?: boolean;
}

/** `asbench run TASK`: from an agent to a score. */
export function addRun(program: Command): void {
  const command = program
    .command('run')
    .description('simulate a task with an agent, and score it where the truth is at hand')
    .argument('<task>', TASK)
    .option('-c, --config <file>', 'configuration, YAML or JSON')
    .option(
      '-a, --agent <agent>',
      'agent file (.ts, .js, .py), agent configuration, or a built-in agent (default: day-pattern)',
    )
    .option('--python <command>', 'interpreter for an agent in Python', DEFAULT_PYTHON)
    .option('-d, --datasets <folder>', 'folder of the dataset, or of all datasets')
    .addOption(demoOption())
    .addOption(
      new Option('-m, --mode <mode>', 'test: run, then evaluate; inference: run only')
        .choices(['test', 'inference'])
        .default('test'),
    )
    .option('--official', 'mark the run as an official one')
    .option('--tenant-id <id>', 'whom the run belongs to', '')
    .option('--callback-url <url>', 'address to be told when the run has ended')
    .option('--seed <number>', 'seed of all chance', wholeNumber(0), DEFAULT_SEED)
    .option('--repeat <times>', 'run with so many seeds, counting up from --seed', wholeNumber(1), 1)
    .option('--people <number>', 'people, the first ones of the profiles', wholeNumber(1))
    .option('--threads <number>', 'threads (default: one a core)', wholeNumber(1))
    .option(
      '--part [number/of]',
      'make one part of the run, beside others; without a number as SLURM or Kubernetes say; then: asbench gather',
    )
    .option('--map <file>', 'map file in place of the one of the dataset')
    .option('--relocate', 'move the people to this map: homes to where people live, work to where they work')
    .option(
      '--step-timeout <seconds>',
      'how long one step of an agent may take',
      positiveNumber,
      DEFAULT_STEP_TIMEOUT_SECONDS,
    )
    .addOption(
      new Option('--congestion <model>', 'how people slow each other down')
        .choices(['off', 'bpr', 'queue'])
        .default('off'),
    )
    .addOption(
      new Option(
        '--order <order>',
        'free: each person at its own pace; step: everybody step by step, in one thread; auto: in step when an agent in Python shares what it changes',
      )
        .choices(['auto', 'free', 'step'])
        .default('auto'),
    )
    .option('--routes', 'keep the ways of trips lane by lane (default: up to 10,000 people)')
    .option('--no-routes', 'keep trips without their ways')
    .option('--allow-problems', 'exit code 0 also for a run that says nothing of its agent')
    .option('--json', 'print the folder and the scores as JSON')
    .option('--dry-run', 'estimate calls, tokens, cost and time from a few people, without asking a model')
    .action(run);
  addModelOptions(addQueueOptions(command));
}

async function run(task: string, given: RunOptions, command: Command): Promise<void> {
  const session = new Session(given);
  checkCallback(command, given.callbackUrl);
  const benchmark = await openBenchmark(task);
  const config: Config = given.config === undefined ? {} : readConfig(given.config, session.warn);
  const home = homeOf(command, config);
  const replayed = openReplayed(given.replay, { ...given, home });
  const options = asReplayed(given, command, replayed);
  const agent = chooseAgent(options.agent, options.python, session.warn);
  const model = chooseModel(config, options, home, session.warn);
  const hint = hintAtRealData(options);
  const place = { ...options, benchmark, home, hint, datasetHome: homeOf(command) };
  const trial = await prepareTrial(place, session.listener);
  const request = requestOf(trial, agent.source, {
    ...options,
    order: await chooseOrder(options.order, agent.source, benchmark, session.note),
    agentParams: options.agentParams ?? agent.params,
    stepTimeoutSeconds: options.stepTimeout,
    models: model.models,
    config: model.publicConfig,
    configPath: options.config ?? null,
  });
  requireSameRun(replayed, request, trial);
  if (options.dryRun) return printDryRun(await estimateTrial(request, trial, model.setup), options.json);
  const part = partHere(options.part, options.repeat, process.env);
  if (part !== null) return reportPart(session, request, session.context(home, trial, model.setup), part, options.json);
  await session.openRegistry(home, config);
  const context = session.context(home, trial, model.setup);
  const reports = await makeRuns(request, trial, context, options);
  if (options.callbackUrl !== undefined) await notify(options.callbackUrl, reports, session.warn);
  await session.report(benchmark, reports);
}
