/** The states of a run, as the documents number them. */
export const RunState = { NOT_STARTED: 0, RUNNING: 1, FINISHED: 2, EVALUATED: 3, ERROR: 4 } as const;
export type RunState = (typeof RunState)[keyof typeof RunState];

/** One run in short: its state, its scores and whose it is. */
export interface RunRecord {
  /** A UUID. */
  readonly id: string;
  readonly tenantId: string;
  readonly task: string;
  /** Models, comma-separated; empty without one. */
  readonly llm: string;
  readonly official: boolean;
  readonly state: RunState;
  /** The evaluation as JSON, empty before it. */
  readonly resultInfo: string;
  /** The headline, 0–100; null before the evaluation and when it cannot be computed. */
  readonly finalScore: number | null;
  readonly error: string;
  readonly agentFile: string;
  readonly resultFile: string;
  /** The run folder; null for a results file. */
  readonly folder: string | null;
}

/** A run as lists and boards have it. */
export interface ListedRun extends RunRecord {
  /** When it was last written, ISO 8601. */
  readonly updatedAt: string;
}

/** Receives the states of a run while it goes through them. Run folders are the truth: nothing depends on it. */
export interface Registry {
  save(record: RunRecord): Promise<void>;
}

export const noRegistry: Registry = { save: async () => {} };
