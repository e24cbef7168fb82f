import Flatbush from 'flatbush';
import { pathLength, pointAlong } from '../../layout/geometry.js';
import { ringBox } from '../../layout/merge-areas.js';
import type { NetworkArea, NetworkLink } from '../../layout/network.js';
import { halfWidth } from '../../layout/roads.js';

/** A parcel is a square of this side, and parcels along a street are this far apart, metres. */
const SIDE = 25;
const STEP = 40;
/** Between a parcel and any street, and a little more to its own, metres. */
const CLEAR = 5;
const SETBACK = 1;
/** Farther apart than the diagonal, so that parcels do not overlap. */
const APART = 36;

const ALONG = new Set(['primary', 'secondary', 'tertiary', 'unclassified', 'residential', 'living_street', 'service']);
const BUSY = new Set(['primary', 'secondary', 'tertiary']);

/** The name that inferred AOIs have in the map, so that nobody takes them for real. */
export const INFERRED_NAME = 'inferred parcel';

/**
 * Parcels along streets for extracts that have streets but no buildings, so that people have somewhere to go: squares of
 * 25 m beside the pavement, every 40 m on both sides, none on another street or on a known area. Shops and offices in
 * turn along busy streets, dwellings along the others. A guess, and named so.
 */
export function inferAreas(links: readonly NetworkLink[], known: readonly NetworkArea[]): NetworkArea[] {
  const streets = new StreetIndex(links);
  const areas = boxIndex(known);
  const centres = new Map<string, { x: number; y: number }[]>();
  const parcels: NetworkArea[] = [];
  for (const link of links) {
    if (!ALONG.has(link.class) || link.ramp) continue;
    const length = pathLength(link.path);
    const aside = halfWidth(link) + CLEAR + SETBACK + SIDE / 2;
    for (let s = STEP / 2; s <= length - STEP / 2; s += STEP) {
      const { x, y, angle } = pointAlong(link.path, s);
      for (const side of [-1, 1]) {
        const cx = x + side * aside * Math.sin(angle);
        const cy = y - side * aside * Math.cos(angle);
        if (!isFree(centres, cx, cy) || streets.isNear(cx, cy, angle)) continue;
        const ring = square(cx, cy, angle);
        if (areas && areas.search(...ringBox(ring)).length > 0) continue;
        addCentre(centres, cx, cy);
        const landUse = !BUSY.has(link.class) ? 'R' : side < 0 ? 'B1' : 'B2';
        parcels.push({ ring, holes: [], landUse, name: INFERRED_NAME, kind: 'building' });
      }
    }
  }
  return parcels;
}

function square(x: number, y: number, angle: number): Float64Array {
  const ux = (Math.cos(angle) * SIDE) / 2;
  const uy = (Math.sin(angle) * SIDE) / 2;
  return Float64Array.of(
    x - ux + uy,
    y - uy - ux,
    x + ux + uy,
    y + uy - ux,
    x + ux - uy,
    y + uy + ux,
    x - ux - uy,
    y - uy + ux,
  );
}

const cellOf = (value: number) => Math.floor(value / APART);

function isFree(centres: ReadonlyMap<string, { x: number; y: number }[]>, x: number, y: number): boolean {
  for (let i = -1; i <= 1; i++) {
    for (let j = -1; j <= 1; j++) {
      const there = centres.get(`${cellOf(x) + i} ${cellOf(y) + j}`) ?? [];
      if (there.some((other) => Math.hypot(other.x - x, other.y - y) < APART)) return false;
    }
  }
  return true;
}

function addCentre(centres: Map<string, { x: number; y: number }[]>, x: number, y: number): void {
  const key = `${cellOf(x)} ${cellOf(y)}`;
  const there = centres.get(key);
  if (there) there.push({ x, y });
  else centres.set(key, [{ x, y }]);
}

function boxIndex(areas: readonly NetworkArea[]): Flatbush | undefined {
  if (areas.length === 0) return undefined;
  const index = new Flatbush(areas.length);
  for (const { ring } of areas) index.add(...ringBox(ring));
  index.finish();
  return index;
}

/** Pieces of all streets, to see whether a parcel would lie on one. */
class StreetIndex {
  private readonly index: Flatbush;
  private readonly pieces: Float64Array;

  constructor(links: readonly NetworkLink[]) {
    const pieces: number[] = [];
    for (const link of links) {
      const { path } = link;
      const half = halfWidth(link);
      for (let i = 2; i < path.length; i += 2) pieces.push(path[i - 2], path[i - 1], path[i], path[i + 1], half);
    }
    this.pieces = Float64Array.from(pieces);
    this.index = new Flatbush(Math.max(1, this.pieces.length / 5));
    if (pieces.length === 0) this.index.add(0, 0);
    for (let p = 0; p < this.pieces.length; p += 5) {
      const [x1, y1, x2, y2] = this.pieces.subarray(p, p + 4);
      this.index.add(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2));
    }
    this.index.finish();
  }

  /** Whether a street comes nearer than `CLEAR` metres to the parcel around a point. */
  isNear(x: number, y: number, angle: number): boolean {
    const reach = SIDE + 30;
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    return this.index.search(x - reach, y - reach, x + reach, y + reach).some((piece) => {
      // In the parcel's own axes: is the piece, widened, clear of the square?
      const [x1, y1, x2, y2, half] = this.pieces.subarray(5 * piece, 5 * piece + 5);
      const most = SIDE / 2 + CLEAR + half;
      const steps = Math.max(1, Math.ceil(Math.hypot(x2 - x1, y2 - y1) / 4));
      for (let k = 0; k <= steps; k++) {
        const dx = x1 + ((x2 - x1) * k) / steps - x;
        const dy = y1 + ((y2 - y1) * k) / steps - y;
        const along = Math.abs(dx * cos + dy * sin);
        const across = Math.abs(dy * cos - dx * sin);
        if (along < most && across < most) return true;
      }
      return false;
    });
  }
}
