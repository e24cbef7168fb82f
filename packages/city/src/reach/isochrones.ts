import type { CityMap } from '../map/city-map.js';
import { NumberList } from '../map/number-list.js';
import { insideRing, signedRingArea } from '../map/ring.js';
import { REACH_WALKING_SPEED, type ReachedStreet } from './city-reach.js';

/** An area with holes, as interleaved x and y in metres: the outline counterclockwise, holes clockwise, all closed. */
export interface IsochronePolygon {
  readonly outline: Float64Array;
  readonly holes: readonly Float64Array[];
}

export interface Isochrone {
  readonly seconds: number;
  readonly polygons: readonly IsochronePolygon[];
  readonly squareMetres: number;
}

/** Side of the cells of the outline, metres; larger if there would be more than `MOST_CELLS`. */
const CELL = 25;
const MOST_CELLS = 4_000_000;
/** Metres from a street that count as reached, on foot in a straight line. */
export const OFF_STREET = 100;
/** Vertices keep this share of a cell's side from its corners, so that outlines never touch. */
const CLEAR = 0.02;

/**
 * The areas that are reached within some times: every point is as far as the nearest position on a street, in time,
 * plus a straight walk of up to 100 m. Outlines are contours of this time on a grid (marching squares), so they never
 * cross themselves or each other.
 * @param limits seconds
 */
export function isochrones(city: CityMap, streets: readonly ReachedStreet[], limits: readonly number[]): Isochrone[] {
  const most = Math.max(...limits);
  const field = timeField(city, streets, most);
  return limits.map((seconds) => {
    const rings = field === null ? [] : contours(field, seconds);
    const polygons = polygonsOf(rings);
    return { seconds, polygons, squareMetres: rings.reduce((sum, ring) => sum + signedRingArea(ring), 0) };
  });
}

/** Times at the corners of a grid. */
interface TimeField {
  readonly x0: number;
  readonly y0: number;
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
  readonly seconds: Float32Array;
}

function timeField(city: CityMap, streets: readonly ReachedStreet[], most: number): TimeField | null {
  const samples = streetPoints(city, streets, most);
  if (samples.length === 0) return null;
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < samples.length; i += 3) {
    box[0] = Math.min(box[0], samples[i]);
    box[1] = Math.min(box[1], samples[i + 1]);
    box[2] = Math.max(box[2], samples[i]);
    box[3] = Math.max(box[3], samples[i + 1]);
  }
  const [width, height] = [box[2] - box[0] + 2 * OFF_STREET, box[3] - box[1] + 2 * OFF_STREET];
  const cell = Math.max(CELL, Math.sqrt((width * height) / MOST_CELLS));
  const reach = Math.max(OFF_STREET, 2 * cell);
  // Two more corners on each side, which nothing reaches, close all outlines.
  const [x0, y0] = [box[0] - reach - 2 * cell, box[1] - reach - 2 * cell];
  const columns = Math.ceil((box[2] + reach - x0) / cell) + 3;
  const rows = Math.ceil((box[3] + reach - y0) / cell) + 3;
  const seconds = new Float32Array(columns * rows).fill(Infinity);
  for (let i = 0; i < samples.length; i += 3) {
    const [x, y, time] = [samples[i] - x0, samples[i + 1] - y0, samples[i + 2]];
    const far = Math.min(reach, (most - time) * REACH_WALKING_SPEED + 2 * cell);
    for (let row = Math.ceil((y - far) / cell); row <= (y + far) / cell; row++)
      for (let column = Math.ceil((x - far) / cell); column <= (x + far) / cell; column++) {
        const metres = Math.hypot(column * cell - x, row * cell - y);
        if (metres > far) continue;
        const at = row * columns + column;
        const there = time + metres / REACH_WALKING_SPEED;
        if (there < seconds[at]) seconds[at] = there;
      }
  }
  return { x0, y0, cell, columns, rows, seconds };
}

/** x, y and the time of points of streets within a time, half a cell apart. */
export function streetPoints(city: CityMap, streets: readonly ReachedStreet[], most: number): Float64Array {
  const points = new NumberList(Float64Array);
  for (const { lane, seconds } of streets) addPoints(city, lane, seconds, most, points);
  return points.view();
}

/** Adds the points of a lane. */
function addPoints(
  city: CityMap,
  lane: number,
  secondsAt: ReachedStreet['seconds'],
  most: number,
  points: NumberList<Float64Array>,
): void {
  const { offsets, xy } = city.lanes.centerLine.nodes;
  const [start, end] = [offsets[lane], offsets[lane + 1]];
  let total = 0;
  for (let i = start; i < end - 1; i++) total += Math.hypot(xy[2 * i + 2] - xy[2 * i], xy[2 * i + 3] - xy[2 * i + 1]);
  let along = 0;
  for (let i = start; i < end - 1; i++) {
    const [x, y, dx, dy] = [xy[2 * i], xy[2 * i + 1], xy[2 * i + 2] - xy[2 * i], xy[2 * i + 3] - xy[2 * i + 1]];
    const metres = Math.hypot(dx, dy);
    const steps = Math.max(1, Math.ceil(metres / (CELL / 2)));
    for (let step = i === start ? 0 : 1; step <= steps; step++) {
      const share = step / steps;
      const time = secondsAt(total > 0 ? (along + share * metres) / total : 0);
      if (time <= most) points.pushAll([x + share * dx, y + share * dy, time]);
    }
    along += metres;
  }
}

/**
 * Contours by marching squares, with the area within the limit on their left: outlines counterclockwise, holes clockwise.
 * A vertex on the edge from corner (column, row) to the right has the number 2 · corner, upwards 2 · corner + 1.
 */
function contours({ x0, y0, cell, columns, rows, seconds }: TimeField, limit: number): Float64Array[] {
  const next = new Map<number, number>();
  for (let row = 0; row < rows - 1; row++)
    for (let column = 0; column < columns - 1; column++) {
      const corner = row * columns + column;
      const [south, north] = [2 * corner, 2 * (corner + columns)];
      const [west, east] = [2 * corner + 1, 2 * (corner + 1) + 1];
      const isIn = (at: number) => (seconds[at] <= limit ? 1 : 0);
      // Bits: south-west, south-east, north-east, north-west.
      const inside =
        isIn(corner) | (isIn(corner + 1) << 1) | (isIn(corner + columns + 1) << 2) | (isIn(corner + columns) << 3);
      for (const [from, to] of SEGMENTS[inside]) {
        const edges = { S: south, E: east, N: north, W: west };
        next.set(edges[from], edges[to]);
      }
    }
  const point = (edge: number): [number, number] => {
    const corner = edge >> 1;
    const isUp = edge % 2;
    const other = corner + (isUp ? columns : 1);
    const [a, b] = [seconds[corner], seconds[other]];
    const [inner, outer] = a <= limit ? [a, b] : [b, a];
    // A corner without a time is farther from any street than counts.
    const side = outer === Infinity ? cell / REACH_WALKING_SPEED : outer - inner;
    const share = (limit - inner) / side;
    const kept = Math.min(1 - CLEAR, Math.max(CLEAR, share));
    const along = a <= limit ? kept : 1 - kept;
    const [column, row] = [corner % columns, Math.floor(corner / columns)];
    return [x0 + (column + (isUp ? 0 : along)) * cell, y0 + (row + (isUp ? along : 0)) * cell];
  };
  const rings: Float64Array[] = [];
  for (const first of next.keys()) {
    if (!next.has(first)) continue;
    const ring: number[] = [];
    for (let edge: number | undefined = first; edge !== undefined; ) {
      ring.push(...point(edge));
      const following: number | undefined = next.get(edge);
      next.delete(edge);
      edge = following;
    }
    rings.push(Float64Array.from(ring));
  }
  return rings;
}

type Side = 'S' | 'E' | 'N' | 'W';
/** Segments by the corners that are within the limit, which are on their left. Opposite corners are not connected. */
const SEGMENTS: readonly (readonly (readonly [Side, Side])[])[] = [
  [],
  [['S', 'W']],
  [['E', 'S']],
  [['E', 'W']],
  [['N', 'E']],
  [
    ['S', 'W'],
    ['N', 'E'],
  ],
  [['N', 'S']],
  [['N', 'W']],
  [['W', 'N']],
  [['S', 'N']],
  [
    ['E', 'S'],
    ['W', 'N'],
  ],
  [['E', 'N']],
  [['W', 'E']],
  [['S', 'E']],
  [['W', 'S']],
  [],
];

/** Whether a point is in an area and in none of its holes. */
export function insidePolygon({ outline, holes }: IsochronePolygon, x: number, y: number): boolean {
  return insideRing(outline, x, y) && !holes.some((hole) => insideRing(hole, x, y));
}

/** Holes are assigned to the smallest outline around them. */
function polygonsOf(rings: readonly Float64Array[]): IsochronePolygon[] {
  const outlines = rings
    .filter((ring) => signedRingArea(ring) > 0)
    .map((outline) => ({ outline, area: signedRingArea(outline), holes: [] as Float64Array[] }))
    .sort((a, b) => a.area - b.area);
  for (const hole of rings)
    if (signedRingArea(hole) < 0)
      outlines.find(({ outline }) => insideRing(outline, hole[0], hole[1]))?.holes.push(hole);
  return outlines.reverse();
}
