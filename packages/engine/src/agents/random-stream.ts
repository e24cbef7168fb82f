/** The streams of one person, so that drawing from one disturbs no other. */
export const StreamPurpose = { AGENT: 1, MATH_RANDOM: 2, NOBODY: 3, RELOCATE: 4, DEMO: 5 } as const;
export type StreamPurpose = (typeof StreamPurpose)[keyof typeof StreamPurpose];

/**
 * A stream of random numbers from (seed, person, purpose): the same three give the same numbers on any machine, and adding a
 * person changes nobody else's. sfc32 on a state mixed by murmur3's finaliser.
 */
export class RandomStream {
  #a: number;
  #b: number;
  #c: number;
  #d = 1;

  constructor(seed: number, person: number, purpose: StreamPurpose = StreamPurpose.AGENT) {
    const words = [seed, seed / 2 ** 32, person, person / 2 ** 32, purpose];
    let hash = 0x9e3779b9;
    for (const word of words) hash = mix(hash ^ (Math.floor(word) >>> 0));
    this.#a = hash;
    this.#b = mix(hash + 1);
    this.#c = mix(hash + 2);
    for (let i = 0; i < 12; i++) this.#next();
  }

  /** A number in [0, 1), 32 bits of it random. */
  next(): number {
    return this.#next() / 2 ** 32;
  }

  /** A whole number in [0, below). */
  integer(below: number): number {
    return Math.floor(this.next() * below);
  }

  /** A number in [low, high). */
  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A draw from the normal distribution (Box and Muller). */
  normal(mean = 0, deviation = 1): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()));
    return mean + deviation * radius * Math.cos(2 * Math.PI * this.next());
  }

  /** One of the items, all equally likely. @throws RangeError when there are none. */
  choice<T>(items: ArrayLike<T>): T {
    if (items.length === 0) throw new RangeError('random.choice: there is nothing to choose from.');
    return items[this.integer(items.length)] as T;
  }

  /** An index, likely in proportion to its weight; -1 when no weight is positive. */
  weighted(weights: ArrayLike<number>): number {
    let total = 0;
    for (let i = 0; i < weights.length; i++) if ((weights[i] as number) > 0) total += weights[i] as number;
    if (!(total > 0)) return -1;
    let left = this.next() * total;
    let last = -1;
    for (let i = 0; i < weights.length; i++) {
      const weight = weights[i] as number;
      if (!(weight > 0)) continue;
      last = i;
      left -= weight;
      if (left < 0) break;
    }
    return last;
  }

  #next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }
}

function mix(word: number): number {
  let h = word | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
