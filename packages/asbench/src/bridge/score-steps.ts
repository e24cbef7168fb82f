import {
  bootstrapMean,
  calcDtwOrig,
  calcGeobleuOrig,
  exchangedAxesWarning,
  pairwiseMean,
  type RowScores,
  type Rules,
  scoreColumns,
  scoreRows,
  shiftedCellsWarning,
  userIdWarning,
} from '@itinera/metrics';
import type { Frame } from './frames.js';

/**
 * Head of a request for scores. The body contains the numbers of both sides row by row, the generated ones first; or
 * columns: those that both sides share (uid, d, t), then x and y of each side.
 */
export interface ScoreRequest {
  /** Means over users; all scores of users and days; or the score of two lists of points. */
  readonly call: 'geobleu' | 'dtw' | 'rows' | 'geobleu_orig' | 'dtw_orig';
  /** Columns of both sides. */
  readonly columns: 2 | 4 | 5;
  /** Whether the first of five columns separates users; otherwise it is ignored. */
  readonly many: boolean;
  /** Count of points on the generated side; needed for two lists of points only. */
  readonly points: number;
  /** For columns: the kind of numbers of each, and the count of rows. Each column begins at a multiple of 8 bytes. */
  readonly kinds?: readonly (keyof typeof KINDS)[];
  readonly rows?: number;
  readonly options: { readonly rules: Rules };
}

/** Kinds of numbers by their names in NumPy. */
const KINDS = {
  i1: Int8Array,
  u1: Uint8Array,
  i2: Int16Array,
  u2: Uint16Array,
  i4: Int32Array,
  u4: Uint32Array,
  f8: Float64Array,
} as const;

/** Squaring larger numbers is an error in Python. */
const HUGE = 1e150;

/**
 * @returns the score, or for `rows` all scores, as in {@link packRows}; null if the sides differ in users, days or times
 *   or contain NaN, infinite or very large numbers, which the Python side scores as the original does
 */
export function scoreSteps({ head, body }: Frame): ScoreAnswer | null {
  const { call, columns, many, points, options, kinds, rows: count } = head as ScoreRequest;
  const wanted = { rules: options.rules, geobleu: call !== 'dtw', dtw: call !== 'geobleu' };
  if (kinds !== undefined && count !== undefined) {
    const all = columnsOf(body, kinds, count);
    const [gx, gy, rx, ry] = all.slice(-4);
    const [day, time] = all.slice(-6);
    return answer(
      scoreColumns({ user: many ? all[0]! : null, day: day!, time: time!, cells: [gx!, gy!, rx!, ry!] }, wanted),
      call,
      many,
    );
  }
  const numbers = new Float64Array(body.buffer, body.byteOffset, body.length / 8);
  for (let i = 0; i < numbers.length; i++) if (!(Math.abs(numbers[i]!) < HUGE)) return null;
  if (columns === 2) {
    const [generated, reference] = [pointsOf(numbers, 0, points), pointsOf(numbers, points, numbers.length / 2)];
    const score = (call === 'dtw_orig' ? calcDtwOrig : calcGeobleuOrig)(generated, reference, options);
    return { numbers: Float64Array.of(score), warnings: [] };
  }
  const rows = columns === 4 || many ? numbers : withoutUsers(numbers);
  const half = rows.length / 2;
  const scores = scoreRows(rows.subarray(0, half), rows.subarray(half), many ? columns : 4, wanted);
  return scores === null ? null : answer(scores, call, many);
}

/** Means and intervals of columns with one number per user: value, low and high of each. */
export function intervalsOf({ head, body }: Frame): Float64Array {
  const { users, seed, level } = head as { users: number; seed: number; level: number };
  const numbers = new Float64Array(body.buffer, body.byteOffset, body.length / 8);
  const parts = Array.from({ length: numbers.length / users }, (_, i) => numbers.subarray(i * users, (i + 1) * users));
  const means = parts.map((values) => ({ ...bootstrapMean(values, { seed, level }), value: pairwiseMean(values) }));
  return Float64Array.from(means.flatMap(({ value, low, high }) => [value, low, high]));
}

/** Numbers, and doubts about the steps. */
export interface ScoreAnswer {
  readonly numbers: Float64Array;
  readonly warnings: readonly string[];
}

/** @param many whether users have ids */
function answer(scores: RowScores, call: ScoreRequest['call'], many: boolean): ScoreAnswer {
  const numbers = call === 'rows' ? packRows(scores) : Float64Array.of(pairwiseMean(scores[call as 'geobleu' | 'dtw']));
  const warnings = [
    ...(many && call === 'rows' ? userIdWarning(scores.users) : []),
    ...exchangedAxesWarning('generated', scores.exchanged),
    ...shiftedCellsWarning('generated', scores.shifted),
  ];
  return { numbers, warnings };
}

function columnsOf(body: Frame['body'], kinds: NonNullable<ScoreRequest['kinds']>, rows: number) {
  let at = body.byteOffset;
  return kinds.map((kind) => {
    const column = new KINDS[kind](body.buffer, at, rows);
    at += 8 * Math.ceil(column.byteLength / 8);
    return column;
  });
}

/** Counts of users and days, then the columns of the users and those of the days. */
function packRows({ users, geobleu, dtw, days }: RowScores): Float64Array {
  const columns = [
    Float64Array.of(users.length, days.user.length),
    users,
    geobleu,
    dtw,
    days.user,
    days.day,
    days.geobleu,
    days.dtw,
  ];
  const packed = new Float64Array(columns.reduce((length, column) => length + column.length, 0));
  let at = 0;
  for (const column of columns) {
    packed.set(column, at);
    at += column.length;
  }
  return packed;
}

function withoutUsers(numbers: Float64Array): Float64Array {
  const rows = new Float64Array((numbers.length / 5) * 4);
  for (let from = 1, to = 0; to < rows.length; from += 5, to += 4) {
    for (let i = 0; i < 4; i++) rows[to + i] = numbers[from + i]!;
  }
  return rows;
}

function pointsOf(numbers: Float64Array, from: number, to: number): number[][] {
  const points: number[][] = [];
  for (let i = from; i < to; i++) points.push([numbers[2 * i]!, numbers[2 * i + 1]!]);
  return points;
}
