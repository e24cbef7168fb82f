import { UserError } from '@itinera/base';
import { forServer, readCompletion, type WireRequest, z } from '@itinera/engine/browser';
import type { Outcome } from '@itinera/run/browser';

// The content policy of the page forbids compiled checks, and reports attempts.
z.config({ jitless: true });

/** A language model of the reader. The key stays in the memory of the page and is sent to this server only. */
export interface OwnModel {
  /** Address of a server with the OpenAI protocol, up to `/v1`. */
  readonly url: string;
  readonly model: string;
  /** Empty if the server requires none. */
  readonly key: string;
  readonly mostCalls: number;
}

/** An answer for the sandbox, or why the run has to stop. */
export type ModelReply = { readonly outcome: Outcome } | { readonly stopped: string };

const AT_ONCE = 4;
const TIMEOUT_MILLISECONDS = 60_000;
const LOCAL = /^(localhost|127\.0\.0\.1)$/;

/** Calls the reader's model for one run, at most as often as the reader allows. */
export class ModelCalls {
  readonly #choice: OwnModel;
  readonly #url: URL;
  readonly #waiting: (() => void)[] = [];
  readonly #ended = new AbortController();
  #inFlight = 0;
  /** Calls sent. */
  sent = 0;

  /** @throws UserError if the address or the name of the model is missing or invalid. */
  constructor(choice: OwnModel) {
    this.#choice = choice;
    if (choice.model === '') throw new UserError('The language model has no name. Enter one, such as gpt-4o-mini.');
    const url = URL.canParse(choice.url) ? new URL(choice.url) : null;
    if (url === null || (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOCAL.test(url.hostname))))
      throw new UserError('The address of the language model is invalid. Enter one such as https://api.openai.com/v1.');
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`;
    this.#url = url;
  }

  /** Ends the calls in flight. */
  end(): void {
    this.#ended.abort();
  }

  async ask(request: WireRequest): Promise<ModelReply> {
    const { mostCalls } = this.#choice;
    if (this.sent >= mostCalls) {
      const calls = mostCalls === 1 ? 'call that you allowed is' : 'calls that you allowed are';
      return { stopped: `The ${mostCalls} ${calls} used. Raise the limit, or use fewer people.` };
    }
    this.sent++;
    while (this.#inFlight >= AT_ONCE) await new Promise<void>((resume) => this.#waiting.push(resume));
    this.#inFlight++;
    try {
      return { outcome: await this.#call(request) };
    } finally {
      this.#inFlight--;
      this.#waiting.shift()?.();
    }
  }

  async #call(request: WireRequest): Promise<Outcome> {
    const { model, key } = this.#choice;
    const redact = (text: string) => (key === '' ? text : text.replaceAll(key, '***'));
    const failed = (reason: 'network' | 'rejected' | 'bad-answer', message: string): Outcome => ({
      error: { reason, message: redact(message) },
    });
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(key !== '' && { authorization: `Bearer ${key}` }) },
        body: JSON.stringify(forServer({ ...request, model }, this.#url)),
        signal: AbortSignal.any([this.#ended.signal, AbortSignal.timeout(TIMEOUT_MILLISECONDS)]),
        credentials: 'omit',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
      });
      const body = await response.text();
      if (!response.ok)
        return failed('rejected', `${this.#url.host} answers ${response.status}: ${redact(body).slice(0, 200)}`);
      const { content, toolCalls, finishReason } = readCompletion(body, request, redact);
      return { answer: { content, toolCalls, finishReason } };
    } catch (error) {
      const { name, message } = error as Error;
      if (name === 'ProviderError') return failed('bad-answer', message);
      return failed(
        'network',
        `${this.#url.host} cannot be reached from a page (${message}). Does it allow requests from browsers (CORS)?`,
      );
    }
  }
}
