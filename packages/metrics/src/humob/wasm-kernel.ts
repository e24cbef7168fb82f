import type { Proximity } from '../geobleu/proximity.js';
import { DAY_KERNEL } from './day-kernel.generated.js';

/** Sums of matched proximities are kept for this many orders per day. */
const ORDERS = 5;
const MAX_DAYS = 500;
const MAX_POINTS_PER_DAY = 48;
const CELLS_PER_SIDE = 200;

type Addresses = Record<
  'base' | 'generatedX' | 'generatedY' | 'referenceX' | 'referenceY' | 'offsets' | 'sums' | 'warping' | 'proximity',
  WebAssembly.Global
>;
interface Exports extends Addresses, WebAssembly.Exports {
  readonly memory: WebAssembly.Memory;
  days(days: number, maxN: number, wantsWarping: boolean, freeStart: boolean): void;
}

/**
 * The kernel of `wasm/day-kernel.wat`: batches of up to 500 days of up to 48 points on cells 1 to 200. Small batches let
 * the engine switch to its faster compiler between calls.
 */
export class WasmKernel {
  static readonly maxDays = MAX_DAYS;
  static readonly maxPointsPerDay = MAX_POINTS_PER_DAY;
  static readonly cellsPerSide = CELLS_PER_SIDE;
  /** Sums of day d start at d times this. */
  static readonly sumsPerDay = ORDERS;

  readonly generatedX: Uint8Array;
  readonly generatedY: Uint8Array;
  readonly referenceX: Uint8Array;
  readonly referenceY: Uint8Array;
  readonly offsets: Int32Array;
  /** Output: sums of matched proximities by order, five places per day. */
  readonly sums: Float64Array;
  /** Output: dynamic time warping per day, in km. */
  readonly warping: Float64Array;
  /** The first number for the kinds of the next day, in a table that is cleared when numbers exceed 2^30. */
  readonly base: WebAssembly.Global;
  readonly #exports: Exports;
  readonly #proximity: Proximity;
  /** The memory has the proximities of cells less than this apart: all of them take as long as to score 2,000 days. */
  #side = 0;

  /** @throws where the engine lacks WebAssembly SIMD or forbids compiling */
  constructor(proximity: Proximity) {
    const module = new WebAssembly.Module(Uint8Array.from(atob(DAY_KERNEL), (char) => char.charCodeAt(0)));
    const exports = new WebAssembly.Instance(module).exports as Exports;
    const { buffer } = exports.memory;
    const cells = (name: 'generatedX' | 'generatedY' | 'referenceX' | 'referenceY') =>
      new Uint8Array(buffer, exports[name].value, MAX_DAYS * MAX_POINTS_PER_DAY);
    this.generatedX = cells('generatedX');
    this.generatedY = cells('generatedY');
    this.referenceX = cells('referenceX');
    this.referenceY = cells('referenceY');
    this.offsets = new Int32Array(buffer, exports.offsets.value, MAX_DAYS + 1);
    this.sums = new Float64Array(buffer, exports.sums.value, MAX_DAYS * ORDERS);
    this.warping = new Float64Array(buffer, exports.warping.value, MAX_DAYS);
    this.base = exports.base;
    this.#exports = exports;
    this.#proximity = proximity;
  }

  /** Scores the days of `offsets`. @param maxN longest n-gram, at most 5; 0 for no sums */
  run(days: number, maxN: number, wantsWarping: boolean, freeStart: boolean): void {
    this.#provide(1 + this.#farthest(days));
    this.#exports.days(days, maxN, wantsWarping, freeStart);
  }

  #provide(side: number): void {
    if (side <= this.#side) return;
    this.#side = side;
    const grid = this.#proximity.grid(side);
    const { memory, proximity } = this.#exports;
    new Float64Array(memory.buffer, proximity.value, grid.length).set(grid);
  }

  /** The largest difference of two coordinates of a day. */
  #farthest(days: number): number {
    let farthest = 0;
    for (let day = 0; day < days; day++) {
      const [from, to] = [this.offsets[day], this.offsets[day + 1]];
      const x = spread(this.generatedX, this.referenceX, from, to);
      const y = spread(this.generatedY, this.referenceY, from, to);
      farthest = Math.max(farthest, x, y);
    }
    return farthest;
  }
}

/** The difference of the largest and the smallest number of both from `from` to before `to`; negative for none. */
function spread(one: Uint8Array, other: Uint8Array, from: number, to: number): number {
  let [least, most] = [255, 0];
  for (let i = from; i < to; i++) {
    least = Math.min(least, one[i], other[i]);
    most = Math.max(most, one[i], other[i]);
  }
  return most - least;
}
