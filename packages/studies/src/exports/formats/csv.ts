import { csvText } from '@itinera/base';
import type { TableCell } from '@itinera/run';
import type { ExportTable } from '../export-table.js';
import { inPieces } from './pieces.js';

/** CSV with a header, RFC 4180; lists are JSON arrays. */
export function csvOf({ columns, rows }: ExportTable): Iterable<string> {
  return inPieces(lines(Object.keys(columns), rows()));
}

function* lines(names: readonly string[], rows: Iterable<Readonly<Record<string, TableCell>>>): Generator<string> {
  yield `${names.join(',')}\n`;
  for (const row of rows) yield `${names.map((name) => csvCell(row[name] ?? null)).join(',')}\n`;
}

function csvCell(cell: TableCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = typeof cell === 'string' ? cell : `[${Array.from(cell).join(',')}]`;
  return csvText(text);
}
