import { expect, test } from 'vitest';
import { backOff } from './back-off.js';

test('doubles from half a second to half a minute, with a random upper half', () => {
  for (const [failures, full] of [
    [1, 500],
    [2, 1000],
    [4, 4000],
    [7, 30_000],
    [50, 30_000],
  ] as const) {
    const waits = Array.from({ length: 200 }, (_, person) => backOff({ person, sequence: 3, failures }));
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(full / 2);
    expect(Math.max(...waits)).toBeLessThan(full);
    expect(new Set(waits).size).toBeGreaterThan(190);
  }
});

test('is never shorter than the server requests, up to five minutes', () => {
  const request = { person: 1, sequence: 0, failures: 1 };
  expect(backOff(request, 2000)).toBe(2000);
  expect(backOff(request, 1e12)).toBe(300_000);
  expect(backOff(request)).toBe(backOff(request, 0));
});
