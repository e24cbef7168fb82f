import type { Outcome } from '@itinera/run';

/** The recorded outcome of a request that the agent did not wait for. */
export const ABANDONED: Outcome = { error: { reason: 'abandoned', message: 'the agent did not wait for the answer' } };

/**
 * Returns the outcome, or that of `abandon` if the signal is aborted first. A recorded abandoned answer never arrives: the
 * agent stops waiting as it did then.
 */
export function outcomeUnlessAborted(
  coming: Outcome | Promise<Outcome>,
  signal: AbortSignal,
  abandon: () => Outcome,
): Promise<Outcome> {
  return Promise.race([neverIfAbandoned(coming), whenAborted(signal).then(abandon)]);
}

function whenAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

async function neverIfAbandoned(coming: Outcome | Promise<Outcome>): Promise<Outcome> {
  const outcome = await coming;
  return 'error' in outcome && outcome.error.reason === 'abandoned' ? new Promise(() => {}) : outcome;
}
