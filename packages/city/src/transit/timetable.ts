import { type ColumnArray, packColumns, type SharedColumns, viewColumn } from '../map/shared-columns.js';
import type { DayNumber, ServiceColumns } from './service-days.js';

/** Raised when the columns or their meaning change: timetables of another version are made again. */
export const TIMETABLE_VERSION = 1;

/** The stations of a map's public transport. */
export interface TransitStops {
  /** Ids of the AOIs that they are. */
  readonly aoiIds: Int32Array;
  /** Where people on foot meet them: rows of walking lanes, metres along them. */
  readonly lanes: Int32Array;
  readonly s: Float64Array;
  /** Seconds that a change between two rides at the stop takes at least; -1: none is possible. */
  readonly changeSeconds: Int32Array;
}

/** Ways on foot between stops for changes; stop p has `offsets[p] … offsets[p + 1] - 1`. */
export interface Footpaths {
  readonly offsets: Int32Array;
  readonly stops: Int32Array;
  /** Along the walking lanes. */
  readonly metres: Float64Array;
  /** At least so many, however fast one walks. */
  readonly seconds: Int32Array;
}

/** Sublines: trips of a line with the same stops. */
export interface TransitPatterns {
  /** Ids of the sublines of the map. */
  readonly sublineIds: Int32Array;
  /** `SublineType`. */
  readonly kinds: Uint8Array;
  /** Pattern p has the stops `stopOffsets[p] … stopOffsets[p + 1] - 1`. */
  readonly stopOffsets: Int32Array;
  readonly stops: Int32Array;
  /** `NO_PICKUP` and `NO_DROP_OFF`, by stop of a pattern. */
  readonly flags: Uint8Array;
  /** The hop from each stop of a pattern to its next; -1 from the last. */
  readonly hops: Int32Array;
  /** Pattern p has the trips `tripOffsets[p] … tripOffsets[p + 1] - 1`, by their departure. */
  readonly tripOffsets: Int32Array;
  /** By trip, its service. */
  readonly services: Int32Array;
  /**
   * Times of pattern p from `eventOffsets[p]` on, trip by trip, stop by stop: seconds since midnight of the service day.
   */
  readonly eventOffsets: Int32Array;
  readonly arrivals: Int32Array;
  readonly departures: Int32Array;
}

/** Ways of vehicles between two stops that follow each other. */
export interface TransitHops {
  /** Hop h drives the lanes (rows of the map) `laneOffsets[h] … laneOffsets[h + 1] - 1`; none when its way is not known. */
  readonly laneOffsets: Int32Array;
  readonly lanes: Int32Array;
  /** Metres along the first lane where it begins, and along the last where it ends. */
  readonly startS: Float64Array;
  readonly endS: Float64Array;
  /** As far as it is; straight when the way is not known. */
  readonly metres: Float64Array;
}

/** What a timetable is made of. */
export interface TimetableColumns {
  readonly stops: TransitStops;
  readonly footpaths: Footpaths;
  readonly patterns: TransitPatterns;
  readonly hops: TransitHops;
  readonly services: ServiceColumns;
  /** The Monday of the week with most trips: what days outside of the calendar are taken for. */
  readonly usualWeek: DayNumber;
}

/** The public transport of a map, in one buffer that threads share. It belongs to the map it was made with. */
export class Timetable implements SharedColumns, TimetableColumns {
  readonly stops: TransitStops;
  readonly footpaths: Footpaths;
  readonly patterns: TransitPatterns;
  readonly hops: TransitHops;
  readonly services: ServiceColumns;
  readonly usualWeek: DayNumber;

  private constructor(
    readonly buffer: ArrayBufferLike,
    readonly layout: SharedColumns['layout'],
  ) {
    const tables: Record<string, Record<string, ColumnArray>> = {};
    for (const [path, place] of Object.entries(layout)) {
      const [table, column] = path.split('.') as [string, string];
      tables[table] ??= {};
      tables[table][column] = viewColumn(buffer, place);
    }
    const { stops, footpaths, patterns, hops, services } = tables as unknown as TimetableColumns;
    this.stops = stops;
    this.footpaths = footpaths;
    this.patterns = patterns;
    this.hops = hops;
    this.services = services;
    this.usualWeek = tables.calendar!.usualWeek![0]!;
  }

  /** The timetable that another thread shared, or a file held. */
  static open({ buffer, layout }: SharedColumns): Timetable {
    return new Timetable(buffer, layout);
  }

  /** The timetable of columns, which are copied. */
  static of({ stops, footpaths, patterns, hops, services, usualWeek }: TimetableColumns): Timetable {
    const columns: Record<string, ColumnArray> = {};
    const tables = { stops, footpaths, patterns, hops, services, calendar: { usualWeek: Int32Array.of(usualWeek) } };
    for (const [table, of] of Object.entries(tables))
      for (const [name, column] of Object.entries(of)) columns[`${table}.${name}`] = column as ColumnArray;
    return new Timetable(...unpack(packColumns(columns)));
  }

  get stopCount(): number {
    return this.stops.aoiIds.length;
  }

  get patternCount(): number {
    return this.patterns.kinds.length;
  }

  get tripCount(): number {
    return this.patterns.services.length;
  }
}

function unpack({ buffer, layout }: SharedColumns): [ArrayBufferLike, SharedColumns['layout']] {
  return [buffer, layout];
}
