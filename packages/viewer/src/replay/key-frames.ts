import { Mode } from '../wire/replay.js';

/** Frames in columns that grow; `mode` applies from a frame to the next. */
export class FrameColumns {
  /** Tenths of a second since the first midnight. */
  t = new Int32Array(1024);
  x = new Uint16Array(1024);
  y = new Uint16Array(1024);
  mode = new Uint8Array(1024);
  length = 0;

  add(t: number, x: number, y: number, mode: number): void {
    if (this.length === this.t.length) this.#grow();
    const i = this.length++;
    this.t[i] = t;
    this.x[i] = x;
    this.y[i] = y;
    this.mode[i] = mode;
  }

  #grow(): void {
    const { t, x, y, mode } = this;
    const size = 2 * this.length;
    this.t = new Int32Array(size);
    this.x = new Uint16Array(size);
    this.y = new Uint16Array(size);
    this.mode = new Uint8Array(size);
    this.t.set(t);
    this.x.set(x);
    this.y.set(y);
    this.mode.set(mode);
  }
}

/** Frames, person after person. */
export interface Frames extends Readonly<FrameColumns> {
  /** The first frame of each person, and the end. */
  readonly starts: Uint32Array;
}

/** Frames in order of time for each person, with people in any order. */
export class KeyFrames {
  readonly #all = new FrameColumns();
  /** Of each sequence of frames: the number of the person, and the first frame. */
  readonly #people: number[] = [];
  readonly #firsts: number[] = [];

  /** Begins a sequence of frames of a person. */
  begin(person: number): void {
    this.#people.push(person);
    this.#firsts.push(this.#all.length);
  }

  add(t: number, x: number, y: number, mode: number): void {
    this.#all.add(t, x, y, mode);
  }

  /** Marks the last frame added as the start of a stay. */
  rest(): void {
    this.#all.mode[this.#all.length - 1] = Mode.PLACE;
  }

  /** @param count number of people, each of whom has frames */
  byPerson(count: number): Frames {
    const { t, x, y, mode, length } = this.#all;
    const [people, firsts] = [this.#people, [...this.#firsts, length]];
    const sorted = new FrameColumns();
    const starts = new Uint32Array(count + 1);
    for (const i of Uint32Array.from(people.keys()).sort((a, b) => people[a]! - people[b]! || a - b)) {
      for (let k = firsts[i]!; k < firsts[i + 1]!; k++) sorted.add(t[k]!, x[k]!, y[k]!, mode[k]!);
      starts[people[i]! + 1] = sorted.length;
    }
    return Object.assign(sorted, { starts });
  }
}
