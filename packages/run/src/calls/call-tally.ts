import type { CallHead } from './call-head.js';

/** Sums over calls. Tokens, cost and time are those of attempts that this run made, never of replayed or cached answers. */
export interface CallTally {
  /** Requests sent to a provider: `answered + failed + retries`, and those in flight. */
  readonly calls: number;
  /** Requests answered by a provider, including the next three kinds. */
  readonly answered: number;
  /** Requests that the model refused: the answer has no content. */
  readonly refused: number;
  /** Answers that a content filter removed or cut. */
  readonly filtered: number;
  /** Answers that were cut off at `max_tokens`. */
  readonly cut: number;
  /** Repeated attempts, including those of a later session. */
  readonly retries: number;
  /** Requests that failed permanently. */
  readonly failed: number;
  /** Requests whose answers the agent no longer waited for. */
  readonly abandoned: number;
  /** Requests answered from the run's own cassette or from the replayed run. */
  readonly replayed: number;
  /** Requests answered from the shared cache. */
  readonly cached: number;
  /** Tokens of all attempts, including rejected answers and errors whose usage the server reported. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars, for the attempts with a known price. */
  readonly cost: number;
  /** Attempts with tokens, of models without a price; not included in `cost`. */
  readonly unpriced: number;
  /** Sum of the durations of all attempts, seconds. */
  readonly seconds: number;
}

type Tally = { -readonly [K in keyof CallTally]: CallTally[K] };

export const newTally = (): Tally => ({
  calls: 0,
  answered: 0,
  refused: 0,
  filtered: 0,
  cut: 0,
  retries: 0,
  failed: 0,
  abandoned: 0,
  replayed: 0,
  cached: 0,
  inputTokens: 0,
  outputTokens: 0,
  cost: 0,
  unpriced: 0,
  seconds: 0,
});

/** Whether attempts of this run are on the line. */
export const isSent = ({ source }: CallHead): boolean => source === 'provider' || source === 'unfinished';

/**
 * Adds a line of `calls.ndjson`. Every total of recorded calls is computed here. Unrolled, since a resumed run may count
 * each of a million recorded calls four times.
 */
export function addCall(tally: Tally, head: CallHead): void {
  if (!isSent(head)) {
    if (head.source === 'replay') tally.replayed++;
    else if (head.source === 'cache') tally.cached++;
    else tally.abandoned++;
    return;
  }
  const isUnfinished = head.source === 'unfinished';
  tally.calls += head.retries + 1;
  // The request is repeated, on a line of its own.
  tally.retries += isUnfinished ? head.retries + 1 : head.retries;
  tally.inputTokens += head.inputTokens;
  tally.outputTokens += head.outputTokens;
  tally.cost += head.cost ?? 0;
  tally.seconds += head.milliseconds / 1000;
  if (head.failed) tally.failed++;
  else if (!isUnfinished) {
    tally.answered++;
    if (head.ended !== undefined) tally[head.ended]++;
  }
  const isAnswer = !head.failed && !isUnfinished;
  if (head.cost === null && (isAnswer || head.inputTokens + head.outputTokens > 0)) tally.unpriced++;
}

/** Returns a function that tells the lines to count: an abandoned call is recorded again when the run is resumed. */
export function uniqueCalls(): (head: CallHead) => boolean {
  const abandoned = new Set<string>();
  return ({ source, person, sequence }) => {
    if (source !== 'agent') return true;
    const place = `${person}:${sequence}`;
    return abandoned.size < abandoned.add(place).size;
  };
}
