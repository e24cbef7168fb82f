import { UserError } from '@itinera/base';
import {
  BOX_CELLS,
  BOX_OFF_PAIRS,
  isDiagonal,
  isPairInBox,
  NORM_DIAGONAL,
  NORM_OFF_DIAGONAL,
  OD_RULES,
} from './rules.js';
import type { OdDay } from './scan-day.js';
import type { OdFlows } from './tsv.js';

/** Pairs of one kind on one day or several, and the squared error on them. */
export interface FlowMatch {
  /** Pairs in both files: their number and squared error. */
  readonly hits: number;
  readonly hitError: number;
  /** Pairs in the reference only. */
  readonly misses: number;
  readonly missError: number;
  /** Pairs in the prediction only. */
  readonly inventions: number;
  readonly inventionError: number;
}

/** The score of one day, lower is better. */
export interface OdDayScore {
  readonly date: string;
  /** Root mean square errors over the pairs of the box from a cell to itself, and to any other cell. */
  readonly rmseDiagonal: number;
  readonly rmseOffDiagonal: number;
  /** The same, divided by the constants of the rules. */
  readonly diagonal: number;
  readonly offDiagonal: number;
  /** Mean of the two. */
  readonly combined: number;
  readonly onDiagonal: FlowMatch;
  readonly offTheDiagonal: FlowMatch;
}

/** The score of a prediction, lower is better. */
export interface OdScore extends Omit<OdDayScore, 'date'> {
  readonly rules: typeof OD_RULES;
  readonly days: readonly OdDayScore[];
}

export interface ScoreOdOptions {
  /** Dates to score; a date that is listed twice counts twice. By default all days of the reference that have data. */
  readonly days?: readonly string[];
}

/**
 * The Combined NRMSE of 2026: daily root mean square errors on and off the diagonal over every pair of the box (absent pairs
 * are 0), averaged over days, divided by their constants, and averaged. Nothing is clipped or rounded.
 *
 * @throws UserError without days to score, if one has no data on either side, or has a flow in the box that is NaN or
 *   infinite
 */
export function scoreOd(prediction: OdFlows, reference: OdFlows, { days }: ScoreOdOptions = {}): OdScore {
  const dates = days ?? [...reference].flatMap(([date, day]) => (day === null ? [] : [date])).sort();
  if (dates.length === 0) throw new UserError('There is no day to score: the reference has no day with data.');
  for (const [name, flows] of [
    ['reference', reference],
    ['prediction', prediction],
  ] as const) {
    const missing = dates.filter((date) => (flows.get(date) ?? null) === null);
    if (missing.length > 0) {
      throw new UserError(
        `The ${name} has no data for ${listed(missing)}. ` +
          'A missing day has no score: the organisers’ validator rejects the file. Add it, or name the days to score.',
      );
    }
  }
  const scores = dates.map((date) => scoreDay(date, prediction.get(date) as OdDay, reference.get(date) as OdDay));
  const mean = (value: (day: OdDayScore) => number) => scores.reduce((sum, day) => sum + value(day), 0) / scores.length;
  const rmseDiagonal = mean((day) => day.rmseDiagonal);
  const rmseOffDiagonal = mean((day) => day.rmseOffDiagonal);
  return {
    rules: OD_RULES,
    ...normalised(rmseDiagonal, rmseOffDiagonal),
    onDiagonal: total(scores.map((day) => day.onDiagonal)),
    offTheDiagonal: total(scores.map((day) => day.offTheDiagonal)),
    days: scores,
  };
}

function listed(dates: readonly string[]): string {
  return dates.length <= 3 ? dates.join(', ') : `${dates.slice(0, 3).join(', ')} and ${dates.length - 3} more days`;
}

function normalised(rmseDiagonal: number, rmseOffDiagonal: number) {
  const diagonal = rmseDiagonal / NORM_DIAGONAL;
  const offDiagonal = rmseOffDiagonal / NORM_OFF_DIAGONAL;
  return { rmseDiagonal, rmseOffDiagonal, diagonal, offDiagonal, combined: (diagonal + offDiagonal) / 2 };
}

type Counts = { -readonly [Key in keyof FlowMatch]: number };
const none = (): Counts => ({ hits: 0, hitError: 0, misses: 0, missError: 0, inventions: 0, inventionError: 0 });

function scoreDay(date: string, prediction: OdDay, reference: OdDay): OdDayScore {
  const predicted = inBox(date, 'prediction', prediction);
  const on = none();
  const off = none();
  for (const [pair, flow] of inBox(date, 'reference', reference)) {
    const counts = isDiagonal(pair) ? on : off;
    const guess = predicted.get(pair);
    if (guess === undefined) {
      counts.misses++;
      counts.missError += flow * flow;
    } else {
      counts.hits++;
      counts.hitError += (guess - flow) ** 2;
      predicted.delete(pair);
    }
  }
  for (const [pair, guess] of predicted) {
    const counts = isDiagonal(pair) ? on : off;
    counts.inventions++;
    counts.inventionError += guess * guess;
  }
  const error = ({ hitError, missError, inventionError }: FlowMatch) => hitError + missError + inventionError;
  return {
    date,
    ...normalised(Math.sqrt(error(on) / BOX_CELLS), Math.sqrt(error(off) / BOX_OFF_PAIRS)),
    onDiagonal: on,
    offTheDiagonal: off,
  };
}

function inBox(date: string, name: string, { pairs, flows }: OdDay): Map<number, number> {
  const found = new Map<number, number>();
  for (let i = 0; i < pairs.length; i++) {
    if (!isPairInBox(pairs[i]!)) continue;
    if (!Number.isFinite(flows[i]!))
      throw new UserError(`The ${name} has a flow in the box on ${date} that is ${flows[i]}, so it has no score.`);
    found.set(pairs[i]!, flows[i]!);
  }
  return found;
}

function total(matches: readonly FlowMatch[]): FlowMatch {
  const sum = none();
  for (const match of matches) for (const key of Object.keys(sum) as (keyof FlowMatch)[]) sum[key] += match[key];
  return sum;
}

/** The root mean squares of observed flows. For the challenge's data these are the constants of the rules. */
export function observedRms(flows: OdFlows): { readonly diagonal: number; readonly offDiagonal: number } {
  let [days, on, off] = [0, 0, 0];
  for (const [date, day] of flows) {
    if (day === null) continue;
    days++;
    for (const [pair, flow] of inBox(date, 'reference', day)) {
      if (isDiagonal(pair)) on += flow * flow;
      else off += flow * flow;
    }
  }
  return { diagonal: Math.sqrt(on / (BOX_CELLS * days)), offDiagonal: Math.sqrt(off / (BOX_OFF_PAIRS * days)) };
}
