import { type ColumnArray, packColumns, type SharedColumns, viewColumn } from '../map/shared-columns.js';
import type { DayNumber, ServiceColumns } from './service-days.js';

/** Increased when the columns or their meaning change: timetables of other versions are rebuilt. */
export const TIMETABLE_VERSION = 1;

/** The stations of a map's public transport. */
export interface TransitStops {
  /** Ids of their AOIs. */
  readonly aoiIds: Int32Array;
  /** Places where pedestrians reach them: rows of walking lanes, metres along them. */
  readonly lanes: Int32Array;
  readonly s: Float64Array;
  /** Minimum seconds for a transfer between two rides at the stop; -1: none is possible. */
  readonly changeSeconds: Int32Array;
}

/** Walks between stops for transfers; stop p has `offsets[p] … offsets[p + 1] - 1`. */
export interface Footpaths {
  readonly offsets: Int32Array;
  readonly stops: Int32Array;
  /** Along the walking lanes. */
  readonly metres: Float64Array;
  /** Minimum duration in seconds, whatever the walking speed. */
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
  /** The hop from each stop of a pattern to the next; -1 from the last. */
  readonly hops: Int32Array;
  /** Pattern p has the trips `tripOffsets[p] … tripOffsets[p + 1] - 1`, by departure. */
  readonly tripOffsets: Int32Array;
  /** For each trip, its service. */
  readonly services: Int32Array;
  /** For each trip, the number of its block, or -1; undefined in timetables of earlier versions. */
  readonly blocks?: Int32Array | undefined;
  /** Times of pattern p, from index `eventOffsets[p]`, by trip and stop: seconds since midnight of the service day. */
  readonly eventOffsets: Int32Array;
  readonly arrivals: Int32Array;
  readonly departures: Int32Array;
}

/** Routes of vehicles between two consecutive stops. */
export interface TransitHops {
  /** Hop h drives the lanes (rows of the map) `laneOffsets[h] … laneOffsets[h + 1] - 1`; none if its route is unknown. */
  readonly laneOffsets: Int32Array;
  readonly lanes: Int32Array;
  /** Metres along the first lane where it begins, and along the last where it ends. */
  readonly startS: Float64Array;
  readonly endS: Float64Array;
  /** Length in metres; the straight distance if the route is unknown. */
  readonly metres: Float64Array;
}

/** Names and ids of the feed, which the map does not have. */
export interface TransitLabels {
  readonly lines: readonly {
    readonly id: string;
    /** The short name, or else the long one. */
    readonly name: string;
    readonly longName: string;
    readonly agencyId: string;
    readonly agency: string;
  }[];
  /** The line of each pattern; -1 if unknown. */
  readonly lineOf: readonly number[];
  /** The id of each stop, and id and name of the station that it is part of; '' if unknown. */
  readonly stops: readonly (readonly [id: string, stationId: string, station: string])[];
}

/** The inputs of a timetable. */
export interface TimetableColumns {
  readonly stops: TransitStops;
  readonly footpaths: Footpaths;
  readonly patterns: TransitPatterns;
  readonly hops: TransitHops;
  readonly services: ServiceColumns;
  /** The Monday of the week with the most trips, which is used for days outside the calendar. */
  readonly usualWeek: DayNumber;
  /** Undefined if unknown, such as in timetables of earlier versions. */
  readonly labels?: TransitLabels | undefined;
}

/** The public transport of a map, in one buffer that threads share. It belongs to the map it was built with. */
export class Timetable implements SharedColumns, TimetableColumns {
  readonly stops: TransitStops;
  readonly footpaths: Footpaths;
  readonly patterns: TransitPatterns;
  readonly hops: TransitHops;
  readonly services: ServiceColumns;
  readonly usualWeek: DayNumber;
  readonly #labels: Uint8Array | undefined;

  private constructor(
    readonly buffer: ArrayBufferLike,
    readonly layout: SharedColumns['layout'],
  ) {
    const tables: Record<string, object> = {};
    for (const [path, place] of Object.entries(layout)) {
      const [table, column] = path.split('.') as [string, string];
      tables[table] ??= {};
      Object.assign(tables[table], { [column]: viewColumn(buffer, place) });
    }
    this.stops = tables.stops as TransitStops;
    this.footpaths = tables.footpaths as Footpaths;
    this.patterns = tables.patterns as TransitPatterns;
    this.hops = tables.hops as TransitHops;
    this.services = tables.services as ServiceColumns;
    this.usualWeek = (tables.calendar as { readonly usualWeek: Int32Array }).usualWeek[0]!;
    this.#labels = (tables.labels as { readonly json: Uint8Array } | undefined)?.json;
  }

  /** The timetable shared by another thread, or from a file. */
  static open({ buffer, layout }: SharedColumns): Timetable {
    return new Timetable(buffer, layout);
  }

  /** The timetable from columns, which are copied. */
  static of({ stops, footpaths, patterns, hops, services, usualWeek, labels }: TimetableColumns): Timetable {
    const columns: Record<string, ColumnArray> = {};
    const tables = { stops, footpaths, patterns, hops, services, calendar: { usualWeek: Int32Array.of(usualWeek) } };
    for (const [table, of] of Object.entries(tables))
      for (const [name, column] of Object.entries(of))
        if (column !== undefined) columns[`${table}.${name}`] = column as ColumnArray;
    if (labels) columns['labels.json'] = new TextEncoder().encode(JSON.stringify(labels));
    return new Timetable(...unpack(packColumns(columns)));
  }

  get labels(): TransitLabels | undefined {
    // Text cannot be decoded from shared memory.
    return this.#labels && (JSON.parse(new TextDecoder().decode(this.#labels.slice())) as TransitLabels);
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
