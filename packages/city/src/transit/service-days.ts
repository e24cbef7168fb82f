import { SECONDS_PER_DAY } from '@itinera/base';
/** Days since 1970-01-01. */
export type DayNumber = number;

const MILLISECONDS_PER_DAY = SECONDS_PER_DAY * 1000;

/** The days of services: weekdays between two dates, with exceptions. */
export interface ServiceColumns {
  /** Bit 0 is Monday … bit 6 Sunday; 0 for a service with exceptions only. */
  readonly weekdays: Uint8Array;
  readonly firstDay: Int32Array;
  readonly lastDay: Int32Array;
  /** Service s has the exceptions `exceptionOffsets[s] … exceptionOffsets[s + 1] - 1`, by day. */
  readonly exceptionOffsets: Int32Array;
  readonly exceptionDays: Int32Array;
  /** 1: the service runs on the day in addition to its weekdays; 0: it does not run although its weekdays include it. */
  readonly exceptionRuns: Uint8Array;
}

/**
 * The day of a date, or NaN if invalid: `2024-03-18` or `20240318`.
 *
 * @example
 * ```ts
 * dayOf('2024-03-01'); // 19783
 * ```
 */
export function dayOf(date: string): DayNumber {
  const parts = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(date);
  if (parts === null) return NaN;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const time = Date.UTC(year, month - 1, day);
  const made = new Date(time);
  return made.getUTCMonth() === month - 1 && made.getUTCDate() === day ? time / MILLISECONDS_PER_DAY : NaN;
}

/**
 * A day as `2024-03-18`.
 *
 * @example
 * ```ts
 * dateOf(19_783); // '2024-03-01'
 * ```
 */
export function dateOf(day: DayNumber): string {
  return new Date(day * MILLISECONDS_PER_DAY).toISOString().slice(0, 10);
}

/** 0 for Monday … 6 for Sunday. */
export function weekdayOf(day: DayNumber): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** Whether a service runs on a day. */
export function runsOn(services: ServiceColumns, service: number, day: DayNumber): boolean {
  const { exceptionOffsets, exceptionDays, exceptionRuns } = services;
  for (let i = exceptionOffsets[service]; i < exceptionOffsets[service + 1]; i++)
    if (exceptionDays[i] === day) return exceptionRuns[i] === 1;
  return (
    day >= services.firstDay[service] &&
    day <= services.lastDay[service] &&
    ((services.weekdays[service] >> weekdayOf(day)) & 1) === 1
  );
}

/** The first and the last day on which any service may run; undefined if there is none. */
export function serviceRange(services: ServiceColumns): readonly [DayNumber, DayNumber] | undefined {
  const { weekdays, firstDay, lastDay, exceptionDays, exceptionRuns } = services;
  let [first, last] = [Infinity, -Infinity];
  weekdays.forEach((mask, service) => {
    if (mask === 0) return;
    first = Math.min(first, firstDay[service]);
    last = Math.max(last, lastDay[service]);
  });
  exceptionDays.forEach((day, i) => {
    if (exceptionRuns[i] === 0) return;
    first = Math.min(first, day);
    last = Math.max(last, day);
  });
  return first <= last ? [first, last] : undefined;
}

/** Number of weeks considered for the usual one. */
const MAX_WEEKS = 260;

/**
 * The Monday of the week with the most trips, the first of several, within this many weeks from the start of the calendar.
 * @param trips number of trips of each service
 */
export function busiestWeek(services: ServiceColumns, trips: ArrayLike<number>): DayNumber {
  const range = serviceRange(services);
  if (range === undefined) return 0;
  const start = range[0] - weekdayOf(range[0]);
  const weeks = Math.min(MAX_WEEKS, Math.floor((range[1] - start) / 7) + 1);
  let best = start;
  let most = -1;
  for (let week = 0; week < weeks; week++) {
    let count = 0;
    for (let day = start + 7 * week; day < start + 7 * week + 7; day++)
      for (let service = 0; service < services.weekdays.length; service++)
        if (trips[service] > 0 && runsOn(services, service, day)) count += trips[service];
    if (count > most) [best, most] = [start + 7 * week, count];
  }
  return best;
}
