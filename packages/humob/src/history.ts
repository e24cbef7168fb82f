import { SLOTS } from '@itinera/metrics';
import type { StepTrajectories } from './trajectories.js';

/** A place as one number: x * 1000 + y. */
export const PLACE = 1000;

/** The past of one person, in time order, with its places numbered. */
export class History {
  readonly rows: number;
  readonly d: Uint16Array;
  readonly t: Uint8Array;
  /** For each row, an index into `places`. */
  readonly place: Int32Array;
  /** Each place once, as x * 1000 + y, in order of first visits. */
  readonly places: readonly number[];
  /** The rows of slot s are `#rowsBySlot` from `#firstOfSlot[s]` to `#firstOfSlot[s + 1]`, excluded. */
  readonly #rowsBySlot: Int32Array;
  readonly #firstOfSlot = new Int32Array(SLOTS + 1);

  constructor({ d, t, x, y }: StepTrajectories, from: number, to: number) {
    this.rows = to - from;
    this.d = d.subarray(from, to);
    this.t = t.subarray(from, to);
    this.place = new Int32Array(this.rows);
    this.#rowsBySlot = new Int32Array(this.rows);
    const numbers = new Map<number, number>();
    for (let row = 0; row < this.rows; row++) {
      const cell = (x[from + row] as number) * PLACE + (y[from + row] as number);
      const number = numbers.get(cell) ?? numbers.size;
      if (number === numbers.size) numbers.set(cell, number);
      this.place[row] = number;
      (this.#firstOfSlot[(this.t[row] as number) + 1] as number)++;
    }
    this.places = [...numbers.keys()];
    for (let slot = 0; slot < SLOTS; slot++)
      (this.#firstOfSlot[slot + 1] as number) += this.#firstOfSlot[slot] as number;
    const next = this.#firstOfSlot.slice();
    for (let row = 0; row < this.rows; row++) this.#rowsBySlot[(next[this.t[row] as number] as number)++] = row;
  }

  get lastDay(): number {
    return this.d[this.rows - 1] as number;
  }

  /** Calls `visit` with each row at this half hour of the day, in time order. */
  eachAt(slot: number, onRow: (row: number) => void): void {
    const to = this.#firstOfSlot[slot + 1] as number;
    for (let i = this.#firstOfSlot[slot] as number; i < to; i++) onRow(this.#rowsBySlot[i] as number);
  }
}
