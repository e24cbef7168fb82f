import { existsSync, statSync } from 'node:fs';
import { compiledUrl, endThreads, LOADS_BY_IMPORT, UserError } from '@itinera/base';
import type { CallTally, RunFolder } from '@itinera/run';
import { Piscina } from 'piscina';
import { offsetIn } from '../../wire/paging.js';
import type { CallsPage, CallText } from '../../wire/people.js';
import type { CallQuestion } from './calls-worker.js';

/** Maximum number of threads, one for each of the most recently used runs. */
const KEPT = 3;

interface Thread {
  readonly pool: Piscina;
  /** Settled when all questions are answered. */
  answered: Promise<unknown>;
}

/** The calls of runs, read in separate threads so that no other request waits. */
export class Calls {
  readonly #threads = new Map<string, Thread>();
  /** Threads of other runs that are still answering. */
  readonly #former = new Set<Piscina>();
  readonly #tallies = new Map<string, { readonly size: number; readonly tally: CallTally | null }>();
  /** Settled when the calls of all runs with a tally are counted. */
  #counting: Promise<void> = Promise.resolve();
  #isClosed = false;

  /** @returns null if the run has no calls. @throws UserError if the file cannot be read */
  page(folder: RunFolder, query: URLSearchParams): Promise<CallsPage> | null {
    const number = (name: string) => {
      const text = query.get(name) ?? '';
      return text === '' || !Number.isFinite(Number(text)) ? null : Number(text);
    };
    return this.#ask<CallsPage>(folder, {
      kind: 'page',
      query: {
        person: number('person'),
        model: query.get('model') ?? '',
        failed: query.get('failed') === 'yes',
        day: number('day'),
        t: number('t'),
        text: query.get('text') ?? '',
        sort: query.get('sort') ?? '',
        offset: offsetIn(query),
      },
    });
  }

  text(folder: RunFolder, number: number): Promise<CallText | null> | null {
    return this.#ask<CallText | null>(folder, { kind: 'text', number });
  }

  /** The last call of a person up to a time, seconds since the first midnight. */
  before(folder: RunFolder, person: number, time: number): Promise<CallText | null> | null {
    return this.#ask<CallText | null>(folder, { kind: 'before', person, time });
  }

  totals(folder: RunFolder): Promise<CallTally> | null {
    return this.#ask<CallTally>(folder, { kind: 'totals' });
  }

  /** The totals of a run if known; they are counted in the background. */
  tally(folder: RunFolder): CallTally | null {
    const { callsPath: path } = folder;
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (size === 0) return null;
    const known = this.#tallies.get(path);
    if (known?.size === size) return known.tally;
    const tally = known?.tally ?? null;
    this.#tallies.set(path, { size, tally });
    // One run after the other: a folder may hold thousands.
    this.#counting = this.#counting
      .then(() => this.totals(folder))
      .then(
        (counted) => void this.#tallies.set(path, { size, tally: counted }),
        () => {},
      );
    return tally;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...[...this.#threads.values()].map(({ pool }) => pool), ...this.#former].map(endThreads));
  }

  #ask<T>(folder: RunFolder, question: CallQuestion): Promise<T> | null {
    const path = folder.callsPath;
    if (this.#isClosed || !existsSync(path)) return null;
    const thread = this.#threads.get(path) ?? { pool: threadFor(path), answered: Promise.resolve() };
    this.#threads.delete(path);
    this.#threads.set(path, thread);
    const answer = thread.pool.run(question) as Promise<T>;
    thread.answered = answer.catch(() => {});
    for (const [old, { pool, answered }] of this.#threads) {
      if (this.#threads.size <= KEPT) break;
      this.#threads.delete(old);
      this.#former.add(pool);
      void answered.then(() => endThreads(pool)).finally(() => this.#former.delete(pool));
    }
    return answer.catch((error: Error) => {
      throw new UserError(`The calls cannot be read: ${error.message}`);
    });
  }
}

function threadFor(path: string): Piscina {
  const filename = compiledUrl('./calls-worker.js', import.meta.url);
  return new Piscina({ ...LOADS_BY_IMPORT, filename, workerData: path, minThreads: 1, maxThreads: 1 });
}
