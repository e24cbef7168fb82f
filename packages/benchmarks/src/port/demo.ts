import type { CityMap } from '@itinera/city';
import type { Profile } from '@itinera/engine';

/** How often each value of an attribute is taken. */
export type Shares = Readonly<Record<string, number>>;

/** Invented residents: which values their attributes take, and how often. */
export interface DemoPopulation {
  readonly people: number;
  readonly age: { readonly mean: number; readonly deviation: number; readonly least: number; readonly most: number };
  readonly attributes: Readonly<Record<string, Shares>>;
  /** Mean and spread of a yearly income; left out where profiles have none. */
  readonly income?: { readonly mean: number; readonly deviation: number };
}

/** Made-up data to try a benchmark with: invented people in an invented city, and an invented truth about them. */
export interface Demo {
  /** Raised when population or truth change, so that old ones are not taken for new. */
  readonly version: number;
  readonly population: DemoPopulation;
  /** The files of `groundtruth/`, by name: what `readTruth` reads. */
  readonly truth: (
    people: readonly Profile[],
    map: CityMap,
    seed: number,
  ) => Readonly<Record<string, Uint8Array | string>>;
}
