import { fixed } from './counted.js';

/** The ends of an interval; null or NaN if there is none. */
interface Ends {
  readonly low: number | null;
  readonly high: number | null;
}

/** An interval over users: `95 % interval 0.41 to 0.43`; one user has none, which is said. @param level a share */
export function usersInterval({ low, high }: Ends, level: number, digits: number, unit = ''): string {
  const range = rangeOfUsers({ low, high }, digits, unit);
  return low === null || Number.isNaN(low) ? range : `${100 * level} % interval ${range}`;
}

/** The same without its name, for tables. */
export function rangeOfUsers({ low, high }: Ends, digits: number, unit = ''): string {
  if (low === null || high === null || Number.isNaN(low)) return 'too few users for an interval';
  return `${fixed(low, digits)} to ${fixed(high, digits)}${unit}`;
}
