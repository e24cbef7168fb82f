import type { CityMap } from '@itinera/city';
import type { Profile } from '@itinera/engine';

/** The frequency of each value of an attribute. */
export type Shares = Readonly<Record<string, number>>;

/** Synthetic residents: the distributions of their attributes. */
export interface DemoPopulation {
  readonly people: number;
  readonly age: { readonly mean: number; readonly deviation: number; readonly least: number; readonly most: number };
  readonly attributes: Readonly<Record<string, Shares>>;
  /** Mean and spread of the yearly income; omitted if profiles have none. */
  readonly income?: { readonly mean: number; readonly deviation: number };
}

/** The synthetic city of a demo. */
export interface DemoCity {
  readonly residents: number;
  /** Factor on the width of the city, see `synthesizeCity`; default: 1. */
  readonly sprawl?: number;
  /** Scale of the decline of attraction of jobs with distance, metres; default: that of `relocate`. */
  readonly commuteScale?: number;
}

/** Synthetic data to try a benchmark: people, a city and a truth. */
export interface Demo {
  /** Raised when city, population or truth change, so that old data are not mistaken for new. */
  readonly version: number;
  /** Default: a town with trips of a few minutes. */
  readonly city?: DemoCity;
  readonly population: DemoPopulation;
  /** The files of `groundtruth/` by name, as `readTruth` reads them. */
  readonly truth: (
    people: readonly Profile[],
    map: CityMap,
    seed: number,
  ) => Readonly<Record<string, Uint8Array | string>>;
}
