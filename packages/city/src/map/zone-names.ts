import type { CityMap } from './city-map.js';
import { groundOf } from './ground.js';
import { type PlaceName, placeNames } from './map-names.js';
import { middleLane } from './road-lanes.js';

const COMPASS = ['east', 'north-east', 'north', 'north-west', 'west', 'south-west', 'south', 'south-east'] as const;

/**
 * Names squares by the towns and districts of the map: by the one within, or by the way from the nearest one, such as
 * `1.2 km north-east of Maindee`; without any by the way from the centre of the map.
 * @param side of the squares, metres
 */
export function zoneNames(map: CityMap, side: number): (column: number, row: number) => string {
  return squareNames(placesOf(map), side);
}

const placesOf = (map: CityMap) => placeNames(map, groundOf(map));

function squareNames(all: readonly PlaceName[], side: number): (column: number, row: number) => string {
  const places = all.filter(({ kind }) => kind === 'town' || kind === 'district');
  return (column, row) => {
    const [x, y] = [(column + 0.5) * side, (row + 0.5) * side];
    const within = places.find((one) => Math.floor(one.x / side) === column && Math.floor(one.y / side) === row);
    if (within !== undefined) return within.text;
    const away = (one: { readonly x: number; readonly y: number }) => Math.hypot(x - one.x, y - one.y);
    const [nearest] = [...places].sort((one, other) => away(one) - away(other));
    const from = nearest ?? { x: 0, y: 0, text: 'the centre of the map' };
    const metres = away(from);
    if (metres < side / 2) return from.text;
    const direction = COMPASS[(Math.round(Math.atan2(y - from.y, x - from.x) / (Math.PI / 4)) + 8) % 8];
    return `${metres < 1000 ? `${Math.round(metres / 100) * 100} m` : `${(metres / 1000).toFixed(1)} km`} ${direction} of ${from.text}`;
  };
}

const POINT_METRES = 100;

/** Names points in metres on the plane of the map in the same way, as squares of 100 m. */
export function pointNames(map: CityMap): (x: number, y: number) => string {
  return namesOfPoints(placesOf(map));
}

function namesOfPoints(places: readonly PlaceName[]): (x: number, y: number) => string {
  const nameOf = squareNames(places, POINT_METRES);
  return (x, y) => nameOf(Math.floor(x / POINT_METRES), Math.floor(y / POINT_METRES));
}

/** Where AOIs are, in the same way; empty for one without positions. */
export function aoiWhereabouts(map: CityMap): (row: number) => string {
  const [nameOf, centres] = [pointNames(map), map.aoiCentroids];
  return (row) => (Number.isNaN(centres[2 * row]!) ? '' : nameOf(centres[2 * row]!, centres[2 * row + 1]!));
}

/** Names roads by their rows: those without a name by where they begin, such as `unnamed road 600 m north of Maindee`. */
export function streetNames(map: CityMap): (road: number) => string {
  const nameOf = streetNamer(placesOf(map));
  const { offsets, xy } = map.lanes.centerLine.nodes;
  return (road) => {
    const node = offsets[middleLane(map, road)] ?? 0;
    return nameOf(map.text(map.roads.name[road]!), xy[2 * node]!, xy[2 * node + 1]!);
  };
}

/** The same for maps that are drawn: from the name of a road, or '', and its first point in metres. */
export function streetNamer(places: readonly PlaceName[]): (name: string, x: number, y: number) => string {
  const whereabouts = namesOfPoints(places);
  return (name, x, y) => {
    if (name !== '') return name;
    const where = whereabouts(x, y);
    return `unnamed road ${/^[\d.]+ k?m /.test(where) ? where : `near ${where}`}`;
  };
}
