import type { CallTally } from '@itinera/run/browser';
import type { ZodType } from 'zod';
import type { ExpectedCalls } from './call-forecast.js';
import { RunStopped } from './errors.js';
import type { Completion, JsonSchema, Message, RequestOptions, Tool } from './request.js';

/** The `llm` of an agent: requests of one person. */
export interface AgentLanguageModel {
  /**
   * Requests a text.
   * @returns the text; the whole completion if `tools` are given.
   * @throws LanguageModelError when the request fails permanently and there is no `fallback`.
   */
  atextRequest(
    dialog: readonly Message[],
    options: RequestOptions & { readonly tools: readonly Tool[] },
  ): Promise<Completion>;
  atextRequest(dialog: readonly Message[], options?: RequestOptions & { readonly fallback?: string }): Promise<string>;

  /**
   * Requests a value that fits a schema. An answer that is nearly JSON is repaired; one that does not fit is corrected
   * once.
   * @param schema a zod schema, or a JSON Schema (then the value is typed `unknown`).
   * @returns the value, or `fallback` if there is no valid answer (counted in `usage().fallbacks`).
   * @throws LanguageModelError when there is no valid answer and no `fallback`.
   */
  request<T>(schema: ZodType<T>, dialog: readonly Message[], options?: TypedRequestOptions<NoInfer<T>>): Promise<T>;
  request(schema: JsonSchema, dialog: readonly Message[], options?: TypedRequestOptions<unknown>): Promise<unknown>;
}

export interface TypedRequestOptions<T> extends RequestOptions {
  /** The value to use when the model returns nothing usable. */
  readonly fallback?: T;
}

/** The progress of a person, read by the scheduler and the totals with each request. */
export interface PersonProgress {
  /** Remaining steps of the person; the longest chain is served first. */
  remaining(): number;
  /** The current step: day from 0, t in seconds of the day. */
  step(): { readonly day: number; readonly t: number };
  /** Called with the reason when a decision uses the agent's fallback. */
  fellBack?(message: string): void;
}

/** Sums over a set of calls. */
export interface CallTotals extends CallTally {
  /** Decisions that used the agent's fallback. */
  readonly fallbacks: number;
}

/** The figures of an active run, including earlier sessions. */
export interface LiveUsage extends CallTotals {
  readonly inFlight: number;
  readonly queued: number;
  /** Output tokens per second over the last 30 s. */
  readonly tokensPerSecond: number;
  /** Requests whose prompt differs from the one recorded at the same place. */
  readonly changedPrompts: number;
}

/** The figures in detail. */
export interface Usage extends LiveUsage {
  readonly byModel: ReadonlyMap<string, CallTotals>;
  /** Totals by the second of the day at which the step starts. */
  readonly byStep: ReadonlyMap<number, CallTotals>;
  readonly byPerson: ReadonlyMap<number, CallTotals>;
}

/** The language model of a run: providers, cassette, budgets and totals behind one object per person. */
export interface LanguageModel {
  /** The models in use, as shown and recorded: `deepseek/deepseek-chat`, `scripted`. No secrets. */
  readonly models: readonly string[];
  forPerson(personId: number, progress: PersonProgress): AgentLanguageModel;
  /**
   * Records the calls of these people in a separate file; recorded answers in it are reused.
   * @throws UserError when the file cannot be opened.
   */
  recordSeparately(path: string, people: Iterable<number>): void;
  /**
   * Set as soon as a request of this person was refused because the run stops. The engine must check this after every
   * `forward()`, even a successful one, since an agent may have swallowed the error, and drop the step.
   */
  stoppedFor(personId: number): RunStopped | null;
  /** Set as soon as the whole run has to stop; people without requests may continue. */
  readonly stopped: RunStopped | null;
  usage(): Usage;
  /** Forecast of the remaining requests; null before the first one. */
  expectedCalls(): ExpectedCalls | null;
  /**
   * Rejects queued requests, waits for those in flight (they are paid for, so they are recorded) and syncs the
   * cassette.
   */
  close(): Promise<void>;
}

/**
 * Replaces the model in runs without one. A request stops the run with an error that explains what to configure; an agent
 * that does not depend on a model can catch the error.
 */
export function unconfiguredLanguageModel(): AgentLanguageModel {
  const refuse = async (): Promise<never> => {
    throw new RunStopped(
      'not-configured',
      'llm: the agent requires a language model, and none is configured. ' +
        'Add "llm: [{provider, model, api_key}]" to the config, or "llm: [{provider: scripted}]" to try it without a key.',
    );
  };
  return { atextRequest: refuse, request: refuse };
}

/** The model of a run without one: requests fail with an error that explains what to configure. */
export const noModel: LanguageModel = {
  models: [],
  forPerson: unconfiguredLanguageModel,
  recordSeparately: () => {},
  stoppedFor: () => null,
  stopped: null,
  usage: () => {
    throw new Error('usage: there is no language model.');
  },
  expectedCalls: () => null,
  close: async () => {},
};
