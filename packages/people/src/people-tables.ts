import { asUserError } from '@itinera/base';
import { readRecords, type TableRecord } from '@itinera/tables';
import { openFile } from '@itinera/tables/node';
import { FLOW_COLUMNS, flowTotals } from './commuting-flows.js';
import { MARGINAL_COLUMNS, type Marginals, marginalsOf } from './marginals.js';
import { readPolygonCells } from './polygon-cells.js';
import { gridColumns, gridOf, type PopulationGrid } from './population-grid.js';

/** Tables about the people of a city: where they live, where they work, and their marginals. */
export interface PeopleTables {
  readonly grid?: PopulationGrid;
  /** Employed residents by cell; a column of the population grid if it has one. */
  readonly workers?: PopulationGrid;
  readonly jobs?: PopulationGrid;
  /** Schools by cell; a column of the population grid if it has one. */
  readonly schools?: PopulationGrid;
  readonly marginals?: Marginals;
  /** Mean distance of commuting flows, metres. */
  readonly meanMetres?: number;
}

/** Files of these tables. `flows` stand for workers, jobs and their distance. */
type PeopleFiles = { readonly [K in Exclude<keyof PeopleTables, 'meanMetres'> | 'flows']?: string | undefined };

/**
 * Reads tables about the people of a city.
 * @param paths of files: CSV, JSON, Parquet or Arrow, or GeoJSON with polygons as cells; omitted ones are omitted from the result
 * @throws UserError when a file cannot be read, or lacks a column
 */
export async function readPeopleTables({
  grid,
  workers,
  jobs,
  schools,
  marginals,
  flows,
}: PeopleFiles): Promise<PeopleTables> {
  const cells = grid === undefined ? [] : await rowsOf(grid, gridColumns('population'));
  /** A file of its own, or a column of the population grid. */
  const counted = async (path: string | undefined, name: 'workers' | 'schools') => {
    const own = path === undefined ? cells : await rowsOf(path, gridColumns(name));
    const has = own.some(({ [name]: count }) => typeof count === 'number' && count > 0);
    return path !== undefined || has ? { [name]: gridOf(own, (path ?? grid)!, name) } : {};
  };
  return {
    ...(grid !== undefined && { grid: gridOf(cells, grid) }),
    ...(flows !== undefined && flowTotals(await rowsOf(flows, FLOW_COLUMNS), flows)),
    ...(await counted(workers, 'workers')),
    ...(await counted(schools, 'schools')),
    ...(jobs !== undefined && { jobs: gridOf(await rowsOf(jobs, gridColumns('jobs')), jobs, 'jobs') }),
    ...(marginals !== undefined && { marginals: marginalsOf(await rowsOf(marginals, MARGINAL_COLUMNS), marginals) }),
  };
}

async function rowsOf(path: string, required: readonly string[]): Promise<TableRecord[]> {
  try {
    return readPolygonCells(path, required) ?? (await readRecords(openFile(path), { required }));
  } catch (error) {
    throw asUserError(error);
  }
}
