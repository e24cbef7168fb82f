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

/** More rows are drawn in so many ways that few of them come twice. */
const FEW_ROWS = 6;

/** Few rows are drawn in few ways: each of them is scored once. */
export function onceEach<T>(
  rows: number,
  score: (drawn: readonly Uint32Array[]) => T,
): (drawn: readonly Uint32Array[]) => T {
  if (rows > FEW_ROWS) return score;
  const known = new Map<string, T>();
  return (drawn) => {
    const way = drawn.join(' ');
    const result = known.get(way) ?? score(drawn);
    known.set(way, result);
    return result;
  };
}
