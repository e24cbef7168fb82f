import { type Random, UserError } from '@itinera/base';
import { cellGroups } from './cell-groups.js';
import type { CityCapacity } from './city-capacity.js';
import type { DrawnPeople } from './draw-people.js';
import { AGE_BANDS, STATUSES } from './marginals.js';
import type { PopulationGrid } from './population-grid.js';

const WORKER = STATUSES.indexOf('worker');

/**
 * Exchanges work for another status between people of the same age band and sex until each cell has its share of workers, as
 * far as its ages allow: a campus with students has few. The table of age, sex and status stays.
 * @param homes AOI (row) of each person
 * @param drawn `statuses` is changed
 * @returns the share of workers who would have to live in another cell to match the grid
 * @throws UserError when the grid is of another city
 */
export function matchWorkers(
  homes: Int32Array,
  { ages, sexes, statuses }: DrawnPeople,
  { homes: weights, centres, toXY }: CityCapacity,
  grid: PopulationGrid,
  random: Random,
): number {
  const { cellOf, groups } = cellGroups(weights, centres, grid, toXY);
  const wanted = Float64Array.from(groups, (group, cell) => (group.length > 0 ? grid.people[cell] : 0));
  const all = wanted.reduce((sum, people) => sum + people, 0);
  if (all === 0)
    throw new UserError(
      'The grid of workers does not cover the map: none of its workers lives near a home on the map. ' +
        'Is it a grid of this city, with longitude and latitude in degrees?',
    );
  const cell = homes.map((aoi) => cellOf[aoi]);
  const order = [...random.shuffled(homes.length)].filter((person) => cell[person] >= 0);
  const workers = order.filter((person) => statuses[person] === WORKER);
  // What a cell has above its share.
  const excess = wanted.map((people) => (-people * workers.length) / all);
  for (const person of workers) excess[cell[person]]++;
  const groupOf = (person: number) => AGE_BANDS.findLastIndex((first) => first <= ages[person]) * 2 + sexes[person];
  const others: number[][] = Array.from({ length: 2 * AGE_BANDS.length }, () => []);
  for (const person of order)
    if (statuses[person] !== WORKER && excess[cell[person]] <= -1) others[groupOf(person)].push(person);
  for (const worker of workers) {
    const partners = others[groupOf(worker)];
    while (partners.length > 0 && excess[cell[partners.at(-1)!]] > -1) partners.pop();
    if (partners.length === 0 || excess[cell[worker]] < 1) continue;
    const partner = partners.pop()!;
    [statuses[worker], statuses[partner]] = [statuses[partner], statuses[worker]];
    excess[cell[worker]]--;
    excess[cell[partner]]++;
  }
  return workers.length === 0 ? 0 : excess.reduce((sum, value) => sum + Math.abs(value), 0) / 2 / workers.length;
}
