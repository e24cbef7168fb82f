/** Flows between places: one entry per ordered pair with trips, sorted by origin, then by destination. */
export interface Flows {
  /** Place numbers. */
  readonly origins: Uint32Array;
  readonly destinations: Uint32Array;
  /** People, trips or expected trips; more than 0. */
  readonly flows: Float64Array;
}

/** Trips of people by ordered pair of places: those of person i are entries `starts[i]` to `starts[i + 1]`. */
export interface Networks {
  readonly starts: Uint32Array;
  /** As in `places`; without them, numbers of distinct pairs of coordinates in order of first row. */
  readonly origins: Uint32Array;
  readonly destinations: Uint32Array;
  readonly trips: Float64Array;
}
