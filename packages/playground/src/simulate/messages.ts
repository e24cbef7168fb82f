import type { Profile, SharedCity, SimulationSettings } from '@itinera/engine/browser';
import type { GroupTables } from '@itinera/run/browser';

/** A built-in agent, or the code of a custom one. */
export type AgentCode = { readonly builtIn: string } | { readonly code: string };

/** What the sandbox simulates: plain data. */
export interface AgentJob {
  readonly settings: SimulationSettings;
  readonly city: SharedCity;
  /** The people by group. */
  readonly groups: readonly (readonly Profile[])[];
  readonly agent: AgentCode;
}

/** Messages of the sandbox. The code of an agent could send them too, so their content is not trusted. */
export type FromAgent =
  /** A person has control. */
  | { readonly kind: 'pulse'; readonly person: number; readonly steps: number }
  | { readonly kind: 'print'; readonly person: number | null; readonly text: string }
  | { readonly kind: 'group'; readonly tables: GroupTables }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly fault: Fault };

/** Why an agent cannot run. */
export interface Fault {
  readonly message: string;
  /** Line of the agent's code, from 1; null if unknown. */
  readonly line: number | null;
  /** True if the code cannot be parsed; the browser reports the line elsewhere. */
  readonly isSyntax?: boolean;
}
