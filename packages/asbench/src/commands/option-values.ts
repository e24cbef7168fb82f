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

/** For options that take an address of the web. */
export function webAddress(text: string): string {
  if (/^https?:/.test(text) && URL.canParse(text)) return text;
  throw new InvalidArgumentError('Expected an address such as https://example.org/done.');
}
