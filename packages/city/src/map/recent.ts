/**
 * What was asked for last, by a key, so that it is not made again. Kept in two generations: when the young one is half as
 * large as all may be, the old one is forgotten and the young one is the old one.
 */
export class Recent<K, V> {
  #young = new Map<K, V>();
  #old: ReadonlyMap<K, V> = new Map();
  #youngSize = 0;

  /**
   * @param capacity how large all that is kept may be
   * @param sizeOf a value's part of that; 1 by default
   */
  constructor(
    private readonly capacity: number,
    private readonly sizeOf: (value: V) => number = () => 1,
  ) {}

  /** @param make makes the value when it is not there; it is never undefined */
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
