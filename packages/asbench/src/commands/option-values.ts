import { InvalidArgumentError } from 'commander';

/** For options that take a whole number of at least `least`. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (Number.isSafeInteger(value) && value >= least && text.trim() !== '') return value;
    throw new InvalidArgumentError(`Expected a whole number of at least ${least}.`);
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
