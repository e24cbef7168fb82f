/** What was left out and why: how often, and the first of it. */
export type DropCounts = Readonly<Record<string, { readonly count: number; readonly example: string }>>;

/** Counts what is left out. */
export class Drops {
  readonly #counts = new Map<string, { count: number; example: string }>();

  /**
   * @param what as a sentence about several, such as `trips whose times go back`
   * @param example tells where the first of them is; only called for the first
   */
  add(what: string, example: () => string, count = 1): void {
    const entry = this.#counts.get(what);
    if (entry) entry.count += count;
    else this.#counts.set(what, { count, example: example() });
  }

  get counts(): DropCounts {
    return Object.fromEntries(this.#counts);
  }
}
