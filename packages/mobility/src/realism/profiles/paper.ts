import type { SlotPeople } from './slot-people.js';

/** The evaluation code of a paper as a function, faults included. */
export interface Paper {
  /** What keeps its scores from being compared with other papers'. */
  readonly faults: string;
  /** By the paper's own names; NaN where its code divides 0 by 0. */
  readonly scores: (real: SlotPeople, generated: SlotPeople) => Record<string, number>;
}
