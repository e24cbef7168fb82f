import { DEFAULT_PYTHON } from '@itinera/engine';
import { LONGEST_TIMEOUT_SECONDS, planSettings } from '@itinera/run';
import type { OrderChoice } from '@itinera/runner';
import { type Command, Option } from 'commander';
import { addModelOptions, type ModelOptions } from './model-option.js';
import { addMovementOptions, type MovementOptionValues } from './movement-options.js';
import { positiveUpTo, threadCount, wholeNumber } from './option-values.js';
import { addQueueOptions, type QueueOptions } from './queue-options.js';
import type { SessionOptions } from './session.js';

/** Options of every command that simulates: the agent and the computation. */
export interface TrialOptionValues extends SessionOptions, ModelOptions, QueueOptions, MovementOptionValues {
  readonly config?: string;
  readonly agent?: string;
  readonly python: string;
  readonly seed: number;
  readonly map?: string;
  readonly relocate?: true;
  readonly stepTimeout: number;
  readonly order: OrderChoice;
  readonly routes?: boolean;
  /** `7/64`; true for the part that the scheduler assigns. */
  readonly part?: string | true;
  readonly dryRun?: boolean;
  readonly pilot?: number;
  readonly estimateFrom?: string;
}

export function addTrialOptions(command: Command): void {
  addMovementOptions(command);
  command
    .option('-c, --config <file>', 'configuration, YAML or JSON')
    .option(
      '-a, --agent <agent>',
      'agent file (.ts, .js, .py), agent configuration or built-in agent (default: day-pattern)',
    )
    .option('--python <command>', 'interpreter for Python agents', DEFAULT_PYTHON)
    .option('--seed <number>', 'random seed', wholeNumber(0), planSettings().seed)
    .option('--threads <number>', 'number of threads (default: one per core)', threadCount)
    .option('--part [number/of]', 'run one part, such as 7/64 (default: from SLURM or Kubernetes)')
    .option('--relocate', 'move the people to homes and workplaces on this map')
    .option(
      '--step-timeout <seconds>',
      'time limit of one step of an agent',
      positiveUpTo(LONGEST_TIMEOUT_SECONDS),
      planSettings().stepTimeoutSeconds,
    )
    .addOption(
      new Option(
        '--order <order>',
        'free: each person at its own pace; step: all step by step, in one thread; auto: step if Python agents share state or messages',
      )
        .choices(['auto', 'free', 'step'])
        .default('auto'),
    )
    .option('--routes', 'record routes lane by lane (default: up to 10,000 people)')
    .option('--no-routes', 'record trips without routes')
    .option('--allow-problems', 'exit with 0 even if the result is invalid or unscored')
    .option('--json', 'print JSON')
    .option('--dry-run', 'estimate calls, tokens, cost and time without calling a model')
    .option('--pilot <people>', 'estimate by calling the model for this number of people', wholeNumber(1))
    .option('--estimate-from <run>', 'estimate from a finished run of the same task and model');
  addModelOptions(addQueueOptions(command));
}
