import type { FromHost, ModelAnswer, ModelRequest } from './host-messages.js';

/** Puts a person's request to the language model; `signal` tells when the agent waits for the answer no more. */
export type AskModel = (request: ModelRequest, signal: AbortSignal) => Promise<ModelAnswer>;

/** A request to the language model. One that the agent abandoned is never answered, also when it is asked again. */
export interface Request {
  readonly answer: Promise<ModelAnswer>;
  readonly abandoning: AbortController;
}

/** Something a person was told to do, with its requests to the language model. */
export interface Entry {
  readonly message: { readonly op: 'person' | 'step' | 'leave'; readonly [key: string]: unknown };
  /** By order of asking, so that a restart never asks twice. */
  readonly requests: Request[];
  settled: boolean;
  resolve(done: Done): void;
  reject(error: Error): void;
}

/** How a step ended, in the words of the process. */
export type Done = Extract<FromHost, { op: 'done' }>;

/** What is known of a person's agent in the process. */
export class Mind {
  readonly history: Entry[] = [];
  /** Entries that the process of now has been through, and answers that the one under way has asked for. */
  played = 0;
  asked = 0;
  playing = false;
  waiting: { resolve(done: Done): void; reject(error: Error): void } | undefined;
  /** How often in a row the process ended while this mind alone was deciding. */
  deaths = 0;
  /** Steps in a row that took too long. */
  timeouts = 0;
  ended: Error | undefined;
  /** Requests to the language model whose answer the process of now has not been given. */
  openRequests = 0;

  constructor(
    readonly number: number,
    readonly person: number,
    readonly ask: AskModel,
  ) {}

  /** True while the process should be getting on with what this mind was told. */
  get isComputing(): boolean {
    return this.waiting !== undefined && this.openRequests === 0;
  }

  /** Makes the next request of the entry under way, or finds the one that was made there before. */
  request(request: ModelRequest): Request | undefined {
    const entry = this.history[Math.min(this.played, this.history.length - 1)];
    if (!entry) return undefined;
    const index = this.asked++;
    let made = entry.requests[index];
    if (!made) {
      const abandoning = new AbortController();
      made = { answer: this.ask(request, abandoning.signal), abandoning };
      entry.requests[index] = made;
    }
    return made;
  }
}
