import { printable } from '@itinera/base';

/** Wider cells are cut, to keep tables readable. */
const WIDEST = 120;

/** Formats rows as aligned columns, numbers to the right. The first row is the heading. */
export function textTable(cells: readonly (readonly string[])[]): string {
  return alignedRows(cells, (cell) => /^[-−+]?[\d.]|^–$/.test(cell));
}

/** Formats rows of text, which may begin with numbers, as aligned columns. */
export function textColumns(cells: readonly (readonly string[])[]): string {
  return alignedRows(cells, () => false);
}

function alignedRows(cells: readonly (readonly string[])[], isNumber: (cell: string) => boolean): string {
  const rows = cells.map((row) => row.map((cell) => printable(cell, WIDEST)));
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column > 0 && isNumber(cell) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
