import { HOUR, secondOfDay, weekdayNumber } from '../clock.js';
import type { Counts, CountsMeasure, MeasureMeta } from '../measure.js';
import { localClock, type Trajectories } from '../trajectories.js';

/**
 * Visits per time unit: rows (arrivals, where rows are stays) by unit, from the first unit with a row to the last,
 * including units without rows.
 *
 * @param options `seconds` of a unit; units begin at multiples since 1970-01-01
 * @returns start of each unit in seconds, and its rows; empty without rows
 * @throws RangeError when seconds is not above 0, or for more than 2^24 units
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 1, 0], lats: [0, 0, 0], places: [7, 8, 7] });
 * visitsPerTimeUnit(day); // { times: [0, 3600, 7200], visits: [1, 1, 1] }
 * ```
 */
export function visitsPerTimeUnit(
  { times }: Trajectories,
  { seconds = HOUR }: { seconds?: number } = {},
): { times: Float64Array; visits: Float64Array } {
  if (!(seconds > 0)) throw new RangeError(`visitsPerTimeUnit: seconds must be above 0, got ${seconds}.`);
  if (times.length === 0) return { times: new Float64Array(0), visits: new Float64Array(0) };
  let first = Infinity;
  let last = -Infinity;
  for (const time of times) {
    first = Math.min(first, Math.floor(time / seconds));
    last = Math.max(last, Math.floor(time / seconds));
  }
  if (last - first >= 2 ** 24) {
    throw new RangeError(`visitsPerTimeUnit: ${last - first + 1} units of ${seconds} seconds; use longer ones.`);
  }
  const visits = new Float64Array(last - first + 1);
  for (const time of times) visits[Math.floor(time / seconds) - first]++;
  return { times: visits.map((_, i) => (first + i) * seconds), visits };
}

/**
 * Rows by hour of the local clock, 0 to 23.
 *
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 0.1, 0], lats: [0, 0, 0] });
 * visitsByHourOfDay(day); // [1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
 * ```
 */
export function visitsByHourOfDay(trajectories: Trajectories): Float64Array {
  const { times } = localClock(trajectories);
  const visits = new Float64Array(24);
  for (const time of times) visits[Math.floor(secondOfDay(time) / HOUR)]++;
  return visits;
}

/**
 * Rows by day of the week, Monday first.
 *
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 0.1, 0], lats: [0, 0, 0] });
 * visitsByDayOfWeek(day); // [0, 0, 0, 3, 0, 0, 0]
 * ```
 */
export function visitsByDayOfWeek(trajectories: Trajectories): Float64Array {
  const { times } = localClock(trajectories);
  const visits = new Float64Array(7);
  for (const time of times) visits[weekdayNumber(time)]++;
  return visits;
}

const source =
  'L. Pappalardo, F. Simini (2018), Data-driven generation of spatio-temporal routines, doi:10.1007/s10618-017-0548-4';

/** One bin per row. */
function rowsBy(trajectories: Trajectories, bin: (time: number) => number): Counts {
  const { starts, times } = localClock(trajectories);
  return { keys: times.map(bin), counts: new Float64Array(times.length).fill(1), starts };
}

const hourMeta: MeasureMeta = {
  name: 'visitsByHourOfDay',
  title: 'records by hour of day',
  unit: 'share',
  range: [0, 1],
  better: null,
  digits: 3,
  misses: 'movement: with a fixed clock it shows the clock',
  source,
};

visitsByHourOfDay.measure = {
  meta: hourMeta,
  compare: 'counts',
  of: (trajectories) => rowsBy(trajectories, (time) => Math.floor(secondOfDay(time) / HOUR)),
  label: (hour) => `${String(hour).padStart(2, '0')}:00`,
} satisfies CountsMeasure;

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

visitsByDayOfWeek.measure = {
  meta: { ...hourMeta, name: 'visitsByDayOfWeek', title: 'records by day of week' },
  compare: 'counts',
  of: (trajectories) => rowsBy(trajectories, weekdayNumber),
  label: (day) => DAYS[day],
} satisfies CountsMeasure;
