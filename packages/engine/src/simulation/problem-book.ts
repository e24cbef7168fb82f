import type { Clock, ProblemKind } from '@itinera/run/browser';
import { dayOfStep, secondOfStep } from '@itinera/run/browser';
import { ProblemList } from '../agents/problem.js';

/** The problems of a person with their steps. */
export class ProblemBook {
  readonly list = new ProblemList();
  /** Decisions without a usable answer from the language model; counted as problems too. */
  fallbacks = 0;
  readonly #person: number;
  readonly #clock: Clock;
  #isClosed = false;

  constructor(person: number, clock: Clock) {
    this.#person = person;
    this.#clock = clock;
  }

  note(step: number, kind: ProblemKind, message: string): void {
    const day = dayOfStep(this.#clock, step);
    this.list.add({ person: this.#person, day, t: secondOfStep(this.#clock, step), kind, message });
  }

  fellBack(step: number, message: string): void {
    this.fallbacks++;
    this.note(step, 'fell-back', message);
  }

  /**
   * Notes an unawaited rejection: a failure in work that the agent started in a step and did not await.
   * @returns false if the book is closed and the failure cannot be counted.
   */
  unawaitedRejection(step: number, message: string): boolean {
    if (!this.#isClosed) this.note(step, 'not-awaited', message);
    return !this.#isClosed;
  }

  /** Closes the book: later failures are not counted with the person's problems. */
  close(): void {
    this.#isClosed = true;
  }
}
