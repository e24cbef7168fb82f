import { compiledUrl } from '@itinera/metrics';
import { Piscina } from 'piscina';

/**
 * Runs the function of a file beside this one in a thread of its own, in which the server goes on answering.
 * @param file name of the module, `./…-worker.js`, whose default export takes the job
 */
export async function inThread<Job, Result>(file: string, job: Job): Promise<Result> {
  const thread = new Piscina({ filename: compiledUrl(file, import.meta.url), maxThreads: 1 });
  try {
    return (await thread.run(job)) as Result;
  } finally {
    await thread.destroy();
  }
}
