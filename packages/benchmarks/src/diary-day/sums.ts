import { DIARY_PARTS, FEATURES, RANGES } from './features.js';

/** Blocks of households, the units of chance: households of one block are drawn together. */
export const BLOCKS = 64;
/** A group is scored if its people are in at least so many blocks. */
const LEAST_BLOCKS = 5;

/** Weighted sums of people's features by group and block of households. */
export class BlockSums {
  readonly #groups: number;
  readonly sums: Float64Array;
  readonly weights: Float64Array;
  people = 0;

  /** @param groups number of groups */
  constructor(groups: number) {
    this.#groups = groups;
    this.sums = new Float64Array(groups * BLOCKS * FEATURES);
    this.weights = new Float64Array(groups * BLOCKS);
  }

  add(features: Float64Array, weight: number, groups: readonly number[], block: number): void {
    this.people++;
    const [places, values] = nonZero(features);
    for (const group of groups) {
      const row = group * BLOCKS + block;
      this.weights[row]! += weight;
      for (let i = 0; i < places.length; i++) this.sums[row * FEATURES + places[i]!]! += weight * values[i]!;
    }
  }

  /** Means and influences of all groups. */
  moments(): Moments {
    const means = new Float64Array(this.#groups * FEATURES);
    const influences = new Float64Array(this.sums.length);
    const weights = new Float64Array(this.#groups);
    const isScored: boolean[] = [];
    for (let group = 0; group < this.#groups; group++) {
      const first = group * BLOCKS;
      const blocks = this.weights.subarray(first, first + BLOCKS);
      const total = blocks.reduce((sum, weight) => sum + weight, 0);
      const used = blocks.reduce((count, weight) => count + Number(weight > 0), 0);
      weights[group] = total;
      isScored.push(used >= LEAST_BLOCKS);
      if (used < 2) continue;
      const mean = means.subarray(group * FEATURES, (group + 1) * FEATURES);
      for (let block = 0; block < BLOCKS; block++) {
        const row = (first + block) * FEATURES;
        for (let i = 0; i < FEATURES; i++) mean[i]! += this.sums[row + i]! / total;
      }
      // Without this factor, blocks that share a mean vary less around it than around the truth.
      const scale = Math.sqrt(used / (used - 1)) / total;
      for (let block = 0; block < BLOCKS; block++) {
        const row = (first + block) * FEATURES;
        for (let i = 0; i < FEATURES; i++)
          influences[row + i] = (this.sums[row + i]! - blocks[block]! * mean[i]!) * scale;
      }
    }
    return { means, influences, weights, blockWeights: this.weights, isScored };
  }
}

/** The means of each group, with the influence of each block on them: the sum of their squares is the variance. */
export interface Moments {
  /** group × FEATURES */
  readonly means: Float64Array;
  /** (group × BLOCKS + block) × FEATURES */
  readonly influences: Float64Array;
  /** Sum of weights by group. */
  readonly weights: Float64Array;
  /** Sum of weights by group × BLOCKS. */
  readonly blockWeights: Float64Array;
  /** False for groups with too few people. */
  readonly isScored: readonly boolean[];
}

/** Calls `take` with the sum of products of two rows for each part. */
export function productsByPart(
  a: Float64Array,
  rowA: number,
  b: Float64Array,
  rowB: number,
  take: (part: number, product: number) => void,
): void {
  const [fromA, fromB] = [rowA * FEATURES, rowB * FEATURES];
  for (let part = 0; part < DIARY_PARTS.length; part++) {
    const [from, to] = RANGES[DIARY_PARTS[part]!];
    let sum = 0;
    for (let i = from; i < to; i++) sum += a[fromA + i]! * b[fromB + i]!;
    take(part, sum);
  }
}

const scratch = { places: new Uint32Array(FEATURES), values: new Float64Array(FEATURES) };

function nonZero(features: Float64Array): readonly [Uint32Array, Float64Array] {
  let count = 0;
  for (let i = 0; i < FEATURES; i++) {
    if (features[i] === 0) continue;
    scratch.places[count] = i;
    scratch.values[count++] = features[i]!;
  }
  return [scratch.places.subarray(0, count), scratch.values.subarray(0, count)];
}

/** Returns the block of a household, the same in every table. FNV-1a. */
export function blockOf(household: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < household.length; i++) hash = Math.imul(hash ^ household.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  return (Math.imul(hash, 0x2c1b3c6d) >>> 16) % BLOCKS;
}
