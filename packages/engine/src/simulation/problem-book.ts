import type { Clock, ProblemKind } from '@itinera/run';
import { dayOfStep, secondOfStep } from '@itinera/run';
import { ProblemList } from '../agents/problem.js';

/** What went wrong with a person, each with the step in which it did. */
export class ProblemBook {
  readonly list = new ProblemList();
  /** Decisions for which the language model gave nothing usable; they are among the problems. */
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
   * Notes an unawaited rejection: what failed in work that the agent began in a step and that nobody waits for.
   * @returns false when the book is closed: too late to be counted.
   */
  unawaitedRejection(step: number, message: string): boolean {
    if (!this.#isClosed) this.note(step, 'not-awaited', message);
    return !this.#isClosed;
  }

  /** What goes wrong from here on cannot be told with the person's problems any more. */
  close(): void {
    this.#isClosed = true;
  }
}
