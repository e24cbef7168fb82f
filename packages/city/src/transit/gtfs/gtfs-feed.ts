import type { DropCounts } from '../drops.js';
import type { ServiceColumns } from '../service-days.js';

/** The stops, lines and times of a feed, checked and in columns. All references are rows. */
export interface GtfsFeed {
  readonly name: string;
  /** Time zone of the first agency, '' if there is none. All times are local times. */
  readonly timeZone: string;
  readonly stops: StopColumns;
  readonly routes: RouteColumns;
  readonly services: ServiceColumns;
  readonly trips: TripColumns;
  readonly transfers: TransferColumns;
  /** Rows that were left out. */
  readonly dropped: DropCounts;
}

export interface StopColumns {
  readonly ids: readonly string[];
  readonly names: readonly string[];
  /** Degrees; NaN for a stop without a position. */
  readonly lon: Float64Array;
  readonly lat: Float64Array;
  /** The row of the stop's station, -1 for none. */
  readonly parents: Int32Array;
}

export interface RouteColumns {
  readonly ids: readonly string[];
  /** The short name, otherwise the long one, otherwise the id. */
  readonly names: readonly string[];
  readonly longNames: readonly string[];
  /** Ids and names of their agencies, '' if unknown. */
  readonly agencyIds: readonly string[];
  readonly agencies: readonly string[];
  /** The route type of GTFS, including extended ones. */
  readonly types: Int32Array;
}

/** Trips with their stop times; trip t has the times `offsets[t] … offsets[t + 1] - 1`, at least two. */
export interface TripColumns {
  readonly routes: Int32Array;
  readonly services: Int32Array;
  /** Number of the block, whose trips one vehicle makes one after the other; -1 without one. */
  readonly blocks: Int32Array;
  /** 0 or 1. */
  readonly directions: Uint8Array;
  readonly headsigns: readonly string[];
  readonly offsets: Int32Array;
  readonly stops: Int32Array;
  /** Seconds since midnight of the service day, never decreasing; more than 86,400 after midnight. */
  readonly arrivals: Int32Array;
  readonly departures: Int32Array;
  /** `NO_PICKUP` and `NO_DROP_OFF`. */
  readonly flags: Uint8Array;
}

export const NO_PICKUP = 1;
export const NO_DROP_OFF = 2;

/** Transfers between stops, or at one, that the feed lists. */
export interface TransferColumns {
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Minimum duration of a transfer, seconds; -1: impossible. */
  readonly seconds: Int32Array;
}
