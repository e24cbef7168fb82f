import { Random } from '@itinera/base';
import { percentileRange } from '@itinera/metrics';
import { cellAt, daysSince1970, PLACES, positionOf, weekdayOn } from './rules.js';
import { type OdDayScore, type OdScore, scoreOd } from './score.js';
import type { OdFlows } from './tsv.js';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const PHASES = ['first third', 'middle third', 'last third'];

/** Means over the days of a group. */
export interface OdGroupScore {
  readonly group: string;
  readonly days: number;
  readonly combined: number;
  readonly diagonal: number;
  readonly offDiagonal: number;
}

/** Scores by weekday, and by thirds of the time from the first to the last day. Groups without days are omitted. */
export function scoreOdGroups(score: OdScore): { readonly weekdays: OdGroupScore[]; readonly phases: OdGroupScore[] } {
  const numbers = score.days.map(({ date }) => daysSince1970(date));
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  const phaseOf = ({ date }: OdDayScore) => Math.floor((3 * (daysSince1970(date) - first)) / (last - first + 1));
  return {
    weekdays: grouped(score, WEEKDAYS, ({ date }) => weekdayOn(date)),
    phases: grouped(score, PHASES, phaseOf),
  };
}

function grouped({ days }: OdScore, names: readonly string[], groupOf: (day: OdDayScore) => number): OdGroupScore[] {
  return names.flatMap((group, i) => {
    const members = days.filter((day) => groupOf(day) === i);
    if (members.length === 0) return [];
    const mean = (value: (day: OdDayScore) => number) =>
      members.reduce((sum, day) => sum + value(day), 0) / members.length;
    return [
      {
        group,
        days: members.length,
        combined: mean((day) => day.combined),
        diagonal: mean((day) => day.diagonal),
        offDiagonal: mean((day) => day.offDiagonal),
      },
    ];
  });
}

export interface OdIntervalOptions {
  /** Days per block; default 7, since days of a week resemble each other and those before. */
  readonly block?: number;
  readonly seed?: number;
  readonly resamples?: number;
  readonly level?: number;
}

/** A mean over days with the range of 95 % of its resamples. */
export interface OdInterval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly level: number;
  /** Days per block: at most half of them. */
  readonly block: number;
}

/** The difference of two predictions on the same days. */
export interface OdDifference extends OdInterval {
  /** Two-sided probability of a difference this large if the predictions were equal. */
  readonly pValue: number;
}

/** The combined score with a block bootstrap interval over days. */
export function intervalOfOd(score: OdScore, options: OdIntervalOptions = {}): OdInterval {
  return blockInterval(combinedByDay(score), options).interval;
}

/** How much higher, that is worse, the first prediction scores than the second on the same days, paired by day. */
export function compareOd(score: OdScore, other: OdScore, options: OdIntervalOptions = {}): OdDifference {
  const others = new Map(other.days.map(({ date, combined }) => [date, combined]));
  const byDay = combinedByDay(score, ({ date, combined }) => combined - (others.get(date) ?? Number.NaN));
  const { interval, means } = blockInterval(byDay, options);
  const asFar = means.filter((mean) => Math.abs(mean - interval.value) >= Math.abs(interval.value)).length;
  const pValue = byDay.length < 2 ? Number.NaN : (asFar + 1) / (means.length + 1);
  return { ...interval, pValue };
}

function combinedByDay({ days }: OdScore, value = ({ combined }: OdDayScore) => combined): number[] {
  return [...days].sort((a, b) => (a.date < b.date ? -1 : 1)).map(value);
}

/**
 * Circular block bootstrap of a mean over days in order of time: resamples of whole blocks of consecutive days, at least two.
 * One day has no interval (NaN).
 * @see D. N. Politis, J. P. Romano (1992), A circular block-resampling procedure for stationary data
 */
function blockInterval(
  values: readonly number[],
  { block = 7, seed = 1, resamples = 2000, level = 0.95 }: OdIntervalOptions,
) {
  const n = values.length;
  const length = Math.max(1, Math.min(block, n >> 1));
  const random = new Random(seed);
  const means = Array.from({ length: resamples }, () => {
    let sum = 0;
    for (let done = 0; done < n; done += length) {
      const start = random.integer(n);
      for (let i = 0; i < Math.min(length, n - done); i++) sum += values[(start + i) % n]!;
    }
    return sum / n;
  });
  const value = values.reduce((sum, one) => sum + one, 0) / n;
  const range = n < 2 ? { low: Number.NaN, high: Number.NaN } : percentileRange(means, level);
  return { interval: { value, ...range, level, block: length }, means };
}

/** Whether the prediction would score far better if its cells were named x_y. */
export function looksSwapped(prediction: OdFlows, reference: OdFlows, { combined, days }: OdScore): boolean {
  const turned = (cell: number) => {
    const { x, y } = positionOf(cell);
    return cellAt(x, y);
  };
  const swapped: OdFlows = new Map(
    [...prediction].map(([date, day]) => {
      if (day === null) return [date, null];
      const ends = Array.from(day.pairs, (pair) => [turned(Math.floor(pair / PLACES)), turned(pair % PLACES)] as const);
      const kept = Array.from(ends.keys()).filter((i) => ends[i]![0] !== undefined && ends[i]![1] !== undefined);
      return [
        date,
        {
          pairs: Uint32Array.from(kept, (i) => ends[i]![0]! * PLACES + ends[i]![1]!),
          flows: Float64Array.from(kept, (i) => day.flows[i]!),
        },
      ];
    }),
  );
  return scoreOd(swapped, reference, { days: days.map(({ date }) => date) }).combined < 0.7 * combined;
}
