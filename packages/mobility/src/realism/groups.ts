import { Random } from '@itinera/base';

/** Maximum number of groups of people for intervals and ceilings; with fewer people each person is a group. */
export const MAX_GROUPS = 64;

/**
 * Splits people into random groups of nearly equal size.
 *
 * @returns the group of each person
 */
export function dealGroups(people: number, seed: number, most = MAX_GROUPS): { of: Uint8Array; count: number } {
  const count = Math.min(people, most);
  const of = new Uint8Array(people);
  for (let person = 0; person < people; person++) of[person] = person % Math.max(1, count);
  shuffle(of, new Random(seed));
  return { of, count };
}

/** Puts entries in a random order. */
export function shuffle(values: { [at: number]: number; readonly length: number }, random: Random): void {
  for (let i = values.length - 1; i > 0; i--) {
    const j = random.integer(i + 1);
    const kept = values[i];
    values[i] = values[j];
    values[j] = kept;
  }
}

/** Number of times that each group is drawn if as many groups are drawn with replacement. */
export function drawWeights(count: number, random: Random): Float64Array {
  const weights = new Float64Array(count);
  for (let i = 0; i < count; i++) weights[random.integer(count)]++;
  return weights;
}

/** A random half of the groups has weight 1 in the first result, the other half in the second. */
export function halfWeights(count: number, random: Random): [Float64Array, Float64Array] {
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  shuffle(order, random);
  const first = new Float64Array(count);
  for (let i = 0; i < count >> 1; i++) first[order[i]] = 1;
  return [first, first.map((weight) => 1 - weight)];
}
