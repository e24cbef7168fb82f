import type { CityMap } from '../map/city-map.js';
import { SublineType } from '../map/message.js';
import type { LanePlace } from '../routing/route.js';
import { hasWalkLimits, type WalkNetwork } from '../routing/walk-network.js';
import { type DayTimetable, dayTimetable, MAX_JOURNEY, servicesAround } from './day-timetable.js';
import { Raptor, type Ride, type TransitPath } from './raptor.js';
import type { DayNumber } from './service-days.js';
import { type ReachedStops, StopReach } from './stop-reach.js';
import type { Timetable } from './timetable.js';

/** Allowed vehicles, as bits: `1 << SublineType`. */
export const BY_BUS = 1 << SublineType.BUS;
export const BY_SUBWAY = 1 << SublineType.SUBWAY;

/** How people use public transport. */
export interface TransitHabits {
  /** Maximum walk to the first stop, and from the last: metres along walking lanes. */
  readonly accessMetres: number;
  /** They are at a stop this many seconds before departure. */
  readonly boardingSeconds: number;
}

/** Start or end of a journey: places on walking lanes, and their key (an AOI's row), or -1. */
export interface JourneyEnd {
  readonly aoi: number;
  readonly places: readonly LanePlace[];
}

export interface JourneyQuestion {
  readonly from: JourneyEnd;
  readonly to: JourneyEnd;
  /** Days since 1970, and seconds since midnight of that day. */
  readonly day: DayNumber;
  readonly seconds: number;
  /** m/s. */
  readonly walkingSpeed: number;
  /** `BY_BUS`, `BY_SUBWAY` or both. */
  readonly kinds: number;
  /** Arrival if walking all the way, seconds since midnight; Infinity if that is impossible. */
  readonly onFoot: number;
}

/** A ride of a journey: indices in its pattern, and times in seconds since midnight of the requested day. */
export interface JourneyRide extends Pick<Ride, 'pattern' | 'from' | 'to'> {
  /** Rows of stops. */
  readonly board: number;
  readonly alight: number;
  /** Arrivals and departures at the stops of the pattern. */
  readonly arrivals: Int32Array;
  readonly departures: Int32Array;
}

/** The rides with the earliest arrival at the target. */
export interface PlannedJourney {
  readonly arrival: number;
  readonly rides: readonly JourneyRide[];
}

/** Number of days whose timetables are cached: a week, and its nights before and after holidays. */
const KEPT_DAYS = 12;
/** Number of AOIs whose stops are cached. */
const KEPT_PLACES = 65_536;

/** From a place to the stops near it, or back. */
type WalkHeading = 'toStops' | 'fromStops';

/** The search for stops, and the stops near AOIs, by row. */
interface NearStops {
  readonly reach: StopReach;
  readonly kept: Map<number, ReachedStops>;
}

/**
 * Finds journeys by public transport with the earliest arrival. Answers depend only on the query. Not thread-safe: each
 * thread needs its own planner on the same timetable.
 */
export class TransitPlanner {
  readonly #walks: { readonly [heading in WalkHeading]: NearStops };
  readonly #raptors = new Map<string, { day: DayTimetable; raptor: Raptor }>();
  readonly #keys = new Map<DayNumber, string>();
  readonly #kinds: number;

  constructor(
    city: CityMap,
    walk: WalkNetwork,
    readonly timetable: Timetable,
    private readonly habits: TransitHabits,
  ) {
    const { lanes, s } = timetable.stops;
    const toStops = { reach: new StopReach(city, walk, lanes, s), kept: new Map() };
    const fromStops = hasWalkLimits(walk)
      ? { reach: new StopReach(city, walk, lanes, s, { isBackward: true }), kept: new Map() }
      : toStops;
    this.#walks = { toStops, fromStops };
    this.#kinds = timetable.patterns.kinds.reduce((kinds, kind) => kinds | (1 << kind), 0);
  }

  /** Whether there is any line of these kinds. */
  has(kinds: number): boolean {
    return (this.#kinds & kinds) !== 0;
  }

  /** @returns null if no journey is faster than walking, within half a day */
  find({ from, to, day, seconds, walkingSpeed, kinds, onFoot }: JourneyQuestion): PlannedJourney | null {
    const { boardingSeconds } = this.habits;
    const sources = this.stopsNear(from);
    const targets = this.stopsNear(to, 'fromStops');
    if (sources.stops.length === 0 || targets.stops.length === 0) return null;
    const { day: timetable, raptor } = this.#raptorOf(day);
    const path = raptor.find({
      sources: sources.stops,
      sourceTimes: sources.metres.map((metres) => Math.ceil(seconds + metres / walkingSpeed) + boardingSeconds),
      targets: targets.stops,
      targetSeconds: targets.metres.map((metres) => Math.ceil(metres / walkingSpeed)),
      before: Math.min(onFoot, seconds + MAX_JOURNEY),
      kinds,
      walkingSpeed,
      boardingSeconds,
    });
    return path && this.#journey(path, timetable);
  }

  /**
   * The earliest arrivals by vehicle at all stops for several departures of a day, latest first; each is valid until the
   * next one.
   * @param near stops near the origin
   * @param limit seconds after departure within which arrivals count
   */
  *arrivals(
    near: ReachedStops,
    day: DayNumber,
    departures: readonly number[],
    limit: number,
    walkingSpeed: number,
  ): Generator<readonly [departure: number, arrivals: Float64Array]> {
    const { raptor } = this.#raptorOf(day);
    let isFirst = true;
    for (const departure of [...departures].sort((a, b) => b - a)) {
      yield [departure, raptor.arrivals(this.#queryFrom(near, departure, limit, walkingSpeed), !isFirst)];
      isFirst = false;
    }
  }

  /**
   * A key of the trips that are caught first: after the same departure, the same key has the same `arrivals`. Empty if no
   * trip is caught within the limit.
   */
  firstTrips(near: ReachedStops, day: DayNumber, departure: number, limit: number, walkingSpeed: number): string {
    const query = this.#queryFrom(near, departure, limit, walkingSpeed);
    return this.#raptorOf(day).raptor.firstTrips(query).join();
  }

  #queryFrom({ stops, metres }: ReachedStops, departure: number, limit: number, walkingSpeed: number) {
    const { boardingSeconds } = this.habits;
    const sourceTimes = new Float64Array(stops.length);
    for (let i = 0; i < stops.length; i++)
      sourceTimes[i] = Math.ceil(departure + metres[i] / walkingSpeed) + boardingSeconds;
    return {
      sources: stops,
      sourceTimes,
      before: departure + Math.min(limit, MAX_JOURNEY),
      kinds: BY_BUS | BY_SUBWAY,
      walkingSpeed,
      boardingSeconds,
    };
  }

  /** The services of a day and the days around it, with their offsets in seconds. */
  servicesOn(day: DayNumber): ReturnType<typeof servicesAround> {
    return servicesAround(this.timetable, day);
  }

  #journey({ arrival, rides }: TransitPath, day: DayTimetable): PlannedJourney {
    const { stopOffsets, stops } = this.timetable.patterns;
    return {
      arrival,
      rides: rides.map(({ pattern, from, to, events }) => {
        const first = stopOffsets[pattern];
        const end = events + stopOffsets[pattern + 1] - first;
        return {
          pattern,
          from,
          to,
          board: stops[first + from],
          alight: stops[first + to],
          arrivals: day.arrivals.subarray(events, end),
          departures: day.departures.subarray(events, end),
        };
      }),
    };
  }

  /** The stops within walking distance of one end of a journey, and the metres to or from them. */
  stopsNear({ aoi, places }: JourneyEnd, heading: WalkHeading = 'toStops'): ReachedStops {
    const { reach, kept } = this.#walks[heading];
    if (aoi < 0) return reach.around(places, this.habits.accessMetres);
    let near = kept.get(aoi);
    if (near === undefined) {
      near = reach.around(places, this.habits.accessMetres);
      if (kept.size >= KEPT_PLACES) kept.clear();
      kept.set(aoi, near);
    }
    return near;
  }

  /** Days with the same services share a timetable. */
  #raptorOf(day: DayNumber): { day: DayTimetable; raptor: Raptor } {
    let key = this.#keys.get(day);
    if (key === undefined) {
      key = this.servicesOn(day)
        .map(({ isActive }) => isActive.join(''))
        .join(' ');
      this.#keys.set(day, key);
    }
    let known = this.#raptors.get(key);
    if (known === undefined) {
      const timetable = dayTimetable(this.timetable, day);
      known = { day: timetable, raptor: new Raptor(this.timetable, timetable) };
      if (this.#raptors.size >= KEPT_DAYS) this.#raptors.delete(this.#raptors.keys().next().value as string);
      this.#raptors.set(key, known);
    }
    return known;
  }
}
