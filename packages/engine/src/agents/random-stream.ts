import { Random } from '@itinera/base';

/** The random streams of one person; drawing from one does not affect the others. */
export const StreamPurpose = {
  AGENT: 1,
  MATH_RANDOM: 2,
  NOBODY: 3,
  RELOCATE: 4,
  DEMO: 5,
  WORK_AT_HOME: 6,
  SHIFT: 7,
  EVACUATION: 8,
  FORK: 9,
  SAMPLE: 10,
  PLACES: 11,
} as const;
export type StreamPurpose = (typeof StreamPurpose)[keyof typeof StreamPurpose];

/**
 * The random numbers of one person: the same (seed, person, purpose) produces the same numbers on any machine, and
 * adding a person does not change those of others. The state is mixed by the finaliser of MurmurHash3.
 */
export class RandomStream extends Random {
  readonly #hash: number;

  constructor(seed: number, person: number, purpose: StreamPurpose = StreamPurpose.AGENT) {
    const words = [seed, seed / 2 ** 32, person, person / 2 ** 32, purpose];
    let hash = 0x9e3779b9;
    for (const word of words) hash = mix(hash ^ (Math.floor(word) >>> 0));
    super([hash, mix(hash + 1), mix(hash + 2), 1]);
    this.#hash = hash;
  }

  /** An independent stream, the same however much was drawn from this one. @param key whole number */
  fork(key: number): RandomStream {
    return new RandomStream(this.#hash, key, StreamPurpose.FORK);
  }
}

function mix(word: number): number {
  let h = word | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
