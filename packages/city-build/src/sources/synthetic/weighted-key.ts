import type { Random } from '@itinera/base';

/** Draws a key by weight. */
export function weightedKey<K extends string>(random: Random, weights: Readonly<Partial<Record<K, number>>>): K {
  return (Object.keys(weights) as K[])[random.weighted(Object.values(weights))];
}
