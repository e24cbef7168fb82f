/**
 * What went wrong in a step. `fell-back`: the language model gave nothing, so the agent took its declared way out;
 * `not-awaited`: work that the agent began there failed, and nobody waits for it.
 */
export type ProblemKind = 'threw' | 'timed-out' | 'blocked' | 'crashed' | 'given-up' | 'fell-back' | 'not-awaited';

export interface Problem {
  /** Null for the agent's file as such, when it is loaded. */
  readonly person: number | null;
  readonly day: number;
  readonly t: number;
  readonly kind: ProblemKind;
  readonly message: string;
}
