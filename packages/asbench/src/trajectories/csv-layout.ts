import { UserError } from '@itinera/metrics';
import { type RowFields, requiredFields } from './fields.js';

/** Where the columns of a text stand. */
export interface Layout {
  readonly separator: string;
  /** Whether the first line names the columns. */
  readonly header: boolean;
  /** How many the first line has. */
  readonly columns: number;
  /** The last column that is needed. */
  readonly last: number;
  readonly fields: RowFields;
}

/**
 * Reads the first line: names of columns, or without names uid, time, lat, lon (and HuMob's uid, d, t, x, y).
 *
 * @throws UserError when columns are missing
 */
export function layoutOf(path: string, line: string): Layout {
  const separator = [',', '\t', ';', '|'].find((sign) => line.includes(sign)) ?? ',';
  const cells = line.split(separator).map((cell) =>
    cell
      .trim()
      .replace(/^\uFEFF/, '')
      .replace(/^"|"$/g, ''),
  );
  const numeric = cells.filter((cell) => cell !== '' && Number.isFinite(Number(cell))).length;
  if (numeric > 0) return withoutNames(path, cells, separator);
  const fields = requiredFields(path, cells);
  return { separator, header: true, columns: cells.length, last: Math.max(...Object.values(fields)), fields };
}

function withoutNames(path: string, cells: readonly string[], separator: string): Layout {
  if (cells.length === 5 && cells.every((cell) => /^-?\d+$/.test(cell))) {
    return { separator, header: false, columns: 5, last: 4, fields: { uid: 0, d: 1, t: 2, x: 3, y: 4 } };
  }
  if (cells.length < 4) {
    throw new UserError(`${path}: ${cells.length} columns without names; expected uid, time, lat, lon.`);
  }
  return { separator, header: false, columns: cells.length, last: 3, fields: { uid: 0, time: 1, lat: 2, lon: 3 } };
}
