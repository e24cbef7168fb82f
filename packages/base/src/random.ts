import { power } from './power.js';

/** The state of a stream: four words. */
export type RandomState = readonly [a: number, b: number, c: number, counter: number];

/**
 * A seeded stream of random numbers (sfc32, period about 2^128): the same seed produces the same numbers on every
 * machine and engine. All packages use this generator.
 *
 * @see Chris Doty-Humphrey, PractRand (sfc32)
 */
export class Random {
  readonly #state = new Int32Array(4);

  /**
   * @param seed whole number, -(2^53 - 1) to 2^53 - 1; or a state, for streams that differ in more than a number
   * @param stream another whole number that selects an independent stream under the same seed, such as a person id
   * @throws RangeError when either is not a safe integer
   */
  constructor(seed: number | RandomState, stream = 0) {
    this.#state.set(typeof seed === 'number' ? mixedState(seed, stream) : seed);
    this.fillBelow(twelveWords, WORDS);
  }

  /** A uniform number in [0, 1) with 32 random bits. */
  next(): number {
    return this.fillBelow(oneWord, WORDS)[0] / WORDS;
  }

  /** @returns a uniform number in [0, 1) of 53 bits */
  uniform(): number {
    const words = this.fillBelow(twoWords, WORDS);
    return (words[0] * 2 ** 21 + (words[1] >>> 11)) * 2 ** -53;
  }

  /** @returns a uniform whole number in [0, limit), limit at most 2^32; it favours no value by more than limit / 2^32 */
  integer(limit: number): number {
    return this.fillBelow(oneWord, limit)[0];
  }

  /** The numbers from 0 to count − 1 in random order: R. Durstenfeld (1964), Algorithm 235. */
  shuffled(count: number): Uint32Array {
    const order = Uint32Array.from({ length: count }, (_, i) => i);
    for (let i = count - 1; i > 0; i--) {
      const j = this.integer(i + 1);
      const kept = order[i]!;
      order[i] = order[j]!;
      order[j] = kept;
    }
    return order;
  }

  /** A number in [low, high). */
  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A draw from the normal distribution (Box–Muller). */
  normal(mean = 0, deviation = 1): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()));
    return mean + deviation * radius * Math.cos(2 * Math.PI * this.next());
  }

  /** One of the items, all equally likely. @throws RangeError for an empty list. */
  choice<T>(items: ArrayLike<T>): T {
    if (items.length === 0) throw new RangeError('random.choice: the list is empty.');
    return items[this.integer(items.length)] as T;
  }

  /** An index with probability proportional to its weight; -1 when no weight is positive. */
  weighted(weights: ArrayLike<number>): number {
    let total = 0;
    for (let i = 0; i < weights.length; i++) if (weights[i] > 0) total += weights[i];
    if (!(total > 0)) return -1;
    let left = this.next() * total;
    let last = -1;
    for (let i = 0; i < weights.length; i++) {
      const weight = weights[i];
      if (!(weight > 0)) continue;
      last = i;
      left -= weight;
      if (left < 0) break;
    }
    return last;
  }

  /** Fills `out` with uniform whole numbers in [0, limit), as `integer` does. @returns out */
  fillBelow(out: Uint32Array, limit: number): Uint32Array {
    const scale = limit * 2 ** -32;
    const state = this.#state;
    let a = state[0];
    let b = state[1];
    let c = state[2];
    let counter = state[3];
    for (let i = 0; i < out.length; i++) {
      const word = (a + b + counter) | 0;
      counter = (counter + 1) | 0;
      a = b ^ (b >>> 9);
      b = (c + (c << 3)) | 0;
      c = (((c << 21) | (c >>> 11)) + word) | 0;
      out[i] = ((word >>> 0) * scale) >>> 0;
    }
    state[0] = a;
    state[1] = b;
    state[2] = c;
    state[3] = counter;
    return out;
  }

  /**
   * @param mean of the distribution, 0 or more
   * @returns a whole number from the Poisson distribution
   * @see W. Hörmann (1993), The transformed rejection method for generating Poisson random variables, algorithm PTRS
   */
  poisson(mean: number): number {
    if (mean < 10) {
      // Counts how many uniform factors it takes to fall below exp(-mean).
      const limit = Math.exp(-mean);
      let count = 0;
      for (let product = this.uniform(); product > limit; product *= this.uniform()) count++;
      return count;
    }
    const b = 0.931 + 2.53 * Math.sqrt(mean);
    const a = -0.059 + 0.02483 * b;
    const inverseAlpha = 1.1239 + 1.1328 / (b - 3.4);
    const acceptBelow = 0.9277 - 3.6224 / (b - 2);
    for (;;) {
      const u = this.uniform() - 0.5;
      const v = this.uniform();
      const us = 0.5 - Math.abs(u);
      const count = Math.floor(((2 * a) / us + b) * u + mean + 0.43);
      if (us >= 0.07 && v <= acceptBelow) return count;
      if (count < 0 || (us < 0.013 && v > us)) continue;
      const logged = Math.log((v * inverseAlpha) / (a / (us * us) + b));
      if (logged <= count * Math.log(mean) - mean - logFactorial(count)) return count;
    }
  }
}

/** The limit for any 32-bit word. */
const WORDS = 2 ** 32;

const twelveWords = new Uint32Array(12);
const oneWord = new Uint32Array(1);
const twoWords = new Uint32Array(2);

function mixedState(seed: number, stream: number): RandomState {
  let mixed = 0x9e3779b9;
  for (const [name, value] of [
    ['seed', seed],
    ['stream', stream],
  ] as const) {
    if (!Number.isSafeInteger(value)) throw new RangeError(`Random: ${name} must be a whole number, got ${value}.`);
    mixed = scramble(mixed ^ value);
    mixed = scramble(mixed ^ Math.floor(value / 2 ** 32));
  }
  const word = () => {
    mixed = (mixed + 0x9e3779b9) | 0;
    return scramble(mixed);
  };
  return [word(), word(), word(), word()];
}

/** Spreads every bit of a 32-bit word over all others. */
function scramble(word: number): number {
  let x = word | 0;
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return x ^ (x >>> 15);
}

/** Stirling's series, accurate to 1e-12 from 10; below 10, the product is used. */
function logFactorial(n: number): number {
  if (n < 10) {
    let product = 1;
    for (let i = 2; i <= n; i++) product *= i;
    return Math.log(product);
  }
  const x = n + 1;
  const series = 1 / (12 * x) - 1 / (360 * power(x, 3)) + 1 / (1260 * power(x, 5)) - 1 / (1680 * power(x, 7));
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series;
}
