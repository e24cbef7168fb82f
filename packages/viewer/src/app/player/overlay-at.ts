import { count } from '../../wire/format.js';
import type { City } from './city.js';
import { arcOf, type FlowsOverlay, shownFlows, type TrafficOverlay } from './overlays.js';

type Near = Pick<City, 'lines' | 'lineOfRoad' | 'nameOfRoad'>;

/** The cars on the road next to a point in an hour, in words; null if there is none. @param reach in units */
export function trafficAt(
  city: Near,
  traffic: TrafficOverlay,
  hour: number,
  x: number,
  y: number,
  reach: number,
): string | null {
  let [best, least] = [-1, reach];
  for (let i = 0; i < traffic.hour.length; i++) {
    const line = traffic.hour[i] === hour ? city.lineOfRoad.get(traffic.road[i]!) : undefined;
    const distance = line === undefined ? reach : distanceTo(city.lines[line]!, x, y);
    if (distance < least) [best, least] = [i, distance];
  }
  if (best < 0) return null;
  return `${city.nameOfRoad(traffic.road[best]!)}: ${said(traffic.count[best]!, 'car')}`;
}

/** The trips of the flow next to a point in an hour, in words; null if there is none. @param reach in units */
export function flowAt(flows: FlowsOverlay, hour: number, x: number, y: number, reach: number): string | null {
  let [best, least] = [-1, reach];
  for (const i of shownFlows(flows, hour)) {
    const distance = distanceTo(arcOf(flows, i), x, y);
    if (distance < least) [best, least] = [i, distance];
  }
  return best < 0 ? null : said(flows.count[best]!, 'trip');
}

const said = (number: number, unit: string) => `${count(number)} ${unit}${number === 1 ? '' : 's'}`;

/** The distance of a point from a line, given as x and y in turns. */
export function distanceTo(line: ArrayLike<number>, x: number, y: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i + 3 < line.length; i += 2) {
    const [x0, y0] = [line[i]!, line[i + 1]!];
    const [dx, dy] = [line[i + 2]! - x0, line[i + 3]! - y0];
    const along = Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy || 1)));
    least = Math.min(least, Math.hypot(x0 + along * dx - x, y0 + along * dy - y));
  }
  return least;
}
