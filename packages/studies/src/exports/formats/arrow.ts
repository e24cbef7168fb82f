import { ArrowFile } from '@itinera/run';
import type { ExportTable } from '../export-table.js';
import { type FileInfo, factsOf } from './file-info.js';
import { inBatches, rowsPerBatch } from './pieces.js';

/** Arrow IPC (Feather v2), a batch at a time. */
export function* arrowOf(table: ExportTable, info: FileInfo): Generator<Uint8Array> {
  const { columns, rows } = table;
  const file = new ArrowFile(columns, factsOf(table, info));
  yield file.start();
  for (const batch of inBatches(rows(), rowsPerBatch(columns)))
    yield file.batch(Object.keys(columns).map((name) => batch.map((row) => row[name] ?? null)));
  yield file.end();
}
