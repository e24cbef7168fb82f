import { UserError } from '@itinera/base';
import { anchored, historyOf, lineBetween, meanFlows, type OdHistory } from './history.js';
import { smoothedFactors } from './low-rank.js';
import { cellAt, dateSince1970, daysSince1970, isDiagonal, PLACES } from './rules.js';
import type { OdFlows } from './tsv.js';

/** Predicts the flows of one day, a value per pair of the history. */
type Predict = (history: OdHistory, day: number) => Float64Array;

interface Baseline {
  readonly summary: string;
  /** Prepares the data that all days share. */
  readonly prepare: (history: OdHistory, days: readonly number[], over: readonly number[] | undefined) => Predict;
}

/** Number of known days on each side that are averaged. */
const [BEFORE, AFTER] = [10, 30];

const byDay =
  (predict: Predict): Baseline['prepare'] =>
  () =>
    predict;

const OD_PREDICTORS: Readonly<Record<string, Baseline>> = {
  zeros: { summary: 'no flows', prepare: byDay(({ pairs }) => new Float64Array(pairs.length)) },
  'flat-mean': {
    summary: 'the mean of the 30 days after the gap, or of --over',
    prepare: (history, _, over) => (_history, day) => meanFlows(history, over ?? sideAfter(history, day)),
  },
  'weekday-mean': {
    summary: 'the mean of the same weekdays among all days, or of --over',
    prepare: (history, _, over) => (_history, day) =>
      meanFlows(history, history.sameWeekday(over ?? history.days.keys(), day)),
  },
  'after-as-is': {
    summary: 'the 30 days after the gap (April in the challenge), matched by weekday',
    prepare: (history, days) => (_history, day) => {
      const same = history.sameWeekday(sideAfter(history, day), day);
      const turn = days.filter((other) => other < day && (day - other) % 7 === 0).length;
      return meanFlows(history, same.slice(turn % same.length, (turn % same.length) + 1));
    },
  },
  line: {
    summary: 'on a line from the mean of the 10 days before the gap to the mean of the 30 days after',
    prepare: byDay((history, day) =>
      lineBetween(
        history,
        day,
        meanFlows(history, history.before(day, BEFORE)),
        meanFlows(history, history.after(day, AFTER)),
      ),
    ),
  },
  'weekday-line': {
    summary: 'on a line between the nearest same weekdays before and after the gap',
    prepare: byDay(weekdayLine),
  },
  'seen-share': {
    summary:
      'off the diagonal, share of days with flow times mean flow on these, by weekday and side; else weekday-line',
    prepare: byDay((history, day) => {
      const side = (indices: readonly number[]) => meanFlows(history, history.sameWeekday(indices, day));
      const off = lineBetween(history, day, side(history.before(day)), side(history.after(day)));
      return merged(history, weekdayLine(history, day), off);
    }),
  },
  anchors: {
    summary:
      'a line between the levels before and after the gap, times the weekday pattern of the pair and of all pairs',
    prepare: (history) => anchored(history, BEFORE, AFTER),
  },
  'low-rank': {
    summary:
      'the first 12 principal patterns of all pairs, smoothed over time (Kalman, RTS); off the diagonal, long means',
    prepare: (history, days) => {
      const smoothed = smoothedFactors(history, days);
      const anchor = anchored(history, BEFORE, AFTER);
      return (_history, day) => merged(history, smoothed(day), anchor(history, day));
    },
  },
  blend: {
    summary: 'the mean of anchors and low-rank',
    prepare: (history, days, over) => {
      const [one, other] = [OD_PREDICTORS.anchors!, OD_PREDICTORS['low-rank']!].map((baseline) =>
        baseline.prepare(history, days, over),
      ) as [Predict, Predict];
      return (_history, day) => {
        const second = other(history, day);
        return one(history, day).map((flow, i) => (flow + second[i]!) / 2);
      };
    },
  },
};

/** The days after the gap, or those before it at the end of the data. */
function sideAfter(history: OdHistory, day: number): number[] {
  const after = history.after(day, AFTER);
  return after.length > 0 ? after : history.before(day, AFTER);
}

function weekdayLine(history: OdHistory, day: number): Float64Array {
  const nearest = (indices: readonly number[]) => meanFlows(history, history.sameWeekday(indices, day).slice(0, 1));
  return lineBetween(history, day, nearest(history.before(day)), nearest(history.after(day)));
}

/** One prediction on the diagonal, and another off it. */
function merged({ pairs }: OdHistory, on: Float64Array, off: Float64Array): Float64Array {
  return on.map((flow, i) => (isDiagonal(pairs[i]!) ? flow : off[i]!));
}

/** All baselines of 2026 with one sentence each. */
export const OD_BASELINES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(OD_PREDICTORS).map(([name, { summary }]) => [name, summary]),
);

export interface PredictOdOptions {
  /** Known days over which `flat-mean` and `weekday-mean` average. */
  readonly over?: readonly string[];
}

/**
 * Predicts days from known ones: the box of the evaluation only, nothing below 0. No baseline draws at random.
 *
 * @param known days without data are null; a day to predict is not looked at
 * @param dates days to predict, YYYYMMDD
 * @param name one of `OD_BASELINES`
 * @throws RangeError for another name; UserError without a known day
 */
export function predictOd(
  known: OdFlows,
  dates: readonly string[],
  name: string,
  { over }: PredictOdOptions = {},
): OdFlows {
  const baseline = Object.hasOwn(OD_PREDICTORS, name) ? OD_PREDICTORS[name] : undefined;
  if (baseline === undefined)
    throw new RangeError(
      `predictOd: no baseline named ${name}. Choose one of ${Object.keys(OD_BASELINES).join(', ')}.`,
    );
  const history = historyOf(known, new Set(dates));
  const indices = over?.map((date) => history.days.indexOf(daysSince1970(date))).filter((index) => index >= 0);
  if (history.days.length === 0 || indices?.length === 0)
    throw new UserError(`${name}: no known day to learn from. Expected days with data that are not predicted.`);
  const days = dates.map(daysSince1970);
  const predict = baseline.prepare(history, days, indices);
  return new Map(
    days.map((day) => {
      const flows = predict(history, day);
      const kept = Array.from(flows.keys()).filter((i) => flows[i]! > 0);
      // The format does not allow a day without flows.
      if (kept.length === 0)
        return [dateSince1970(day), { pairs: Uint32Array.of(ANY_PAIR), flows: Float64Array.of(0) }] as const;
      return [
        dateSince1970(day),
        {
          pairs: Uint32Array.from(kept, (i) => history.pairs[i]!),
          flows: Float64Array.from(kept, (i) => flows[i]!),
        },
      ] as const;
    }),
  );
}

const ANY_CELL = cellAt(50, 50)!;
const ANY_PAIR = ANY_CELL * PLACES + ANY_CELL;
