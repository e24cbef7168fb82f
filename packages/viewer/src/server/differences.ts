import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Differences } from '../wire/comparison.js';
import type { DifferenceJob } from './difference-worker.js';

/** The differences of two runs' scores, paired where the people are the same; null without a truth at hand. */
export async function differencesOf(job: DifferenceJob): Promise<Differences> {
  // Threads need the compiled file, also when the caller runs from source.
  const file = fileURLToPath(new URL('./difference-worker.js', import.meta.url.replace('/src/', '/dist/')));
  return await new Promise((resolve, reject) => {
    const worker = new Worker(file, { workerData: job });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
