import { type Box, boxAround } from './box.js';
import type { CityMap } from './city-map.js';
import { SvgPath } from './svg-path.js';

/** Margins of the frame for a picture of `FRAME` pixels; scaled for other sizes. */
export const FRAME = 1600;
export const MARGIN = 36;
const HEAD = 64;
const FOOT = 62;
/** Height of another line of the subtitle. */
export const SUBTITLE_LINE = 19;
/** Margin around the streets, as a share of the picture. */
const AIR = 0.02;

/** Position of the map's plane on the picture. */
export class Sheet {
  readonly height: number;
  /** Pixels per metre. */
  readonly scale: number;
  /** Pixels per unit of the frame. */
  readonly unit: number;
  /** The visible part, in the plane of the map. */
  readonly box: Box;
  /** The map area of the picture, pixels. */
  readonly left: number;
  readonly top: number;
  readonly across: number;
  readonly down: number;

  /** @param box visible part; by default all of the map @param subtitles lines of the subtitle */
  constructor(
    map: CityMap,
    readonly width: number,
    box?: Box,
    subtitles = 1,
  ) {
    const seen = box ??
      boxAround(map.lanes.centerLine.nodes.xy, map.aois.positions.xy) ?? { west: 0, east: 1, south: 0, north: 1 };
    this.unit = width / FRAME;
    this.left = MARGIN * this.unit;
    const head = HEAD + SUBTITLE_LINE * (subtitles - 1);
    this.top = (MARGIN + head) * this.unit;
    this.across = width - 2 * this.left;
    const air = box === undefined ? 1 + 2 * AIR : 1;
    const [east, north] = [Math.max(seen.east - seen.west, 1), Math.max(seen.north - seen.south, 1)];
    // A map that is much higher than wide would produce an endless picture.
    this.scale = Math.min(this.across / (air * east), (2 * width) / (air * north));
    this.down = air * north * this.scale;
    this.height = Math.ceil(this.down + (2 * MARGIN + head + FOOT) * this.unit);
    const [middleX, middleY] = [(seen.west + seen.east) / 2, (seen.south + seen.north) / 2];
    const [halfX, halfY] = [this.across / this.scale / 2, this.down / this.scale / 2];
    this.box = { west: middleX - halfX, east: middleX + halfX, south: middleY - halfY, north: middleY + halfY };
  }

  readonly x = (x: number): number => this.left + (x - this.box.west) * this.scale;

  readonly y = (y: number): number => this.top + (this.box.north - y) * this.scale;

  path(): SvgPath {
    return new SvgPath(this.x, this.y);
  }

  /** Whether the bounding box of the points `start … end - 1` overlaps the visible part. */
  readonly shows = (xy: ArrayLike<number>, start: number, end: number): boolean => {
    const { west, east, south, north } = this.box;
    let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let i = 2 * start; i < 2 * end; i += 2) {
      left = Math.min(left, xy[i]);
      right = Math.max(right, xy[i]);
      low = Math.min(low, xy[i + 1]);
      high = Math.max(high, xy[i + 1]);
    }
    return left <= east && right >= west && low <= north && high >= south;
  };
}
