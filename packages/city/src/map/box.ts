import { UserError } from '@itinera/base';
import type { CityMap } from './city-map.js';
import { projectionOf } from './projection.js';

/** An axis-aligned box in the plane of a map, metres. */
export interface Box {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

/** The bounding box of interleaved coordinates; undefined if none are finite. */
export function boxAround(...lists: readonly Float64Array[]): Box | undefined {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const xy of lists) {
    for (let i = 0; i + 1 < xy.length; i += 2) {
      const x = xy[i];
      const y = xy[i + 1];
      if (!Number.isFinite(x + y)) continue;
      if (x < west) west = x;
      if (x > east) east = x;
      if (y < south) south = y;
      if (y > north) north = y;
    }
  }
  return west <= east ? { west, east, south, north } : undefined;
}

/** A box in degrees. */
export interface LonLatBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/**
 * The part of a map's plane that a box in degrees covers.
 * @throws UserError if the map has no projection, or the part is empty
 */
export function boxInPlane(map: CityMap, box: LonLatBox): Box {
  const { west, south, east, north } = box;
  const { toXY, toLonLat } = projectionOf(map);
  const all = boxAround(map.lanes.centerLine.nodes.xy, map.aois.positions.xy);
  const inPlane = ({ west: left, south: low, east: right, north: high }: LonLatBox) => {
    const corners = [toXY(left, low), toXY(right, low), toXY(left, high), toXY(right, high)];
    return boxAround(Float64Array.from(corners.flatMap(({ x, y }) => [x, y])))!;
  };
  const isOn = (part: Box) =>
    all !== undefined &&
    part.west < all.east &&
    part.east > all.west &&
    part.south < all.north &&
    part.north > all.south;
  const asked = inPlane(box);
  if (isOn(asked)) return asked;
  const [low, high] = all ? [toLonLat(all.west, all.south), toLonLat(all.east, all.north)] : [];
  const extent = low && high ? [low.lon, low.lat, high.lon, high.lat].map((n) => n.toFixed(4)).join(',') : 'nothing';
  throw new UserError(
    `${map.header?.name ?? 'map'}: the box ${west},${south},${east},${north} is empty; the map covers ${extent}.${ifSwapped(box, (swapped) => isOn(inPlane(swapped)))}`,
  );
}

/** What to write for a box that is on a map only with latitude and longitude exchanged; empty for another. */
export function ifSwapped({ west, south, east, north }: LonLatBox, isOn: (swapped: LonLatBox) => boolean): string {
  const canSwap = Math.abs(west) <= 90 && Math.abs(east) <= 90;
  return canSwap && isOn({ west: south, south: west, east: north, north: east })
    ? ` The corners of the box are latitude,longitude: write ${south},${west},${north},${east}.`
    : '';
}
