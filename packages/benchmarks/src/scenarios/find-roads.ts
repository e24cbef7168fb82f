import { type Area, type CityMap, roadsTouching } from '@itinera/city';
import { UserError } from '@itinera/metrics';
import { nearestNames } from '@itinera/run';

/** Roads by id or name, by an area that they touch, or both: the roads of this name in this area. */
export interface RoadSelection {
  /** Ids, or names as on the map, in any case. */
  readonly road?: readonly (number | string)[] | undefined;
  readonly area?: Area | undefined;
}

/** Names or ids that a message offers. */
const OFFERED = 3;

/**
 * The roads of a selection, as rows of the map, in ascending order.
 * @param what the part of the scenario, for messages
 * @throws UserError if a road is not on the map, or an area contains none
 */
export function findRoads(city: CityMap, { road: wanted, area }: RoadSelection, what: string): number[] {
  const inside = area && roadsTouching(city, area, what);
  if (inside?.length === 0) throw new UserError(`${what}: there are no roads in the area. Draw it across the roads.`);
  if (wanted === undefined) return inside ?? [];
  const names = wanted.some((one) => typeof one === 'string')
    ? Array.from(city.roads.name, (name) => city.text(name).trim())
    : [];
  const named = [...new Set(wanted.flatMap((one) => roadsCalled(city, one, names, what)))].sort((a, b) => a - b);
  const insideRows = new Set(inside);
  const both = inside === undefined ? named : named.filter((row) => insideRows.has(row));
  if (both.length > 0) return both;
  throw new UserError(`${what}: ${wanted.join(', ')} is on the map, but not in the area. Enlarge the area.`);
}

function roadsCalled(city: CityMap, wanted: number | string, names: readonly string[], what: string): number[] {
  const { roads } = city;
  if (typeof wanted === 'number') {
    const row = city.roadIndex(wanted);
    if (row >= 0) return [row];
    const near = Array.from(roads.id).sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted) || a - b);
    throw new UserError(
      `${what}: road ${wanted} is not on the map. The nearest ids are ${near.slice(0, OFFERED).join(', ')}.`,
    );
  }
  const plain = wanted.trim().toLowerCase();
  const rows = names.flatMap((name, row) => (name !== '' && name.toLowerCase() === plain ? [row] : []));
  if (rows.length > 0) return rows;
  const distinct = [...new Set(names)].filter((name) => name !== '');
  const near = nearestNames(wanted, distinct, OFFERED).map((name) => `"${name}"`);
  const hint =
    near.length > 0 ? `The nearest names are ${near.join(', ')}` : 'No road has a name: use ids, a box or a polygon';
  throw new UserError(`${what}: no road on the map is called "${wanted}". ${hint}.`);
}
