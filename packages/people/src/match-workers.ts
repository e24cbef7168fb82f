import { type Random, UserError } from '@itinera/metrics';
import { cellGroups } from './cell-groups.js';
import type { CityCapacity } from './city-capacity.js';
import type { Households } from './households.js';
import { STATUSES } from './marginals.js';
import type { PopulationGrid } from './population-grid.js';

/** Rounds over all households, and partners that a household tries in each. */
const [ROUNDS, PARTNERS] = [20, 16];
const WORKER = STATUSES.indexOf('worker');

/**
 * Exchanges the homes of households of one size until each cell has its share of workers, as far as the households allow;
 * the number of people per AOI stays.
 * @param homes AOI (row) of each household; changed
 * @param statuses of people
 * @returns the share of workers who would have to live in another cell to match the grid
 * @throws UserError when the grid is of another city
 */
export function matchWorkers(
  homes: Int32Array,
  { of, sizes, count }: Households,
  statuses: Uint8Array,
  { homes: weights, centres, toXY }: CityCapacity,
  grid: PopulationGrid,
  random: Random,
): number {
  const { cellOf, groups } = cellGroups(weights, centres, grid, toXY);
  const wanted = Float64Array.from(groups, (group, cell) => (group.length > 0 ? grid.people[cell] : 0));
  const all = wanted.reduce((sum, people) => sum + people, 0);
  if (all === 0)
    throw new UserError(
      'The grid of workers misses the map: none of its workers lives near a home of the map. ' +
        'Is it a grid of this city, with longitude and latitude in degrees?',
    );
  const workers = new Uint8Array(count);
  of.forEach((household, person) => {
    if (statuses[person] === WORKER) workers[household]++;
  });
  const total = workers.reduce((sum, number, household) => sum + (cellOf[homes[household]] < 0 ? 0 : number), 0);
  // What a cell has above its share.
  const excess = wanted.map((people) => (-people * total) / all);
  const bySize: number[][] = [];
  for (let household = 0; household < count; household++) {
    const cell = cellOf[homes[household]];
    if (cell < 0) continue;
    excess[cell] += workers[household];
    bySize[sizes[household]] ??= [];
    bySize[sizes[household]].push(household);
  }
  for (let round = 0, changed = 1; round < ROUNDS && changed > 0; round++) {
    changed = 0;
    for (const households of bySize)
      for (const household of households ?? [])
        for (let i = 0; i < PARTNERS; i++) {
          const a = cellOf[homes[household]];
          if (Math.abs(excess[a]) < 1) break;
          const other = households[random.integer(households.length)];
          const b = cellOf[homes[other]];
          const moved = workers[household] - workers[other];
          if (a === b || moved === 0) continue;
          const before = Math.abs(excess[a]) + Math.abs(excess[b]);
          if (Math.abs(excess[a] - moved) + Math.abs(excess[b] + moved) >= before) continue;
          excess[a] -= moved;
          excess[b] += moved;
          [homes[household], homes[other]] = [homes[other], homes[household]];
          changed++;
        }
  }
  return total === 0 ? 0 : excess.reduce((sum, value) => sum + Math.abs(value), 0) / 2 / total;
}
