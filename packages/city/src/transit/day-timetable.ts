import { SECONDS_PER_DAY } from '@itinera/base';
import { groupByRow } from '../map/grouped-rows.js';
import { NumberList } from '../map/number-list.js';
import { NO_PICKUP } from './gtfs/gtfs-feed.js';
import { type DayNumber, runsOn, serviceRange, weekdayOf } from './service-days.js';
import type { Timetable } from './timetable.js';

/**
 * Departures up to this long after midnight are in a day's timetable: journeys start on the day and take up to half a
 * day.
 */
export const MAX_JOURNEY = 12 * 3600;
const HORIZON = SECONDS_PER_DAY + MAX_JOURNEY;

/**
 * The trips of one day, including yesterday's after midnight and tomorrow morning's, as lines: trips of one pattern
 * that do not overtake each other. Times are seconds since midnight of the day, negative before.
 */
export interface DayTimetable {
  /** The pattern of each line. */
  readonly patterns: Int32Array;
  readonly tripCounts: Int32Array;
  /** Times of line l, from index `eventOffsets[l]`, by trip and stop. */
  readonly eventOffsets: Int32Array;
  readonly arrivals: Int32Array;
  readonly departures: Int32Array;
  /** Trips of line l, from index `tripOffsets[l]`: the line on which their vehicle continues, and the start of its times there; -1: none.
   * Empty without blocks.
   */
  readonly tripOffsets: Int32Array;
  readonly nextLines: Int32Array;
  readonly nextEvents: Int32Array;
  /** Boarding: stop p has the lines, and its index in their patterns, from index `stopOffsets[p]`. */
  readonly stopOffsets: Uint32Array;
  readonly stopLines: Int32Array;
  readonly stopPositions: Int32Array;
}

/** The day whose timetable applies to a day: itself if it is in the calendar, otherwise that weekday of the usual week. */
export function representativeDay({ services, usualWeek }: Timetable, day: DayNumber): DayNumber {
  const range = serviceRange(services);
  if (range !== undefined && day >= range[0] && day <= range[1]) return day;
  return usualWeek + weekdayOf(day);
}

/** The days whose trips count on a day (tomorrow, itself, yesterday …), with their offset and services. */
export function servicesAround(
  timetable: Timetable,
  day: DayNumber,
): { readonly shift: number; readonly isActive: Uint8Array }[] {
  const { patterns, services } = timetable;
  const daysBack = patterns.departures.reduce((most, time) => Math.max(most, Math.floor(time / SECONDS_PER_DAY)), 0);
  return Array.from({ length: Math.min(daysBack, 7) + 2 }, (_, i) => {
    const other = representativeDay(timetable, day + 1 - i);
    const isActive = Uint8Array.from(services.weekdays, (_, service) => (runsOn(services, service, other) ? 1 : 0));
    return { shift: (1 - i) * SECONDS_PER_DAY, isActive };
  });
}

/** Collects the trips of one day. */
export function dayTimetable(timetable: Timetable, day: DayNumber): DayTimetable {
  const { patterns } = timetable;
  const days = servicesAround(timetable, day);
  const lines = new LineList(timetable);
  const found: { trip: number; shift: number; departure: number }[] = [];
  for (let pattern = 0; pattern < timetable.patternCount; pattern++) {
    const length = patterns.stopOffsets[pattern + 1] - patterns.stopOffsets[pattern];
    const firstTrip = patterns.tripOffsets[pattern];
    found.length = 0;
    for (let trip = firstTrip; trip < patterns.tripOffsets[pattern + 1]; trip++) {
      const first = patterns.eventOffsets[pattern] + (trip - firstTrip) * length;
      for (const { shift, isActive } of days) {
        if (isActive[patterns.services[trip]] === 0) continue;
        const departure = patterns.departures[first] + shift;
        if (departure < HORIZON && patterns.arrivals[first + length - 1] + shift >= 0)
          found.push({ trip, shift, departure });
      }
    }
    found.sort((a, b) => a.departure - b.departure || a.trip - b.trip);
    for (const { trip, shift } of found)
      lines.add(trip, { pattern, first: patterns.eventOffsets[pattern] + (trip - firstTrip) * length, length, shift });
    lines.endPattern();
  }
  return lines.finish();
}

/** Times of a trip: `length` of them from `first`, as seconds since midnight with `shift`. */
interface TripTimes {
  readonly pattern: number;
  readonly first: number;
  readonly length: number;
  readonly shift: number;
}

/** Times of a line, one trip after the other, and the places of those in blocks. */
interface Chain {
  readonly arrivals: NumberList<Int32Array>;
  readonly departures: NumberList<Int32Array>;
  readonly blocked: { readonly key: string; readonly trip: number; readonly events: number }[];
}

/** Lines that grow trip by trip. */
class LineList {
  readonly #patterns: number[] = [];
  /** Times of the lines of the current pattern, one list per trip. */
  #chains: Chain[] = [];
  #pattern = -1;
  #length = 0;
  readonly #tripCounts: number[] = [];
  readonly #eventOffsets: number[] = [];
  /** Trips by block and day. */
  readonly #blocks = new Map<string, { trip: number; line: number; events: number }[]>();
  readonly #arrivals = new NumberList(Int32Array);
  readonly #departures = new NumberList(Int32Array);

  constructor(private readonly timetable: Timetable) {}

  /** Adds a trip to the first line where no trip overtakes another. */
  add(trip: number, { pattern, first, length, shift }: TripTimes): void {
    const { arrivals, departures, blocks } = this.timetable.patterns;
    const block = blocks?.[trip] ?? -1;
    this.#pattern = pattern;
    this.#length = length;
    const follows = this.#chains.find((chain) => {
      const last = chain.arrivals.length - length;
      for (let i = 0; i < length; i++)
        if (
          chain.arrivals.at(last + i) > arrivals[first + i] + shift ||
          chain.departures.at(last + i) > departures[first + i] + shift
        )
          return false;
      return true;
    });
    const chain = follows ?? {
      arrivals: new NumberList(Int32Array),
      departures: new NumberList(Int32Array),
      blocked: [],
    };
    if (follows === undefined) this.#chains.push(chain);
    if (block >= 0) chain.blocked.push({ key: `${block} ${shift}`, trip, events: chain.arrivals.length });
    for (let i = first; i < first + length; i++) {
      chain.arrivals.push(arrivals[i] + shift);
      chain.departures.push(departures[i] + shift);
    }
  }

  endPattern(): void {
    for (const { arrivals, departures, blocked } of this.#chains) {
      for (const { key, trip, events } of blocked) {
        const trips = this.#blocks.get(key) ?? [];
        this.#blocks.set(key, trips);
        trips.push({ trip, line: this.#patterns.length, events: this.#arrivals.length + events });
      }
      this.#patterns.push(this.#pattern);
      this.#tripCounts.push(arrivals.length / this.#length);
      this.#eventOffsets.push(this.#arrivals.length);
      this.#arrivals.pushAll(arrivals.view());
      this.#departures.pushAll(departures.view());
    }
    this.#chains = [];
  }

  /** The trip on which the vehicle of another continues: the next of its block, from where and when that one ends. */
  #continuations(): Pick<DayTimetable, 'tripOffsets' | 'nextLines' | 'nextEvents'> {
    const { stopOffsets, stops, flags } = this.timetable.patterns;
    const tripOffsets = new Int32Array(this.#patterns.length + 1);
    this.#tripCounts.forEach((count, line) => {
      tripOffsets[line + 1] = tripOffsets[line] + count;
    });
    const count = this.#blocks.size === 0 ? 0 : tripOffsets.at(-1)!;
    const [nextLines, nextEvents] = [0, 1].map(() => new Int32Array(count).fill(-1)) as [Int32Array, Int32Array];
    for (const trips of this.#blocks.values()) {
      trips.sort((a, b) => this.#departures.at(a.events) - this.#departures.at(b.events) || a.trip - b.trip);
      trips.slice(1).forEach(({ line, events }, i) => {
        const before = trips[i]!;
        const pattern = this.#patterns[before.line];
        const first = stopOffsets[this.#patterns[line]];
        const length = stopOffsets[pattern + 1] - stopOffsets[pattern];
        const isThere = stops[first] === stops[stopOffsets[pattern + 1] - 1] && (flags[first] & NO_PICKUP) === 0;
        if (!isThere || this.#departures.at(events) < this.#arrivals.at(before.events + length - 1)) return;
        const trip = tripOffsets[before.line] + (before.events - this.#eventOffsets[before.line]) / length;
        nextLines[trip] = line;
        nextEvents[trip] = events;
      });
    }
    return { tripOffsets, nextLines, nextEvents };
  }

  finish(): DayTimetable {
    const { patterns, stopCount } = this.timetable;
    const [stops, lines, positions] = [Int32Array, Int32Array, Int32Array].map((Type) => new NumberList(Type)) as [
      NumberList<Int32Array>,
      NumberList<Int32Array>,
      NumberList<Int32Array>,
    ];
    this.#patterns.forEach((pattern, line) => {
      const start = patterns.stopOffsets[pattern];
      // No one boards at the last stop.
      for (let i = start; i < patterns.stopOffsets[pattern + 1] - 1; i++) {
        if ((patterns.flags[i] & NO_PICKUP) !== 0) continue;
        stops.push(patterns.stops[i]);
        lines.push(line);
        positions.push(i - start);
      }
    });
    const { offsets, items } = groupByRow(stopCount, stops.view());
    return {
      patterns: Int32Array.from(this.#patterns),
      tripCounts: Int32Array.from(this.#tripCounts),
      eventOffsets: Int32Array.from(this.#eventOffsets),
      arrivals: this.#arrivals.view().slice(),
      departures: this.#departures.view().slice(),
      ...this.#continuations(),
      stopOffsets: offsets,
      stopLines: Int32Array.from(items, (item) => lines.at(item)),
      stopPositions: Int32Array.from(items, (item) => positions.at(item)),
    };
  }
}
