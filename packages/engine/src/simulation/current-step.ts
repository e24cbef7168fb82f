import type { PersonRun } from './person-run.js';

/** A step of an agent. */
export interface AgentStep {
  readonly person: PersonRun;
  readonly step: number;
}

/** Follows the step in which the running code started, even after an `await`: an `AsyncLocalStorage` of Node. */
export interface StepTracker {
  run<T>(step: AgentStep, work: () => T): T;
  enterWith(step: AgentStep): void;
  getStore(): AgentStep | undefined;
}

/**
 * The tracker of platforms that cannot follow an `await`: the step that began last. This is the same step as long as
 * agents wait only for promises that settle at once.
 */
export class LastStep implements StepTracker {
  #last: AgentStep | undefined;

  run<T>(step: AgentStep, work: () => T): T {
    this.#last = step;
    return work();
  }

  enterWith(step: AgentStep): void {
    this.#last = step;
  }

  getStore(): AgentStep | undefined {
    return this.#last;
  }
}
