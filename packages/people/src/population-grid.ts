import { UserError } from '@itinera/metrics';
import { csvRows } from './csv-rows.js';

/** How many people live where: cells by their centres. */
export interface PopulationGrid {
  readonly lons: Float64Array;
  readonly lats: Float64Array;
  readonly people: Float64Array;
}

/**
 * Reads a population grid: CSV with the columns `lon`, `lat` (degrees) and `population`, or another of the cells' counts.
 * @throws UserError that names the line when a value is none
 */
export function parseGrid(text: string, path: string, counted = 'population'): PopulationGrid {
  const rows = csvRows(text, path, ['lon', 'lat', counted]);
  const column = (name: string, isValid: (value: number) => boolean, expected: string) =>
    Float64Array.from(rows, (row, i) => {
      const value = row.get(name) === '' ? NaN : Number(row.get(name));
      if (!isValid(value))
        throw new UserError(`${path}: cell ${i + 1} has the ${name} "${row.get(name)}", expected ${expected}.`);
      return value;
    });
  const grid = {
    lons: column('lon', (value) => Math.abs(value) <= 180, 'degrees'),
    lats: column('lat', (value) => Math.abs(value) <= 90, 'degrees'),
    people: column(counted, (value) => value >= 0 && value < Infinity, 'a number of 0 or more'),
  };
  if (!grid.people.some((people) => people > 0))
    throw new UserError(`${path}: the ${counted} of all cells is 0. Give another grid.`);
  return grid;
}
