import type { GroupTables } from '@itinera/run/browser';
import type { AgentJob } from '../messages.js';
import type { FinishedPlay } from './run-files.js';
import type { PlayOutcome, Replay, WorldChoice } from './world.js';

/** What the page asks the thread of the city. */
export type WorldQuestion =
  | { readonly ask: 'open'; readonly choice: WorldChoice }
  | { readonly ask: 'score'; readonly groups: readonly GroupTables[] }
  /** Keeps a run of the random agent, for later scores. */
  | { readonly ask: 'floor'; readonly groups: readonly GroupTables[] }
  | { readonly ask: 'replay'; readonly groups: readonly GroupTables[]; readonly version: string }
  /** The folder of a run as a zip archive. */
  | { readonly ask: 'pack'; readonly run: FinishedPlay; readonly name: string };

export type WorldAnswer = { readonly answer: unknown } | { readonly fault: string };

/** The answers by question. */
interface Answers {
  readonly open: Omit<AgentJob, 'agent' | 'hasModel'>;
  readonly score: PlayOutcome;
  readonly floor: undefined;
  readonly replay: Replay;
  readonly pack: Blob;
}

/** The message of an error; errors of the program show where they come from. */
export function asFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.name === 'UserError' ? error.message : `${error.name}: ${error.message}`;
}

/** Asks a thread of the city. */
export class WorldThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  #asked = 0;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.onmessage = ({ data }) => {
      const { resolve, reject } = this.#waiting.get(data.number)!;
      this.#waiting.delete(data.number);
      if ('fault' in data) reject(new Error(data.fault));
      else resolve(data.answer as never);
    };
    worker.onerror = ({ message }) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(message));
      this.#waiting.clear();
    };
  }

  /** @throws Error with a message for the user. */
  ask<Q extends WorldQuestion>(question: Q): Promise<Answers[Q['ask']]> {
    const number = this.#asked++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      this.#worker.postMessage({ number, question });
    });
  }

  get isBusy(): boolean {
    return this.#waiting.size > 0;
  }

  /** Ends the thread. */
  end(): void {
    this.#worker.terminate();
  }
}
