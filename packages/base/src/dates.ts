import { SECONDS_PER_DAY } from './seconds.js';

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Milliseconds since 1970 of midnight of a date, in UTC; NaN for a text that is not a date as `YYYY-MM-DD`. */
export function midnightOf(date: string): number {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date) ? Number.NaN : midnight;
}

/** `34201` → `09:30:01`. */
export function formatTime(second: number): string {
  const part = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${part(second / 3600)}:${part((second % 3600) / 60)}:${part(second % 60)}`;
}

/** `08:15`, or `day 1, 08:15` of a run of several days, and of what happens after the only one. @param seconds since the first midnight */
export function momentOf(seconds: number, days: number): string {
  const time = formatTime(seconds % SECONDS_PER_DAY).slice(0, 5);
  const day = Math.floor(seconds / SECONDS_PER_DAY);
  return days > 1 || day > 0 ? `day ${day}, ${time}` : time;
}
