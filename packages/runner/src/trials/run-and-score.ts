import { availableParallelism } from 'node:os';
import { type Benchmark, openBenchmark } from '@itinera/benchmarks';
import type { Scenario } from '@itinera/city';
import { DEFAULT_PYTHON, findAgent, type SimulationProgress } from '@itinera/engine';
import type { AgentSource, RunManifest, RunPart } from '@itinera/run';
import { type Dataset, readDataset, relocateDataset } from '../datasets/dataset.js';
import { chooseOrder, type OrderChoice } from './choose-order.js';
import { finishTrial } from './finish-trial.js';
import { type ModelTerms, modelsOf } from './model-setup.js';
import { type Listener, type PreparedTrial, prepareTrial, withCongestion } from './prepare-trial.js';
import type { Registry } from './registry.js';
import { shareLimits } from './share-limits.js';
import { type RunContext, type RunRequest, startOrContinueRun, startRun } from './start-run.js';
import type { TrialReport } from './trial-report.js';

export const DEFAULT_HOME = './.agentsociety-benchmark';
export const DEFAULT_STEP_TIMEOUT_SECONDS = 30;

/** The settings of a trial. Only task and agent are required. */
export interface TrialOptions extends Listener, ModelTerms {
  /** A benchmark, the name of a built-in one, or the file of a custom one. */
  readonly task: string | Benchmark;
  /** The name of a built-in agent, or an agent file. */
  readonly agent: string;
  readonly agentParams?: Readonly<Record<string, unknown>>;
  /** The interpreter for a Python agent. */
  readonly python?: string;
  readonly home?: string;
  /** Folder of the dataset, or of all datasets; default: the installed one, then demo data. */
  readonly datasets?: string;
  /** Use SYNTHETIC demo data, even if real ones are installed. They are the default only in mode `test`. */
  readonly demo?: boolean;
  readonly map?: string;
  readonly relocate?: boolean;
  readonly seed?: number;
  readonly people?: number;
  readonly scenario?: Scenario;
  /** `test`: run, then evaluate; `inference`: run only. */
  readonly mode?: 'test' | 'inference';
  readonly threads?: number;
  readonly stepTimeoutSeconds?: number;
  readonly congestion?: RunManifest['congestion'];
  readonly movement?: NonNullable<RunRequest['movement']>;
  /** Default `auto`. */
  readonly order?: OrderChoice;
  /** Whether the routes of trips are recorded lane by lane. Default: up to 10,000 people. */
  readonly routes?: boolean;
  /** Continue an earlier run with the same settings; a finished one is only scored. */
  readonly once?: boolean;
  /** The `llm` of a configuration. */
  readonly llm?: unknown;
  /** The share of the models' limits for this run, if other runs use the rest. */
  readonly share?: RunPart;
  readonly registry?: Registry;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: SimulationProgress) => void;
  /** The current time, recorded only in run.json. */
  readonly clock?: () => Date;
}

/**
 * Runs an agent and scores it: finds data and map, simulates, gathers and scores. The run folder stays in the home folder.
 * @returns the report; `stopped` is not null if the run has to be resumed
 * @throws UserError when something is missing or does not match, with the next step.
 */
export async function runAndScore(options: TrialOptions): Promise<TrialReport> {
  const { request, trial, context } = await openTrial(options);
  const running = options.once ? startOrContinueRun(request, context) : startRun(request, context);
  return finishTrial(running, request, trial, context);
}

/** Prepares everything that a run requires. @throws UserError when something is missing or does not match. */
export async function openTrial(
  options: TrialOptions,
): Promise<{ readonly request: RunRequest; readonly trial: PreparedTrial; readonly context: RunContext }> {
  const { home = DEFAULT_HOME, seed = 1, python = DEFAULT_PYTHON, warn = () => {} } = options;
  const agent = findAgent(options.agent, python);
  const model = modelsOf(options.llm, options, process.env, warn);
  const benchmark = typeof options.task === 'string' ? await openBenchmark(options.task) : options.task;
  const { datasets, demo, map, relocate, people, scenario } = options;
  const hint = options.mode === 'inference' ? 'mode inference' : null;
  const place = { benchmark, home, datasets, demo, hint, map, relocate, seed, people, scenario };
  const trial = await withCongestion(await prepareTrial(place, options), options.congestion ?? 'off', home, options);
  const order = await chooseOrder(options.order ?? 'auto', agent, benchmark, options.note ?? (() => {}));
  const request = requestOf(trial, agent, {
    ...options,
    order,
    seed,
    models: model.models,
    config: model.publicConfig,
  });
  const context: RunContext = {
    home,
    threads: options.threads ?? availableParallelism(),
    city: trial.city,
    model: model.setup && options.share ? shareLimits(model.setup, options.share) : model.setup,
    ...(options.registry && { registry: options.registry }),
    clock: options.clock ?? (() => new Date()),
    onWarning: warn,
    ...(options.onProgress && { onProgress: options.onProgress }),
    ...(options.signal && { signal: options.signal }),
  };
  return { request, trial, context };
}

/** Runs with consecutive seeds, from that of the request, and scores each; fewer if it is stopped. */
export async function runSeeds(
  request: RunRequest,
  trial: PreparedTrial,
  context: RunContext,
  times: number,
): Promise<TrialReport[]> {
  const reports: TrialReport[] = [];
  for (let i = 0; i < times && !context.signal?.aborted; i++) {
    const seed = request.seed + i;
    const dataset = movedAnew(trial, seed);
    const seeded = { ...request, seed, dataset };
    reports.push(await finishTrial(startRun(seeded, context), seeded, { ...trial, dataset }, context));
  }
  return reports;
}

/** Moves people to another city separately for each seed. */
function movedAnew({ dataset, city }: PreparedTrial, seed: number): Dataset {
  if (dataset.relocated === null || dataset.relocated === seed) return dataset;
  return relocateDataset(readDataset(dataset.folder), city, seed).dataset;
}

/** Completes the request of a run with defaults. */
export function requestOf(
  { benchmark, dataset, people, scenario }: PreparedTrial,
  agent: AgentSource,
  terms: Partial<Omit<RunRequest, 'benchmark' | 'dataset' | 'people' | 'agent' | 'scenario'>>,
): RunRequest {
  const routeCosts = (terms.congestion ?? 'off') === 'off' ? benchmark.routeCosts : undefined;
  return {
    benchmark,
    dataset,
    people,
    agent,
    agentParams: terms.agentParams ?? {},
    mode: terms.mode ?? 'test',
    seed: terms.seed ?? 1,
    stepTimeoutSeconds: terms.stepTimeoutSeconds ?? DEFAULT_STEP_TIMEOUT_SECONDS,
    congestion: terms.congestion ?? 'off',
    ...((terms.movement || routeCosts) && { movement: { ...terms.movement, ...(routeCosts && { routeCosts }) } }),
    ...(scenario && { scenario }),
    order: terms.order ?? 'free',
    ...(terms.routes !== undefined && { routes: terms.routes }),
    models: terms.models ?? [],
    config: terms.config ?? {},
    configPath: terms.configPath ?? null,
    tenantId: terms.tenantId ?? '',
    official: terms.official ?? false,
  };
}
