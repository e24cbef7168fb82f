import { printable } from '@itinera/run/text';

/** A cell that is wider makes a table that nobody can read. */
const WIDEST = 120;

/** Rows of cells as lines of equal columns; numbers stand right. The first row is the heading. */
export function textTable(cells: readonly (readonly string[])[]): string {
  const rows = cells.map((row) => row.map((cell) => printable(cell, WIDEST)));
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column > 0 && /^[-−+]?[\d.]|^–$/.test(cell) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
