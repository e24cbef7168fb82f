import { UserError } from '@itinera/base';
import type { CityMap } from '@itinera/city';
import { boxAround, insideRing } from '@itinera/city/map-making';
import Flatbush from 'flatbush';
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

/**
 * An AOI belongs to one of this number of cells with the nearest centres, within this distance in metres: the one with the
 * smallest squared distance per distance to its nearest other centre, since small cells, such as tracts of a city centre,
 * are close to their neighbours. On a regular grid this is the nearest. In Columbia SC, 82 % of people are so assigned to
 * their tract, 79 % with the nearest centre.
 */
const RIVALS = 8;
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
  const cellAt = grid.rings ? outlineFinder(grid.rings, toXY) : centreFinder(xy);
  for (const aoi of rows) {
    const cell = cellAt(centres[2 * aoi], centres[2 * aoi + 1]);
    if (cell < 0) continue;
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

type CellFinder = (x: number, y: number) => number;

/** Finds the cell of a point by the centres of cells; -1 if all are too far away. */
function centreFinder(xy: Float64Array): CellFinder {
  const nearest = new Nearest(xy);
  const own = Float64Array.from({ length: xy.length / 2 }, (_, cell) => {
    const [x, y] = [xy[2 * cell], xy[2 * cell + 1]];
    const metres = nearest.to(x, y, RIVALS, REACH).map((near) => Math.hypot(xy[2 * near] - x, xy[2 * near + 1] - y));
    // A place may have several cells.
    return metres.find((other) => other > 1) ?? REACH;
  });
  const usual = own.toSorted()[own.length >> 1];
  const spacing = own.map((metres) => Math.max(metres, usual / 4));
  return (x, y) => {
    const away = (cell: number) => ((xy[2 * cell] - x) ** 2 + (xy[2 * cell + 1] - y) ** 2) / spacing[cell];
    const [first = -1, ...rivals] = nearest.to(x, y, RIVALS, REACH);
    return rivals.reduce((best, rival) => (away(rival) < away(best) ? rival : best), first);
  };
}

/** Finds the cell whose outline contains a point, by the even-odd rule; the first of several, -1 for none. */
function outlineFinder(rings: NonNullable<PopulationGrid['rings']>, toXY: CityCapacity['toXY']): CellFinder {
  const outlines = rings.map((parts) =>
    parts.map((ring) => {
      const outline = new Float64Array(ring.length);
      for (let i = 0; i < ring.length; i += 2) {
        const { x, y } = toXY(ring[i], ring[i + 1]);
        outline.set([x, y], i);
      }
      return outline;
    }),
  );
  const index = new Flatbush(outlines.length);
  for (const parts of outlines) {
    // The projection of the map may have no place for the other side of the earth.
    const box = boxAround(Float64Array.from(parts.flatMap((ring) => [...ring])));
    const { west, south, east, north } = box ?? { west: 1, south: 1, east: 0, north: 0 };
    index.add(west, south, east, north);
  }
  index.finish();
  const isInside = (cell: number, x: number, y: number) =>
    outlines[cell].reduce((inside, ring) => inside !== insideRing(ring, x, y), false);
  return (x, y) => {
    const found = index.search(x, y, x, y).filter((cell) => isInside(cell, x, y));
    return found.length === 0 ? -1 : Math.min(...found);
  };
}

/**
 * Weights of AOIs whose sum per cell equals the value of the grid.
 * @param counted for messages: what the grid counts
 * @throws UserError when the grid is of another city
 */
export function weightsByGrid(
  weights: Float64Array,
  { centres, toXY }: Pick<CityCapacity, 'centres' | 'toXY'>,
  grid: PopulationGrid,
  counted: string,
): Float64Array {
  const made = new Float64Array(weights.length);
  cellGroups(weights, centres, grid, toXY).groups.forEach((group, cell) => {
    const sum = group.reduce((total, aoi) => total + weights[aoi], 0);
    for (const aoi of group) made[aoi] += (grid.people[cell] * weights[aoi]) / sum;
  });
  if (made.some((weight) => weight > 0) || !weights.some((weight) => weight > 0)) return made;
  throw new UserError(
    `The grid of ${counted} does not cover the map: none of its cells is near a place for ${counted}. ` +
      'Is it a grid of this city, with longitude and latitude in degrees?',
  );
}

/**
 * Jobs by AOI, with those that the map lacks where people live: the employed residents of the grid above the jobs of the
 * map. Maps of OpenStreetMap lack offices and workshops first where they lack everything.
 * @param employed share of all people
 * @returns the weights, and the share of jobs that the map lacks
 */
export function completedJobs(
  { jobs, homes, ...capacity }: CityCapacity,
  grid: PopulationGrid | null,
  employed: number,
): { readonly weights: Float64Array; readonly lacking: number } {
  if (grid === null) return { weights: jobs, lacking: 0 };
  const living = weightsByGrid(homes, capacity, grid, 'people');
  const sum = (list: Float64Array) => list.reduce((total, value) => total + value, 0);
  const residents = sum(living);
  const missing = Math.max(0, employed * residents - sum(jobs));
  const weights = jobs.map((own, aoi) => own + (missing * living[aoi]) / residents);
  return { weights, lacking: missing / Math.max(1, employed * residents) };
}

/** Jobs by AOI (row): those of a grid, shared out by floor area, POIs and land use, or an estimate from these alone. */
export function jobsByAoi(map: CityMap, grid?: PopulationGrid): Float64Array {
  const capacity = capacityOf(map);
  return grid ? weightsByGrid(capacity.jobs, capacity, grid, 'jobs') : capacity.jobs;
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
