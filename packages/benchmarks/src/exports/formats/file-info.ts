import type { ExportTable } from '../export-table.js';

/** What a file says beside its rows, where its format has a place for that. */
export interface FileInfo {
  /** Names the run; SYNTHETIC stands before the name of one of made-up data. */
  readonly title: string;
  /** Whether the data are made up, in a sentence; empty when they are not. */
  readonly description: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** The same as names and texts. */
export function factsOf({ name }: ExportTable, { title, description, createdAt }: FileInfo): Record<string, string> {
  return { name: `${title} ${name}`, ...(description !== '' && { description }), created: createdAt };
}
