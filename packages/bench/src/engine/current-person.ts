import { AsyncLocalStorage } from 'node:async_hooks';
import type { PersonRun } from './person-run.js';

/** The person whose agent is running, also after an `await` in it. */
export const currentPerson = new AsyncLocalStorage<PersonRun>();
