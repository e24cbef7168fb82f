import { InvalidArgumentError } from 'commander';

/** Parses the value of an option that takes a whole number within a range. */
export function wholeNumber(low: number, high = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= low && value <= high) return value;
    throw new InvalidArgumentError(
      `Expected a whole number ${high === Number.MAX_SAFE_INTEGER ? `of ${low} or more` : `from ${low} to ${high}`}.`,
    );
  };
}

/** 1234567 as 1,234,567. */
export function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
