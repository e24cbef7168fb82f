import { insideRing } from '@itinera/city/map-making';
import type { Path } from './geometry.js';
import type { NetworkArea } from './network.js';
import { RingRows } from './ring-rows.js';

/** Rings of fewer points are not divided into rows, which takes longer than it saves. */
const LEAST_POINTS = 128;

/** Tells which points are in areas. */
export class AreaInsides {
  /** Of the large rings that were asked. */
  readonly #rows = new Map<Path, RingRows>();

  /** Whether a point is in the area and in none of its holes. */
  holds({ ring, holes }: Pick<NetworkArea, 'ring' | 'holes'>, x: number, y: number): boolean {
    return this.#isIn(ring, x, y) && !holes.some((hole) => this.#isIn(hole, x, y));
  }

  #isIn(ring: Path, x: number, y: number): boolean {
    if (ring.length < 2 * LEAST_POINTS) return insideRing(ring, x, y);
    let rows = this.#rows.get(ring);
    if (rows === undefined) {
      rows = new RingRows(ring);
      this.#rows.set(ring, rows);
    }
    return rows.hasInside(x, y);
  }
}
