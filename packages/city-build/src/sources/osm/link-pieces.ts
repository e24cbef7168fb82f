import { stepLength } from '@itinera/base';
import Flatbush from 'flatbush';
import type { WorkLink } from './work-graph.js';

/** A straight piece of a link near a point. */
export interface NearPiece {
  readonly link: WorkLink;
  /** Number of the link. */
  readonly number: number;
  /** The nearest point: metres along the link, and from the point. */
  readonly s: number;
  readonly distance: number;
}

/** The straight pieces of links, to be found by place. */
export class LinkPieces {
  readonly #index: Flatbush | undefined;
  /** For each piece: its link, its second point in the path, and its start in metres along the link. */
  readonly #linkOf: Int32Array;
  readonly #pointOf: Int32Array;
  readonly #startOf: Float64Array;

  constructor(readonly links: readonly WorkLink[]) {
    const count = links.reduce((sum, { path }) => sum + path.length / 2 - 1, 0);
    this.#linkOf = new Int32Array(count);
    this.#pointOf = new Int32Array(count);
    this.#startOf = new Float64Array(count);
    if (count === 0) return;
    this.#index = new Flatbush(count);
    let piece = 0;
    for (let link = 0; link < links.length; link++) {
      const { path } = links[link];
      let s = 0;
      for (let i = 2; i < path.length; i += 2) {
        const x1 = path[i - 2];
        const y1 = path[i - 1];
        const x2 = path[i];
        const y2 = path[i + 1];
        this.#linkOf[piece] = link;
        this.#pointOf[piece] = i;
        this.#startOf[piece] = s;
        this.#index.add(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2));
        s += stepLength(x2 - x1, y2 - y1);
        piece++;
      }
    }
    this.#index.finish();
  }

  /** The pieces within a number of metres of a point. */
  near(x: number, y: number, metres: number): NearPiece[] {
    const found: NearPiece[] = [];
    for (const piece of this.#index?.search(x - metres, y - metres, x + metres, y + metres) ?? []) {
      const number = this.#linkOf[piece];
      const link = this.links[number];
      const { path } = link;
      const i = this.#pointOf[piece];
      const x1 = path[i - 2];
      const y1 = path[i - 1];
      const x2 = path[i];
      const y2 = path[i + 1];
      const square = (x2 - x1) ** 2 + (y2 - y1) ** 2;
      const along = square === 0 ? 0 : ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / square;
      const part = Math.min(1, Math.max(0, along));
      const distance = stepLength(x1 + (x2 - x1) * part - x, y1 + (y2 - y1) * part - y);
      if (distance <= metres)
        found.push({ link, number, s: this.#startOf[piece] + Math.sqrt(square) * part, distance });
    }
    return found;
  }
}

/** The nearest piece, the first of several. */
export function nearestOf(pieces: readonly NearPiece[]): NearPiece | undefined {
  return pieces.reduce<NearPiece | undefined>((a, b) => (a && a.distance <= b.distance ? a : b), undefined);
}
