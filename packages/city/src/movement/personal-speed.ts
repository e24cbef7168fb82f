import type { SpeedRange } from './options.js';

/**
 * A person's own speed: the same for the same seed and person, regardless of other people. A normal number by Box–Muller from
 * hashes of (seed, person, stream, try), the first within the range's bounds.
 * @param stream a number for each property that is drawn for a person
 */
export function personalSpeed(seed: number, person: number, stream: number, range: SpeedRange): number {
  const { mean, deviation, least, most } = range;
  if (deviation === 0 || least === most) return mean;
  for (let attempt = 0; attempt < 64; attempt++) {
    const u = hashUnit(seed, person, stream, 2 * attempt);
    const v = hashUnit(seed, person, stream, 2 * attempt + 1);
    const speed = mean + deviation * Math.sqrt(-2 * Math.log(1 - u)) * Math.cos(2 * Math.PI * v);
    if (speed >= least && speed <= most) return speed;
  }
  return mean;
}

/** A number in [0, 1) from whole numbers; each of its bits depends on all of their bits. */
export function hashUnit(...values: number[]): number {
  let hash = 0x9e3779b9;
  for (const value of values) {
    // Both halves, so that numbers beyond 32 bits differ as well.
    for (const part of [value | 0, Math.floor(value / 2 ** 32) | 0]) {
      hash = Math.imul(hash ^ part, 0x85ebca6b);
      hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
      hash ^= hash >>> 16;
    }
  }
  return (hash >>> 0) / 2 ** 32;
}
