import { unpack } from '../../wire/packed.js';
import { BIN_SECONDS, Mode, TICKS } from '../../wire/replay.js';

/** A quarter of an hour of all people. */
export class Bin {
  /** Seconds since the first midnight. */
  readonly start: number;
  readonly people: number;
  readonly intention: Uint8Array;
  readonly movers: Uint32Array;
  readonly offsets: Uint32Array;
  /** Tenths of a second since the start; units; the mode after the frame. */
  readonly t: Uint16Array;
  readonly fx: Uint16Array;
  readonly fy: Uint16Array;
  readonly mode: Uint8Array;
  /** Positions in units; `moveTo` updates those of movers. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Modes of people; `moveTo` updates them. */
  readonly how: Uint8Array;
  /** Current frame of each mover. */
  readonly frame: Uint32Array;

  /** Metres per unit, for speeds. */
  readonly #unit: number;

  constructor(buffer: ArrayBuffer, unit = 1) {
    this.#unit = unit;
    const { head, arrays } = unpack(buffer);
    this.start = (head.bin as number) * BIN_SECONDS;
    this.x = new Float32Array(arrays.x!);
    this.y = new Float32Array(arrays.y!);
    this.people = this.x.length;
    this.intention = arrays.intention as Uint8Array;
    this.movers = arrays.mover as Uint32Array;
    this.offsets = arrays.offset as Uint32Array;
    this.t = arrays.t as Uint16Array;
    this.fx = arrays.fx as Uint16Array;
    this.fy = arrays.fy as Uint16Array;
    this.mode = arrays.mode as Uint8Array;
    this.how = new Uint8Array(this.people);
    this.frame = this.offsets.slice(0, -1);
    this.#addUp();
  }

  /** Converts differences to values, modulo 16 bits. */
  #addUp(): void {
    const { offsets, t, fx, fy } = this;
    for (let m = 0; m < this.movers.length; m++)
      for (let i = offsets[m]! + 1; i < offsets[m + 1]!; i++) {
        t[i]! += t[i - 1]!;
        fx[i]! += fx[i - 1]!;
        fy[i]! += fy[i - 1]!;
      }
  }

  /** Kilometres per hour of a mover between a frame and the next; 0 after the last. */
  speedAt(mover: number, i: number): number {
    const { offsets, t, fx, fy } = this;
    const next = i + 1;
    if (next >= offsets[mover + 1]! || t[next] === t[i]) return 0;
    const metres = Math.hypot(fx[next]! - fx[i]!, fy[next]! - fy[i]!) * this.#unit;
    return (3.6 * TICKS * metres) / (t[next]! - t[i]!);
  }

  /**
   * Updates positions to a time within the bin.
   * @returns true if a mover has entered another frame
   */
  moveTo(seconds: number): boolean {
    const { movers, offsets, t, fx, fy, mode, frame, x, y, how } = this;
    const time = (seconds - this.start) * TICKS;
    let changed = false;
    for (let m = 0; m < movers.length; m++) {
      const last = offsets[m + 1]! - 1;
      let i = frame[m]!;
      const before = i;
      if (t[i]! > time) i = offsets[m]!;
      while (i < last && t[i + 1]! <= time) i++;
      if (i !== before) {
        frame[m] = i;
        changed = true;
      }
      const next = i < last ? i + 1 : i;
      const span = t[next]! - t[i]!;
      const share = span > 0 ? Math.min(1, Math.max(0, (time - t[i]!) / span)) : 0;
      const person = movers[m]!;
      x[person] = fx[i]! + share * (fx[next]! - fx[i]!);
      y[person] = fy[i]! + share * (fy[next]! - fy[i]!);
      how[person] = i === last ? Mode.PLACE : mode[i]!;
    }
    return changed;
  }
}
