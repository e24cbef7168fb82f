import { stepLength } from '@itinera/base';
import Flatbush from 'flatbush';
import type { DraftLanes } from './draft-lanes.js';
import type { LaneId } from './draft-roads.js';
import type { Path } from './geometry.js';

/** The point where a place and a lane meet. */
export interface Gate {
  readonly lane: LaneId;
  /** Metres along the lane. */
  readonly s: number;
  /** Point on the outline of the place. */
  readonly x: number;
  readonly y: number;
}

/** A place within the first distance of a street has its gates on it; others use the nearest streets. Metres. */
const BESIDE = 35;
const AT_MOST = 500;
/** Most places have a street within this distance, metres. */
const CLOSE = 12;
/** Minimum distance between gates on one lane, metres. */
const APART = 50;
/** Points of an outline within this distance of each other share a search for lanes, metres. */
const TOGETHER = 60;
/** Longer segments are split for the index, metres: a long diagonal has a bounding box that is close to everything. */
const PIECE = 50;

interface FoundGate extends Gate {
  readonly distance: number;
}

/** At most this many gates, and points of an outline for each. */
const [MOST_GATES, POINTS] = [8, 4];

/** The outline of a place while its gates are found. One is used for all places, because an array for each would cost more. */
export class Outline {
  /** Evenly spaced, x and y interleaved, `length` of them filled. */
  readonly points: Path = new Float64Array(2 * POINTS * MOST_GATES);
  length = 0;
  /** Maximum number of gates. */
  count = 0;

  /** That of a place with up to 1 + √area / 150 gates. */
  of(ring: Path, area: number): this {
    this.count = Math.min(MOST_GATES, Math.floor(1 + Math.sqrt(area) / 150));
    this.length = outlinePoints(ring, Math.max(8, POINTS * this.count), this.points);
    return this;
  }
}

/** Finds, among some lanes, those nearest to places. */
export class GateFinder {
  private readonly index: Flatbush | undefined;
  /** The lane of each segment. */
  private readonly laneOf: Int32Array;
  /** For each segment: x1, y1, x2, y2, and its start in metres along the lane. */
  private readonly pieces: Float64Array;

  constructor(
    private readonly lanes: DraftLanes,
    served: readonly LaneId[],
  ) {
    // Arrays, because lists would grow to several times the size.
    const room = Math.ceil(served.reduce((sum, lane) => sum + mostPieces(lanes, lane), 0));
    this.pieces = new Float64Array(5 * room);
    this.laneOf = new Int32Array(room);
    let count = 0;
    for (const lane of served) {
      const end = addPieces(lanes, lane, this.pieces, count);
      this.laneOf.fill(lane, count, end);
      count = end;
    }
    if (count === 0) return;
    this.index = new Flatbush(count);
    for (let p = 0; p < 5 * count; p += 5) addBox(this.index, this.pieces, p);
    this.index.finish();
  }

  /**
   * Gates on lanes within 35 m of the outline, otherwise on the nearest within 500 m. On an undivided street a gate serves both
   * directions: residents depart and arrive in either one.
   * @returns an empty list if there is no lane within reach
   */
  gatesOf(outline: Outline): Gate[] {
    const { count } = outline;
    // The nearest of all points is the same within any radius; of many lanes, few are close.
    let found = count === 1 ? this.nearest(outline, CLOSE) : [];
    if (found.length === 0) found = this.nearest(outline, BESIDE);
    if (found.length === 0) found = this.nearest(outline, AT_MOST);
    if (found.length === 0) return [];
    found.sort((a, b) => a.distance - b.distance || a.lane - b.lane || a.s - b.s);
    const gates: Gate[] = [];
    const isTaken = (lane: LaneId, s: number) =>
      gates.some((gate) => gate.lane === lane && Math.abs(gate.s - s) < APART);
    let places = 0;
    for (const { lane, s, x, y } of found) {
      if (places === count) break;
      if (isTaken(lane, s)) continue;
      gates.push({ lane, s, x, y });
      places++;
      const opposite = this.lanes.oppositeOf(lane);
      if (opposite < 0) continue;
      const across = this.beside(lane, s, opposite);
      if (!isTaken(opposite, across)) gates.push({ lane: opposite, s: across, x, y });
    }
    return gates;
  }

  /** Position on the opposite lane in metres, clear of its ends. */
  private beside(lane: LaneId, s: number, opposite: LaneId): number {
    const { x, y } = this.lanes.pointOn(lane, s);
    return this.awayFromEnds(opposite, this.lanes.nearestOn(opposite, x, y));
  }

  /** One metre from the ends of a lane, so that nobody stands in a junction. */
  private awayFromEnds(lane: LaneId, s: number): number {
    const length = this.lanes.lengthOf(lane);
    return length < 2 ? length / 2 : Math.min(length - 1, Math.max(1, s));
  }

  /** The nearest lane to each point within a radius, if any; to find one gate, only of points no farther than those before. */
  private nearest({ points, length, count }: Outline, radius: number): FoundGate[] {
    const found: FoundGate[] = [];
    const { index } = this;
    if (!index) return found;
    // Near a street, all segments around are checked. Farther away, boxes are visited in order of distance; a box is never
    // farther than its content, and few overlap.
    if (radius > BESIDE) {
      for (let i = 0; i < length; i += 2) {
        const around = index.neighbors(points[i], points[i + 1], 8, radius);
        this.nearestOf(around, points[i], points[i + 1], reachOf(found, count, radius), found);
      }
      return found;
    }
    for (let from = 0, to = 0; from < length; from = to) {
      const box: Box = { west: points[from], east: points[from], south: points[from + 1], north: points[from + 1] };
      for (to = from + 2; to < length && stretch(box, points[to], points[to + 1]); to += 2);
      const around = index.search(box.west - radius, box.south - radius, box.east + radius, box.north + radius);
      if (around.length === 0) continue;
      for (let i = from; i < to; i += 2)
        this.nearestOf(around, points[i], points[i + 1], reachOf(found, count, radius), found);
    }
    return found;
  }

  /** Updates `found` with the point nearest to any of some segments; ties go to the first. */
  private nearestOf(around: readonly number[], x: number, y: number, radius: number, found: FoundGate[]): void {
    const { pieces } = this;
    let best = radius;
    let bestPiece = -1;
    let bestS = 0;
    for (const piece of around) {
      const p = 5 * piece;
      const dx = pieces[p + 2] - pieces[p];
      const dy = pieces[p + 3] - pieces[p + 1];
      const square = dx * dx + dy * dy;
      const along = square === 0 ? 0 : ((x - pieces[p]) * dx + (y - pieces[p + 1]) * dy) / square;
      const part = Math.min(1, Math.max(0, along));
      const offX = pieces[p] + dx * part - x;
      const offY = pieces[p + 1] + dy * part - y;
      // Most are farther, which the approximate distance already shows.
      if (offX * offX + offY * offY > 1.000001 * best * best) continue;
      const distance = stepLength(offX, offY);
      if (distance < best) {
        best = distance;
        bestPiece = piece;
        bestS = pieces[p + 4] + Math.sqrt(square) * part;
      }
    }
    if (bestPiece < 0) return;
    const lane = this.laneOf[bestPiece];
    found.push({ lane, s: this.awayFromEnds(lane, bestS), x, y, distance: best });
  }
}

/** At least as many pieces as a lane has: one for each segment, and one for each `PIECE` metres. */
const mostPieces = (lanes: DraftLanes, lane: LaneId) =>
  (lanes.lineStop(lane) - lanes.lineStart(lane)) / 2 + lanes.lengthOf(lane) / PIECE;

/**
 * Adds the pieces of a lane to `filled` others.
 * @returns how many are filled then
 */
function addPieces(lanes: DraftLanes, lane: LaneId, pieces: Float64Array, filled: number): number {
  const path = lanes.xy.array;
  const stop = lanes.lineStop(lane);
  let p = 5 * filled;
  let s = 0;
  for (let i = lanes.lineStart(lane) + 2; i < stop; i += 2) {
    const dx = path[i] - path[i - 2];
    const dy = path[i + 1] - path[i - 1];
    const length = stepLength(dx, dy);
    const count = Math.max(1, Math.ceil(length / PIECE));
    for (let k = 0; k < count; k++) {
      const x = path[i - 2] + (dx * k) / count;
      const y = path[i - 1] + (dy * k) / count;
      pieces[p++] = x;
      pieces[p++] = y;
      pieces[p++] = x + dx / count;
      pieces[p++] = y + dy / count;
      pieces[p++] = s + (length * k) / count;
    }
    s += length;
  }
  return p / 5;
}

/** Adds the box of a piece to an index. */
function addBox(index: Flatbush, pieces: Float64Array, p: number): void {
  const x1 = pieces[p];
  const y1 = pieces[p + 1];
  const x2 = pieces[p + 2];
  const y2 = pieces[p + 3];
  index.add(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2));
}

/** How far the next gate may be: to find one, no farther than the last. */
const reachOf = (found: readonly FoundGate[], count: number, radius: number) =>
  count > 1 || found.length === 0 ? radius : justAbove(found[found.length - 1].distance);

/** The next larger number. */
const justAbove = (distance: number) => distance * (1 + Number.EPSILON) + Number.MIN_VALUE;

interface Box {
  west: number;
  east: number;
  south: number;
  north: number;
}

/**
 * Extends a box by a point.
 * @returns false, with the box unchanged, if it would become too large for one search
 */
function stretch(box: Box, x: number, y: number): boolean {
  const west = Math.min(box.west, x);
  const east = Math.max(box.east, x);
  const south = Math.min(box.south, y);
  const north = Math.max(box.north, y);
  if (east - west > TOGETHER || north - south > TOGETHER) return false;
  box.west = west;
  box.east = east;
  box.south = south;
  box.north = north;
  return true;
}

/**
 * Fills `points` with evenly spaced points along a ring.
 * @returns how many numbers were filled
 */
function outlinePoints(ring: Path, count: number, points: Path): number {
  const n = ring.length;
  let around = 0;
  for (let i = 0, j = n - 2; i < n; j = i, i += 2) around += stepLength(ring[i] - ring[j], ring[i + 1] - ring[j + 1]);
  let filled = 0;
  let s = 0;
  for (let i = 0, j = n - 2; i < n && filled < count; j = i, i += 2) {
    const length = stepLength(ring[i] - ring[j], ring[i + 1] - ring[j + 1]);
    while (filled < count && (filled * around) / count <= s + length) {
      const part = length === 0 ? 0 : ((filled * around) / count - s) / length;
      points[2 * filled] = ring[j] + (ring[i] - ring[j]) * part;
      points[2 * filled + 1] = ring[j + 1] + (ring[i + 1] - ring[j + 1]) * part;
      filled++;
    }
    s += length;
  }
  return 2 * filled;
}
