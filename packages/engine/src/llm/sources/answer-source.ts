import type { Outcome } from '@itinera/run';
import type { CallPlace } from '../call-place.js';
import type { WireRequest } from '../request.js';
import type { AskTerms } from '../request-terms.js';

/** A person's request, as the sources of answers look at it. */
export interface Question {
  readonly place: CallPlace;
  readonly request: WireRequest;
  /** The request as JSON text: what is hashed and recorded. */
  readonly text: string;
  readonly terms: AskTerms;
  /** Steps that the person has to go. */
  readonly remaining: number;
}

/** Where answers come from. A run asks its sources one after the other, and the first that has an answer gives it. */
export interface AnswerSource {
  /**
   * @returns what came of the request; null when the next source is to be asked.
   * @throws RunStopped when the run cannot go on.
   */
  answer(question: Question): Outcome | Promise<Outcome> | null;
  /** Lets go of files and connections. `complete`: people have lived and nothing stopped the run before its end. */
  close(complete: boolean): void;
}
