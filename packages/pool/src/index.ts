import type { JobQueue } from './job-queue.js';
import { queueAddress } from './queue-address.js';

export { type Batch, BatchFolder, type JobOutcome } from './batch-folder.js';
export { batchOfScorings, type HumobFigures, scoreSubmission } from './humob-jobs.js';
export type { JobEnd, JobEvent } from './job-kind.js';
export { JobProcess, type JobProcessOptions, serveJobs } from './job-process.js';
export type { Job, JobQueue } from './job-queue.js';
export { batchOfRun } from './run-jobs.js';
export { runJobsForParent } from './run-jobs-for-parent.js';
export { batchOfSweep } from './sweep-jobs.js';
export { runJobsHere, waitForBatch } from './wait-for-batch.js';

/** Opens the queue at an address. @throws UserError when the address is invalid or no Redis answers */
export async function openQueue(address: string, warn: (message: string) => void): Promise<JobQueue> {
  const where = queueAddress(address, process.env, warn);
  // BullMQ takes a while to load.
  const { RedisQueue } = await import('./redis-queue.js');
  return await RedisQueue.open(where, warn);
}
