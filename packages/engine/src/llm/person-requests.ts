import type { Outcome } from '@itinera/run';
import { ABANDONED, outcomeUnlessAborted } from './abandoned.js';
import type { CallKeeper } from './call-keeper.js';
import type { CallPlace } from './call-place.js';
import { RunStopped } from './errors.js';
import type { PersonProgress } from './language-model.js';
import type { WireRequest } from './request.js';
import { requestHash } from './request-hash.js';
import type { AskTerms } from './request-terms.js';
import type { AnswerSource, Question } from './sources/answer-source.js';

export interface PersonRequestsOptions {
  /** The sources in the order of use; the last one answers everything. */
  readonly sources: readonly AnswerSource[];
  readonly keeper: CallKeeper;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The requests of one person, numbered in the order in which they are made. */
export class PersonRequests {
  /** Why a request of this person was refused. */
  stopped: RunStopped | null = null;
  readonly #person: number;
  readonly #options: PersonRequestsOptions;
  #sequence = 0;

  constructor(person: number, options: PersonRequestsOptions) {
    this.#person = person;
    this.#options = options;
  }

  /** @throws RunStopped when the run cannot continue. */
  async ask(request: WireRequest, terms: AskTerms, progress: PersonProgress): Promise<Outcome> {
    const text = JSON.stringify(request);
    const { day, t } = progress.step();
    const place = { person: this.#person, sequence: this.#sequence++, hash: requestHash(text), day, t };
    try {
      const coming = this.#firstAnswer({ place, text, request, terms, remaining: progress.remaining() });
      return await (terms.signal
        ? outcomeUnlessAborted(coming, terms.signal, () => this.#abandon(place, text))
        : coming);
    } catch (error) {
      if (error instanceof RunStopped) this.stopped ??= error;
      throw error;
    }
  }

  #firstAnswer(question: Question): Outcome | Promise<Outcome> {
    for (const source of this.#options.sources) {
      const outcome = source.answer(question);
      if (outcome !== null) return outcome;
    }
    throw new Error('PersonRequests: the last source did not answer a request.');
  }

  /** Later lines supersede earlier ones, so this also covers an answer that arrived but was not read. */
  #abandon(place: CallPlace, text: string): Outcome {
    const { keeper, now } = this.#options;
    const nothing = { model: '', inputTokens: 0, outputTokens: 0, cost: 0, milliseconds: 0, retries: 0 };
    // Not a failure: that would be repeated when the run is resumed.
    keeper.record({ ...place, ...nothing, at: now(), source: 'agent', failed: false }, text, ABANDONED);
    return ABANDONED;
  }
}
