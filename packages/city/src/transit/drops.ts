/** Omitted rows by reason: how many, and the first one. The reasons are keys of the JSON report. */
export type DropCounts = Readonly<Record<string, { readonly count: number; readonly example: string }>>;

/** The omitted rows as phrases, such as `2 trips with decreasing times (T1)`. */
export function describeDrops(drops: DropCounts): string[] {
  return Object.entries(drops).map(([why, { count, example }]) => {
    return `${count.toLocaleString('en-US')} ${why} (${example})`;
  });
}

/** Counts omitted rows. */
export class Drops {
  readonly #counts = new Map<string, { count: number; example: string }>();

  /**
   * @param what reason as a plural phrase, such as `trips with decreasing times`
   * @param example returns the position of the first one; called only for that one
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
