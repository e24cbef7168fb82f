/** Neighbouring changed lines of a file, with the unchanged lines around them. */
export interface Hunk {
  /** Number of the first line in the first and in the second file, from 1. */
  readonly from: readonly [number, number];
  /** Each line after `-` (only in the first file), `+` (only in the second) or a space (in both). */
  readonly lines: readonly string[];
}

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
