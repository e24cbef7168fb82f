import { endThreads, LOADS_BY_IMPORT } from '@itinera/base';
import { Piscina } from 'piscina';

/** Data that take long to compute, of the most recently used runs, datasets or maps. */
export class Derived<T> {
  readonly #values = new Map<string, T>();
  readonly #kept: number;

  /** @param kept the most that stay in memory */
  constructor(kept = 4) {
    this.#kept = kept;
  }

  /** @param key changes when the value has to be computed again */
  get(key: string, make: () => T): T {
    const value = this.#values.get(key) ?? make();
    this.#values.delete(key);
    this.#values.set(key, value);
    for (const old of this.#values.keys()) {
      if (this.#values.size <= this.#kept) break;
      this.#values.delete(old);
    }
    // What has failed is computed again.
    if (value instanceof Promise) value.catch(() => this.#values.delete(key));
    return value;
  }
}

/** Milliseconds for which a thread without work stays, so that the next job finds its modules loaded. */
const IDLE = 30_000;
/** The threads of all jobs; without work, they do not keep the process alive. */
let threads: Piscina | undefined;

/** Runs the default export of a module in this thread. */
export async function here<Job, Result>(module: string, job: Job): Promise<Result> {
  const { default: run } = (await import(module)) as { readonly default: (job: Job) => Promise<Result> };
  return run(job);
}

/**
 * Runs the default export of a module in a separate thread, so that the server keeps responding.
 * @param module the address of the module, from `compiledUrl`
 * @param isAlone whether the job runs code of users, so that its thread ends with it
 */
export async function inThread<Job, Result>(module: string, job: Job, isAlone = false): Promise<Result> {
  if (isAlone) {
    const own = new Piscina({ filename: module, maxThreads: 1 });
    try {
      return (await own.run(job)) as Result;
    } finally {
      await endThreads(own);
    }
  }
  if (threads === undefined) {
    threads = new Piscina({ ...LOADS_BY_IMPORT, minThreads: 0, idleTimeout: IDLE });
    // What fails in a thread after its job concerns nobody; failures of jobs reach their callers.
    threads.on('error', () => {});
  }
  return (await threads.run(job, { filename: module })) as Result;
}
