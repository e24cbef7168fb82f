import { type Command, Option } from 'commander';
import { wholeNumber } from '../commands/option-values.js';
import { queueAddress } from './queue-address.js';
import type { UnitQueue } from './unit-queue.js';

/** Workers that share out the limits of models, when nobody says how many. */
export const DEFAULT_SHARES = 4;

export interface QueueOptions {
  readonly queue?: string;
  readonly shares: number;
}

/** What the commands take that can have their work done by workers. */
export function addQueueOptions(command: Command): Command {
  return command
    .option('--queue <address>', 'process it on the workers of a queue (asbench worker), such as redis://127.0.0.1')
    .addOption(
      new Option('--shares <number>', 'with --queue: number of workers that share the limits of language models')
        .argParser(wholeNumber(1, 100_000))
        .default(DEFAULT_SHARES),
    );
}

/** The queue at an address. @throws UserError when it is none, or nobody answers there. */
export async function openQueue(address: string, warn: (message: string) => void): Promise<UnitQueue> {
  const where = queueAddress(address, process.env, warn);
  // Only now: it takes its time to load.
  const { RedisQueue } = await import('./redis-queue.js');
  return await RedisQueue.open(where, warn);
}
