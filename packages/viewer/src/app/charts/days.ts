/** Days since 1970 of a date YYYYMMDD. */
export const dayOfDate = (date: string): number =>
  Date.parse(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T00:00:00Z`) / 86_400_000;

/** First and last days, since 1970, of the runs of consecutive dates. */
export function runsOfDays(dates: readonly string[]): (readonly [first: number, last: number])[] {
  const runs: [number, number][] = [];
  for (const day of [...new Set(dates)].sort().map(dayOfDate)) {
    const run = runs.at(-1);
    if (run?.[1] === day - 1) run[1] = day;
    else runs.push([day, day]);
  }
  return runs;
}

/** The path of values by date; a new line starts after a missing day. A day between missing days is a dot. */
export function brokenLine(
  values: ReadonlyMap<string, number>,
  x: (day: number) => number,
  y: (value: number) => number,
): string {
  let path = '';
  let before = Number.NaN;
  for (const date of [...values.keys()].sort()) {
    const day = dayOfDate(date);
    const point = `${x(day).toFixed(1)} ${y(values.get(date)!).toFixed(1)}`;
    path += day - 1 === before ? `L${point}` : `M${point}h0`;
    before = day;
  }
  return path;
}

/** At most `most` Mondays, the same number of weeks apart; the first day if there is no Monday. */
export function weekTicks(first: number, last: number, most: number): number[] {
  const weeks = Math.max(1, Math.ceil((last - first) / 7 / Math.max(1, most - 1)));
  // 5 January 1970 was a Monday.
  const monday = first + ((((4 - first) % 7) + 7) % 7);
  if (monday > last) return [first];
  return Array.from({ length: Math.floor((last - monday) / 7 / weeks) + 1 }, (_, i) => monday + 7 * weeks * i);
}

/** The largest absolute value, without the largest 5 % of values, which would hide the differences of the rest. */
export function robustMaximum(values: readonly number[]): number {
  const sizes = values.map(Math.abs).sort((a, b) => a - b);
  return sizes[Math.ceil(0.95 * sizes.length) - 1] || sizes.at(-1) || 1;
}
