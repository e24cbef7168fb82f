import { geobleuFromSums } from '../geobleu/geobleu.js';
import type { DayScorer } from './day-scorer.js';
import { type DayColumns, type OneDay, requireRoom } from './one-day.js';
import type { ScoringRules } from './rules.js';
import { WasmKernel } from './wasm-kernel.js';

/** Passes days on the grid to the kernel in batches, and all others to {@link OneDay}. */
export class WasmDayScorer implements DayScorer {
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
        // A day that the kernel does not support is empty there.
        if (points > 0 && points <= WasmKernel.maxPointsPerDay && this.#copy(columns, from, points, length)) {
          length += points;
        } else this.#one.score(columns, day, from, from + points, geobleu, dtw);
        offsets[day - first + 1] = length;
      }
      this.#run(first, end, geobleu, dtw);
    }
  }

  /** Copies a day's cells; false when one is not on the grid. */
  #copy([gx, gy, rx, ry]: DayColumns, from: number, points: number, to: number): boolean {
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
