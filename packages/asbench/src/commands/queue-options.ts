import { type Command, Option } from 'commander';
import { wholeNumber } from './option-values.js';

/** Workers that share the limits of models by default. */
const DEFAULT_SHARES = 4;

export interface QueueOptions {
  readonly queue?: string;
  readonly shares: number;
}

/** The options of commands whose work can be done by workers. */
export function addQueueOptions(command: Command): Command {
  return command
    .option('--queue <address>', 'use the workers of this queue, such as redis://127.0.0.1')
    .addOption(
      new Option('--shares <number>', 'with --queue: workers that share language model limits')
        .argParser(wholeNumber(1, 100_000))
        .default(DEFAULT_SHARES),
    );
}
