import type { CityMap } from '@itinera/city';
import KDBush from 'kdbush';
import { type CityCapacity, capacityOf } from './city-capacity.js';
import type { PopulationGrid } from './population-grid.js';

/** The AOIs of each cell of a grid. */
export interface CellGroups {
  /** For each cell, rows of AOIs. */
  readonly groups: readonly (readonly number[])[];
  /** Cell of each AOI, -1 for none. */
  readonly cellOf: Int32Array;
  /** Cells without AOIs, which use the nearest ones of other cells. */
  readonly borrowed: number;
}

/** An AOI belongs to the cell with the nearest centre within this distance in metres. */
const REACH = 10_000;
/** A cell without AOIs uses up to this many of the nearest ones, within this distance in metres. */
const BORROWED = 8;
const BORROW_REACH = 3000;

/** Finds for each cell of a grid the AOIs with a weight above 0 in it, or otherwise near it. */
export function cellGroups(
  weights: Float64Array,
  centres: Float64Array,
  grid: PopulationGrid,
  toXY: CityCapacity['toXY'],
): CellGroups {
  const rows = Array.from(weights.keys()).filter((aoi) => weights[aoi] > 0 && Number.isFinite(centres[2 * aoi]));
  const cells = grid.people.length;
  const xy = Float64Array.from({ length: 2 * cells });
  for (let cell = 0; cell < cells; cell++) {
    const { x, y } = toXY(grid.lons[cell], grid.lats[cell]);
    xy.set([x, y], 2 * cell);
  }
  const groups: number[][] = Array.from({ length: cells }, () => []);
  const cellOf = new Int32Array(weights.length).fill(-1);
  const nearestCell = new Nearest(xy);
  for (const aoi of rows) {
    const [cell] = nearestCell.to(centres[2 * aoi], centres[2 * aoi + 1], 1, REACH);
    if (cell === undefined) continue;
    cellOf[aoi] = cell;
    groups[cell].push(aoi);
  }
  const nearestAoi = new Nearest(Float64Array.from(rows.flatMap((aoi) => [centres[2 * aoi], centres[2 * aoi + 1]])));
  let borrowed = 0;
  groups.forEach((group, cell) => {
    if (group.length > 0 || !(grid.people[cell] > 0)) return;
    const near = nearestAoi.to(xy[2 * cell], xy[2 * cell + 1], BORROWED, BORROW_REACH);
    group.push(...near.map((place) => rows[place]));
    if (near.length > 0) borrowed++;
  });
  return { groups, cellOf, borrowed };
}

/** Weights of AOIs whose sum per cell equals the value of the grid. */
export function weightsByGrid(
  weights: Float64Array,
  { centres, toXY }: Pick<CityCapacity, 'centres' | 'toXY'>,
  grid: PopulationGrid,
): Float64Array {
  const made = new Float64Array(weights.length);
  cellGroups(weights, centres, grid, toXY).groups.forEach((group, cell) => {
    const sum = group.reduce((total, aoi) => total + weights[aoi], 0);
    for (const aoi of group) made[aoi] += (grid.people[cell] * weights[aoi]) / sum;
  });
  return made;
}

/** Jobs by AOI (row): those of a grid, shared out by POIs and land use, or an estimate from these alone. */
export function jobsByAoi(map: CityMap, grid?: PopulationGrid): Float64Array {
  const capacity = capacityOf(map);
  return grid ? weightsByGrid(capacity.jobs, capacity, grid) : capacity.jobs;
}

/** Finds the points nearest to another. */
class Nearest {
  readonly #tree: KDBush;

  constructor(private readonly xy: Float64Array) {
    const count = xy.length / 2;
    this.#tree = new KDBush(count);
    for (let i = 0; i < count; i++) this.#tree.add(xy[2 * i], xy[2 * i + 1]);
    this.#tree.finish();
  }

  /** The nearest points, nearest first; ties to the first. */
  to(x: number, y: number, count: number, reach: number): number[] {
    if (this.xy.length === 0) return [];
    for (let radius = 500; ; radius *= 2) {
      const within = Math.min(radius, reach);
      const found = this.#tree
        .within(x, y, within)
        .map((i) => ({ i, distance: Math.hypot(this.xy[2 * i] - x, this.xy[2 * i + 1] - y) }))
        .sort((a, b) => a.distance - b.distance || a.i - b.i);
      if (found.length >= count || within === reach) return found.slice(0, count).map(({ i }) => i);
    }
  }
}
