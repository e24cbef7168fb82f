import type { XYPosition } from '../city-view.js';
import type { AgentMap } from '../environment.js';
import type { MobilityAgent } from '../mobility-agent.js';
import type { RandomStream } from '../random-stream.js';
import type { CountryFigures, Outing } from './country-figures.js';
import { nearby } from './dated-days.js';
import { lunch, placeTypes } from './day-pattern-figures.js';

/** Number of grid cells of a city, and their minimum size in metres. */
const [MOST_CELLS, LEAST_SIDE] = [1000, 250];

/**
 * Chooses places for outings: any place of a kind, with a probability proportional to e^(−distance / scale). If places are
 * spread evenly, the mean distance is twice the scale. Distances are between cells of a grid.
 */
export class OutingPlaces {
  readonly #scale: number;
  readonly #side: number;
  readonly #west: number;
  readonly #south: number;
  /** AOIs of the places by cell, and the positions of those cells. */
  readonly #cells: { readonly column: number; readonly row: number; readonly aois: number[] }[];
  /** For each cell of origin, cumulative weights of the cells. */
  readonly #sums = new Map<number, Float64Array>();

  constructor(places: readonly { readonly position: XYPosition; readonly aoiId: number }[], scale: number) {
    const [west, east] = extent(places.map(({ position }) => position.x));
    const [south, north] = extent(places.map(({ position }) => position.y));
    this.#scale = scale;
    this.#side = Math.max(LEAST_SIDE, Math.sqrt(((east - west) * (north - south)) / MOST_CELLS));
    this.#west = west;
    this.#south = south;
    const cells = new Map<string, { column: number; row: number; aois: number[] }>();
    for (const { position, aoiId } of places) {
      const at = this.#cellOf(position);
      const key = `${at.column} ${at.row}`;
      const cell = cells.get(key) ?? { ...at, aois: [] };
      cell.aois.push(aoiId);
      cells.set(key, cell);
    }
    this.#cells = [...cells.values()];
  }

  /** Returns the AOI of a place; undefined if the city has none. */
  draw(random: RandomStream, from: XYPosition): number | undefined {
    const sums = this.#sumsFrom(this.#cellOf(from));
    const total = sums.at(-1);
    if (total === undefined) return undefined;
    const target = random.next() * total;
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle]! > target) high = middle;
      else low = middle + 1;
    }
    return random.choice(this.#cells[low]!.aois);
  }

  #cellOf({ x, y }: XYPosition): { column: number; row: number } {
    return { column: Math.floor((x - this.#west) / this.#side), row: Math.floor((y - this.#south) / this.#side) };
  }

  #sumsFrom({ column, row }: { column: number; row: number }): Float64Array {
    const key = column * 65_536 + row;
    let sums = this.#sums.get(key);
    if (sums === undefined) {
      const weights = this.#cells.map((cell) => {
        // Two points of one cell are on average half its side apart.
        const sides = Math.max(0.5, Math.hypot(cell.column - column, cell.row - row));
        return cell.aois.length * Math.exp((-sides * this.#side) / this.#scale);
      });
      sums = new Float64Array(weights);
      for (let i = 1; i < sums.length; i++) sums[i]! += sums[i - 1]!;
      this.#sums.set(key, sums);
    }
    return sums;
  }
}

/** Returns the AOI of a place for an outing; undefined if the city has none of the kind. */
export function choosePlace(
  { environment, random }: Pick<MobilityAgent, 'environment' | 'random'>,
  figures: CountryFigures,
  at: Outing | 'lunch' | 'escort',
  from: XYPosition,
  isNearby?: boolean,
): number | undefined {
  const outing = at === 'lunch' ? 'eating out' : at;
  const distance = distanceOf(figures, at, isNearby);
  const places = environment.map.remember(`outings: ${outing}, ${distance} m`, () => {
    const all = {
      center: [0, 0],
      radius: Number.MAX_SAFE_INTEGER,
      poiType: outing === 'escort' ? SCHOOLS : placeTypes[outing],
    } as const;
    return new OutingPlaces(environment.getAroundPoi(all), distance / 2);
  });
  return places.draw(random, from);
}

/** Schools to which children are taken; they are as far as those of students (assumption). */
const SCHOOLS = ['school', 'kindergarten'];
const SCHOOL_METRES = 1000;

/** Mean straight distance, metres. Of outings with short ones apart, all others are so much longer that the mean stays. */
function distanceOf(figures: CountryFigures, at: Outing | 'lunch' | 'escort', isNearby: boolean | undefined): number {
  if (at === 'escort') return SCHOOL_METRES;
  if (at === 'lunch') return lunch.distance;
  const { distance } = figures.outings[at];
  if (isNearby === undefined) return distance;
  return isNearby ? nearby.metres : Math.round((distance - nearby.share * nearby.metres) / (1 - nearby.share));
}

/** Returns the AOI of a profile if the map has it. */
export function placeOnMap(map: AgentMap, aoiId: unknown): number | undefined {
  return typeof aoiId === 'number' && map.hasAoi(aoiId) ? aoiId : undefined;
}

function extent(values: readonly number[]): [low: number, high: number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}
