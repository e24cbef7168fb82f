import type { Outcome } from '@itinera/run';

/** What is recorded of a request whose answer the agent did not wait for. */
export const ABANDONED: Outcome = { error: { reason: 'abandoned', message: 'the agent did not wait for the answer' } };

/**
 * Gives way to the end of waiting: `abandon` when the signal is aborted before the outcome is there. An answer that an
 * agent once did not wait for does not come again: the agent is to stop waiting as it did then.
 */
export function unlessAbandoned(
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
