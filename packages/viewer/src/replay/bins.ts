import { type PackedArray, pack } from '../wire/packed.js';
import { BIN_SECONDS, MOVING_MODES, Mode, TICKS } from '../wire/replay.js';
import { FrameColumns, type Frames } from './key-frames.js';

/** Number of times per bin at which travelling people are counted. */
export const COUNTS_A_BIN = 3;
const BIN_TICKS = BIN_SECONDS * TICKS;

/**
 * Cuts the frames of all people into bins, in order. Each bin can be read on its own.
 *
 * A bin has the position of everybody at its start (`x`, `y`), their intentions (`intention`), and for people who travel
 * in it (`mover`) their frames within the bin as differences from the previous frame (16 bits, modulo 65,536): `t` in
 * tenths of a second, `fx`, `fy`, and the mode after each frame.
 */
export class BinCutter {
  readonly #frames: Frames;
  readonly #cursor: Uint32Array;
  readonly people: number;

  constructor(frames: Frames) {
    this.#frames = frames;
    this.people = frames.starts.length - 1;
    this.#cursor = frames.starts.slice(0, this.people);
  }

  /**
   * Returns the next bin, and the people in it by mode: `[instant][car, foot, bike, public transport]`, flat.
   * @param intention of everybody, by number
   */
  cut(bin: number, intention: Uint8Array): { readonly bytes: Uint8Array; readonly moving: readonly number[] } {
    const { people } = this;
    const [start, end] = [bin * BIN_TICKS, (bin + 1) * BIN_TICKS];
    const x = new Uint16Array(people);
    const y = new Uint16Array(people);
    const movers: number[] = [];
    const offsets: number[] = [0];
    const out = new Differences();
    const moving = new Array<number>(COUNTS_A_BIN * MOVING_MODES).fill(0);
    const { t, mode, starts } = this.#frames;
    for (let person = 0; person < people; person++) {
      const last = starts[person + 1]! - 1;
      let i = this.#cursor[person]!;
      while (i < last && t[i + 1]! <= start) i++;
      this.#cursor[person] = i;
      [x[person], y[person]] = this.#at(i, last, start);
      const stays = mode[i] === Mode.PLACE || i === last;
      if (stays && (i === last || t[i + 1]! >= end)) continue;
      movers.push(person);
      out.begin();
      out.add(0, x[person]!, y[person]!, i === last ? Mode.PLACE : mode[i]!);
      let k = i;
      while (k < last && t[k + 1]! < end) {
        k++;
        if (t[k]! > start)
          out.add(t[k]! - start, this.#frames.x[k]!, this.#frames.y[k]!, k === last ? Mode.PLACE : mode[k]!);
      }
      const [endX, endY] = this.#at(k, last, end);
      out.add(BIN_TICKS, endX, endY, k === last ? Mode.PLACE : mode[k]!);
      offsets.push(out.length);
      this.#count(i, last, start, moving);
    }
    const arrays = {
      x,
      y,
      intention,
      mover: Uint32Array.from(movers),
      offset: Uint32Array.from(offsets),
      ...out.arrays(),
    };
    return { bytes: pack({ head: { bin }, arrays }), moving };
  }

  #count(i: number, last: number, start: number, counts: number[]): void {
    const { t, mode } = this.#frames;
    let k = i;
    for (let instant = 0; instant < COUNTS_A_BIN; instant++) {
      const time = start + (instant * BIN_TICKS) / COUNTS_A_BIN;
      while (k < last && t[k + 1]! <= time) k++;
      const how = k === last || t[k]! > time ? Mode.PLACE : mode[k]!;
      if (how !== Mode.PLACE) counts[instant * MOVING_MODES + how - 1]!++;
    }
  }

  #at(i: number, last: number, time: number): readonly [number, number] {
    const { t, x, y } = this.#frames;
    const next = Math.min(last, i + 1);
    const span = t[next]! - t[i]!;
    const share = span > 0 ? Math.min(1, Math.max(0, (time - t[i]!) / span)) : 0;
    return [Math.round(x[i]! + share * (x[next]! - x[i]!)), Math.round(y[i]! + share * (y[next]! - y[i]!))];
  }
}

/** Frames of travelling people as differences, modulo 65,536. */
class Differences {
  readonly #columns = new FrameColumns();
  #t = 0;
  #x = 0;
  #y = 0;

  get length(): number {
    return this.#columns.length;
  }

  begin(): void {
    [this.#t, this.#x, this.#y] = [0, 0, 0];
  }

  add(t: number, x: number, y: number, mode: number): void {
    this.#columns.add(t - this.#t, x - this.#x, y - this.#y, mode);
    [this.#t, this.#x, this.#y] = [t, x, y];
  }

  arrays(): Record<string, PackedArray> {
    const { t, x, y, mode, length } = this.#columns;
    return {
      t: Uint16Array.from(t.subarray(0, length)),
      fx: x.subarray(0, length),
      fy: y.subarray(0, length),
      mode: mode.subarray(0, length),
    };
  }
}
