/** Which of the items 0 … count - 1 belong together: at first each is alone. */
export class DisjointSets {
  readonly #parents: Int32Array;

  constructor(count: number) {
    this.#parents = Int32Array.from({ length: count }, (_, item) => item);
  }

  /** The item that stands for all that belong to one: the least of them. */
  rootOf(item: number): number {
    const parents = this.#parents;
    let root = item;
    while (parents[root] !== root) root = parents[root] = parents[parents[root]];
    return root;
  }

  /** Makes one set of two. @returns the item that stands for it */
  join(a: number, b: number): number {
    const [one, other] = [this.rootOf(a), this.rootOf(b)];
    const root = Math.min(one, other);
    this.#parents[Math.max(one, other)] = root;
    return root;
  }
}
