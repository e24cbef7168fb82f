import { csvCell } from '@itinera/base';
import type { TableCell } from '@itinera/run';
import type { ExportTable } from '../export-table.js';
import { inPieces } from './pieces.js';

/** CSV with a header, RFC 4180; lists are JSON arrays. */
export function csvOf({ columns, rows }: ExportTable): Iterable<string> {
  return inPieces(lines(Object.keys(columns), rows()));
}

function* lines(names: readonly string[], rows: Iterable<Readonly<Record<string, TableCell>>>): Generator<string> {
  yield `${names.join(',')}\n`;
  for (const row of rows) yield `${names.map((name) => cellOf(row[name])).join(',')}\n`;
}

function cellOf(cell: TableCell | undefined): string {
  return csvCell(cell !== null && typeof cell === 'object' ? `[${Array.from(cell).join(',')}]` : cell);
}
