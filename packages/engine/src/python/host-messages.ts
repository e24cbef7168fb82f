/** Where a person stands at the start of a step, as `python/itinera/host.py` takes it. */
export interface Senses {
  /** Seconds since midnight of day 0. */
  readonly tick: number;
  /** Null where the task has no dates. */
  readonly date?: string | null;
  readonly weekday?: string | null;
  readonly weather: { readonly statement: string; readonly [key: string]: unknown };
  /** The keys of the status memory that the world sets: `status`, `position`, `v` … */
  readonly motion: { readonly [key: string]: unknown };
}

/** A person as the host makes it. */
export interface PythonPerson extends Senses {
  readonly name: string;
  /** Of the person's `random` and `numpy.random`. */
  readonly seed: number;
  /** Seconds that a step may last, waiting for a language model or for other people's steps not counted. */
  readonly limit: number;
  readonly profile: { readonly [key: string]: unknown };
}

/** A trip: where to, when (seconds since midnight of day 0; null: at once) and how. */
export type PythonTrip = readonly [aoiId: number, departure: number | null, mode: number];

/** What a person decided in a step. */
export interface Decision {
  /** Each schedule it set, in order; every one replaces the one before. */
  readonly schedules: readonly (readonly PythonTrip[])[];
  /** The intention that its plan shows now; null while it has none. */
  readonly intention: string | null;
}

/** An exception as the host describes it. */
export interface ExceptionReport {
  readonly type: string;
  readonly message: string;
  /** Where in the agent's file: `agent.py:12`. */
  readonly place: string | null;
}

/** What an agent leaves behind when it is over. */
export interface LastWords {
  /** What its `close()` raised. */
  readonly closing: ExceptionReport | null;
  /** What tasks raised that it started and never awaited, with the tick of the step that started each. */
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
  /** Of the prompt and of the answer. */
  readonly tokens?: readonly [input: number, output: number];
};

export interface ModelRequest {
  readonly dialog: readonly unknown[];
  readonly [option: string]: unknown;
}

export type FromHost =
  /** The agent's file is about to be loaded: what goes wrong from here on is its own. */
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
  | { readonly op: 'stuck'; readonly agent: number; readonly why: 'blocked' | 'memory' }
  | { readonly op: 'alive' };
