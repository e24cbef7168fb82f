import type { CallHead, Outcome } from '@itinera/run';
import type { CallKeeper } from '../call-keeper.js';
import type { Cassette } from '../cassette.js';
import { requestHash } from '../request-hash.js';
import type { AnswerSource } from './answer-source.js';

/** A source that stores answers from providers. */
export interface CacheSource extends AnswerSource {
  /** Adds a provider's answer for other runs. @throws RunStopped when it cannot be written. */
  add(head: CallHead, text: string, outcome: Outcome): void;
}

/**
 * Answers from a file that runs share.
 * @param salt everything except the request that must be equal: the seed, the models and their settings.
 */
export function cacheSource(cache: Cassette, salt: string, keeper: CallKeeper): CacheSource {
  const salted = (hash: string): string => requestHash(`${hash}${salt}`);
  return {
    answer({ place, text, terms }) {
      const call = cache.takeCall(place.person, place.sequence, salted(place.hash));
      if (!call || 'error' in call.outcome) return null;
      keeper.record({ ...call.head, ...place, source: 'cache' }, text, call.outcome);
      terms.onTokens?.(call.head.inputTokens, call.head.outputTokens);
      return call.outcome;
    },
    add: (head, text, outcome) => keeper.keep(cache, { ...head, hash: salted(head.hash) }, text, outcome),
    close: () => cache.close(),
  };
}
