import type { Trajectories } from '../trajectories.js';

/** Sets whose place numbers mean the same, and the rule behind them. */
export interface Sets {
  readonly real: Trajectories;
  readonly generated: Trajectories;
  readonly train?: Trajectories;
  readonly holdout?: Trajectories;
  readonly rule: string;
}
