/** A case of a golden file, as it stands there. */
export interface GoldenCase {
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: golden files are foreign JSON; a wrong shape fails the case.
  readonly [field: string]: any;
}

/** How near a value must come: some absolutely or relatively, some exactly. */
export const TOLERANCES = {
  exact: { absolute: 0, relative: 0 },
  /** Metres. */
  length: { absolute: 1e-6, relative: 1e-9 },
  /** Entropies, similarities. */
  similarity: { absolute: 1e-10, relative: 0 },
  flow: { absolute: 0, relative: 1e-9 },
  fit: { absolute: 1e-6, relative: 1e-6 },
} as const;

export type Tolerance = keyof typeof TOLERANCES | { readonly absolute: number; readonly relative: number };

/** What an adapter calls for every value of a case. */
export interface Check {
  /**
   * Compares every number, string and null of two nested values; a Map or typed array counts as the list of its entries.
   *
   * @param what names the value within the case
   * @param expected as in the file: "NaN", "Infinity" and "-Infinity" are numbers
   */
  same(what: string, actual: unknown, expected: unknown, tolerance?: Tolerance): void;
  /** Compares a condition that a rule states. */
  holds(what: string, condition: boolean): void;
  /** Says that this case, or a part of it, was not run. */
  skip(why: string): void;
}

/** The folder that is run: other files of it, read once. */
export interface GoldenFolder {
  cases(file: string): readonly GoldenCase[];
}

/** Runs one case of one file through the public functions. A file `x.json` is run by the `adapter` of `golden/x.ts`. */
export type Adapter = (golden: GoldenCase, check: Check, folder: GoldenFolder) => void;
