import type { Random } from '@itinera/base';

/** Draws `count` of `count` rows with replacement. */
export function anyOf(random: Random, count: number): Uint32Array {
  return random.fillBelow(new Uint32Array(count), count);
}

/** Counts how often each of `count` rows was drawn. */
export function timesDrawn(drawn: Uint32Array, count: number): Uint32Array {
  const times = new Uint32Array(count);
  for (let i = 0; i < drawn.length; i++) times[drawn[i]!]!++;
  return times;
}

/** Tosses a coin per row: 0 or 1. */
export function coins(random: Random, count: number): Uint32Array {
  return random.fillBelow(new Uint32Array(count), 2);
}

/** Returns the numbers from 0 to count − 1 in random order. */
export function shuffled(random: Random, count: number): Uint32Array {
  return random.shuffled(count);
}
