/**
 * Whether a day of the challenge is a weekend. The data set hides its dates, but around noon people in it are at their
 * night-time place more often on days 0 and 6 of each 7 than on others.
 */
export function isWeekend(d: number): boolean {
  return d % 7 === 0 || d % 7 === 6;
}
