import type { TableRecord } from '@itinera/tables';
import { gridOf, type PopulationGrid } from './population-grid.js';

export const FLOW_COLUMNS = ['home_lon', 'home_lat', 'work_lon', 'work_lat', 'people'];

/** What commuting flows tell about a city. */
export interface FlowTotals {
  /** Employed residents and jobs by place. */
  readonly workers: PopulationGrid;
  readonly jobs: PopulationGrid;
  /** Mean straight-line distance from home to work, metres. */
  readonly meanMetres: number;
}

const METRES_PER_DEGREE = 111_195;

/** Commuting flows: row by row the home and the workplace of a number of people. */
export interface FlowEnds {
  readonly home: PopulationGrid;
  readonly work: PopulationGrid;
}

/**
 * Reads commuting flows: numbers of people by home and workplace, in degrees.
 * @throws UserError for an invalid value
 */
export function flowEnds(rows: readonly TableRecord[], path: string): FlowEnds {
  const end = (name: 'home' | 'work') =>
    gridOf(
      rows.map(({ [`${name}_lon`]: lon = null, [`${name}_lat`]: lat = null, people = null }) => ({ lon, lat, people })),
      path,
      'people',
    );
  return { home: end('home'), work: end('work') };
}

/**
 * Sums up commuting flows.
 * @throws UserError for an invalid value
 */
export function flowTotals(rows: readonly TableRecord[], path: string): FlowTotals {
  const { home, work } = flowEnds(rows, path);
  let [metres, all] = [0, 0];
  home.people.forEach((people, i) => {
    const east = (work.lons[i] - home.lons[i]) * Math.cos((home.lats[i] * Math.PI) / 180);
    metres += people * METRES_PER_DEGREE * Math.hypot(east, work.lats[i] - home.lats[i]);
    all += people;
  });
  return { workers: joined(home), jobs: joined(work), meanMetres: metres / all };
}

/** One cell per place. */
function joined({ lons, lats, people }: PopulationGrid): PopulationGrid {
  const cells = new Map<string, { lon: number; lat: number; people: number }>();
  people.forEach((count, i) => {
    const key = `${lons[i]} ${lats[i]}`;
    const cell = cells.get(key) ?? { lon: lons[i], lat: lats[i], people: 0 };
    cell.people += count;
    cells.set(key, cell);
  });
  const column = (name: 'lon' | 'lat' | 'people') => Float64Array.from(cells.values(), (cell) => cell[name]);
  return { lons: column('lon'), lats: column('lat'), people: column('people') };
}
