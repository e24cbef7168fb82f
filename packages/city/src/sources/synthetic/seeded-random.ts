/**
 * A stream of random numbers from a seed: splitmix32, which passes what a city needs of it and fits in a line.
 * Streams of one seed and different names are unrelated.
 */
export class SeededRandom {
  #state: number;

  constructor(seed: number, name = '') {
    let hash = Math.imul(seed | 0, 0x9e3779b1) ^ Math.floor(seed / 4294967296);
    for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
    this.#state = hash | 0;
  }

  /** A number from 0 to 1, without 1. */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    let z = this.#state ^ (this.#state >>> 16);
    z = Math.imul(z, 0x21f0aaad);
    z ^= z >>> 15;
    z = Math.imul(z, 0x735a2d97);
    return ((z ^ (z >>> 15)) >>> 0) / 4294967296;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number from 0 to `count` − 1. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)];
  }

  /** One of the keys, by weight. */
  weighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>): K {
    const entries = Object.entries(weights) as [K, number][];
    let rest = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      rest -= weight;
      if (rest < 0) return key;
    }
    return entries[entries.length - 1][0];
  }
}
