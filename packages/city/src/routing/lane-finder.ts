import { stepLength } from '@itinera/base';
import Flatbush from 'flatbush';
import type { CityMap } from '../map/city-map.js';
import type { LanePlace } from './route.js';

/** Number of lanes checked, by the distance of their bounding boxes. */
const CANDIDATES = 16;

/** A position on a lane near a point, and the lane's direction there as a unit vector. */
export interface NearPlace extends LanePlace {
  /** Metres from the point. */
  readonly distance: number;
  readonly dx: number;
  readonly dy: number;
}

/** Finds the nearest of some lanes of a map. */
export class LaneFinder {
  readonly #boxes: Flatbush | undefined;
  /** Row of the lane of each box. */
  readonly #rows: Int32Array;

  /** @param accepts selects lanes by row; those without a line are always excluded */
  constructor(
    private readonly city: CityMap,
    accepts: (lane: number) => boolean,
  ) {
    const { offsets, xy } = city.lanes.centerLine.nodes;
    this.#rows = Int32Array.from({ length: city.lanes.count }, (_, lane) => lane).filter(
      (lane) => offsets[lane + 1] - offsets[lane] > 1 && accepts(lane),
    );
    if (this.#rows.length === 0) return;
    const boxes = new Flatbush(this.#rows.length);
    for (const lane of this.#rows) {
      const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
      for (let i = offsets[lane]; i < offsets[lane + 1]; i++) {
        box[0] = Math.min(box[0], xy[2 * i]);
        box[1] = Math.min(box[1], xy[2 * i + 1]);
        box[2] = Math.max(box[2], xy[2 * i]);
        box[3] = Math.max(box[3], xy[2 * i + 1]);
      }
      boxes.add(...box);
    }
    boxes.finish();
    this.#boxes = boxes;
  }

  /** The nearest position on each of some lanes within a radius, nearest first. */
  near(x: number, y: number, radius: number): NearPlace[] {
    const found: NearPlace[] = [];
    for (const box of this.#boxes?.neighbors(x, y, CANDIDATES, radius) ?? []) {
      const place = nearestOn(this.city, this.#rows[box], x, y);
      if (place.distance <= radius) found.push(place);
    }
    // The sort is stable: ties stay in the order of their boxes.
    return found.sort((a, b) => a.distance - b.distance);
  }
}

/** The position on a lane nearest to a point, scaled to the lane's length in metres. */
function nearestOn(city: CityMap, lane: number, x: number, y: number): NearPlace {
  const { offsets, xy } = city.lanes.centerLine.nodes;
  let along = 0;
  let at = 0;
  let distance = Infinity;
  let [toX, toY] = [0, 0];
  for (let i = offsets[lane]; i < offsets[lane + 1] - 1; i++) {
    const [x0, y0] = [xy[2 * i], xy[2 * i + 1]];
    const [dx, dy] = [xy[2 * i + 2] - x0, xy[2 * i + 3] - y0];
    const metres = stepLength(dx, dy);
    const share = metres > 0 ? Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / metres ** 2)) : 0;
    const apart = stepLength(x0 + dx * share - x, y0 + dy * share - y);
    if (apart < distance) {
      distance = apart;
      at = along + metres * share;
      [toX, toY] = metres > 0 ? [dx / metres, dy / metres] : [0, 0];
    }
    along += metres;
  }
  return { lane, s: along > 0 ? (at / along) * city.lanes.length[lane] : 0, distance, dx: toX, dy: toY };
}
