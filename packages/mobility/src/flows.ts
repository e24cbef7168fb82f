/** Flows between places: an entry for each ordered pair that has any, sorted by origin, then by destination. */
export interface Flows {
  /** Place numbers. */
  readonly origins: Uint32Array;
  readonly destinations: Uint32Array;
  /** People, trips or expected trips; more than 0. */
  readonly flows: Float64Array;
}
