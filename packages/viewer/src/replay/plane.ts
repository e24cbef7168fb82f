import type { CityMap } from '@itinera/city/browser';
import type { Plane } from '../wire/replay.js';

const MOST_UNITS = 65_000;
const MARGIN_METRES = 50;

/** The plane that covers a map with the finest whole units that fit into 16 bits. */
export function planeOf(map: CityMap): Plane {
  return planeAround([map.lanes.centerLine.nodes.xy, map.aois.positions.xy], MARGIN_METRES);
}

/** The plane around points, given as interleaved metres, with a margin in metres on each side. */
export function planeAround(lists: readonly Float64Array[], margin: number): Plane {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const xy of lists)
    for (let i = 0; i < xy.length; i += 2) {
      const [x, y] = [xy[i]!, xy[i + 1]!];
      if (x < west) west = x;
      if (x > east) east = x;
      if (y < south) south = y;
      if (y > north) north = y;
    }
  if (west > east) [west, south, east, north] = [0, 0, 1, 1];
  west -= margin;
  south -= margin;
  const [across, up] = [east - west + margin, north - south + margin];
  const unit = Math.max(0.25, Math.max(across, up) / MOST_UNITS);
  return { unit, west, south, width: Math.round(across / unit), height: Math.round(up / unit) };
}

/** Metres of the map to units of the plane, within it. */
export function toUnits({ unit, west, south, width, height }: Plane) {
  return {
    x: (metres: number) => Math.min(width, Math.max(0, Math.round((metres - west) / unit))),
    y: (metres: number) => Math.min(height, Math.max(0, Math.round((metres - south) / unit))),
  };
}
