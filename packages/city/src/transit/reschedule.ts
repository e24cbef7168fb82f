import { NumberList } from '../map/number-list.js';
import type { Route } from '../routing/route.js';
import { representativeDay } from './day-timetable.js';
import { type DayNumber, runsOn, type ServiceColumns, weekdayOf } from './service-days.js';
import { Timetable, type TransitHops, type TransitPatterns } from './timetable.js';

const WEEK = 7;

/** Where a vehicle stops (indices in its pattern), on which hops, and its delay at each stop. */
export interface Course {
  readonly stops: readonly number[];
  readonly hops: readonly number[];
  readonly delays: readonly number[];
}

/** The courses of vehicles while something is closed. */
export interface Courses {
  /** Whether any trip of a pattern may change. */
  mayChange(pattern: number): boolean;
  /**
   * The course of a trip that begins on a day of the simulation: `same` as in the timetable, or null if it is cancelled.
   * @param first index of its first time
   */
  of(pattern: number, first: number, day: number): Course | 'same' | null;
  /** The hops of the timetable, with the new ones at the end. */
  hops(): TransitHops;
}

/** What changes, in departures over all days of the simulation. */
export interface CourseEffects {
  /** Vehicles that take another way or leave out stops. */
  readonly diverted: number;
  readonly cancelled: number;
  /** Stops that vehicles leave out. */
  readonly skippedStops: number;
  /** Of a vehicle at any stop. */
  readonly longestDelaySeconds: number;
}

/** A trip: the index of its first time, its service, and its block or -1. */
interface Departure {
  readonly first: number;
  readonly service: number;
  readonly block: number;
}

/** The trips of a pattern that take the same course. */
interface Variant {
  readonly pattern: number;
  readonly course: Course;
  readonly trips: (Departure & Pick<Course, 'delays'>)[];
}

/**
 * The timetable with other courses of some trips.
 * @param days first day of the simulation, and number of days
 * @returns the given timetable if nothing changes
 */
export function reschedule(
  timetable: Timetable,
  courses: Courses,
  [dayZero, days]: readonly [DayNumber, number],
): { readonly timetable: Timetable; readonly effects: CourseEffects } {
  const { patterns } = timetable;
  const services = new ServicesByWeekday(timetable.services);
  const variants = new Map<string, Variant>();
  const effects = { diverted: 0, cancelled: 0, skippedStops: 0, longestDelaySeconds: 0 };
  const kept: Departure[][] = [];
  let isChanged = false;
  for (let pattern = 0; pattern < timetable.patternCount; pattern++) {
    const unchanged: Departure[] = [];
    kept.push(unchanged);
    const length = patterns.stopOffsets[pattern + 1] - patterns.stopOffsets[pattern];
    const isConcerned = courses.mayChange(pattern);
    for (let trip = patterns.tripOffsets[pattern]; trip < patterns.tripOffsets[pattern + 1]; trip++) {
      const first = patterns.eventOffsets[pattern] + (trip - patterns.tripOffsets[pattern]) * length;
      const service = patterns.services[trip];
      const block = patterns.blocks?.[trip] ?? -1;
      const byWeekday = Array.from({ length: isConcerned ? WEEK : 0 }, (_, day) => courses.of(pattern, first, day));
      if (byWeekday.every((course) => course === 'same')) {
        unchanged.push({ first, service, block });
        continue;
      }
      isChanged = true;
      const groups = new Map<string, { course: Course | 'same' | null; weekdays: number }>();
      byWeekday.forEach((course, day) => {
        const weekday = weekdayOf(dayZero + day);
        const key = JSON.stringify(course);
        const weekdays = (groups.get(key)?.weekdays ?? 0) | (1 << weekday);
        groups.set(key, { course, weekdays });
        const runs = Array.from({ length: days }, (_, i) => dayZero + i).filter(
          (other) =>
            weekdayOf(other) === weekday && runsOn(timetable.services, service, representativeDay(timetable, other)),
        ).length;
        if (runs === 0 || course === 'same') return;
        if (course === null) effects.cancelled += runs;
        else {
          effects.diverted += runs;
          effects.skippedStops += runs * (length - course.stops.length);
          effects.longestDelaySeconds = Math.max(effects.longestDelaySeconds, course.delays.at(-1)!);
        }
      });
      for (const { course, weekdays } of groups.values()) {
        const limited = services.on(service, weekdays);
        if (course === 'same') unchanged.push({ first, service: limited, block });
        else if (course !== null) {
          const key = JSON.stringify([pattern, course.stops, course.hops]);
          const variant = variants.get(key) ?? { pattern, course, trips: [] };
          variant.trips.push({ first, service: limited, block, delays: course.delays });
          variants.set(key, variant);
        }
      }
    }
  }
  if (!isChanged) return { timetable, effects };
  const changed = {
    stops: timetable.stops,
    footpaths: timetable.footpaths,
    patterns: withVariants(timetable, kept, [...variants.values()]),
    hops: courses.hops(),
    services: services.columns,
    usualWeek: timetable.usualWeek,
  };
  return { timetable: Timetable.of(changed), effects };
}

/** The services of a timetable, and those limited to some of their weekdays. */
class ServicesByWeekday {
  readonly #limited = new Map<string, number>();
  readonly #new: { readonly service: number; readonly weekdays: number }[] = [];

  constructor(private readonly services: ServiceColumns) {}

  /** A service on some weekdays (bit 0 is Monday) only. */
  on(service: number, weekdays: number): number {
    if (weekdays === (1 << WEEK) - 1) return service;
    const key = `${service} ${weekdays}`;
    const known = this.#limited.get(key) ?? this.services.weekdays.length + this.#new.length;
    if (!this.#limited.has(key)) this.#new.push({ service, weekdays });
    this.#limited.set(key, known);
    return known;
  }

  get columns(): ServiceColumns {
    const { weekdays, firstDay, lastDay, exceptionOffsets, exceptionDays, exceptionRuns } = this.services;
    const exceptions = this.#new.map(({ service, weekdays: some }) =>
      Array.from(exceptionDays.keys()).filter(
        (i) =>
          i >= exceptionOffsets[service] &&
          i < exceptionOffsets[service + 1] &&
          ((some >> weekdayOf(exceptionDays[i])) & 1) === 1,
      ),
    );
    let end = exceptionDays.length;
    const rows = exceptions.flat();
    return {
      weekdays: longer(
        weekdays,
        this.#new.map(({ service, weekdays: some }) => weekdays[service] & some),
      ),
      firstDay: longer(
        firstDay,
        this.#new.map(({ service }) => firstDay[service]),
      ),
      lastDay: longer(
        lastDay,
        this.#new.map(({ service }) => lastDay[service]),
      ),
      exceptionOffsets: longer(
        exceptionOffsets,
        exceptions.map(({ length }) => {
          end += length;
          return end;
        }),
      ),
      exceptionDays: longer(
        exceptionDays,
        rows.map((i) => exceptionDays[i]),
      ),
      exceptionRuns: longer(
        exceptionRuns,
        rows.map((i) => exceptionRuns[i]),
      ),
    };
  }
}

/**
 * The patterns with the trips that are unchanged, then one per course around closed roads.
 * @param kept the unchanged trips by pattern
 */
function withVariants(
  { patterns }: Timetable,
  kept: readonly (readonly Departure[])[],
  variants: readonly Variant[],
): TransitPatterns {
  const [sublineIds, kinds, stopOffsets, stops, flags, hops, tripOffsets, services, blocks, eventOffsets] = Array.from(
    { length: 10 },
    () => [] as number[],
  ) as [number[], number[], number[], number[], number[], number[], number[], number[], number[], number[]];
  const [arrivals, departures] = [new NumberList(Int32Array), new NumberList(Int32Array)];
  stopOffsets.push(0);
  tripOffsets.push(0);
  const add = ({ pattern, course, trips }: Variant) => {
    const start = patterns.stopOffsets[pattern];
    sublineIds.push(patterns.sublineIds[pattern]);
    kinds.push(patterns.kinds[pattern]);
    for (const i of course.stops) {
      stops.push(patterns.stops[start + i]);
      flags.push(patterns.flags[start + i]);
    }
    for (const hop of course.hops) hops.push(hop);
    hops.push(-1);
    stopOffsets.push(stops.length);
    eventOffsets.push(arrivals.length);
    for (const { first, service, block, delays } of trips) {
      services.push(service);
      blocks.push(block);
      course.stops.forEach((i, place) => {
        arrivals.push(patterns.arrivals[first + i] + delays[place]!);
        departures.push(patterns.departures[first + i] + delays[place]!);
      });
    }
    tripOffsets.push(services.length);
  };
  kept.forEach((trips, pattern) => {
    const [start, end] = [patterns.stopOffsets[pattern], patterns.stopOffsets[pattern + 1]];
    const course = {
      stops: Array.from({ length: end - start }, (_, i) => i),
      hops: [...patterns.hops.subarray(start, end - 1)],
      delays: new Array<number>(end - start).fill(0),
    };
    const delays = course.delays;
    add({ pattern, course, trips: trips.map((trip) => ({ ...trip, delays })) });
  });
  variants.forEach(add);
  return {
    sublineIds: Int32Array.from(sublineIds),
    kinds: Uint8Array.from(kinds),
    stopOffsets: Int32Array.from(stopOffsets),
    stops: Int32Array.from(stops),
    flags: Uint8Array.from(flags),
    hops: Int32Array.from(hops),
    tripOffsets: Int32Array.from(tripOffsets),
    services: Int32Array.from(services),
    blocks: Int32Array.from(blocks),
    eventOffsets: Int32Array.from(eventOffsets),
    arrivals: arrivals.view().slice(),
    departures: departures.view().slice(),
  };
}

/** Hops with more at their end. */
export function withHops(
  hops: TransitHops,
  more: readonly (Pick<Route, 'lanes' | 'startS' | 'endS'> & { readonly metres: number })[],
): TransitHops {
  let end = hops.lanes.length;
  return {
    laneOffsets: longer(
      hops.laneOffsets,
      more.map(({ lanes }) => {
        end += lanes.length;
        return end;
      }),
    ),
    lanes: longer(
      hops.lanes,
      more.flatMap(({ lanes }) => [...lanes]),
    ),
    startS: longer(
      hops.startS,
      more.map(({ startS }) => startS),
    ),
    endS: longer(
      hops.endS,
      more.map(({ endS }) => endS),
    ),
    metres: longer(
      hops.metres,
      more.map(({ metres }) => metres),
    ),
  };
}

/** A column with more values at its end. */
function longer<T extends Uint8Array | Int32Array | Float64Array>(column: T, more: readonly number[]): T {
  const all = new (column.constructor as new (length: number) => T)(column.length + more.length);
  all.set(column);
  all.set(more, column.length);
  return all;
}
