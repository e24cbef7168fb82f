/** Slots of half an hour in a day of the challenge. */
export const SLOTS = 48;

const HALF_HOUR = 1800;
/** Day 0 is a Sunday: the first of 1970 was the fourth of January. */
const FIRST_SLOT = 3 * SLOTS;

/**
 * Whether a day of the challenge is a weekend: days 0 and 6 of each 7. The data set hides its dates, but around noon people
 * in it are at their night-time place more often on these days than on others. Its public holidays are unknown.
 * @example
 * ```ts
 * [0, 1, 6].map(isWeekend); // [true, false, true]
 * ```
 */
export function isWeekend(d: number): boolean {
  return d % 7 === 0 || d % 7 === 6;
}

/**
 * Seconds of the local clock since 1970-01-01 at day `d` and slot `t`, on dates whose weekends are those of `isWeekend`.
 * @example
 * ```ts
 * humobSlot(humobTime(1, 2)); // 50
 * ```
 */
export function humobTime(d: number, t: number): number {
  return (FIRST_SLOT + d * SLOTS + t) * HALF_HOUR;
}

/**
 * Slots since day 0 at a time as returned by `humobTime`; not rounded.
 * @example
 * ```ts
 * humobSlot(humobTime(0, 47)); // 47
 * ```
 */
export function humobSlot(time: number): number {
  return time / HALF_HOUR - FIRST_SLOT;
}
