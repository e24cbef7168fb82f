/** A case of a golden file, as in the file. */
export interface GoldenCase {
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: golden files are foreign JSON; a wrong shape fails the case.
  readonly [field: string]: any;
}

/** The tolerance of a value: absolute, relative or exact. */
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

/** The functions that an adapter calls for the values of a case. */
export interface Check {
  /**
   * Compares every number, string and null of two nested values; a Map or typed array counts as the list of its entries.
   *
   * @param what names the value within the case
   * @param expected as in the file: "NaN", "Infinity" and "-Infinity" are numbers
   */
  same(what: string, actual: unknown, expected: unknown, tolerance?: Tolerance): void;
  /** Checks a condition that a rule states. */
  holds(what: string, condition: boolean): void;
  /** Records that this case, or a part of it, was skipped. */
  skip(why: string): void;
}

/** Other files of the folder, each read once. */
export interface GoldenFolder {
  cases(file: string): readonly GoldenCase[];
}

/** Runs one case of one file through the public functions. A file `x.json` is run by the `adapter` of `golden/x.ts`. */
export type Adapter = (golden: GoldenCase, check: Check, folder: GoldenFolder) => void;
