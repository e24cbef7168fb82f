import type { DropCounts } from '../drops.js';
import type { ServiceColumns } from '../service-days.js';

/** What a feed says of stops, lines and times, checked and in columns. Everything refers to everything by row. */
export interface GtfsFeed {
  readonly name: string;
  /** Of the first agency, '' when it has none. All times are local times. */
  readonly timeZone: string;
  readonly stops: StopColumns;
  readonly routes: RouteColumns;
  readonly services: ServiceColumns;
  readonly trips: TripColumns;
  readonly transfers: TransferColumns;
  /** What was left out. */
  readonly dropped: DropCounts;
}

export interface StopColumns {
  readonly ids: readonly string[];
  readonly names: readonly string[];
  /** Degrees; NaN for a stop without a position. */
  readonly lon: Float64Array;
  readonly lat: Float64Array;
  /** The row of the station that a stop is part of, -1 for none. */
  readonly parents: Int32Array;
}

export interface RouteColumns {
  /** The short name, the long one where there is none, or the id. */
  readonly names: readonly string[];
  /** The route type of GTFS, extended ones included. */
  readonly types: Int32Array;
}

/** Trips with their stop times; trip t has the times `offsets[t] … offsets[t + 1] - 1`, at least two. */
export interface TripColumns {
  readonly routes: Int32Array;
  readonly services: Int32Array;
  /** 0 or 1. */
  readonly directions: Uint8Array;
  readonly headsigns: readonly string[];
  readonly offsets: Int32Array;
  readonly stops: Int32Array;
  /** Seconds since midnight of the service day, never going back; more than 86,400 after midnight. */
  readonly arrivals: Int32Array;
  readonly departures: Int32Array;
  /** `NO_PICKUP` and `NO_DROP_OFF`. */
  readonly flags: Uint8Array;
}

export const NO_PICKUP = 1;
export const NO_DROP_OFF = 2;

/** Changes between stops, or at one, that the feed speaks of. */
export interface TransferColumns {
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Seconds that a change takes at least; -1: it cannot be made. */
  readonly seconds: Int32Array;
}
