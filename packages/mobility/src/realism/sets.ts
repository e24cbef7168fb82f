import type { Trajectories } from '../trajectories.js';

/** Sets whose numbers of places mean the same, and by which rule they came to them. */
export interface Sets {
  readonly real: Trajectories;
  readonly generated: Trajectories;
  readonly train?: Trajectories;
  readonly holdout?: Trajectories;
  readonly rule: string;
}
