import { type Benchmark, openBenchmark } from '@itinera/benchmarks';
import { DEFAULT_PYTHON, findAgent } from '@itinera/engine';
import { DEFAULT_HOME, type RunPart, type RunPlan } from '@itinera/run';
import { readDataset, relocateDataset } from '../datasets/dataset.js';
import { finishTrial } from './finish-trial.js';
import { type ModelTerms, modelsOf } from './model-setup.js';
import { type Listener, type PlanOptions, planRun } from './plan-run.js';
import { shareLimits } from './share-limits.js';
import { type RunContext, startOrContinueRun, startRun } from './start-run.js';
import type { TrialReport } from './trial-report.js';

/** The settings of a trial. Only task and agent are required. */
export interface TrialOptions
  extends Listener,
    ModelTerms,
    Omit<PlanOptions, 'benchmark' | 'agent' | 'home' | 'models' | 'config' | 'datasetHome' | 'hint' | 'inParts'>,
    Partial<Pick<RunContext, 'threads' | 'registry' | 'signal' | 'onProgress' | 'clock'>> {
  /** A benchmark, the name of a built-in one, or the file of a custom one. */
  readonly task: string | Benchmark;
  /** The name of a built-in agent, or an agent file. */
  readonly agent: string;
  /** The interpreter for a Python agent. */
  readonly python?: string;
  readonly home?: string;
  /** Continue an earlier run with the same settings; a finished one is only scored. */
  readonly once?: boolean;
  /** The `llm` of a configuration. */
  readonly llm?: unknown;
  /** The share of the models' limits for this run, if other runs use the rest. */
  readonly share?: RunPart;
}

/**
 * Runs an agent and scores it: finds data and map, simulates, gathers and scores. The run folder stays in the home folder.
 * @returns the report; `stopped` is not null if the run has to be resumed
 * @throws UserError when something is missing or does not match, with the next step.
 */
export async function runAndScore(options: TrialOptions): Promise<TrialReport> {
  const { plan, context } = await openTrial(options);
  const running = options.once ? startOrContinueRun(plan, context) : startRun(plan, context);
  return finishTrial(running, plan, context);
}

/** Prepares everything that a run requires. @throws UserError when something is missing or does not match. */
export async function openTrial(
  options: TrialOptions,
): Promise<{ readonly plan: RunPlan; readonly context: RunContext }> {
  const { home = DEFAULT_HOME, python = DEFAULT_PYTHON, warn = () => {} } = options;
  const agent = findAgent(options.agent, python);
  const { setup, models, publicConfig } = modelsOf(options.llm, options, process.env, warn);
  const benchmark = typeof options.task === 'string' ? await openBenchmark(options.task) : options.task;
  const hint = options.mode === 'inference' ? 'mode inference' : null;
  const { plan, inputs } = await planRun(
    { ...options, benchmark, home, agent, hint, models, config: publicConfig },
    options,
  );
  const context: RunContext = {
    ...inputs,
    home,
    threads: options.threads,
    model: setup && options.share ? shareLimits(setup, options.share) : setup,
    ...(options.registry && { registry: options.registry }),
    clock: options.clock ?? (() => new Date()),
    onWarning: warn,
    ...(options.onProgress && { onProgress: options.onProgress }),
    ...(options.signal && { signal: options.signal }),
  };
  return { plan, context };
}

/** Runs a plan with consecutive seeds, from its own, and scores each; fewer if it is stopped. */
export async function runSeeds(plan: RunPlan, context: RunContext, times: number): Promise<TrialReport[]> {
  const reports: TrialReport[] = [];
  for (let i = 0; i < times && !context.signal?.aborted; i++) {
    const seeded = withSeed(plan, context, plan.seed + i);
    reports.push(await finishTrial(startRun(...seeded), ...seeded));
  }
  return reports;
}

/** The plan with another seed, by which people who are moved to another city move to other places. */
function withSeed(plan: RunPlan, context: RunContext, seed: number): [plan: RunPlan, context: RunContext] {
  if (plan.dataset.relocated === null || plan.dataset.relocated === seed) return [{ ...plan, seed }, context];
  const { dataset } = relocateDataset(readDataset(plan.dataset.folder), context.city, seed);
  return [
    { ...plan, seed, dataset: { ...plan.dataset, relocated: seed } },
    { ...context, dataset },
  ];
}
