import {
  calcDtw,
  calcDtwBulk,
  calcDtwOrig,
  calcDtwSingle,
  calcGeobleu,
  calcGeobleuBulk,
  calcGeobleuOrig,
  calcGeobleuSingle,
  pairwiseMean,
  type Rules,
  scoreRows,
} from '@itinera/metrics';
import type { Frame } from './frames.js';

const functions = {
  calc_dtw: calcDtw,
  calc_dtw_bulk: calcDtwBulk,
  calc_dtw_orig: calcDtwOrig,
  calc_dtw_single: calcDtwSingle,
  calc_geobleu: calcGeobleu,
  calc_geobleu_bulk: calcGeobleuBulk,
  calc_geobleu_orig: calcGeobleuOrig,
  calc_geobleu_single: calcGeobleuSingle,
};

/** Head of a request for scores; the body contains the numbers, the generated ones first. */
export interface ScoreRequest {
  readonly call: keyof typeof functions | 'rows';
  /** Columns of both sides, or the columns of each row. */
  readonly columns: number | readonly [generated: readonly number[], reference: readonly number[]];
  /** Count of numbers on the generated side. */
  readonly generated: number;
  readonly options: { readonly rules: Rules };
}

/** @returns the score; for `rows` all scores, as in {@link packRows}. */
export function scoreSteps({ head, body }: Frame): Float64Array {
  const { call, columns, generated: split, options } = head as unknown as ScoreRequest;
  // The body starts at offset 0 of its buffer.
  const numbers = new Float64Array(body.buffer as ArrayBuffer, 0, body.length / 8);
  const sides = [numbers.subarray(0, split), numbers.subarray(split)] as const;
  const accepts = (columns: number) =>
    call === 'rows' || (call.endsWith('_bulk') ? columns === 5 : columns === 4 && !call.endsWith('_orig'));
  if ((columns === 4 || columns === 5) && accepts(columns)) {
    const scores = scoreRows(...sides, columns, {
      rules: options.rules,
      geobleu: !call.includes('dtw'),
      dtw: !call.includes('geobleu'),
    });
    if (scores !== null)
      return call === 'rows'
        ? packRows(scores)
        : Float64Array.of(pairwiseMean(call.includes('dtw') ? scores.dtw : scores.geobleu));
  }
  const [generated, reference] = sides.map((side, i) => rowsOf(side, columns, i as 0 | 1)) as [
    Float64Array[],
    Float64Array[],
  ];
  if (call === 'rows') return explainRows(generated, reference, options.rules);
  return Float64Array.of(functions[call](generated, reference, options));
}

/** Counts of users and days, then the columns of the users and those of the days. */
function packRows({ users, geobleu, dtw, days }: NonNullable<ReturnType<typeof scoreRows>>): Float64Array {
  const columns = [users, geobleu, dtw, days.user, days.day, days.geobleu, days.dtw];
  return Float64Array.from([users.length, days.user.length, ...columns.flatMap((column) => [...column])]);
}

/** Sorts users that are in different order; throws the error of the reference implementation for other mismatches. */
function explainRows(generated: Float64Array[], reference: Float64Array[], rules: Rules): Float64Array {
  const compare = generated[0]?.length === 4 ? calcDtwSingle : calcDtwBulk;
  compare(generated, reference, { rules });
  const byUser = (a: Float64Array, b: Float64Array) => a[0]! - b[0]! || 0;
  const flat = (rows: Float64Array[]) => Float64Array.from([...rows].sort(byUser).flatMap((row) => [...row]));
  return packRows(scoreRows(flat(generated), flat(reference), 5, { rules })!);
}

function rowsOf(numbers: Float64Array, columns: ScoreRequest['columns'], side: 0 | 1): Float64Array[] {
  const rows: Float64Array[] = [];
  if (typeof columns === 'number') {
    for (let at = 0; at < numbers.length; at += columns) rows.push(numbers.subarray(at, at + columns));
    return rows;
  }
  let at = 0;
  for (const count of columns[side]) {
    rows.push(numbers.subarray(at, at + count));
    at += count;
  }
  return rows;
}
