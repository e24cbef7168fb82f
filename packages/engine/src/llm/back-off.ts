const FIRST_WAIT = 500;
const MAX_WAIT = 30_000;
/** A server cannot make a run wait longer than this at once, whatever its retry-after says. */
const MAX_RETRY_AFTER = 300_000;

/** A request that is to be tried again. */
export interface FailedRequest {
  readonly person: number;
  readonly sequence: number;
  /** Failed attempts so far, at least one. */
  readonly failures: number;
}

/**
 * How long to wait before the next attempt: half a second, doubled with each failure, of which the upper half is left to
 * chance; never less than the server asks.
 * @param retryAfter what the server asks, milliseconds.
 * @returns milliseconds.
 */
export function backOff({ person, sequence, failures }: FailedRequest, retryAfter = 0): number {
  const full = Math.min(MAX_WAIT, FIRST_WAIT * 2 ** (failures - 1));
  const wait = full * (0.5 + 0.5 * spread(person, sequence, failures));
  return Math.max(wait, Math.min(MAX_RETRY_AFTER, retryAfter));
}

/** A number in [0, 1) from three whole ones, so that people do not come back all at once, and repeatably. */
function spread(a: number, b: number, c: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 1, 0xc2b2ae35) ^ Math.imul(c + 1, 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return ((h ^ (h >>> 13)) >>> 0) / 2 ** 32;
}
