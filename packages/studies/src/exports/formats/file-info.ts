import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { readWithin } from '@itinera/base/node';
import { isNoteOfSynthetic, NOTE_ENDING } from '@itinera/tables';
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
export function factsOf(
  { name }: Pick<ExportTable, 'name'>,
  { title, description, createdAt }: FileInfo,
): Record<string, string> {
  return {
    name: `${title} ${name}`,
    ...(description !== '' && { description }),
    ...(createdAt !== '' && { created: createdAt }),
  };
}

/**
 * The file with the metadata that a format cannot contain, next to the data, as specified by the W3C.
 * @see https://www.w3.org/TR/tabular-data-model/#standard-file-metadata
 */
export function noteBeside(
  path: string,
  table: Pick<ExportTable, 'name'>,
  info: FileInfo,
): { readonly path: string; readonly text: string } {
  const { name, description, created } = factsOf(table, info);
  const facts = {
    'dc:title': name,
    ...(description && { 'dc:description': description }),
    ...(created && { 'dc:created': created }),
  };
  const note = { '@context': 'http://www.w3.org/ns/csvw', url: basename(path), ...facts };
  return { path: noteAt(path), text: `${JSON.stringify(note, null, 2)}\n` };
}

const noteAt = (path: string) => path + NOTE_ENDING;

/** Whether the note next to a file says that its data are synthetic. */
export function isNotedSynthetic(path: string): boolean {
  const note = noteAt(path);
  return existsSync(note) && isNoteOfSynthetic(readWithin(note).toString());
}
