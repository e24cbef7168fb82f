import { type Random, UserError } from '@itinera/base';
import { type CellGroups, cellGroups } from './cell-groups.js';
import type { CityCapacity } from './city-capacity.js';
import { wholeNumbers } from './draw-people.js';
import type { PopulationGrid } from './population-grid.js';
import { place } from './zones.js';

/** The fit of a population grid to the map. */
export interface GridReport {
  readonly cells: number;
  /** Cells without a number of people, which are left out. */
  readonly empty?: number;
  /**
   * Cells whose people live on the map, in the cell or (for `borrowed`) in homes of nearby cells; and their share of
   * all people.
   */
  readonly cellsInMap: number;
  readonly borrowed: number;
  readonly peopleInMap: number;
}

export interface ChosenHomes {
  /** For each household, the row of its AOI. */
  readonly aois: Int32Array;
  readonly grid: GridReport | null;
  /** Cell of each AOI, -1 for none; empty without a grid. */
  readonly cellOf: Int32Array;
}

/** A grid with a smaller share on the map is assumed to be of another city. */
const MIN_SHARE = 0.01;

/**
 * Assigns homes to households: by area of residential land, or so that each cell of a grid has its share of people.
 * @param sizes people of each household
 * @param gridName for messages
 * @throws UserError when the grid is of another city
 */
export function chooseHomes(
  sizes: Uint8Array,
  { homes, centres, toXY }: CityCapacity,
  grid: PopulationGrid | null,
  random: Random,
  gridName = 'population grid',
): ChosenHomes {
  const found: CellGroups =
    grid === null
      ? { groups: [Array.from(homes.keys()).filter((aoi) => homes[aoi] > 0)], cellOf: new Int32Array(0), borrowed: 0 }
      : cellGroups(homes, centres, grid, toXY);
  const { groups, cellOf } = found;
  const weights = groups.map((group, cell) => (group.length === 0 ? 0 : grid === null ? 1 : grid.people[cell]));
  const inMap = weights.reduce((sum, weight) => sum + weight, 0);
  const all = grid === null ? 1 : grid.people.reduce((sum, people) => sum + people, 0);
  if (!(inMap / all >= MIN_SHARE))
    throw new UserError(
      `The ${gridName} does not cover the map: ${Math.round((100 * inMap) / all)} % of its people live within 10 km of a home on the map. ` +
        'Is it a grid of this city, with longitude and latitude in degrees?',
    );
  const people = sizes.reduce((sum, size) => sum + size, 0);
  const quotas = wholeNumbers(weights, people);
  const aois = new Int32Array(sizes.length);
  const order = random.shuffled(sizes.length);
  // Cell by cell until its people are placed; excess people of a household reduce the next cell.
  let cell = 0;
  let left = quotas[0];
  const running = groups.map((group) => {
    let sum = 0;
    return group.map((aoi) => {
      sum += homes[aoi];
      return sum;
    });
  });
  for (const household of order) {
    while (left <= 0 && cell < groups.length - 1) left += quotas[++cell];
    while (groups[cell].length === 0) cell--;
    left -= sizes[household];
    aois[household] = groups[cell][place(running[cell], random.uniform() * running[cell].at(-1)!)];
  }
  return {
    aois,
    cellOf,
    grid: grid && {
      cells: grid.people.length,
      cellsInMap: weights.filter((weight) => weight > 0).length,
      borrowed: found.borrowed,
      peopleInMap: inMap / all,
    },
  };
}
