import type { ExportTable } from '../export-table.js';

/** Metadata of a file, if its format supports them. */
export interface FileInfo {
  /** Name of the run, preceded by SYNTHETIC for synthetic data. */
  readonly title: string;
  /** A sentence that marks synthetic data; otherwise empty. */
  readonly description: string;
  /** ISO 8601; empty for files without a run. */
  readonly createdAt: string;
}

/** Returns the metadata as names and texts. */
export function factsOf({ name }: ExportTable, { title, description, createdAt }: FileInfo): Record<string, string> {
  return {
    name: `${title} ${name}`,
    ...(description !== '' && { description }),
    ...(createdAt !== '' && { created: createdAt }),
  };
}
