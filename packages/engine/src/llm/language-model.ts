import type { ZodType } from 'zod';
import type { CallsToCome } from './call-forecast.js';
import { RunStopped } from './errors.js';
import type { Completion, JsonSchema, Message, RequestOptions, Tool } from './request.js';

/** What an agent sees as `llm`: requests of one person. */
export interface AgentLanguageModel {
  /**
   * Asks for a text.
   * @returns the text; the whole completion when `tools` are given.
   * @throws LanguageModelError when the request keeps failing and no `fallback` is declared.
   */
  atextRequest(
    dialog: readonly Message[],
    options: RequestOptions & { readonly tools: readonly Tool[] },
  ): Promise<Completion>;
  atextRequest(dialog: readonly Message[], options?: RequestOptions & { readonly fallback?: string }): Promise<string>;

  /**
   * Asks for a value of a schema: the answer is repaired when it is nearly JSON, and asked for once more when it does
   * not fit.
   * @param schema a zod schema, or a JSON Schema (then the value is typed `unknown`).
   * @returns the value; `fallback` when one is declared and no valid answer came (counted in `usage().fallbacks`).
   * @throws LanguageModelError when no valid answer came and no `fallback` is declared.
   */
  request<T>(schema: ZodType<T>, dialog: readonly Message[], options?: TypedRequestOptions<NoInfer<T>>): Promise<T>;
  request(schema: JsonSchema, dialog: readonly Message[], options?: TypedRequestOptions<unknown>): Promise<unknown>;
}

export interface TypedRequestOptions<T> extends RequestOptions {
  /** The agent's declared way out when the model gives nothing usable. */
  readonly fallback?: T;
}

/** Where a person stands, read by the scheduler and the totals whenever it makes a request. */
export interface PersonProgress {
  /** Steps that the person still has to go: the longest chain is served first. */
  remaining(): number;
  /** The step under way: day from 0, t in seconds of the day. */
  step(): { readonly day: number; readonly t: number };
  /** Told when a decision takes the agent's declared fallback, and why. */
  fellBack?(message: string): void;
}

/** Sums over a set of calls. Tokens and cost are of calls sent to a provider, never of replayed or cached ones. */
export interface CallTotals {
  /** Requests sent to a provider, retries included. */
  readonly calls: number;
  /** Requests answered by a provider. */
  readonly answered: number;
  readonly retries: number;
  /** Requests that were given up. */
  readonly failed: number;
  /** Decisions that took the agent's declared fallback. */
  readonly fallbacks: number;
  /** Requests answered from the run's own cassette or from the run being replayed. */
  readonly replayed: number;
  /** Requests answered from the shared cache. */
  readonly cached: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars, over the calls whose price is known. */
  readonly cost: number;
  /** Answered calls of models without a price: `cost` leaves them out. */
  readonly unpriced: number;
  /** Sum of the answer times, seconds. */
  readonly seconds: number;
}

/** The figures of a run under way: those of earlier sessions of a resumed run included. */
export interface LiveUsage extends CallTotals {
  readonly inFlight: number;
  readonly queued: number;
  /** Output tokens a second over the last half minute. */
  readonly tokensPerSecond: number;
  /** Requests whose prompt differs from the one recorded at the same place. */
  readonly changedPrompts: number;
}

/** The same in detail. */
export interface Usage extends LiveUsage {
  readonly byModel: ReadonlyMap<string, CallTotals>;
  /** By second of the day at which the step starts. */
  readonly byStep: ReadonlyMap<number, CallTotals>;
  readonly byPerson: ReadonlyMap<number, CallTotals>;
}

/** The language model of a run: providers, cassette, budgets and totals behind one object per person. */
export interface LanguageModel {
  /** The models in use, as shown and recorded: `deepseek/deepseek-chat`, `scripted`. No secrets. */
  readonly models: readonly string[];
  forPerson(personId: number, progress: PersonProgress): AgentLanguageModel;
  /**
   * Keeps the calls of these people in a file of their own; answers in it are given again.
   * @throws UserError when the file cannot be opened.
   */
  keepApart(path: string, people: Iterable<number>): void;
  /**
   * Set as soon as a request of this person was refused because the run stops. The engine must look here after every
   * `forward()`, even one that ended well: an agent may have swallowed the error. The step is then to be dropped.
   */
  stoppedFor(personId: number): RunStopped | null;
  /** Set as soon as the run as a whole has to stop; people without requests may go on. */
  readonly stopped: RunStopped | null;
  usage(): Usage;
  /** What is still to be asked; null as long as nobody has asked. */
  toCome(): CallsToCome | null;
  /** Refuses what is queued, waits for what is in flight (it is paid for, so it is recorded) and syncs the cassette. */
  close(): Promise<void>;
}

/**
 * A stand-in for runs without a model. An agent that asks stops the run, which says what to configure; one that can do
 * without catches the error.
 */
export function unconfiguredLanguageModel(): AgentLanguageModel {
  const refuse = async (): Promise<never> => {
    throw new RunStopped(
      'not-configured',
      'llm: the config names no language model, and the agent asks for one. ' +
        'Add "llm: [{provider, model, api_key}]" to the config, or "llm: [{provider: scripted}]" to try without a key.',
    );
  };
  return { atextRequest: refuse, request: refuse };
}
