import { DIARY_PARTS, FEATURES, RANGES } from './features.js';

/** Blocks of households, the units of chance: households of one block are drawn together. */
export const BLOCKS = 64;
/** A group is scored if its people are worth at least so many blocks of equal weight. */
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
    const residuals = new Float64Array(this.sums.length);
    const shares = new Float64Array(this.weights.length);
    const weights = new Float64Array(this.#groups);
    const isScored: boolean[] = [];
    for (let group = 0; group < this.#groups; group++) {
      const first = group * BLOCKS;
      const blocks = this.weights.subarray(first, first + BLOCKS);
      const total = blocks.reduce((sum, weight) => sum + weight, 0);
      weights[group] = total;
      if (total > 0) for (let block = 0; block < BLOCKS; block++) shares[first + block] = blocks[block]! / total;
      isScored.push(total > 0 && overlap(shares, shares, group) <= 1 / LEAST_BLOCKS);
      if (total === 0) continue;
      const mean = means.subarray(group * FEATURES, (group + 1) * FEATURES);
      const used = Array.from(blocks.keys()).filter((block) => blocks[block]! > 0);
      for (const block of used) {
        const row = (first + block) * FEATURES;
        for (let i = 0; i < FEATURES; i++) mean[i]! += this.sums[row + i]! / total;
      }
      for (const block of used) {
        const row = (first + block) * FEATURES;
        for (let i = 0; i < FEATURES; i++)
          residuals[row + i] = this.sums[row + i]! / total - shares[first + block]! * mean[i]!;
      }
    }
    return { means, residuals, weights, shares, isScored };
  }
}

/** The means of each group, and how far each block moves them. */
export interface Moments {
  /** group × FEATURES */
  readonly means: Float64Array;
  /** (group × BLOCKS + block) × FEATURES: weighted sums of differences to the mean, over the weight of the group. */
  readonly residuals: Float64Array;
  /** Sum of weights by group. */
  readonly weights: Float64Array;
  /** The share of each block in the weight of its group: group × BLOCKS. */
  readonly shares: Float64Array;
  /** False for groups with too few people. */
  readonly isScored: readonly boolean[];
}

/** Moments that need not be of one table. */
export type Place = Pick<Moments, 'means' | 'residuals' | 'shares'>;

/** The chance that two people, drawn by weight from a group of each table, are of the same block. */
export function overlap(a: Float64Array, b: Float64Array, group: number): number {
  let sum = 0;
  for (let row = group * BLOCKS; row < (group + 1) * BLOCKS; row++) sum += a[row]! * b[row]!;
  return sum;
}

/** Moves for drawing blocks again: a block pulls the mean to itself, so its residual is too small by the root of its share. */
export function influencesOf({ residuals, shares }: Moments): Float64Array {
  return residuals.map((residual, i) => residual / Math.sqrt(Math.max(1 - shares[Math.floor(i / FEATURES)]!, 0.5)));
}

/** The unbiased square of the distance between the mean and that of all people like these, by group × part. */
export function spreadOf({ residuals, shares }: Place): Float64Array {
  const spread = new Float64Array((shares.length / BLOCKS) * DIARY_PARTS.length);
  for (let row = 0; row < shares.length; row++) {
    if (shares[row] === 0) continue;
    const group = Math.floor(row / BLOCKS);
    const pairs = 1 - overlap(shares, shares, group);
    productsByPart(residuals, row, residuals, row, (part, square) => {
      spread[group * DIARY_PARTS.length + part]! += square / pairs;
    });
  }
  return spread;
}

/**
 * The unbiased square of the distance between the means of two tables, by group × part: sums of products of pairs of
 * different blocks, `own·own + truth·truth − 2 own·truth`, each over the weight of its pairs. Households of one block are
 * never multiplied with each other, so that no variance has to be subtracted: unequal weights, people of one household and
 * people who are in both tables need no assumption.
 * @param spread that of the truth
 */
export function unbiasedSquares(own: Place, truth: Place, spread: Float64Array): Float64Array {
  const groups = own.shares.length / BLOCKS;
  const squares = new Float64Array(groups * DIARY_PARTS.length);
  const apart = own.means.map((mean, i) => mean - truth.means[i]!);
  // The sum of a block's differences to the mean of the truth.
  const sum = new Float64Array(FEATURES);
  for (let group = 0; group < groups; group++) {
    const within = 1 / (1 - overlap(own.shares, own.shares, group));
    const between = 1 / (1 - overlap(own.shares, truth.shares, group));
    const add = (times: number) => (part: number, product: number) =>
      (squares[group * DIARY_PARTS.length + part]! += times * product);
    productsByPart(apart, group, apart, group, add(within));
    for (let part = 0; part < DIARY_PARTS.length; part++) add(-1)(part, spread[group * DIARY_PARTS.length + part]!);
    for (let row = group * BLOCKS; row < (group + 1) * BLOCKS; row++) {
      if (own.shares[row] === 0) continue;
      for (let i = 0; i < FEATURES; i++)
        sum[i] = own.residuals[row * FEATURES + i]! + own.shares[row]! * apart[group * FEATURES + i]!;
      productsByPart(sum, 0, sum, 0, add(-within));
      productsByPart(sum, 0, truth.residuals, row, add(2 * between));
    }
  }
  return squares;
}

/** Half the derivative of `unbiasedSquares` by the sum of each block, (group × BLOCKS + block) × FEATURES. */
export function slopesOf(own: Place, truth: Place): Float64Array {
  const slopes = new Float64Array(own.residuals.length);
  for (let group = 0; group < own.shares.length / BLOCKS; group++) {
    const within = 1 / (1 - overlap(own.shares, own.shares, group));
    const between = 1 / (1 - overlap(own.shares, truth.shares, group));
    for (let row = group * BLOCKS; row < (group + 1) * BLOCKS; row++) {
      const others = 1 - own.shares[row]!;
      for (let i = 0; i < FEATURES; i++) {
        const apart = own.means[group * FEATURES + i]! - truth.means[group * FEATURES + i]!;
        const at = row * FEATURES + i;
        slopes[at] = within * (others * apart - own.residuals[at]!) + between * truth.residuals[at]!;
      }
    }
  }
  return slopes;
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
