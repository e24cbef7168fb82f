import { stepLength } from '@itinera/base';
import { INFERRED_NAME } from '@itinera/city/map-making';
import Flatbush from 'flatbush';
import { AreaInsides } from '../../layout/area-insides.js';
import { BoxCells, type CellItems, PointCells } from '../../layout/cells.js';
import { type Path, pathLength, pointAlong, ringBox } from '../../layout/geometry.js';
import type { NetworkArea, NetworkLink, NetworkSpare } from '../../layout/network.js';
import { PathRoom } from '../../layout/path-room.js';
import { halfWidth, isDriven } from '../../layout/roads.js';
import { landUsePoi } from './land-use-pois.js';

/** Side of a square parcel, and spacing of parcels along a street, metres. */
const SIDE = 25;
const STEP = 40;
/** Minimum distance between a parcel and any street, with a small margin to its own street, metres. */
const CLEAR = 5;
const SETBACK = 1;
/** More than the diagonal, so that parcels do not overlap. */
const APART = 36;
/** Streets are found by the cells of a grid of this width, metres. */
const CELL = 50;
/** Within this distance: the corners of a parcel and of a street's box are turned against the axes. */
const REACH = Math.SQRT2 * (SIDE / 2 + CLEAR);

const ALONG = new Set(['primary', 'secondary', 'tertiary', 'unclassified', 'residential', 'living_street', 'service']);
const BUSY = new Set(['primary', 'secondary', 'tertiary']);
/** Streets along which people live, whatever else is mapped there. */
const LIVED_AT = new Set(['residential', 'living_street']);

/** Input of {@link inferParcels}. */
export interface ParcelOptions {
  /** Along all streets, or only along residential ones and others in a built-up zone. */
  readonly along: 'all' | 'dwellings';
  /** Whether parcels with shops or offices get a POI, because the file has none at all. */
  readonly withPois: boolean;
}

/**
 * Infers parcels along streets with unmapped places, so that people have homes and destinations: squares of 25 m next
 * to the sidewalk, every 40 m on both sides, clear of other streets and known places. They have the land use of their
 * zone; outside zones, busy streets have shops and offices in turn, and others have dwellings. They are guesses, and
 * named as such. The map keeps only those without a gate nearby.
 */
export function inferParcels(
  links: readonly NetworkLink[],
  known: readonly NetworkArea[],
  { along, withPois }: ParcelOptions,
): NetworkSpare[] {
  const streets = new StreetIndex(links);
  const places = new AreaIndex(known.filter(({ kind }) => kind !== 'zone'));
  const zones = new AreaIndex(known.filter(({ kind }) => kind === 'zone'));
  const centres = new PointCells(APART);
  const room = new PathRoom();
  const parcels: NetworkSpare[] = [];
  for (const { kind, path } of links) {
    if (kind.ramp || !isDriven(kind) || !ALONG.has(kind.class)) continue;
    const length = pathLength(path);
    const aside = halfWidth(kind) + CLEAR + SETBACK + SIDE / 2;
    const isZoneOnly = along === 'dwellings' && !LIVED_AT.has(kind.class);
    // A short street has space for one, in its middle.
    const count = Math.max(1, Math.floor(length / STEP));
    for (let k = 0; k < count; k++) {
      const { x, y, angle } = pointAlong(path, ((k + 0.5) * length) / count);
      const cos = Math.cos(angle);
      const sin = Math.sin(angle);
      for (const side of [-1, 1]) {
        const cx = x + side * aside * sin;
        const cy = y - side * aside * cos;
        if (centres.hasNear(cx, cy)) continue;
        let found: string | undefined;
        const zone = () => (found ??= zones.at(cx, cy)?.landUse ?? '');
        if (isZoneOnly && !/^[RB]/.test(zone())) continue;
        if (streets.isNear(cx, cy, cos, sin)) continue;
        const ring = square(cx, cy, cos, sin, room.take(8));
        if (places.overlaps(ring)) continue;
        centres.add(cx, cy);
        const landUse = zone() || (!BUSY.has(kind.class) ? 'R' : side < 0 ? 'B1' : 'B2');
        const poi = withPois ? landUsePoi(landUse, parcels.length) : undefined;
        parcels.push({ ring, landUse, name: INFERRED_NAME, x, y, ...(poi && { poi }) });
      }
    }
  }
  return parcels;
}

/** Fills `into` with the square around a point. */
function square(x: number, y: number, cos: number, sin: number, into: Path): Path {
  const ux = (cos * SIDE) / 2;
  const uy = (sin * SIDE) / 2;
  into[0] = x - ux + uy;
  into[1] = y - uy - ux;
  into[2] = x + ux + uy;
  into[3] = y + uy - ux;
  into[4] = x + ux - uy;
  into[5] = y + uy + ux;
  into[6] = x - ux - uy;
  into[7] = y - uy + ux;
  return into;
}

/** Areas by location. */
class AreaIndex {
  private readonly index: Flatbush | undefined;
  readonly #insides = new AreaInsides();
  /** By area, whether it is as small as a house. */
  readonly #isSmall: Uint8Array;

  constructor(private readonly areas: readonly NetworkArea[]) {
    this.#isSmall = new Uint8Array(areas.length);
    if (areas.length === 0) return;
    this.index = new Flatbush(areas.length);
    areas.forEach(({ ring }, i) => {
      const [west, south, east, north] = ringBox(ring);
      this.index!.add(west, south, east, north);
      this.#isSmall[i] = Number(Math.max(east - west, north - south) < 2 * SIDE);
    });
    this.index.finish();
  }

  /** The first area that contains a point. */
  at(x: number, y: number): NetworkArea | undefined {
    let first = this.areas.length;
    for (const i of this.index?.search(x, y, x, y) ?? [])
      if (i < first && this.#insides.holds(this.areas[i], x, y)) first = i;
    return this.areas[first];
  }

  /** Whether one of the areas overlaps a parcel. */
  overlaps(parcel: Float64Array): boolean {
    if (this.index === undefined) return false;
    const [west, south, east, north] = ringBox(parcel);
    return this.index.collides(west, south, east, north, (i) => {
      // For a house the bounding box suffices; for a park along a river it is too coarse.
      if (this.#isSmall[i]) return true;
      const area = this.areas[i];
      for (let k = 0; k < parcel.length; k += 2) if (this.#insides.holds(area, parcel[k], parcel[k + 1])) return true;
      const within = (x: number, y: number) => x > west && x < east && y > south && y < north;
      for (let k = 0; k < area.ring.length; k += 2) if (within(area.ring[k], area.ring[k + 1])) return true;
      return false;
    });
  }
}

/** Segments of all streets, to check whether a parcel would overlap one. */
class StreetIndex {
  readonly #xy: Float64Array;
  /** By point, half the width of the street. */
  readonly #halfWidths: Float64Array;
  /** The segments of each cell, as offsets in `#xy`. */
  readonly #cells: CellItems;

  constructor(links: readonly NetworkLink[]) {
    this.#xy = new Float64Array(links.reduce((size, { path }) => size + path.length, 0));
    this.#halfWidths = new Float64Array(this.#xy.length / 2);
    const cells = new BoxCells(CELL);
    let i = 0;
    for (const { kind, path } of links) {
      const half = halfWidth(kind);
      this.#xy.set(path, i);
      for (const end = i + path.length - 2; i < end; i += 2) {
        this.#halfWidths[i / 2] = half;
        this.#enter(i, Math.SQRT2 * half, cells);
      }
      // The last point begins no segment.
      i += 2;
    }
    this.#cells = cells.finish();
  }

  /** Whether a street comes closer than `CLEAR` metres to the parcel around a point. */
  isNear(x: number, y: number, cos: number, sin: number): boolean {
    const { grid, offsets, items } = this.#cells;
    const east = grid.along(x + REACH);
    const north = grid.along(y + REACH);
    for (let column = grid.along(x - REACH); column <= east; column++)
      for (let row = grid.along(y - REACH); row <= north; row++) {
        const cell = grid.cellAt(column, row);
        for (let i = offsets[cell]; i < offsets[cell + 1]; i++)
          if (this.#isSegmentNear(items[i], x, y, cos, sin)) return true;
      }
    return false;
  }

  /** Enters a segment into the cells of its pieces, because the box of a long diagonal has many others. */
  #enter(segment: number, wide: number, cells: BoxCells): void {
    const xy = this.#xy;
    const dx = xy[segment + 2] - xy[segment];
    const dy = xy[segment + 3] - xy[segment + 1];
    const pieces = Math.ceil(Math.max(Math.abs(dx), Math.abs(dy), CELL) / CELL);
    const aside = Math.abs(dx) / pieces / 2 + wide;
    const above = Math.abs(dy) / pieces / 2 + wide;
    for (let k = 0.5; k < pieces; k++) {
      const x = xy[segment] + (dx * k) / pieces;
      const y = xy[segment + 1] + (dy * k) / pieces;
      cells.add(segment, x - aside, y - above, x + aside, y + above);
    }
  }

  #isSegmentNear(i: number, x: number, y: number, cos: number, sin: number): boolean {
    // In the parcel's own axes: is the widened segment clear of the square?
    const x1 = this.#xy[i] - x;
    const y1 = this.#xy[i + 1] - y;
    const x2 = this.#xy[i + 2] - x;
    const y2 = this.#xy[i + 3] - y;
    const most = SIDE / 2 + CLEAR + this.#halfWidths[i / 2];
    const along1 = x1 * cos + y1 * sin;
    const along2 = x2 * cos + y2 * sin;
    if (Math.min(along1, along2) > most || Math.max(along1, along2) < -most) return false;
    const across1 = y1 * cos - x1 * sin;
    const across2 = y2 * cos - x2 * sin;
    if (Math.min(across1, across2) > most || Math.max(across1, across2) < -most) return false;
    const length = stepLength(x2 - x1, y2 - y1);
    const steps = Math.max(1, Math.ceil(length / 4));
    // Only the nearby part: a segment may be very long.
    const nearest = length === 0 ? 0 : -(x1 * (x2 - x1) + y1 * (y2 - y1)) / length;
    const within = 2 * most + 4;
    const from = Math.max(0, Math.floor(((nearest - within) / length) * steps) || 0);
    const to = Math.min(steps, Math.ceil(((nearest + within) / length) * steps) || steps);
    for (let k = from; k <= to; k++) {
      const along = along1 + ((along2 - along1) * k) / steps;
      const across = across1 + ((across2 - across1) * k) / steps;
      if (Math.abs(along) < most && Math.abs(across) < most) return true;
    }
    return false;
  }
}
