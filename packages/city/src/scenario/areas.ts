import { UserError } from '@itinera/base';
import { boxAround } from '../map/box.js';
import type { CityMap } from '../map/city-map.js';
import { projectionOf } from '../map/projection.js';
import { insideRing } from '../map/ring.js';
import { middleLane } from '../map/road-lanes.js';
import type { Area } from './scenario.js';

/**
 * An area in the plane of the map, as interleaved coordinates.
 * @throws UserError if it lies outside the map
 */
function ringInPlane(city: CityMap, area: Area, what: string): Float64Array {
  const { toXY, toLonLat } = projectionOf(city);
  const plane = (points: Area) =>
    Float64Array.from(points.flatMap(([lon, lat]) => Object.values(toXY(lon, lat)) as number[]));
  const all = boxAround(city.lanes.centerLine.nodes.xy, city.aois.positions.xy);
  const isOn = (ring: Float64Array) => {
    const own = boxAround(ring);
    return (
      all !== undefined &&
      own !== undefined &&
      own.west <= all.east &&
      own.east >= all.west &&
      own.south <= all.north &&
      own.north >= all.south
    );
  };
  const ring = plane(area);
  if (isOn(ring)) return ring;
  const [low, high] = all ? [toLonLat(all.west, all.south), toLonLat(all.east, all.north)] : [];
  const extent =
    low && high ? `${[low.lon, low.lat, high.lon, high.lat].map((n) => n.toFixed(4)).join(', ')}` : 'nothing';
  const canSwap = area.every(([lon]) => Math.abs(lon) <= 90);
  const isSwapped = canSwap && isOn(plane(area.map(([lon, lat]) => [lat, lon])));
  const next = isSwapped
    ? 'Its points are latitude, longitude: write longitude first.'
    : 'Points are longitude, latitude.';
  throw new UserError(
    `${what}: the area lies outside the map, which covers ${extent} (west, south, east, north). ${next}`,
  );
}

/** The roads of which any part lies in an area, by row. */
export function roadsTouching(city: CityMap, area: Area, what: string): number[] {
  const ring = ringInPlane(city, area, what);
  const { offsets, xy } = city.lanes.centerLine.nodes;
  const rows: number[] = [];
  for (let road = 0; road < city.roads.count; road++) {
    const lane = middleLane(city, road);
    if (lane >= 0 && touches(xy, offsets[lane], offsets[lane + 1], ring)) rows.push(road);
  }
  return rows;
}

function touches(xy: Float64Array, start: number, end: number, ring: Float64Array): boolean {
  for (let i = start; i < end; i++) {
    if (insideRing(ring, xy[2 * i], xy[2 * i + 1])) return true;
    if (i + 1 < end && crosses(xy, i, ring)) return true;
  }
  return false;
}

/** Whether the segment from point i crosses an edge of the ring. */
function crosses(xy: Float64Array, i: number, ring: Float64Array): boolean {
  const side = (ax: number, ay: number, bx: number, by: number, x: number, y: number) =>
    (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0;
  const [ax, ay, bx, by] = xy.subarray(2 * i, 2 * i + 4);
  const points = ring.length / 2;
  for (let j = 0; j < points; j++) {
    const k = (j + 1) % points;
    const [cx, cy, dx, dy] = [ring[2 * j], ring[2 * j + 1], ring[2 * k], ring[2 * k + 1]];
    if (side(ax, ay, bx, by, cx, cy) !== side(ax, ay, bx, by, dx, dy))
      if (side(cx, cy, dx, dy, ax, ay) !== side(cx, cy, dx, dy, bx, by)) return true;
  }
  return false;
}

/** The AOIs whose centre lies in an area, by row: 1 for inside. */
export function aoisIn(city: CityMap, area: Area, what: string): Uint8Array {
  const ring = ringInPlane(city, area, what);
  const centroids = city.aoiCentroids;
  return Uint8Array.from({ length: city.aois.count }, (_, row) =>
    insideRing(ring, centroids[2 * row], centroids[2 * row + 1]) ? 1 : 0,
  );
}

/** The roads that lead into an area: they begin outside it and end inside. Rows of the map. */
export function roadsInto(city: CityMap, area: Area, what: string): number[] {
  const ring = ringInPlane(city, area, what);
  const { offsets, xy } = city.lanes.centerLine.nodes;
  const rows: number[] = [];
  for (let road = 0; road < city.roads.count; road++) {
    const lane = middleLane(city, road);
    if (lane < 0 || offsets[lane + 1] === offsets[lane]) continue;
    const [first, last] = [offsets[lane], offsets[lane + 1] - 1];
    const isIn = (i: number) => insideRing(ring, xy[2 * i], xy[2 * i + 1]);
    if (!isIn(first) && isIn(last)) rows.push(road);
  }
  if (rows.length > 0) return rows;
  throw new UserError(`${what}: no road leads into the area. Draw it across the roads to be charged.`);
}
