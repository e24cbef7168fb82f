import { stepLength } from '@itinera/base';
import type { XYPosition } from '../city-view.js';
import type { AgentMap } from '../environment.js';
import type { MobilityAgent } from '../mobility-agent.js';
import type { RandomStream } from '../random-stream.js';
import type { CountryFigures, Outing } from './country-figures.js';
import { meeting, nearby } from './dated-days.js';
import { lunch, placeTypes } from './day-pattern-figures.js';

/** Number of grid cells of a city, and their minimum size in metres. */
const [MOST_CELLS, LEAST_SIDE] = [1000, 250];
/** Distances on a fine grid, in scales: others have a probability of less than e^−10. */
const FINE_REACH = 10;

/** Places, one after another: positions in the plane, and AOIs. */
interface PlaceColumns {
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly aoiId: readonly number[];
}

interface PlaceCell {
  readonly column: number;
  readonly row: number;
  /** Its part of the AOIs. */
  readonly first: number;
  readonly count: number;
}

/**
 * Chooses places for outings: any place of a kind, with a probability proportional to e^(−distance / scale). If places are
 * spread evenly, the mean distance is twice the scale. Distances are between cells of a grid, which is fine for walks.
 */
export class OutingPlaces {
  readonly #scale: number;
  /** Cells farther away are left out, metres. */
  readonly #reach: number;
  readonly #side: number;
  readonly #west: number;
  readonly #south: number;
  /** AOIs of the places, one cell after another. */
  readonly #aois: Int32Array;
  readonly #cells: readonly PlaceCell[];
  /** Indices in `#cells` by row of the grid. */
  readonly #rows = new Map<number, number[]>();
  /** For each cell of origin, cumulative weights of the cells. */
  readonly #sums = new Map<number, { readonly cells: readonly PlaceCell[]; readonly sums: Float64Array }>();

  constructor({ x, y, aoiId }: PlaceColumns, scale: number, isFine = false) {
    const [west, east] = extent(x);
    const [south, north] = extent(y);
    this.#scale = scale;
    this.#side = Math.max(LEAST_SIDE, isFine ? scale : Math.sqrt(((east - west) * (north - south)) / MOST_CELLS));
    this.#reach = isFine ? FINE_REACH * scale : Infinity;
    this.#west = west;
    this.#south = south;
    const cells = new Map<number, { readonly column: number; readonly row: number; readonly aois: number[] }>();
    for (let i = 0; i < aoiId.length; i++) {
      const column = Math.floor((x[i]! - west) / this.#side);
      const row = Math.floor((y[i]! - south) / this.#side);
      const key = keyOf(column, row);
      const known = cells.get(key);
      if (known) known.aois.push(aoiId[i]!);
      else cells.set(key, { column, row, aois: [aoiId[i]!] });
    }
    this.#aois = Int32Array.from([...cells.values()].flatMap(({ aois }) => aois));
    let first = 0;
    this.#cells = Array.from(cells.values(), ({ column, row, aois: { length: count } }) => {
      first += count;
      return { column, row, first: first - count, count };
    });
    this.#cells.forEach(({ row }, i) => {
      const rowCells = this.#rows.get(row);
      if (rowCells === undefined) this.#rows.set(row, [i]);
      else rowCells.push(i);
    });
  }

  /** Returns the AOI of a place; undefined if the city has none. */
  draw(random: RandomStream, from: XYPosition): number | undefined {
    const { cells, sums } = this.#sumsFrom(this.#cellOf(from));
    const total = sums.at(-1);
    if (total === undefined) return undefined;
    const target = random.next() * total;
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle]! > target) high = middle;
      else low = middle + 1;
    }
    const { first, count } = cells[low]!;
    return this.#aois[first + random.integer(count)];
  }

  #cellOf({ x, y }: XYPosition): { column: number; row: number } {
    return { column: Math.floor((x - this.#west) / this.#side), row: Math.floor((y - this.#south) / this.#side) };
  }

  #sumsFrom({ column, row }: { column: number; row: number }) {
    const key = keyOf(column, row);
    let found = this.#sums.get(key);
    if (found === undefined) {
      const within = this.#within(column, row);
      // Where places are sparse, people go farther.
      const cells = within.length > 0 ? within : this.#cells;
      let sum = 0;
      const sums = Float64Array.from(cells, (cell) => {
        sum += cell.count * Math.exp(-this.#metres(cell, column, row) / this.#scale);
        return sum;
      });
      found = { cells, sums };
      this.#sums.set(key, found);
    }
    return found;
  }

  /** The cells that are not too far away, in the order of all cells. */
  #within(column: number, row: number): readonly PlaceCell[] {
    if (this.#reach === Infinity || this.#cells.length === 0) return this.#cells;
    const most = Math.floor(this.#reach / this.#side);
    const near: number[] = [];
    for (let of = row - most; of <= row + most; of++) {
      for (const i of this.#rows.get(of) ?? []) {
        if (this.#metres(this.#cells[i]!, column, row) <= this.#reach) near.push(i);
      }
    }
    return near.sort((a, b) => a - b).map((i) => this.#cells[i]!);
  }

  /** Distance of two cells, metres: two points of one cell are on average half its side apart. */
  #metres(cell: PlaceCell, column: number, row: number): number {
    return Math.max(0.5, stepLength(cell.column - column, cell.row - row)) * this.#side;
  }
}

/** Kinds of places that are chosen by distance. */
type OutingPlace = Outing | 'lunch' | 'meeting' | 'escort' | 'walk';

/** Returns the AOI of a place for an outing; undefined if the city has none of the kind. */
export function choosePlace(
  { environment, random }: Pick<MobilityAgent, 'environment' | 'random'>,
  figures: CountryFigures,
  at: OutingPlace,
  from: XYPosition,
  isNearby?: boolean,
): number | undefined {
  const outing = at === 'lunch' ? 'eating out' : at;
  const distance = distanceOf(figures, at, isNearby);
  const isFine = isNearby === true;
  const places = environment.map.remember(`outings: ${outing}, ${distance} m${isFine ? ', fine' : ''}`, () => {
    if (outing === 'walk') return new OutingPlaces(everywhere(environment.map), distance / 2, true);
    const kinds = outing === 'meeting' ? {} : { poiType: outing === 'escort' ? SCHOOLS : placeTypes[outing] };
    const all = { center: [0, 0], radius: Number.MAX_SAFE_INTEGER, ...kinds } as const;
    return new OutingPlaces(columnsOf(environment.getAroundPoi(all)), distance / 2, isFine);
  });
  return places.draw(random, from);
}

/** Places that are tried for a distance; the one that is closest to it is chosen. */
const CANDIDATES = 40;

/** Returns any AOI at about a distance, straight-line metres; the AOI of departure if the map has no other. */
export function placeAtDistance(map: AgentMap, random: RandomStream, from: number, metres: number): number {
  const ids = map.remember('ids of places', () => [...map.getAllAois().keys()]);
  const centre = map.getAoiCentre(from);
  let [best, least] = [from, Number.POSITIVE_INFINITY];
  for (let i = 0; i < CANDIDATES; i++) {
    const id = ids[random.integer(ids.length)]!;
    const { x, y } = map.getAoiCentre(id);
    const off = Math.abs(Math.log((stepLength(x - centre.x, y - centre.y) + 1) / (metres + 1)));
    if (id !== from && off < least) [best, least] = [id, off];
  }
  return best;
}

/** Whether an activity is an outing, for which places are chosen by kind and distance. */
export function isOuting(activity: string): activity is Outing {
  return Object.hasOwn(placeTypes, activity);
}

/** Schools to which children are taken; they are as far as those of students (assumption). */
const SCHOOLS = ['school', 'kindergarten'];
const SCHOOL_METRES = 1000;

/** Mean straight distance, metres. Of outings with short ones apart, all others are so much longer that the mean stays. */
export function distanceOf(figures: CountryFigures, at: OutingPlace, isNearby: boolean | undefined): number {
  if (at === 'walk') return nearby.metres;
  if (at === 'escort') return SCHOOL_METRES;
  if (at === 'meeting') return meeting.metres;
  if (at === 'lunch') return lunch.distance;
  const { distance } = figures.outings[at];
  if (isNearby === undefined) return distance;
  return isNearby ? nearby.metres : Math.round((distance - nearby.share * nearby.metres) / (1 - nearby.share));
}

/** All AOIs of a map but the stops of lines: people walk anywhere, and not elsewhere because of a new line. */
function everywhere(map: AgentMap): PlaceColumns {
  const [allX, allY, aoiId]: number[][] = [[], [], []];
  map.eachAoi((id, x, y, area, urbanLandUse) => {
    if (!(area > 0) && urbanLandUse === STOP) return;
    allX!.push(x);
    allY!.push(y);
    aoiId!.push(id);
  });
  return { x: allX!, y: allY!, aoiId: aoiId! };
}

/** The columns of places. */
export function columnsOf(places: readonly { readonly position: XYPosition; readonly aoiId: number }[]): PlaceColumns {
  return {
    x: places.map(({ position }) => position.x),
    y: places.map(({ position }) => position.y),
    aoiId: places.map(({ aoiId }) => aoiId),
  };
}

/** Land use of stops, which are points (GB 50137-2011). */
const STOP = 'S4';

/** Returns the AOI of a profile if the map has it. */
export function placeOnMap(map: AgentMap, aoiId: unknown): number | undefined {
  return typeof aoiId === 'number' && map.hasAoi(aoiId) ? aoiId : undefined;
}

/** Straight-line metres between the centres of two AOIs. */
export function metresBetween(map: AgentMap, from: number, to: number): number {
  const [a, b] = [map.getAoiCentre(from), map.getAoiCentre(to)];
  return stepLength(a.x - b.x, a.y - b.y);
}

/** Identifies a cell by the numbers of its column and row, of which there are fewer than 65,536. */
const keyOf = (column: number, row: number) => column * 65_536 + row;

function extent(values: readonly number[]): [low: number, high: number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}
