import { UserError } from '@itinera/base';
import { recordsOfText, type TableRecord } from '@itinera/tables';
import type { PolygonRecord } from './polygon-cells.js';

/** Number of people by cell; cells are given by their centres, or by outlines. */
export interface PopulationGrid {
  readonly lons: Float64Array;
  readonly lats: Float64Array;
  readonly people: Float64Array;
  /** Rings of each cell as lon, lat pairs, of outlines and holes. */
  readonly rings?: readonly (readonly Float64Array[])[];
  /** Cells without a value, which are left out. */
  readonly empty?: number;
}

/**
 * Reads a population grid: CSV with the columns `lon`, `lat` (degrees) and `population`, or another count.
 * @throws UserError with the line of an invalid value
 */
export function parseGrid(text: string, path: string, counted = 'population'): PopulationGrid {
  return gridOf(recordsOfText(text, path, { required: gridColumns(counted) }), path, counted);
}

export function gridColumns(counted: string): string[] {
  return ['lon', 'lat', counted];
}

/** Same as `parseGrid`, from the rows of a table of any format. */
export function gridOf(all: readonly TableRecord[], path: string, counted = 'population'): PopulationGrid {
  const rows = all.filter(({ [counted]: cell }) => !isEmpty(cell));
  const column = (name: string, isValid: (value: number) => boolean, expected: string) =>
    Float64Array.from(rows, ({ [name]: cell = '' }, i) => {
      if (typeof cell === 'number' && isValid(cell)) return cell;
      throw new UserError(`${path}: cell ${all.indexOf(rows[i]) + 1} has the ${name} "${cell}", expected ${expected}.`);
    });
  const grid = {
    lons: column('lon', (value) => Math.abs(value) <= 180, 'degrees'),
    lats: column('lat', (value) => Math.abs(value) <= 90, 'degrees'),
    people: column(counted, (value) => value >= 0 && value < Infinity, 'a number of 0 or more'),
    ...(Array.isArray(rows[0]?.rings) &&
      rows[0].rings[0] instanceof Float64Array && { rings: rows.map((row) => (row as PolygonRecord).rings) }),
    ...(rows.length < all.length && { empty: all.length - rows.length }),
  };
  if (rows.length === 0)
    throw new UserError(
      `${path}: ${all.length === 0 ? 'there are no cells' : `no cell has a value for ${counted}`}. Use another grid.`,
    );
  if (!grid.people.some((people) => people > 0))
    throw new UserError(`${path}: the ${counted} of all cells is 0. Use another grid.`);
  return grid;
}

/** Whether a cell has no value: published grids have such cells. */
function isEmpty(cell: TableRecord[string]): boolean {
  return cell === null || cell === undefined || (typeof cell === 'string' && /^(nan|na|null)?$/i.test(cell.trim()));
}
