/** Disjoint sets of the items 0 … count - 1; initially each item is its own set. */
export class DisjointSets {
  readonly #parents: Int32Array;

  constructor(count: number) {
    this.#parents = new Int32Array(count).map((_, item) => item);
  }

  /** The representative of an item's set: its smallest item. */
  rootOf(item: number): number {
    const parents = this.#parents;
    let root = item;
    while (parents[root] !== root) root = parents[root] = parents[parents[root]];
    return root;
  }

  /**
   * Merges two sets.
   * @returns the representative
   */
  join(a: number, b: number): number {
    const one = this.rootOf(a);
    const other = this.rootOf(b);
    const root = Math.min(one, other);
    this.#parents[Math.max(one, other)] = root;
    return root;
  }
}
