import { geobleuFromSums } from '../geobleu/geobleu.js';
import type { DayScorer } from './day-scorer.js';
import { type DayColumns, type DayOutputs, type OneDay, requireRoom } from './one-day.js';
import type { ScoringRules } from './rules.js';
import { WasmKernel } from './wasm-kernel.js';

/** Passes days on the grid to the kernel in batches, and all others to {@link OneDay}, whose memory single calls rarely need. */
export class WasmDayScorer implements DayScorer {
  readonly kernel = 'wasm';
  readonly maxN: number;
  readonly #scoring: ScoringRules;
  readonly #kernel: WasmKernel;
  readonly #makeOne: () => OneDay;
  #one: OneDay | undefined;
  readonly #logs: Float64Array;

  constructor(scoring: ScoringRules, kernel: WasmKernel, makeOne: () => OneDay) {
    this.#scoring = scoring;
    this.#kernel = kernel;
    this.#makeOne = makeOne;
    this.maxN = scoring.maxN;
    this.#logs = new Float64Array(scoring.maxN);
  }

  scoreDays(...[gx, gy, rx, ry, dayOffsets, geobleu, dtw, precisions]: Parameters<DayScorer['scoreDays']>): void {
    const columns = [gx, gy, rx, ry] as const;
    const { offsets } = this.#kernel;
    const outputs = { geobleu, dtw, precisions: precisions ?? null };
    const days = requireRoom(columns, dayOffsets, outputs, this.maxN);
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
        } else {
          this.#one ??= this.#makeOne();
          this.#one.score(columns, day, from, from + points, outputs);
        }
        offsets[day - first + 1] = length;
      }
      this.#run(first, end, outputs);
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

  #run(first: number, end: number, { geobleu, dtw, precisions }: DayOutputs): void {
    const { maxN, precisionOver, dtwFreeStart } = this.#scoring;
    const { offsets, sums, warping } = this.#kernel;
    this.#kernel.run(end - first, geobleu || precisions ? maxN : 0, dtw !== null, dtwFreeStart);
    for (let day = first, i = 0; day < end; day++, i++) {
      const points = offsets[i + 1] - offsets[i];
      if (points === 0) continue;
      if (dtw) dtw[day] = warping[i];
      const at = i * WasmKernel.sumsPerDay;
      if (geobleu) geobleu[day] = geobleuFromSums(sums, at, maxN, points, points, precisionOver, this.#logs);
      // Both sides have the same points, so the sums are divided by the same number under all rules.
      for (let k = 0; precisions && k < maxN; k++)
        precisions[day * maxN + k] = k < points ? sums[at + k] / (points - k) : Number.NaN;
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
