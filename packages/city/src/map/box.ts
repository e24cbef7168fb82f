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
export function boxInPlane(map: CityMap, { west, south, east, north }: LonLatBox): Box {
  const { toXY, toLonLat } = projectionOf(map);
  const corners = [toXY(west, south), toXY(east, south), toXY(west, north), toXY(east, north)];
  const asked = boxAround(Float64Array.from(corners.flatMap(({ x, y }) => [x, y])))!;
  const all = boxAround(map.lanes.centerLine.nodes.xy, map.aois.positions.xy);
  if (all && asked.west < all.east && asked.east > all.west && asked.south < all.north && asked.north > all.south)
    return asked;
  const [low, high] = all ? [toLonLat(all.west, all.south), toLonLat(all.east, all.north)] : [];
  const extent = low && high ? [low.lon, low.lat, high.lon, high.lat].map((n) => n.toFixed(4)).join(',') : 'nothing';
  throw new UserError(
    `${map.header?.name ?? 'map'}: the box ${west},${south},${east},${north} is empty; the map covers ${extent}.`,
  );
}
