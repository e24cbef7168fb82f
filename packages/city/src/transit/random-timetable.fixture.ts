import fc from 'fast-check';
import { SublineType } from '../map/message.js';
import { NO_DROP_OFF, NO_PICKUP } from './gtfs/gtfs-feed.js';
import { Timetable } from './timetable.js';

/** A handwritten line: its stops, restrictions at them, and its trips: service and times by stop. */
export interface DrawnLine {
  readonly kind?: SublineType;
  readonly stops: readonly number[];
  readonly flags?: readonly number[];
  readonly trips: readonly {
    readonly service: number;
    readonly times: readonly (readonly [number, number])[];
    /** Number of its block; in none by default. */
    readonly block?: number;
  }[];
}

export interface DrawnTimetable {
  readonly stopCount: number;
  readonly lines: readonly DrawnLine[];
  /** From, to, metres, minimum seconds. */
  readonly footpaths?: readonly (readonly [number, number, number, number])[];
  readonly changeSeconds?: readonly number[];
  /** For each service, its weekdays as bits from Monday; all days by default. */
  readonly weekdays?: readonly number[];
}

/** Monday, 1 January 2024. */
export const MONDAY = 19_723;

/** A handwritten timetable; its calendar is the four weeks from `MONDAY`. */
export function drawnTimetable({ stopCount, lines, footpaths = [], ...rest }: DrawnTimetable): Timetable {
  const weekdays = rest.weekdays ?? [127];
  const offsets = (counts: readonly number[]) => {
    const made = new Int32Array(counts.length + 1);
    counts.forEach((count, i) => {
      made[i + 1] = made[i]! + count;
    });
    return made;
  };
  const ordered = [...footpaths].sort((a, b) => a[0] - b[0]);
  const events = lines.map(({ trips }) => trips.flatMap(({ times }) => times));
  return Timetable.of({
    stops: {
      aoiIds: Int32Array.from({ length: stopCount }, (_, i) => 500_000_000 + i),
      lanes: new Int32Array(stopCount),
      s: new Float64Array(stopCount),
      changeSeconds: Int32Array.from({ length: stopCount }, (_, i) => rest.changeSeconds?.[i] ?? 0),
    },
    footpaths: {
      offsets: offsets(Array.from({ length: stopCount }, (_, stop) => ordered.filter(([a]) => a === stop).length)),
      stops: Int32Array.from(ordered, ([, to]) => to),
      metres: Float64Array.from(ordered, ([, , metres]) => metres),
      seconds: Int32Array.from(ordered, ([, , , seconds]) => seconds),
    },
    patterns: {
      sublineIds: Int32Array.from(lines, (_, i) => 900_000_000 + i),
      kinds: Uint8Array.from(lines, ({ kind }) => kind ?? SublineType.BUS),
      stopOffsets: offsets(lines.map(({ stops }) => stops.length)),
      stops: Int32Array.from(lines.flatMap(({ stops }) => stops)),
      flags: Uint8Array.from(lines.flatMap(({ stops, flags }) => stops.map((_, i) => flags?.[i] ?? 0))),
      hops: Int32Array.from(lines.flatMap(({ stops }) => stops.map((_, i) => (i < stops.length - 1 ? 0 : -1)))),
      tripOffsets: offsets(lines.map(({ trips }) => trips.length)),
      services: Int32Array.from(lines.flatMap(({ trips }) => trips.map(({ service }) => service))),
      blocks: Int32Array.from(lines.flatMap(({ trips }) => trips.map(({ block = -1 }) => block))),
      eventOffsets: offsets(events.map((list) => list.length)).slice(0, -1),
      arrivals: Int32Array.from(events.flat(), ([arrival]) => arrival),
      departures: Int32Array.from(events.flat(), ([, departure]) => departure),
    },
    hops: {
      laneOffsets: Int32Array.of(0, 0),
      lanes: new Int32Array(0),
      startS: Float64Array.of(0),
      endS: Float64Array.of(0),
      metres: Float64Array.of(500),
    },
    services: {
      weekdays: Uint8Array.from(weekdays),
      firstDay: new Int32Array(weekdays.length).fill(MONDAY),
      lastDay: new Int32Array(weekdays.length).fill(MONDAY + 27),
      exceptionOffsets: new Int32Array(weekdays.length + 1),
      exceptionDays: new Int32Array(0),
      exceptionRuns: new Uint8Array(0),
    },
    usualWeek: MONDAY,
  });
}

/** Small, dense timetables: many ties, overtaking trips, trips across midnight. */
export const anyTimetable: fc.Arbitrary<DrawnTimetable> = fc.integer({ min: 2, max: 7 }).chain((stopCount) => {
  const stop = fc.integer({ min: 0, max: stopCount - 1 });
  const service = fc.integer({ min: 0, max: 2 });
  const line = fc.integer({ min: 2, max: 5 }).chain((length) => {
    const waits = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 3 })), {
      minLength: length,
      maxLength: length,
    });
    // Around noon, or around midnight at either end of the service day.
    const start = fc.oneof(
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 720, max: 760 }),
      fc.integer({ min: 1420, max: 1480 }),
    );
    const block = fc.constantFrom(-1, 0, 1);
    const trip = fc.record({ service, start, waits, block }).map((made) => {
      let time = made.start * 60;
      const times = made.waits.map(([ride, dwell]): [number, number] => {
        const arrival = time + ride * 60;
        time = arrival + dwell * 60;
        return [arrival, time];
      });
      return { service: made.service, times, block: made.block };
    });
    return fc.record({
      kind: fc.constantFrom(SublineType.BUS, SublineType.SUBWAY),
      stops: fc.array(stop, { minLength: length, maxLength: length }),
      flags: fc.array(fc.constantFrom(0, 0, 0, NO_PICKUP, NO_DROP_OFF), { minLength: length, maxLength: length }),
      trips: fc
        .array(trip, { minLength: 1, maxLength: 5 })
        .map((trips) => trips.sort((a, b) => a.times[0]![1] - b.times[0]![1])),
    });
  });
  return fc.record({
    stopCount: fc.constant(stopCount),
    // Many lines begin where the one before them ends, as those of one vehicle do.
    lines: fc
      .array(fc.tuple(line, fc.boolean()), { minLength: 1, maxLength: 6 })
      .map((lines) =>
        lines.map(([made, follows], i) =>
          follows && i > 0 ? { ...made, stops: [lines[i - 1]![0].stops.at(-1)!, ...made.stops.slice(1)] } : made,
        ),
      ),
    footpaths: fc.uniqueArray(
      fc
        .tuple(stop, stop, fc.integer({ min: 0, max: 600 }), fc.constantFrom(0, 0, 120))
        .filter(([from, to]) => from !== to),
      { selector: ([from, to]) => `${from} ${to}`, maxLength: 6 },
    ),
    changeSeconds: fc.array(fc.constantFrom(0, 0, 90, -1), { minLength: stopCount, maxLength: stopCount }),
    weekdays: fc.constant([127, 0b0011111, 0b1100000]),
  });
});
