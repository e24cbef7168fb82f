import { readFile } from 'node:fs/promises';
import { UserError } from '@itinera/metrics';
import { type Marginals, parseMarginals } from './marginals.js';
import { type PopulationGrid, parseGrid } from './population-grid.js';

/** CSV files that say how people are, each as its parser has it. */
export interface PeopleTables {
  readonly grid?: PopulationGrid;
  readonly jobs?: PopulationGrid;
  readonly marginals?: Marginals;
}

/**
 * Reads what is known of the people of a city.
 * @param paths of CSV files; what is not given is left out.
 * @throws UserError when a file cannot be read, or says something else.
 */
export async function readPeopleTables({
  grid,
  jobs,
  marginals,
}: { readonly [K in keyof PeopleTables]?: string | undefined }): Promise<PeopleTables> {
  return {
    ...(grid !== undefined && { grid: parseGrid(await textOf(grid), grid) }),
    ...(jobs !== undefined && { jobs: parseGrid(await textOf(jobs), jobs, 'jobs') }),
    ...(marginals !== undefined && { marginals: parseMarginals(await textOf(marginals), marginals) }),
  };
}

async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: Error) => {
    throw new UserError(`${path}: cannot be read (${error.message}). Check the path.`);
  });
}
