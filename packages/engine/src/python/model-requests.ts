import type { ModelAnswer, ModelRequest } from './host-messages.js';
import type { Mind, Request } from './python-mind.js';

/** What the process of now has asked of the language model, by the number of the call. */
export class ModelRequests {
  readonly #inOrder: boolean;
  #open = new Map<number, Request>();
  /** Settled when the last answer that was asked for has been given. */
  #lastAnswer: Promise<void> = Promise.resolve();

  /** @param inOrder whether answers are given in the order of the requests, whichever comes first. */
  constructor(inOrder: boolean) {
    this.#inOrder = inOrder;
  }

  /** Puts somebody's request to the model, and gives the answer unless the process has ended or abandoned it by then. */
  async ask(mind: Mind, call: number, request: ModelRequest, give: (answer: ModelAnswer) => void): Promise<void> {
    const asked = mind.request(request);
    if (!asked) return;
    const open = this.#open;
    open.set(call, asked);
    mind.openRequests++;
    const before = this.#lastAnswer;
    const given = (async () => {
      const answer = await asked.answer;
      if (this.#inOrder) await before;
      if (open !== this.#open) return;
      mind.openRequests--;
      if (!asked.abandoning.signal.aborted) give(answer);
    })();
    this.#lastAnswer = given;
    await given;
  }

  abandon(call: number): void {
    this.#open.get(call)?.abandoning.abort();
  }

  /** The process that has asked is gone. */
  clear(): void {
    this.#open = new Map();
    this.#lastAnswer = Promise.resolve();
  }
}
