import type { CallKeeper } from '../call-keeper.js';
import { placeText } from '../call-place.js';
import type { Cassette } from '../cassette.js';
import { RunStopped } from '../errors.js';
import type { AnswerSource } from './answer-source.js';

export interface ReplayOptions {
  readonly keeper: CallKeeper;
  readonly warn: (message: string) => void;
  readonly stop: (reason: RunStopped) => void;
}

/** Answers from the record of a finished run. A missing answer stops the run: no provider is called. */
export function replaySource(replay: Cassette, { keeper, warn, stop }: ReplayOptions): AnswerSource {
  return {
    answer({ place, text, terms }) {
      const call = replay.takeCall(place.person, place.sequence, place.hash);
      if (call) {
        keeper.record({ ...call.head, ...place, source: 'replay' }, text, call.outcome);
        terms.onTokens?.(call.head.inputTokens, call.head.outputTokens);
        return call.outcome;
      }
      const changed = keeper.noteChange(replay, place, text);
      const stopped = new RunStopped(
        'replay-missing',
        `${replay.path} contains no answer to ${placeText(place)}: ${changed ? 'its prompt has changed' : 'it was not recorded'}. ` +
          'Replay with the agent, seed and data of that run, or run without --replay.',
      );
      stop(stopped);
      throw stopped;
    },
    close(complete) {
      if (complete && replay.left > 0)
        warn(
          `${replay.path}: ${replay.left} recorded answers were not used. The agent, its data or the seed has changed.`,
        );
      replay.close();
    },
  };
}
