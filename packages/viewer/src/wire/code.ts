import type { Hunk } from '@itinera/base';

/** A file of the agents of two runs. */
export interface FileChange {
  /** The name in the first run and in the second; null if the run has no such file. */
  readonly names: readonly [string | null, string | null];
  readonly hunks: readonly Hunk[];
  /** Lines of further hunks. */
  readonly omitted: number;
  /** Why the lines cannot be compared; null if they can. */
  readonly trouble: string | null;
}

/** The files of the agents of two runs that differ. */
export interface CodeChanges {
  /** Whether the agents are the same code. */
  readonly isSame: boolean;
  /** Whether both runs keep files of their agents, which built-in agents do not have. */
  readonly haveFiles: boolean;
  readonly files: readonly FileChange[];
}
