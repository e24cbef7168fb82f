import { SECONDS_PER_DAY as DAY, SECONDS_PER_HOUR as HOUR } from '@itinera/base';

export { DAY, HOUR };

/**
 * A daily window of the local clock in seconds from midnight, with the end excluded; a window that ends before it
 * begins spans midnight.
 */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** 22:00 to 07:00. */
export const NIGHT: Window = { from: 22 * HOUR, to: 7 * HOUR };
/** 09:00 to 17:00. */
export const OFFICE: Window = { from: 9 * HOUR, to: 17 * HOUR };

/** Number of the day, 0 on 1970-01-01. */
export function dayNumber(time: number): number {
  return Math.floor(time / DAY);
}

/** Seconds since midnight. */
export function secondOfDay(time: number): number {
  return time - dayNumber(time) * DAY;
}

/** 0 for Monday to 6 for Sunday. 1970-01-01 was a Thursday. */
export function weekdayNumber(time: number): number {
  return weekday(dayNumber(time));
}

function weekday(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

export function inWindow(time: number, { from, to }: Window): boolean {
  const second = secondOfDay(time);
  return from <= to ? second >= from && second < to : second >= from || second < to;
}

/** Seconds of a span that are inside a daily window, optionally on some weekdays only (0 Monday to 6 Sunday). */
export function secondsInWindow(start: number, end: number, window: Window, weekdays?: ReadonlySet<number>): number {
  return secondsBefore(end, window, weekdays) - secondsBefore(start, window, weekdays);
}

/** Seconds inside the window since 1970-01-01; negative for earlier times. */
function secondsBefore(time: number, { from, to }: Window, weekdays?: ReadonlySet<number>): number {
  const day = dayNumber(time);
  const second = time - day * DAY;
  const inDay = (until: number) =>
    from <= to ? Math.min(Math.max(0, until - from), to - from) : Math.min(until, to) + Math.max(0, until - from);
  const whole = inDay(DAY);
  if (!weekdays) return day * whole + inDay(second);
  const weeks = Math.floor(day / 7);
  let days = weeks * weekdays.size;
  for (let d = weeks * 7; d < day; d++) if (weekdays.has(weekday(d))) days++;
  return days * whole + (weekdays.has(weekday(day)) ? inDay(second) : 0);
}
