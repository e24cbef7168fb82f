import { TOLERANCES, type Tolerance } from './adapter.js';

/** The outcome of a comparison, value by value. */
export interface Tally {
  compared: number;
  readonly wrong: string[];
}

const WORDS: Record<string, number> = { NaN: Number.NaN, Infinity: Infinity, '-Infinity': -Infinity };

/** Compares nested values leaf by leaf and records each difference as `what: got …, expected …`. */
export function compare(tally: Tally, what: string, actual: unknown, expected: unknown, tolerance: Tolerance): void {
  const got = plain(actual);
  if (Array.isArray(expected)) {
    if (!Array.isArray(got) || got.length !== expected.length) {
      tally.compared++;
      tally.wrong.push(`${what}: got ${shorten(got)}, expected ${expected.length} entries ${shorten(expected)}`);
      return;
    }
    if (expected.length === 0) tally.compared++;
    for (const [i, value] of expected.entries()) compare(tally, `${what}[${i}]`, got[i], value, tolerance);
    return;
  }
  if (expected !== null && typeof expected === 'object') {
    const fields = got !== null && typeof got === 'object' ? (got as Record<string, unknown>) : {};
    for (const [key, value] of Object.entries(expected)) {
      compare(tally, `${what}.${key}`, fields[key], value, tolerance);
    }
    return;
  }
  tally.compared++;
  if (!leafEquals(got, expected, tolerance)) {
    tally.wrong.push(`${what}: got ${shorten(got)}, expected ${shorten(expected)}`);
  }
}

function leafEquals(actual: unknown, expected: unknown, tolerance: Tolerance): boolean {
  const wanted =
    typeof expected === 'string' && expected in WORDS && typeof actual === 'number' ? WORDS[expected] : expected;
  if (typeof actual !== 'number' || typeof wanted !== 'number') return actual === wanted;
  if (Object.is(actual, wanted) || actual === wanted) return true;
  const { absolute, relative } = typeof tolerance === 'string' ? TOLERANCES[tolerance] : tolerance;
  const difference = Math.abs(actual - wanted);
  return difference <= absolute || difference <= relative * Math.abs(wanted);
}

/** Typed arrays and maps as lists. */
function plain(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return [...(value as Float64Array)];
  if (value instanceof Map) return [...value];
  return value;
}

function shorten(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}
