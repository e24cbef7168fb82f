/** Limits of processor time and memory for reading a hostile file, as stated in docs/project/reliability.md. */
export const LIMITS = { seconds: 2, megabytes: 300 };

/** The outcome of a trial. */
export interface Tally {
  /** Number of tries: inputs, kills, commands. */
  readonly tries: number;
  /** One line per failure, with everything needed to repeat it. */
  readonly failures: readonly string[];
  /** Other figures, as text. */
  readonly note?: string;
}

/** The input of a trial. */
export interface TrialContext {
  /** Seed of all random choices; printed, so that a failure can be repeated. */
  readonly seed: number;
  /** Amount of work: 1 is the usual amount. */
  readonly scale: number;
  /** Minutes that a soak of the viewer takes. */
  readonly minutes: number;
  /** Prefix of the cases to run. */
  readonly only?: string;
  /** An empty folder that is removed afterwards. */
  readonly folder: string;
}

/** A stress test that Itinera must survive. */
export interface Trial {
  readonly name: string;
  readonly about: string;
  run(context: TrialContext): Promise<Tally>;
}
