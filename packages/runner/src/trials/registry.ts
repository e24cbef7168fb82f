/** The states of a run, with the documented numbers. */
export const RunState = { NOT_STARTED: 0, RUNNING: 1, FINISHED: 2, EVALUATED: 3, ERROR: 4 } as const;
export type RunState = (typeof RunState)[keyof typeof RunState];

/** A summary of a run: state, scores and owning tenant. */
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
  /** The headline, 0–100; null before the evaluation or if it cannot be computed. */
  readonly finalScore: number | null;
  readonly error: string;
  readonly agentFile: string;
  readonly resultFile: string;
  /** The run folder; null for a results file. */
  readonly folder: string | null;
}

/** A run in lists and boards. */
export interface ListedRun extends RunRecord {
  /** Time of the last change, ISO 8601. */
  readonly updatedAt: string;
}

/** Receives the states of a run. Run folders are authoritative: nothing depends on it. */
export interface Registry {
  save(record: RunRecord): Promise<void>;
}

export const noRegistry: Registry = { save: async () => {} };
