/** The states of a run, as the documents number them. */
export const RunState = { NOT_STARTED: 0, RUNNING: 1, FINISHED: 2, EVALUATED: 3, ERROR: 4 } as const;
export type RunState = (typeof RunState)[keyof typeof RunState];

/** What a registry knows of a run. */
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
  /** The headline, 0–100; null before the evaluation, and when it cannot be computed. */
  readonly finalScore: number | null;
  readonly error: string;
  readonly agentFile: string;
  readonly resultFile: string;
  /** The run's folder; null for results that were made elsewhere. */
  readonly folder: string | null;
}

/** A run as a registry lists it. */
export interface ListedRun extends RunRecord {
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Where runs are written down for lists and boards. Run folders are the truth: it can be rebuilt from them. */
export interface Registry {
  save(record: RunRecord): Promise<void>;
}

export const noRegistry: Registry = { save: async () => {} };
