import { midnightOf, SECONDS_PER_DAY, WEEKDAYS, type Weekday } from '@itinera/base';

/** The clock of a benchmark: step `k` happens `1 + k * stepSeconds` seconds after the first midnight. */
export interface Clock {
  /** Seconds between two steps; divides a day. */
  readonly stepSeconds: number;
  /** Steps (and thus rows) per person. */
  readonly steps: number;
  /** The date of day 0, `YYYY-MM-DD`. Without one, days have neither date nor weekday. */
  readonly firstDay?: string;
}

interface DatedDay {
  readonly date: string;
  readonly weekday: Weekday;
}

/** The dates that were asked for: each person of a run asks for all of its days. */
const known = new WeakMap<Clock, DatedDay[]>();

/** The date of a day, `YYYY-MM-DD`, and its weekday; null for a clock without dates. */
export function dateOfDay(clock: Clock, day: number): DatedDay | null {
  const { firstDay } = clock;
  if (firstDay === undefined) return null;
  const days = known.get(clock) ?? [];
  if (days.length === 0) known.set(clock, days);
  days[day] ??= datedDay(firstDay, day);
  return days[day];
}

function datedDay(firstDay: string, day: number): DatedDay {
  const midnight = new Date(midnightOf(firstDay) + day * SECONDS_PER_DAY * 1000);
  return { date: midnight.toISOString().slice(0, 10), weekday: WEEKDAYS[midnight.getUTCDay()]! };
}

/** The weekday of day 0, 0 for Monday; null for a clock without dates. */
export function firstWeekdayOf({ firstDay }: Clock): number | null {
  return firstDay === undefined ? null : (new Date(midnightOf(firstDay)).getUTCDay() + 6) % 7;
}

/** Simulated time of a step, milliseconds since the first midnight. */
export function stepTime(clock: Clock, step: number): number {
  return (1 + step * clock.stepSeconds) * 1000;
}

/** The last step at or before `second` seconds after the first midnight. */
export function stepAt(clock: Clock, second: number): number {
  return Math.max(0, Math.floor((second - 1) / clock.stepSeconds));
}

/** Day of a step, from 0. */
export function dayOfStep(clock: Clock, step: number): number {
  return Math.floor((step * clock.stepSeconds) / SECONDS_PER_DAY);
}

/** Seconds since midnight of a step: 1, 901, … with steps of 900 s. */
export function secondOfStep(clock: Clock, step: number): number {
  return 1 + ((step * clock.stepSeconds) % SECONDS_PER_DAY);
}
