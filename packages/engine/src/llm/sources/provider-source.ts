import type { CallHead, Outcome } from '@itinera/run';
import { ABANDONED } from '../abandoned.js';
import type { CallKeeper } from '../call-keeper.js';
import type { CallPlace } from '../call-place.js';
import { LanguageModelError, RunStopped } from '../errors.js';
import type { Attempts, Scheduler } from '../scheduler.js';
import type { AnswerSource, Question } from './answer-source.js';
import type { CacheSource } from './cache-source.js';

const DEFAULT_RETRIES = 5;

/** The recorded outcome of a request that was sent, but not answered before the session ended. */
const UNFINISHED: Outcome = { error: { reason: 'unfinished', message: 'the run stopped before an answer arrived' } };

export interface ProviderSourceOptions {
  readonly scheduler: Scheduler;
  readonly keeper: CallKeeper;
  /** Receives every answer; null without a shared cache. */
  readonly cache: CacheSource | null;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Answers from the providers: the last source, which handles every request. */
export function providerSource({ scheduler, keeper, cache, now }: ProviderSourceOptions): AnswerSource {
  async function answer({ place, text, request, terms, remaining }: Question): Promise<Outcome> {
    const { person, sequence, t } = place;
    const { schema, timeout, retries, signal, onTokens } = terms;
    const record = (attempts: Attempts): void => {
      try {
        keeper.record(headOf(place, attempts, 'unfinished', now()), text, outcomeOf(attempts.outcome));
      } catch {
        // The run stops, and with it this request.
      }
    };
    const job = {
      person,
      sequence,
      remaining,
      t,
      request,
      schema,
      timeout,
      retries: retries ?? DEFAULT_RETRIES,
      record,
    };
    const result = await scheduler.submit(job);
    if (result.outcome instanceof RunStopped) {
      // Requests that were sent count towards the limits of the run, also when it is resumed.
      if (result.retries >= 0) record(result);
      throw result.outcome;
    }
    const head = headOf(place, result, 'provider', now());
    const outcome = outcomeOf(result.outcome);
    keeper.record(head, text, signal?.aborted ? ABANDONED : outcome);
    if (!head.failed) {
      cache?.add(head, text, outcome);
      onTokens?.(head.inputTokens, head.outputTokens);
    }
    return outcome;
  }
  return { answer, close: () => scheduler.close() };
}

function headOf(place: CallPlace, attempts: Attempts, source: 'provider' | 'unfinished', at: number): CallHead {
  const { outcome, model, retries, milliseconds, inputTokens, outputTokens, cost } = attempts;
  const { person, sequence, hash, day, t } = place;
  return {
    ...{ person, sequence, hash, day, t, at, model, source, inputTokens, outputTokens, cost },
    milliseconds: Math.round(milliseconds),
    retries,
    failed: source === 'provider' && outcome instanceof LanguageModelError,
    ...('ended' in outcome && { ended: outcome.ended }),
  };
}

function outcomeOf(outcome: Attempts['outcome']): Outcome {
  if (outcome instanceof RunStopped) return UNFINISHED;
  if (outcome instanceof LanguageModelError) {
    return { error: { reason: outcome.reason, message: outcome.message } };
  }
  const { content, toolCalls, finishReason, refusal } = outcome;
  return { answer: { content, toolCalls, finishReason, ...(refusal && { refusal }) } };
}
