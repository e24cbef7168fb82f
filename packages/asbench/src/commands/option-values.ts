import type { BuildCityOptions } from '@itinera/city-build';
import { InvalidArgumentError, Option } from 'commander';

/** Parser for options that expect a whole number from `min` to `max`. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\s*[+-]?\d+\s*$/.test(text) && value >= min && value <= max) return value;
    const range =
      max < Number.MAX_SAFE_INTEGER
        ? ` from ${min} to ${max}`
        : min > Number.MIN_SAFE_INTEGER
          ? ` of at least ${min}`
          : '';
    throw new InvalidArgumentError(`Expected a whole number${range}.`);
  };
}

/** The number of people. */
export function peopleOption(description = 'number of people, the first of the profiles', max = 100_000_000): Option {
  return new Option('-n, --people <number>', description).argParser(wholeNumber(1, max));
}

/** Parser for options that expect a number above 0. */
export function positiveNumber(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError('Expected a number above 0.');
}

/** The same for numbers up to `max`. */
export function positiveUpTo(max: number, what = 'number'): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (value > 0 && value <= max) return value;
    throw new InvalidArgumentError(`Expected a ${what} above 0, up to ${max}.`);
  };
}

/** Parser for options that expect a share above 0, up to 1. */
export const shareAboveZero = positiveUpTo(1, 'share');

/** Parser for numbers of threads. */
export const threadCount = wholeNumber(1, 1024);

/** Why a notify URL is invalid, without repeating the URL; null if it is valid. */
export function addressFault(text: string): string | null {
  if (!/^https?:/.test(text) || !URL.canParse(text)) return 'Expected a URL such as https://example.org/done.';
  const { username, password } = new URL(text);
  return username === '' && password === ''
    ? null
    : 'A user name or password in the URL would be visible to everyone who sees this command. Pass a URL without them.';
}

/** Parser for options that expect a box in degrees: west, south, east, north. */
export function degreeBox(text: string): NonNullable<BuildCityOptions['box']> {
  const [west, south, east, north] = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const isBox = text.split(',').length === 4 && west! < east! && south! < north!;
  if (!isBox || west! < -180 || east! > 180 || south! < -90 || north! > 90) {
    throw new InvalidArgumentError(
      'Expected west,south,east,north in degrees with west < east and south < north, such as 7.40,43.72,7.44,43.75.',
    );
  }
  return { west: west!, south: south!, east: east!, north: north! };
}
