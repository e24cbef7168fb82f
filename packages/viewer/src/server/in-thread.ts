import { Piscina } from 'piscina';

/**
 * Runs the default export of a module in a separate thread, so that the server keeps responding.
 * @param module the address of the module, from `compiledUrl`
 */
export async function inThread<Job, Result>(module: string, job: Job): Promise<Result> {
  const thread = new Piscina({ filename: module, maxThreads: 1 });
  try {
    return (await thread.run(job)) as Result;
  } finally {
    await thread.destroy();
  }
}
