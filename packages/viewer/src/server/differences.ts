import { compiledUrl } from '@itinera/metrics';
import { Piscina } from 'piscina';
import type { Differences } from '../wire/comparison.js';
import type { DifferenceJob } from './difference-worker.js';

/** The differences of two runs' scores, paired where the people are the same; null without a truth at hand. */
export async function runDifferences(job: DifferenceJob): Promise<Differences> {
  const thread = new Piscina({ filename: compiledUrl('./difference-worker.js', import.meta.url), maxThreads: 1 });
  try {
    return await thread.run(job);
  } finally {
    await thread.destroy();
  }
}
