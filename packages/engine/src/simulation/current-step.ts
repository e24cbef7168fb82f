import { AsyncLocalStorage } from 'node:async_hooks';
import type { PersonRun } from './person-run.js';

/** A step that an agent is asked in. */
export interface AgentStep {
  readonly person: PersonRun;
  readonly step: number;
}

/** The step in which the code that runs was begun, also after an `await` in it. */
export const currentStep = new AsyncLocalStorage<AgentStep>();
