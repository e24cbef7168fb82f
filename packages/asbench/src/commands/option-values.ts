import type { BuildCityOptions } from '@itinera/city-build';
import { InvalidArgumentError } from 'commander';

/** For options that take a whole number of at least `min`, and at most `max`. */
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

/** For options that take a number above 0. */
export function positiveNumber(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError('Expected a number above 0.');
}

/** What is wrong with an address that is to be told something, in words that do not repeat it; null when nothing is. */
export function addressFault(text: string): string | null {
  if (!/^https?:/.test(text) || !URL.canParse(text)) return 'Expected an address such as https://example.org/done.';
  const { username, password } = new URL(text);
  return username === '' && password === ''
    ? null
    : 'An address with a name or password in it would be seen by all who see this command. Pass one without them.';
}

/** For options that take a box in degrees: west, south, east, north. */
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
