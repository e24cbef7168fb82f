import type { Random } from '@itinera/base';

/** The items that followed a context: items in descending order of count, ties to the lower number. */
export interface Followers {
  readonly items: Uint32Array;
  /** Cumulative counts of the items. */
  readonly cumulative: Float64Array;
  /** Position of an item in `items`; undefined when it never followed. */
  readonly positionOf: ReadonlyMap<number, number>;
}

/** Counts what follows each context: the memory of any Markov chain. */
export class ContextTable {
  readonly #counts = new Map<number, Map<number, number>>();
  readonly #followers = new Map<number, Followers>();

  /** @param context a whole number up to 2^53 that represents the context */
  add(context: number, item: number): void {
    let counts = this.#counts.get(context);
    if (!counts) {
      counts = new Map();
      this.#counts.set(context, counts);
    }
    counts.set(item, (counts.get(item) ?? 0) + 1);
    if (this.#followers.size > 0) this.#followers.delete(context);
  }

  /** @returns undefined when the context was never seen */
  get(context: number): Followers | undefined {
    let followers = this.#followers.get(context);
    if (followers) return followers;
    const counts = this.#counts.get(context);
    if (!counts) return undefined;
    const entries = [...counts].sort(([a, countA], [b, countB]) => countB - countA || a - b);
    const items = Uint32Array.from(entries, ([item]) => item);
    const cumulative = Float64Array.from(entries, ([, count]) => count);
    for (let i = 1; i < cumulative.length; i++) cumulative[i] += cumulative[i - 1];
    followers = {
      items,
      cumulative,
      positionOf: new Map(entries.map(([item], position) => [item, position])),
    };
    this.#followers.set(context, followers);
    return followers;
  }
}

/** @returns an item with the probability of its count */
export function drawFollower({ items, cumulative }: Followers, random: Random): number {
  const at = random.uniform() * cumulative[cumulative.length - 1];
  let low = 0;
  let high = items.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (cumulative[middle] > at) high = middle;
    else low = middle + 1;
  }
  return items[low];
}

/** Assigns consecutive numbers from 0 to whole numbers, in order of first appearance. */
export class Numbering {
  readonly #numbers = new Map<number, number>();

  /** The number of a value; assigns a new one if it has none. */
  number(value: number): number {
    let found = this.#numbers.get(value);
    if (found === undefined) {
      found = this.#numbers.size;
      this.#numbers.set(value, found);
    }
    return found;
  }

  /** The number of a known value. */
  find(value: number): number | undefined {
    return this.#numbers.get(value);
  }

  get size(): number {
    return this.#numbers.size;
  }
}
