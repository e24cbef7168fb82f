import type { Profile, SharedCity, SimulationSettings, WireRequest } from '@itinera/engine/browser';
import type { GroupTables } from '@itinera/run/browser';
import type { ModelReply } from './model.js';

/** A built-in agent, or the code of a custom one. */
export type AgentCode = { readonly builtIn: string } | { readonly code: string };

/** What the sandbox simulates: plain data. */
export interface AgentJob {
  readonly settings: SimulationSettings;
  readonly city: SharedCity;
  /** The people by group. */
  readonly groups: readonly (readonly Profile[])[];
  readonly agent: AgentCode;
  /** Whether the page answers requests to a language model. */
  readonly hasModel: boolean;
}

/** Messages of the sandbox. The code of an agent could send them too, so their content is not trusted. */
export type FromAgent =
  /** The thread has opened the city, and loads the code of the agent. */
  | { readonly kind: 'begun' }
  /** A person has control. */
  | { readonly kind: 'pulse'; readonly person: number; readonly steps: number }
  | { readonly kind: 'print'; readonly person: number | null; readonly text: string }
  /** A request to the language model; the page answers on the same port. */
  | { readonly kind: 'ask'; readonly number: number; readonly request: WireRequest }
  | { readonly kind: 'group'; readonly tables: GroupTables }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly fault: Fault };

/** The answer of the page to a request. */
export interface ToAgent {
  readonly number: number;
  readonly reply: ModelReply;
}

/** Why an agent cannot run. */
export interface Fault {
  readonly message: string;
  /** Line of the agent's code, from 1; null if unknown. */
  readonly line: number | null;
  /** True if the code cannot be parsed; the browser reports the line elsewhere. */
  readonly isSyntax?: boolean;
}
