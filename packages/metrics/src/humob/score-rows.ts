import { pairwiseMean } from '../geobleu/pairwise-mean.js';
import { createDayScorer } from './create-day-scorer.js';
import { exchangedAxes } from './exchanged-axes.js';
import { NEWEST_RULES, type Rules } from './rules.js';
import { shiftedCells } from './shifted-cells.js';

/** Scores of many users, and of their days. */
export interface RowScores {
  /** Users in ascending order. */
  readonly users: Float64Array;
  /** Means over each user's days; NaN where not requested. */
  readonly geobleu: Float64Array;
  readonly dtw: Float64Array;
  /** The distances of cells whose axes are probably exchanged. */
  readonly exchanged: ReturnType<typeof exchangedAxes>;
  /** What to add to cells that are probably counted from another number. */
  readonly shifted: ReturnType<typeof shiftedCells>;
  /** Day by day, sorted by user and day: the user, the day, its scores. */
  readonly days: {
    readonly user: Float64Array;
    readonly day: Float64Array;
    readonly geobleu: Float64Array;
    readonly dtw: Float64Array;
  };
}

/** Which scores to compute, and by which rules. */
export interface RowOptions {
  readonly rules?: Rules;
  readonly geobleu?: boolean;
  readonly dtw?: boolean;
}

/** Steps that both sides share, and the cells of each, row by row. */
export interface RowColumns {
  /** Null if all steps belong to one user, 0. */
  readonly user: ArrayLike<number> | null;
  readonly day: ArrayLike<number>;
  readonly time: ArrayLike<number>;
  /** x and y of the generated steps, then of the reference. */
  readonly cells: readonly [ArrayLike<number>, ArrayLike<number>, ArrayLike<number>, ArrayLike<number>];
}

/**
 * GEO-BLEU and DTW of many users from flat rows, without an object per row.
 *
 * @param generated rows (uid, d, t, x, y) or (d, t, x, y) one after another; the latter all belong to one user, 0
 * @param reference the same users, days and times row by row, in any order
 * @param columns 5 or 4
 * @returns null when uid, day and time differ in any row or are not finite; the functions for lists of steps then throw
 *   the exact error
 */
export function scoreRows(
  generated: Float64Array,
  reference: Float64Array,
  columns: 4 | 5,
  options: RowOptions = {},
): RowScores | null {
  const count = generated.length / columns;
  if (count === 0 || generated.length !== reference.length || !Number.isInteger(count)) return null;
  const at = columns - 4;
  for (let from = 0; from < generated.length; from += columns) {
    for (let i = from; i < from + at + 2; i++) if (generated[i] !== reference[i]) return null;
    for (let i = from; i < from + columns; i++)
      if (!Number.isFinite(generated[i]) || !Number.isFinite(reference[i])) return null;
  }
  const column = (side: Float64Array, offset: number) => {
    const values = new Float64Array(count);
    for (let row = 0, i = offset; row < count; row++, i += columns) values[row] = side[i]!;
    return values;
  };
  const [x, y] = [at + 2, at + 3];
  const cells = [column(generated, x), column(generated, y), column(reference, x), column(reference, y)] as const;
  const user = at === 0 ? null : column(generated, 0);
  return scoreColumns({ user, day: column(generated, at), time: column(generated, at + 1), cells }, options);
}

/** The same from columns of finite numbers, which may be typed arrays of any kind. Rows in order are used in place. */
export function scoreColumns(
  { user, day, time, cells }: RowColumns,
  { rules = NEWEST_RULES, geobleu = true, dtw = true }: RowOptions = {},
): RowScores {
  const count = day.length;
  const keys = user === null ? [day, time] : [user, day, time];
  const compare = (a: number, b: number, length: number) => {
    for (let i = 0; i < length; i++) {
      const difference = keys[i]![a]! - keys[i]![b]!;
      if (difference !== 0) return difference;
    }
    return 0;
  };
  let inOrder = true;
  for (let row = 1; row < count && inOrder; row++) inOrder = compare(row - 1, row, keys.length) <= 0;
  const order = inOrder
    ? null
    : Uint32Array.from({ length: count }, (_, row) => row).sort((a, b) => compare(a, b, keys.length) || a - b);
  const at = (place: number) => (order === null ? place : order[place]!);

  const starts: number[] = [];
  for (let i = 0; i < count; i++) if (i === 0 || compare(at(i - 1), at(i), keys.length - 1) !== 0) starts.push(i);
  const dayScores = { geobleu: new Float64Array(starts.length), dtw: new Float64Array(starts.length) };
  const [gx, gy, rx, ry] = order === null ? cells : cells.map((all) => Float64Array.from(order, (row) => all[row]!));
  createDayScorer({ rules }).scoreDays(
    gx!,
    gy!,
    rx!,
    ry!,
    [...starts, count],
    geobleu ? dayScores.geobleu : null,
    dtw ? dayScores.dtw : null,
  );
  if (!geobleu) dayScores.geobleu.fill(Number.NaN);
  if (!dtw) dayScores.dtw.fill(Number.NaN);

  const userOfDay = Float64Array.from(starts, (i) => user?.[at(i)] ?? 0);
  const firsts = [...starts.keys()].filter((i) => i === 0 || userOfDay[i] !== userOfDay[i - 1]);
  const means = (scores: Float64Array) =>
    Float64Array.from(firsts, (from, k) => pairwiseMean(scores.subarray(from, firsts[k + 1] ?? starts.length)));
  return {
    users: Float64Array.from(firsts, (i) => userOfDay[i]!),
    geobleu: means(dayScores.geobleu),
    dtw: means(dayScores.dtw),
    exchanged: exchangedAxes(...cells),
    shifted: shiftedCells(...cells),
    days: { user: userOfDay, day: Float64Array.from(starts, (i) => day[at(i)]!), ...dayScores },
  };
}
