import { nearestNames, UserError } from '@itinera/base';
import {
  bridgesOf,
  type CityMap,
  LaneType,
  middleLane,
  pointNames,
  type RoadSelection,
  roadsTouching,
} from '@itinera/city';

/** Names or ids that a message offers. */
const OFFERED = 3;

/**
 * The roads of a selection, as rows of the map, in ascending order.
 * @param what the part of the scenario, for messages
 * @param travel whether only roads with lanes for cars count
 * @throws UserError if a road is not on the map, or none is left
 */
export function findRoads(
  city: CityMap,
  { road, bridge, area }: RoadSelection,
  what: string,
  travel: 'cars' | 'everyone' = 'cars',
): number[] {
  const counts = (row: number) => travel === 'everyone' || hasCars(city, row);
  const inside = area && roadsTouching(city, area, what).filter(counts);
  const kind = travel === 'cars' ? 'roads for cars' : 'roads';
  if (inside?.length === 0) throw new UserError(`${what}: there are no ${kind} in the area. Draw it across the roads.`);
  const wanted = road ?? bridge;
  if (wanted === undefined) return inside ?? [];
  const names = wanted.some((one) => typeof one === 'string')
    ? Array.from(city.roads.name, (name) => city.text(name).trim())
    : [];
  const named = new Set<number>();
  for (const one of wanted) {
    const rows = road ? roadsCalled(city, one, names, what) : roadsAcross(city, String(one), what);
    if (!rows.some(counts)) throw new UserError(`${what}: ${one} has no lanes for cars. Choose another road.`);
    for (const row of rows) if (counts(row)) named.add(row);
  }
  const insideRows = new Set(inside);
  const both = [...named].filter((row) => inside === undefined || insideRows.has(row)).sort((a, b) => a - b);
  if (both.length > 0) return both;
  throw new UserError(`${what}: ${wanted.join(', ')} is on the map, but not in the area. Enlarge the area.`);
}

/** The roads of the bridges that are called by the name of their road or water. */
function roadsAcross(city: CityMap, wanted: string, what: string): readonly number[] {
  const bridges = bridgesOf(city);
  const plain = plainName(wanted);
  const isCalled = (one: string) => one !== '' && plainName(one) === plain;
  const called = bridges.filter(({ name, water }) => isCalled(name) || isCalled(water));
  if (called.length > 0) return called.flatMap(({ roads }) => roads);
  const names = new Set(bridges.flatMap(({ name, water }) => [name, water]).filter((name) => name !== ''));
  const near = nearestNames(wanted, [...names], OFFERED).map((name) => `"${name}"`);
  const hint =
    near.length > 0
      ? `The nearest names are ${near.join(', ')}; asbench map info lists the bridges`
      : 'No road with a name crosses water: use a road, a box or a polygon';
  throw new UserError(`${what}: no bridge on the map is called "${wanted}". ${hint}.`);
}

/** A name without case, accents and apostrophes, since maps spell the same street in several ways. */
export function plainName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036F\u02BB\u02BC'’‘`]/g, '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

function hasCars(city: CityMap, row: number): boolean {
  const lane = middleLane(city, row);
  return lane >= 0 && city.lanes.type[lane] === LaneType.DRIVING;
}

/** Streets of one name that are listed. */
const MOST_STREETS = 10;
/** Roads of one name farther apart than this are different streets, metres. */
const SAME_STREET = 150;

/**
 * Where the separate streets, or bridges, begin that one name of a selection means, if they are more than one: the first few, and
 * how many. The name of a water means all bridges over it.
 * @param rows of the selection
 */
export function namesakes(
  city: CityMap,
  { road, bridge }: RoadSelection,
  rows: readonly number[],
): { readonly name: string; readonly count: number; readonly streets: readonly string[] }[] {
  let whereabouts: ReturnType<typeof pointNames> | null = null;
  return (road ?? bridge ?? []).flatMap((name) => {
    if (typeof name !== 'string') return [];
    const plain = plainName(name);
    const own = rows.filter((row) => plainName(city.text(city.roads.name[row]!)) === plain);
    const streets = streetsOf(city, own);
    if (streets.length < 2) return [];
    whereabouts ??= pointNames(city);
    const named = streets.slice(0, MOST_STREETS).map(([road]) => whereabouts!(...road![0]!));
    return [{ name, count: streets.length, streets: named }];
  });
}

/** Groups of roads whose ends are near each other: the ends of each road, x and y in metres. */
export function streetsOf(city: CityMap, rows: readonly number[]): (readonly (readonly [number, number])[])[][] {
  const { offsets, xy } = city.lanes.centerLine.nodes;
  const ends = rows.map((row) => {
    const lane = middleLane(city, row);
    const [first, last] = [offsets[lane]!, offsets[lane + 1]! - 1];
    return [first, last].map((node) => [xy[2 * node]!, xy[2 * node + 1]!] as const);
  });
  return groupNearby(ends, SAME_STREET);
}

/** Groups things, given by their points, that are within some metres of another one of their group. */
export function groupNearby<T extends readonly (readonly [x: number, y: number])[]>(
  things: readonly T[],
  metres: number,
): T[][] {
  const groups: T[][] = [];
  for (const thing of things) {
    const isNear = (other: T) =>
      thing.some(([x, y]) => other.some((end) => Math.hypot(end[0] - x, end[1] - y) <= metres));
    const near = groups.filter((group) => group.some(isNear));
    for (const group of near) groups.splice(groups.indexOf(group), 1);
    groups.push([thing, ...near.flat()]);
  }
  return groups;
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
  const plain = plainName(wanted);
  const rows = names.flatMap((name, row) => (name !== '' && plainName(name) === plain ? [row] : []));
  if (rows.length > 0) return rows;
  // An id in quotes.
  if (/^\d{1,10}$/.test(plain)) return roadsCalled(city, Number(plain), names, what);
  const distinct = [...new Set(names)].filter((name) => name !== '');
  const near = nearestNames(wanted, distinct, OFFERED).map((name) => `"${name}"`);
  const hint =
    near.length > 0 ? `The nearest names are ${near.join(', ')}` : 'No road has a name: use ids, a box or a polygon';
  throw new UserError(`${what}: no road on the map is called "${wanted}". ${hint}.`);
}
