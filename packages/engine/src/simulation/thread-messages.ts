import type { MessagePort } from 'node:worker_threads';
import { asUserError, UserError } from '@itinera/base';
import type { AgentSource } from '@itinera/run';
import type { TaskAddress } from '../agents/task.js';
import type { ExpectedCalls } from '../llm/call-forecast.js';
import type { LiveUsage } from '../llm/language-model.js';
import type { SharedCity } from './open-city.js';
import type { ModelSetup } from './open-model.js';
import type { Disabled } from './person-run.js';
import type { Profile, SimulationSettings } from './simulation-settings.js';

/** The initial data of a thread: plain data, and the map as shared memory. */
export interface ThreadSetup {
  readonly settings: SimulationSettings;
  readonly task: TaskAddress;
  readonly agent: AgentSource;
  readonly city: SharedCity;
  readonly model: ModelSetup | null;
  readonly folder: string;
  /** Temporary file of the city, for agents in Python. */
  readonly cityPath: string;
  /** For `FromThread` and `ToThread`; agents only see the thread's own port, which has no listener. */
  readonly port: MessagePort;
  /** The thread's heartbeat, see `ThreadPulse`. */
  readonly pulse: SharedArrayBuffer;
}

/** A group of people to simulate. */
export interface GroupTask {
  readonly kind: 'group';
  readonly group: number;
  readonly profiles: readonly Profile[];
  readonly disabled: ReadonlyMap<number, Disabled>;
  /** Separate record of calls of these people; null if there is none. */
  readonly callsPath: string | null;
}

export type ToThread = GroupTask | { readonly kind: 'close' };

export type FromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly group: number; readonly problemCount: number }
  /** The run has to stop and can be resumed. */
  | { readonly kind: 'stopped'; readonly group: number; readonly message: string }
  /** The thread cannot continue: a user error, or a bug with its stack trace. */
  | { readonly kind: 'failed'; readonly isUserError: boolean; readonly message: string }
  | { readonly kind: 'print'; readonly person: number | null; readonly text: string }
  | { readonly kind: 'warning' | 'note'; readonly message: string }
  | { readonly kind: 'usage'; readonly usage: LiveUsage; readonly expectedCalls: ExpectedCalls | null }
  | { readonly kind: 'closed' };

/** How a thread ended early: which person had control, and why they are disabled. */
export interface ThreadDeath extends Disabled {
  /** Null if the thread ended before the first step. */
  readonly person: number | null;
  /** The resource that the system did not grant the thread. */
  readonly fault: Error | null;
}

export interface ThreadListener {
  message(message: FromThread): void;
  died(death: ThreadDeath): void;
}

/** What simulates groups of people of a run. */
export interface SimulationThread {
  /** Started steps of unfinished groups. */
  readonly stepsUnderWay: number;
  /** Counts the steps of a finished group. */
  credit(steps: number): void;
  send(message: ToThread): void;
  /** Ends it at once, or after the group that it is busy with. */
  end(): Promise<void>;
}

/** Why a thread cannot continue. */
export function failureOf(thrown: unknown): FromThread {
  const error = asUserError(thrown);
  const isUserError = error instanceof UserError;
  const message =
    error instanceof Error ? (isUserError ? error.message : (error.stack ?? error.message)) : String(error);
  return { kind: 'failed', isUserError, message };
}
