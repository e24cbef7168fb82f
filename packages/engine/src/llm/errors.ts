import type { CallFailure } from '@itinera/run/browser';

/** A request without a usable answer; agents can catch it. */
export type FailureReason = CallFailure;

/** A request that failed permanently. An agent can catch it, or avoid it with a fallback. */
export class LanguageModelError extends Error {
  override readonly name = 'LanguageModelError';

  constructor(
    readonly reason: FailureReason,
    message: string,
  ) {
    super(message);
  }
}

export type StopReason =
  | 'max-calls'
  | 'max-tokens'
  | 'max-cost'
  | 'max-time'
  | 'not-configured'
  | 'provider-refused'
  | 'replay-missing'
  | 'disk'
  | 'closed';

/**
 * The run has to stop but can be resumed: a budget is spent, the providers refuse, or a replay lacks an answer. Not a
 * failure of the agent: the step in which it occurs must be dropped, and `resume` repeats it.
 */
export class RunStopped extends Error {
  override readonly name: string = 'RunStopped';

  constructor(
    readonly reason: StopReason,
    message: string,
  ) {
    super(message);
  }
}

/** One of the limits of the run is reached. */
export class BudgetExhausted extends RunStopped {
  override readonly name = 'BudgetExhausted';
}
