import type { CallKeeper } from '../call-keeper.js';
import type { Cassette } from '../cassette.js';
import type { UsageMeter } from '../usage.js';
import type { AnswerSource } from './answer-source.js';

/** Answers of this run's own record: they were paid for before the run was interrupted. */
export function recordSource(record: Cassette, keeper: CallKeeper, meter: UsageMeter): AnswerSource {
  return {
    answer({ place, text, terms }) {
      const call = record.takeCall(place.person, place.sequence, place.hash);
      if (call) {
        meter.count('replayed', place);
        terms.onTokens?.(call.head.inputTokens, call.head.outputTokens);
      } else keeper.noteChange(record, place, text);
      return call?.outcome ?? null;
    },
    close: () => record.close(),
  };
}
