import { DEFAULT_STEP_TIMEOUT_SECONDS, type OrderChoice } from '@itinera/benchmarks';
import { DEFAULT_PYTHON } from '@itinera/engine';
import { type Command, Option } from 'commander';
import { addQueueOptions, type QueueOptions } from '../pool/open-queue.js';
import { addModelOptions, type ModelOptions } from './model-option.js';
import { positiveNumber, wholeNumber } from './option-values.js';
import type { SessionOptions } from './session.js';

const DEFAULT_SEED = 1;

/** What every command takes that lets people live: who decides for them, and how it is computed. */
export interface TrialOptionValues extends SessionOptions, ModelOptions, QueueOptions {
  readonly config?: string;
  readonly agent?: string;
  readonly python: string;
  readonly seed: number;
  readonly map?: string;
  readonly relocate?: true;
  readonly stepTimeout: number;
  readonly order: OrderChoice;
  readonly routes?: boolean;
  /** `7/64`; true to ask the scheduler. */
  readonly part?: string | true;
  readonly dryRun?: boolean;
}

export function addTrialOptions(command: Command): void {
  command
    .option('-c, --config <file>', 'configuration, YAML or JSON')
    .option(
      '-a, --agent <agent>',
      'agent file (.ts, .js, .py), agent configuration, or a built-in agent (default: day-pattern)',
    )
    .option('--python <command>', 'interpreter for an agent in Python', DEFAULT_PYTHON)
    .option('--seed <number>', 'seed of all chance', wholeNumber(0), DEFAULT_SEED)
    .option('--threads <number>', 'threads (default: one a core)', wholeNumber(1))
    .option(
      '--part [number/of]',
      'make one part of the run, beside others; without a number as SLURM or Kubernetes say; then: asbench gather',
    )
    .option('--relocate', 'move the people to this map: homes to where people live, work to where they work')
    .option(
      '--step-timeout <seconds>',
      'how long one step of an agent may take',
      positiveNumber,
      DEFAULT_STEP_TIMEOUT_SECONDS,
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
    .option('--dry-run', 'estimate calls, tokens, cost and time from a few people, without asking a model');
  addModelOptions(addQueueOptions(command));
}
