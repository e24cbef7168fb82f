/** The state of a person at the start of a step, in the form of `python/itinera_host/host.py`. */
export interface Senses {
  /** Seconds since midnight of day 0. */
  readonly tick: number;
  /** Null if the task has no dates. */
  readonly date?: string | null;
  readonly weekday?: string | null;
  readonly weather: { readonly statement: string; readonly [key: string]: unknown };
  /** Keys of the status memory that the world sets: `status`, `position`, `v` … */
  readonly motion: { readonly [key: string]: unknown };
}

/** A person as the host creates it. */
export interface PythonPerson extends Senses {
  readonly name: string;
  /** Seed of the person's `random` and `numpy.random`. */
  readonly seed: number;
  /** Time limit of a step, seconds, without the time it waits for a language model or for the steps of other people. */
  readonly limit: number;
  readonly profile: { readonly [key: string]: unknown };
}

/** A trip: destination, departure (seconds since midnight of day 0; null: at once) and mode. */
export type PythonTrip = readonly [aoiId: number, departure: number | null, mode: number];

/** The decision of a person in a step. */
export interface Decision {
  /** The schedules it set, in order; each replaces the previous one. */
  readonly schedules: readonly (readonly PythonTrip[])[];
  /** Its current intention; null if it has none. */
  readonly intention: string | null;
}

/** An exception as reported by the host. */
export interface ExceptionReport {
  readonly type: string;
  readonly message: string;
  /** Place in the agent's file: `agent.py:12`. */
  readonly place: string | null;
}

/** The final report of an agent. */
export interface LastWords {
  /** The exception of its `close()`. */
  readonly closing: ExceptionReport | null;
  /** Exceptions of unawaited tasks, with the tick of the step that started each. */
  readonly not_awaited: readonly (ExceptionReport & { readonly tick: number })[];
}

/** An agent's exception. */
export class PythonError extends Error {
  constructor({ type, message, place }: ExceptionReport) {
    super(`${message}${place === null ? '' : ` (${place})`}`.trim());
    this.name = type;
  }
}

/** The answer to a request to the language model. */
export type ModelAnswer = ({ readonly text: string } | { readonly response: unknown } | { readonly error: string }) & {
  /** Tokens of the prompt and of the answer. */
  readonly tokens?: readonly [input: number, output: number];
};

export interface ModelRequest {
  readonly dialog: readonly unknown[];
  readonly [option: string]: unknown;
}

export type FromHost =
  /** The agent's file is about to load: it is responsible for any failure after this point. */
  | { readonly op: 'loading' }
  | { readonly op: 'ready'; readonly agent: string; readonly python: string }
  | { readonly op: 'refused'; readonly message: string }
  | (Partial<LastWords> & {
      readonly op: 'done';
      readonly agent: number;
      readonly schedules: Decision['schedules'];
      readonly intention: string | null;
      readonly error: (ExceptionReport & { readonly traceback: string }) | null;
    })
  | { readonly op: 'llm'; readonly agent: number; readonly call: number; readonly request: ModelRequest }
  | { readonly op: 'abandon'; readonly agent: number; readonly call: number }
  | { readonly op: 'log'; readonly person: number | null; readonly text: string }
  /** An unknown POI category, the known ones, and whether a known one was requested with it. */
  | {
      readonly op: 'category';
      readonly type: string;
      readonly known: readonly string[];
      readonly others: boolean;
    }
  | { readonly op: 'stuck'; readonly agent: number; readonly why: 'blocked' | 'memory' }
  | { readonly op: 'alive' };
