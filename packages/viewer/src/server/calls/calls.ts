import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { UserError } from '@itinera/metrics';
import type { RunFolder } from '@itinera/run';
import type { CallsPage, CallText } from '../../wire/people.js';
import type { CallTally } from '../call-tally.js';
import type { CallQuestion } from './calls-worker.js';

/** Threads that are kept, one for each run whose calls were looked at last. */
const KEPT = 3;

/** The calls of runs, read in threads of their own so that nothing else waits. */
export class Calls {
  readonly #threads = new Map<string, CallThread>();

  /** @returns null when the run has made no calls. @throws UserError when the file cannot be read */
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
        t: number('t'),
        text: query.get('text') ?? '',
        offset: Math.max(0, Math.floor(number('offset') ?? 0)),
      },
    });
  }

  text(folder: RunFolder, number: number): Promise<CallText | null> | null {
    return this.#ask<CallText | null>(folder, { kind: 'text', number });
  }

  totals(folder: RunFolder): Promise<CallTally> | null {
    return this.#ask<CallTally>(folder, { kind: 'totals' });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#threads.values()].map((thread) => thread.end()));
  }

  #ask<T>(folder: RunFolder, question: CallQuestion): Promise<T> | null {
    const path = folder.callsPath;
    if (!existsSync(path)) return null;
    const thread = this.#threads.get(path) ?? new CallThread(path);
    this.#threads.delete(path);
    this.#threads.set(path, thread);
    for (const [old, unused] of this.#threads) {
      if (this.#threads.size <= KEPT) break;
      this.#threads.delete(old);
      void unused.end();
    }
    return thread.ask(question) as Promise<T>;
  }
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

class CallThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #next = 0;

  constructor(path: string) {
    const file = fileURLToPath(new URL('./calls-worker.js', import.meta.url.replace('/src/', '/dist/')));
    this.#worker = new Worker(file, { workerData: path });
    this.#worker.on('message', ({ id, value, error }: { id: number; value: unknown; error?: string }) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(value);
      else waiting?.reject(new UserError(`The calls cannot be read: ${error}`));
    });
    const fail = (error: Error) => {
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    };
    this.#worker.on('error', fail);
    this.#worker.on('exit', () => fail(new UserError('The calls are not read any more. Load the page again.')));
  }

  ask(question: CallQuestion): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = this.#next++;
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, question });
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
