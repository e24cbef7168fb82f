import { dtw } from '../dtw/dtw.js';
import { Geobleu } from '../geobleu/geobleu.js';
import type { Proximity } from '../geobleu/proximity.js';
import type { ScoringRules } from './rules.js';

/** A cell is 500 m wide. */
const CELLS_PER_KM = 2;

/** Coordinates of the days of two trajectories, as `DayScorer` reads them. */
export type DayColumns = readonly [
  generatedX: ArrayLike<number>,
  generatedY: ArrayLike<number>,
  referenceX: ArrayLike<number>,
  referenceY: ArrayLike<number>,
];

/** Where the scores of days are written; null for those that are not wanted. */
export interface DayOutputs {
  readonly geobleu: Float64Array | null;
  readonly dtw: Float64Array | null;
  readonly precisions: Float64Array | null;
}

/** Scores days of any number of points, anywhere, one at a time. */
export class OneDay {
  readonly #maxN: number;
  readonly #geobleu: Geobleu;
  readonly #freeStart: boolean;
  readonly #generated = { x: [] as ArrayLike<number>, y: [] as ArrayLike<number>, from: 0, to: 0 };
  readonly #reference = { ...this.#generated };

  constructor({ maxN, precisionOver, dtwFreeStart }: ScoringRules, proximity: Proximity) {
    this.#maxN = maxN;
    this.#geobleu = new Geobleu(maxN, proximity, precisionOver);
    this.#freeStart = dtwFreeStart;
  }

  score(columns: DayColumns, day: number, from: number, to: number, { geobleu, dtw: warping, precisions }: DayOutputs) {
    const maxN = this.#maxN;
    if (precisions) precisions.fill(Number.NaN, day * maxN, (day + 1) * maxN);
    if (from >= to) {
      if (geobleu) geobleu[day] = Number.NaN;
      if (warping) warping[day] = Number.NaN;
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
    if (geobleu || precisions) {
      const ofDay = precisions?.subarray(day * maxN, (day + 1) * maxN);
      const score = this.#geobleu.score(generated, reference, ofDay);
      if (geobleu) geobleu[day] = score;
    }
    if (warping) warping[day] = dtw(generated, reference, this.#freeStart, CELLS_PER_KM);
  }
}

/** The number of days. @throws RangeError when a list is too short for them */
export function requireRoom(
  columns: DayColumns,
  dayOffsets: ArrayLike<number>,
  { geobleu, dtw: warping, precisions }: DayOutputs,
  maxN: number,
): number {
  const days = dayOffsets.length - 1;
  const points = days < 0 ? 0 : dayOffsets[days];
  for (const column of columns) {
    if (column.length < points) throw new RangeError(`scoreDays: ${column.length} coordinates for ${points} points.`);
  }
  for (const out of [geobleu, warping]) {
    if (out && out.length < days)
      throw new RangeError(`scoreDays: there is space for ${out.length} scores, but there are ${days} days.`);
  }
  if (precisions && precisions.length < days * maxN)
    throw new RangeError(
      `scoreDays: there is space for ${precisions.length} precisions, expected ${maxN} for each of ${days} days.`,
    );
  return days;
}
