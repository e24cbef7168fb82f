/**
 * A cache of recent values by key, in two generations: when the young one reaches half the capacity, it replaces the old one.
 */
export class Recent<K, V> {
  #young = new Map<K, V>();
  #old: ReadonlyMap<K, V> = new Map();
  #youngSize = 0;

  /**
   * @param capacity maximum total size of the values
   * @param sizeOf size of a value; 1 by default
   */
  constructor(
    private readonly capacity: number,
    private readonly sizeOf: (value: V) => number = () => 1,
  ) {}

  /** @param make computes a missing value; never returns undefined */
  get(key: K, make: () => V): V {
    let value = this.#young.get(key);
    if (value !== undefined) return value;
    value = this.#old.get(key);
    if (value === undefined) value = make();
    this.#young.set(key, value);
    this.#youngSize += this.sizeOf(value);
    if (this.#youngSize > this.capacity / 2) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#youngSize = 0;
    }
    return value;
  }
}
