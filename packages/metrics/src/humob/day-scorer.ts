import { dtw } from '../dtw/dtw.js';
import { Geobleu, geobleuFromSums } from '../geobleu/geobleu.js';
import { Proximity } from '../geobleu/proximity.js';
import { type Rules, type ScoringRules, scoringRules } from './rules.js';
import { WasmKernel } from './wasm-kernel.js';

/** Scores many days in one call, from flat columns, without allocating per day. Use one per thread. */
export interface DayScorer {
  /** The kernel in use. Both give the same bits. */
  readonly kernel: 'javascript' | 'wasm';

  /**
   * Scores each day of generated points against the reference's points of the same day.
   *
   * @param generatedX, generatedY, referenceX, referenceY coordinates in cells, finite, in time order within a day, as
   *   many for both. Whole numbers 1 to 200 and at most 48 points a day are fastest.
   * @param dayOffsets day d holds points dayOffsets[d] up to dayOffsets[d + 1], excluded; one number more than days
   * @param geobleu receives GEO-BLEU a day, 0 to 1; NaN for a day without points. Null when not wanted.
   * @param dtw receives dynamic time warping a day in km (two cells are 1 km), 0 or more; NaN for a day without points.
   *   Null when not wanted.
   * @throws RangeError for a coordinate that is not finite, and for lists that are too short
   */
  scoreDays(
    generatedX: ArrayLike<number>,
    generatedY: ArrayLike<number>,
    referenceX: ArrayLike<number>,
    referenceY: ArrayLike<number>,
    dayOffsets: ArrayLike<number>,
    geobleu: Float64Array | null,
    dtw: Float64Array | null,
  ): void;
}

/** Options of {@link createDayScorer}. */
export interface DayScorerOptions {
  /** The challenge whose scoring is used. */
  readonly rules?: Rules;
  /** `auto` takes WebAssembly where the engine has its SIMD instructions, and JavaScript elsewhere. */
  readonly kernel?: 'auto' | 'javascript' | 'wasm';
}

/** The challenges score GEO-BLEU with this beta, per cell: the proximity of points 1 km apart is 1/e. */
const BETA = 0.5;
/** A cell is 500 m wide. */
const CELLS_PER_KM = 2;

/** One a thread: 0.4 MB of proximities, 0.9 MB of kernel memory. */
let sharedProximity: Proximity | undefined;
let sharedKernel: WasmKernel | undefined;

/**
 * A scorer for the rules of one year.
 *
 * @throws RangeError for unknown rules or an unknown kernel; Error for kernel `wasm` where the engine cannot run it
 */
export function createDayScorer({ rules = 'humob2023', kernel = 'auto' }: DayScorerOptions = {}): DayScorer {
  const scoring = scoringRules(rules);
  if (kernel !== 'auto' && kernel !== 'javascript' && kernel !== 'wasm') {
    throw new RangeError(`Kernel "${String(kernel)}" is not known. Choose auto, javascript or wasm.`);
  }
  sharedProximity ??= new Proximity(BETA);
  const one = new OneDay(scoring, sharedProximity);
  if (kernel !== 'javascript') {
    try {
      sharedKernel ??= new WasmKernel(sharedProximity);
      return new WasmDayScorer(scoring, sharedKernel, one);
    } catch (cause) {
      if (kernel === 'wasm') {
        throw new Error('This engine cannot run WebAssembly with SIMD. Choose kernel auto or javascript.', { cause });
      }
    }
  }
  return new JavaScriptDayScorer(one);
}

type Columns = readonly [
  generatedX: ArrayLike<number>,
  generatedY: ArrayLike<number>,
  referenceX: ArrayLike<number>,
  referenceY: ArrayLike<number>,
];

/** Scores days of any points, one at a time. */
class OneDay {
  readonly #geobleu: Geobleu;
  readonly #freeStart: boolean;
  readonly #generated = { x: [] as ArrayLike<number>, y: [] as ArrayLike<number>, from: 0, to: 0 };
  readonly #reference = { ...this.#generated };

  constructor({ maxN, precisionOver, dtwFreeStart }: ScoringRules, proximity: Proximity) {
    this.#geobleu = new Geobleu(maxN, proximity, precisionOver);
    this.#freeStart = dtwFreeStart;
  }

  score(
    columns: Columns,
    day: number,
    from: number,
    to: number,
    out: Float64Array | null,
    dtwOut: Float64Array | null,
  ) {
    if (from >= to) {
      if (out) out[day] = Number.NaN;
      if (dtwOut) dtwOut[day] = Number.NaN;
      return;
    }
    for (const column of columns) {
      for (let i = from; i < to; i++) {
        if (!Number.isFinite(column[i])) {
          throw new RangeError(`scoreDays: a coordinate of point ${i} is ${String(column[i])}; it must be finite.`);
        }
      }
    }
    const generated = this.#generated;
    const reference = this.#reference;
    [generated.x, generated.y, reference.x, reference.y] = columns;
    generated.from = reference.from = from;
    generated.to = reference.to = to;
    if (out) out[day] = this.#geobleu.score(generated, reference);
    if (dtwOut) dtwOut[day] = dtw(generated, reference, this.#freeStart, CELLS_PER_KM);
  }
}

function requireRoom(columns: Columns, dayOffsets: ArrayLike<number>, outputs: (Float64Array | null)[]): number {
  const days = dayOffsets.length - 1;
  const points = days < 0 ? 0 : dayOffsets[days];
  for (const column of columns) {
    if (column.length < points) throw new RangeError(`scoreDays: ${column.length} coordinates for ${points} points.`);
  }
  for (const out of outputs) {
    if (out && out.length < days) throw new RangeError(`scoreDays: room for ${out.length} scores of ${days} days.`);
  }
  return days;
}

class JavaScriptDayScorer implements DayScorer {
  readonly kernel = 'javascript';
  readonly #one: OneDay;

  constructor(one: OneDay) {
    this.#one = one;
  }

  scoreDays(...[gx, gy, rx, ry, dayOffsets, geobleu, dtw]: Parameters<DayScorer['scoreDays']>): void {
    const columns = [gx, gy, rx, ry] as const;
    const days = requireRoom(columns, dayOffsets, [geobleu, dtw]);
    for (let day = 0; day < days; day++) {
      this.#one.score(columns, day, dayOffsets[day], dayOffsets[day + 1], geobleu, dtw);
    }
  }
}

/** Hands days on the grid to the kernel in batches, and any others to {@link OneDay}. */
class WasmDayScorer implements DayScorer {
  readonly kernel = 'wasm';
  readonly #scoring: ScoringRules;
  readonly #kernel: WasmKernel;
  readonly #one: OneDay;
  readonly #precisions: Float64Array;

  constructor(scoring: ScoringRules, kernel: WasmKernel, one: OneDay) {
    this.#scoring = scoring;
    this.#kernel = kernel;
    this.#one = one;
    this.#precisions = new Float64Array(scoring.maxN);
  }

  scoreDays(...[gx, gy, rx, ry, dayOffsets, geobleu, dtw]: Parameters<DayScorer['scoreDays']>): void {
    const columns = [gx, gy, rx, ry] as const;
    const { offsets } = this.#kernel;
    const days = requireRoom(columns, dayOffsets, [geobleu, dtw]);
    for (let first = 0; first < days; first += WasmKernel.maxDays) {
      const end = Math.min(days, first + WasmKernel.maxDays);
      let length = 0;
      offsets[0] = 0;
      for (let day = first; day < end; day++) {
        const from = dayOffsets[day];
        const points = dayOffsets[day + 1] - from;
        // A day that the kernel cannot take is empty there.
        if (points > 0 && points <= WasmKernel.maxPointsPerDay && this.#copy(columns, from, points, length)) {
          length += points;
        } else this.#one.score(columns, day, from, from + points, geobleu, dtw);
        offsets[day - first + 1] = length;
      }
      this.#run(first, end, geobleu, dtw);
    }
  }

  /** Copies a day's cells; false when one is not on the grid. */
  #copy([gx, gy, rx, ry]: Columns, from: number, points: number, to: number): boolean {
    const { generatedX, generatedY, referenceX, referenceY } = this.#kernel;
    return (
      copyCells(gx, from, points, generatedX, to) &&
      copyCells(gy, from, points, generatedY, to) &&
      copyCells(rx, from, points, referenceX, to) &&
      copyCells(ry, from, points, referenceY, to)
    );
  }

  #run(first: number, end: number, geobleu: Float64Array | null, dtw: Float64Array | null): void {
    const { maxN, precisionOver, dtwFreeStart } = this.#scoring;
    const { offsets, sums, warping } = this.#kernel;
    this.#kernel.run(end - first, geobleu ? maxN : 0, dtw !== null, dtwFreeStart);
    for (let day = first, i = 0; day < end; day++, i++) {
      const points = offsets[i + 1] - offsets[i];
      if (points === 0) continue;
      if (dtw) dtw[day] = warping[i];
      if (geobleu) {
        const at = i * WasmKernel.sumsPerDay;
        geobleu[day] = geobleuFromSums(sums, at, maxN, points, points, precisionOver, this.#precisions);
      }
    }
  }
}

function copyCells(from: ArrayLike<number>, at: number, points: number, to: Uint8Array, toAt: number): boolean {
  for (let i = 0; i < points; i++) {
    const value = from[at + i];
    to[toAt + i] = value;
    if (to[toAt + i] !== value || value === 0 || value > WasmKernel.cellsPerSide) return false;
  }
  return true;
}
