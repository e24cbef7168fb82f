import type { DayTimetable } from './day-timetable.js';
import { NO_DROP_OFF, NO_PICKUP } from './gtfs/gtfs-feed.js';
import type { Timetable } from './timetable.js';

/** A query: times in seconds since midnight of the timetable's day. */
export interface TransitQuery {
  /** Stops within walking distance, and when the traveller is ready to board there. */
  readonly sources: ArrayLike<number>;
  readonly sourceTimes: ArrayLike<number>;
  /** Stops with a walk to the target, and its duration in seconds. */
  readonly targets: ArrayLike<number>;
  readonly targetSeconds: ArrayLike<number>;
  /** Only earlier arrivals at the target count. */
  readonly before: number;
  /** Sum of `1 << SublineType` of the allowed vehicles. */
  readonly kinds: number;
  /** Walking speed for transfers, m/s. */
  readonly walkingSpeed: number;
  /** Travellers are at a stop this many seconds before departure. */
  readonly boardingSeconds: number;
}

/** A ride in one vehicle. */
export interface Ride {
  readonly pattern: number;
  /** Indices in the pattern of the boarding and the alighting stop. */
  readonly from: number;
  readonly to: number;
  /** Start of the trip's times in the day's timetable. */
  readonly events: number;
}

/** The journey with the earliest arrival, and among these the fewest rides. */
export interface TransitPath {
  /** At the target. */
  readonly arrival: number;
  readonly rides: readonly Ride[];
}

/** What matters during a ride. */
type RidingQuery = Pick<TransitQuery, 'kinds' | 'boardingSeconds'>;

/** A place in a vehicle: the line, the start of the trip's times, and the index of the boarding stop. */
interface Seat {
  readonly line: number;
  readonly events: number;
  readonly from: number;
}

/** A ride that reaches a stop; `seat` is the ride before it in the same vehicle, or -1. */
interface Arrival extends Seat {
  readonly to: number;
  readonly seat: number;
}

/** Maximum number of rides per journey, those in one vehicle counting once. */
export const MAX_RIDES = 12;

/**
 * Earliest arrival by rounds (RAPTOR): round k finds when each stop can be reached with k rides, by following every
 * line once from the first stop where it can be boarded. Between two rides there is at most one walk. Exact. Holds the
 * working memory of one search at a time.
 * @see Delling, Pajor, Werneck 2015, Round-Based Public Transit Routing, doi:10.1287/trsc.2014.0534
 */
export class Raptor {
  /** For each stop, the earliest arrival by vehicle, the earliest boarding, and the walk to the target. */
  readonly #arrived: Float64Array;
  readonly #ready: Float64Array;
  readonly #egress: Float64Array;
  /** For each round and stop, how it was reached in this round, if marked by this search. */
  readonly #rideStamps: Int32Array;
  readonly #rideLines: Int32Array;
  readonly #rideEvents: Int32Array;
  readonly #rideFrom: Int32Array;
  readonly #rideTo: Int32Array;
  /** The ride before it in the same vehicle, on another trip: a row of `#seats`; -1: none. */
  readonly #rideSeats: Int32Array;
  /** Rides up to the last stop of riders who stay seated, of this search. */
  #seats: { readonly line: number; readonly events: number; readonly from: number; readonly before: number }[] = [];
  readonly #readyStamps: Int32Array;
  /** The previous alighting stop, -1 for the walk from the origin. */
  readonly #readyFrom: Int32Array;
  #stamp = 0;
  /** Lines to follow in a round, and their first stop to consider. */
  readonly #lines: Int32Array;
  readonly #starts: Int32Array;
  /** Stops with earlier boarding since the last round, and those reached earlier in this one. */
  readonly #boarded: Int32Array;
  readonly #isBoarded: Uint8Array;
  readonly #reached: Int32Array;
  readonly #isReached: Uint8Array;
  #reachedCount = 0;

  constructor(
    private readonly timetable: Timetable,
    private readonly day: DayTimetable,
  ) {
    const stops = timetable.stopCount;
    const lines = day.patterns.length;
    this.#arrived = new Float64Array(stops);
    this.#ready = new Float64Array(stops);
    this.#egress = new Float64Array(stops).fill(Infinity);
    const labels = (MAX_RIDES + 1) * stops;
    this.#rideStamps = new Int32Array(labels);
    this.#rideLines = new Int32Array(labels);
    this.#rideEvents = new Int32Array(labels);
    this.#rideFrom = new Int32Array(labels);
    this.#rideTo = new Int32Array(labels);
    this.#rideSeats = new Int32Array(labels);
    this.#readyStamps = new Int32Array(labels);
    this.#readyFrom = new Int32Array(labels);
    this.#lines = new Int32Array(lines);
    this.#starts = new Int32Array(lines).fill(-1);
    this.#boarded = new Int32Array(stops);
    this.#isBoarded = new Uint8Array(stops);
    this.#reached = new Int32Array(stops);
    this.#isReached = new Uint8Array(stops);
  }

  /** @returns null if no journey arrives before `before` */
  find(query: TransitQuery): TransitPath | null {
    const { targets, targetSeconds } = query;
    const egress = this.#egress;
    for (let i = 0; i < targets.length; i++) egress[targets[i]] = Math.min(egress[targets[i]], targetSeconds[i]);
    this.#arrived.fill(Infinity);
    this.#ready.fill(Infinity);
    let boardedCount = this.#start(query);
    let arrival = query.before;
    let round = 0;
    let [lastRound, lastStop] = [0, -1];
    while (boardedCount > 0 && ++round <= MAX_RIDES) {
      const lineCount = this.#gatherLines(boardedCount, query.kinds);
      const reachedCount = this.#ride(round, lineCount, arrival, query);
      for (let i = 0; i < reachedCount; i++) {
        const stop = this.#reached[i];
        const there = this.#arrived[stop] + egress[stop];
        if (there < arrival) [arrival, lastRound, lastStop] = [there, round, stop];
      }
      boardedCount = this.#change(round, reachedCount, arrival, query);
    }
    for (let i = 0; i < boardedCount; i++) this.#isBoarded[this.#boarded[i]] = 0;
    for (let i = 0; i < targets.length; i++) egress[targets[i]] = Infinity;
    return lastStop < 0 ? null : { arrival, rides: this.#rides(lastRound, lastStop) };
  }

  /**
   * The earliest arrival by vehicle at each stop, Infinity if it is not before `before`; valid until the next search.
   * @param continues whether the previous search was the same with a later departure: its arrivals are kept, so that a series
   * of departures, latest first, takes little more time than one
   */
  arrivals(query: Omit<TransitQuery, 'targets' | 'targetSeconds'>, continues: boolean): Float64Array {
    if (!continues) {
      this.#arrived.fill(Infinity);
      this.#ready.fill(Infinity);
    }
    let boardedCount = this.#start(query);
    let round = 0;
    while (boardedCount > 0 && ++round <= MAX_RIDES) {
      const lineCount = this.#gatherLines(boardedCount, query.kinds);
      boardedCount = this.#change(round, this.#ride(round, lineCount, query.before, query), query.before, query);
    }
    for (let i = 0; i < boardedCount; i++) this.#isBoarded[this.#boarded[i]] = 0;
    return this.#arrived;
  }

  /**
   * The trips that are caught first, each with its first stop: indices of departures in the day's timetable. Queries with
   * the same ones have the same arrivals. The search before it cannot be continued.
   */
  firstTrips(query: Pick<TransitQuery, 'sources' | 'sourceTimes' | 'before' | 'kinds'>): number[] {
    const { patterns: patternOf, tripCounts, eventOffsets, departures } = this.day;
    const { stopOffsets, stops, flags } = this.timetable.patterns;
    const ready = this.#ready.fill(Infinity);
    const lineCount = this.#gatherLines(this.#start(query), query.kinds);
    const found: number[] = [];
    for (let i = 0; i < lineCount; i++) {
      const line = this.#lines[i];
      const first = stopOffsets[patternOf[line]];
      const length = stopOffsets[patternOf[line] + 1] - first;
      const events = eventOffsets[line];
      let trip = events + tripCounts[line] * length;
      for (let position = this.#starts[line]; position < length - 1; position++) {
        const time = ready[stops[first + position]];
        if (time === Infinity || (flags[first + position] & NO_PICKUP) !== 0) continue;
        const caught = earliestTrip(departures, events, trip, length, position, time);
        if (caught === trip) continue;
        trip = caught;
        if (departures[trip + position] < query.before) found.push(trip + position);
      }
      this.#starts[line] = -1;
    }
    return found;
  }

  /**
   * Boards at the sources.
   * @returns number of stops with earlier boarding
   */
  #start({ sources, sourceTimes }: Pick<TransitQuery, 'sources' | 'sourceTimes'>): number {
    const ready = this.#ready;
    this.#stamp++;
    this.#seats = [];
    let boardedCount = 0;
    for (let i = 0; i < sources.length; i++) {
      const stop = sources[i];
      if (sourceTimes[i] >= ready[stop]) continue;
      ready[stop] = sourceTimes[i];
      this.#readyStamps[stop] = this.#stamp;
      this.#readyFrom[stop] = -1;
      if (this.#isBoarded[stop] === 0) this.#boarded[boardedCount++] = stop;
      this.#isBoarded[stop] = 1;
    }
    return boardedCount;
  }

  /** The lines at stops with earlier boarding than before. */
  #gatherLines(boardedCount: number, kinds: number): number {
    const { patterns, stopOffsets, stopLines, stopPositions } = this.day;
    const { kinds: kindOf } = this.timetable.patterns;
    const [lines, starts, boarded, isBoarded] = [this.#lines, this.#starts, this.#boarded, this.#isBoarded];
    let count = 0;
    for (let i = 0; i < boardedCount; i++) {
      const stop = boarded[i];
      isBoarded[stop] = 0;
      const end = stopOffsets[stop + 1];
      for (let j = stopOffsets[stop]; j < end; j++) {
        const line = stopLines[j];
        const position = stopPositions[j];
        if (starts[line] < 0) {
          if (((kinds >> kindOf[patterns[line]]) & 1) === 0) continue;
          lines[count++] = line;
          starts[line] = position;
        } else if (position < starts[line]) starts[line] = position;
      }
    }
    return count;
  }

  /**
   * Follows lines, each on the earliest trip that can be caught.
   * @returns number of stops reached earlier
   */
  #ride(round: number, lineCount: number, before: number, query: RidingQuery): number {
    const { patterns: patternOf, tripCounts, eventOffsets, arrivals, departures } = this.day;
    const { stopOffsets, stops, flags } = this.timetable.patterns;
    const [ready, arrived, starts] = [this.#ready, this.#arrived, this.#starts];
    this.#reachedCount = 0;
    for (let i = 0; i < lineCount; i++) {
      const line = this.#lines[i];
      const start = starts[line];
      starts[line] = -1;
      const pattern = patternOf[line];
      const first = stopOffsets[pattern];
      const length = stopOffsets[pattern + 1] - first;
      const events = eventOffsets[line];
      // Start of the trip's times; past the last one if there is no trip yet.
      const end = events + tripCounts[line] * length;
      let trip = end;
      let from = 0;
      for (let position = start; position < length; position++) {
        const stop = stops[first + position];
        const flag = flags[first + position];
        if (trip < end) {
          const time = arrivals[trip + position];
          if (time < arrived[stop] && time < before && (flag & NO_DROP_OFF) === 0)
            this.#arrive(round, stop, time, { line, events: trip, from, to: position, seat: -1 });
        }
        const time = ready[stop];
        // No one boards at the last stop.
        if (time === Infinity || (flag & NO_PICKUP) !== 0 || position === length - 1) continue;
        const caught = earliestTrip(departures, events, trip, length, position, time);
        if (caught === trip) continue;
        trip = caught;
        from = position;
      }
      if (trip < end && this.day.nextLines.length > 0)
        this.#continue(round, { line, events: trip, from }, before, query);
    }
    return this.#reachedCount;
  }

  #arrive(round: number, stop: number, time: number, { line, events, from, to, seat }: Arrival): void {
    this.#arrived[stop] = time;
    const label = round * this.#ready.length + stop;
    this.#rideStamps[label] = this.#stamp;
    this.#rideLines[label] = line;
    this.#rideEvents[label] = events;
    this.#rideFrom[label] = from;
    this.#rideTo[label] = to;
    this.#rideSeats[label] = seat;
    if (this.#isReached[stop] !== 0) return;
    this.#isReached[stop] = 1;
    this.#reached[this.#reachedCount++] = stop;
  }

  /**
   * Stays seated at the last stop of a line: on the trip that was caught, and on later ones whose vehicle continues before those
   * of the first can change.
   */
  #continue(round: number, { line, events, from }: Seat, before: number, query: RidingQuery): void {
    const {
      patterns: patternOf,
      tripCounts,
      tripOffsets,
      eventOffsets,
      arrivals,
      departures,
      nextLines,
      nextEvents,
    } = this.day;
    const { stopOffsets, stops, flags } = this.timetable.patterns;
    const last = stopOffsets[patternOf[line] + 1] - 1;
    const length = last + 1 - stopOffsets[patternOf[line]];
    const change = this.timetable.stops.changeSeconds[stops[last]];
    const canChange = change >= 0 && (flags[last] & NO_DROP_OFF) === 0;
    const limit = canChange ? arrivals[events + length - 1] + Math.max(change, query.boardingSeconds) : Infinity;
    const end = eventOffsets[line] + tripCounts[line] * length;
    let trip = tripOffsets[line] + (events - eventOffsets[line]) / length;
    for (let own = events; own < end; own += length, trip++) {
      const arrival = arrivals[own + length - 1];
      if (arrival >= before || (own > events && arrival >= limit)) return;
      const next = nextLines[trip];
      if (next < 0 || (own > events && departures[nextEvents[trip]] >= limit)) continue;
      this.#follow(round, { line, events: own, from }, before, query.kinds);
    }
  }

  /** Rides on in the vehicle of a trip after its last stop. */
  #follow(round: number, { line, events, from }: Seat, before: number, kinds: number): void {
    const { patterns: patternOf, tripOffsets, eventOffsets, arrivals, nextLines, nextEvents } = this.day;
    const { kinds: kindOf, stopOffsets, stops, flags } = this.timetable.patterns;
    let seat = -1;
    for (;;) {
      const length = stopOffsets[patternOf[line] + 1] - stopOffsets[patternOf[line]];
      const trip = tripOffsets[line] + (events - eventOffsets[line]) / length;
      const next = nextLines[trip];
      if (next < 0 || ((kinds >> kindOf[patternOf[next]]) & 1) === 0) return;
      seat = this.#seats.push({ line, events, from, before: seat }) - 1;
      [line, events, from] = [next, nextEvents[trip], 0];
      const first = stopOffsets[patternOf[line]];
      const count = stopOffsets[patternOf[line] + 1] - first;
      if (arrivals[events] >= before) return;
      for (let to = 1; to < count; to++) {
        const stop = stops[first + to];
        const time = arrivals[events + to];
        if (time < this.#arrived[stop] && time < before && (flags[first + to] & NO_DROP_OFF) === 0)
          this.#arrive(round, stop, time, { line, events, from, to, seat });
      }
    }
  }

  /**
   * Walks from alighting stops to boarding stops.
   * @returns number of stops with earlier boarding
   */
  #change(
    round: number,
    reachedCount: number,
    before: number,
    query: Pick<TransitQuery, 'walkingSpeed' | 'boardingSeconds'>,
  ): number {
    const { offsets, stops, metres, seconds } = this.timetable.footpaths;
    const { changeSeconds } = this.timetable.stops;
    const { walkingSpeed, boardingSeconds } = query;
    const [arrived, ready, boarded, isBoarded] = [this.#arrived, this.#ready, this.#boarded, this.#isBoarded];
    const base = round * ready.length;
    let count = 0;
    for (let i = 0; i < reachedCount; i++) {
      const from = this.#reached[i];
      this.#isReached[from] = 0;
      const time = arrived[from];
      if (time >= before) continue;
      const end = offsets[from + 1];
      // The stop itself first, then those within walking distance.
      for (let path = offsets[from] - 1; path < end; path++) {
        let to = from;
        let then = time;
        if (path < offsets[from]) {
          if (changeSeconds[from] < 0) continue;
          then += Math.max(changeSeconds[from], boardingSeconds);
        } else {
          to = stops[path];
          then += Math.max(seconds[path], Math.ceil(metres[path] / walkingSpeed) + boardingSeconds);
        }
        if (then >= ready[to] || then >= before) continue;
        ready[to] = then;
        this.#readyStamps[base + to] = this.#stamp;
        this.#readyFrom[base + to] = from;
        if (isBoarded[to] === 0) {
          isBoarded[to] = 1;
          boarded[count++] = to;
        }
      }
    }
    return count;
  }

  /** The rides that reach a stop in a round, traced back and reversed. */
  #rides(lastRound: number, lastStop: number): Ride[] {
    const stopCount = this.#ready.length;
    const { stopOffsets, stops } = this.timetable.patterns;
    const rides: Ride[] = [];
    let round = lastRound;
    let stop = lastStop;
    while (stop >= 0) {
      const label = round * stopCount + stop;
      const pattern = this.day.patterns[this.#rideLines[label]];
      const ride = { pattern, from: this.#rideFrom[label], to: this.#rideTo[label], events: this.#rideEvents[label] };
      rides.push(ride);
      for (let seat = this.#rideSeats[label]; seat >= 0; seat = this.#seats[seat]!.before) {
        const { line, events, from } = this.#seats[seat]!;
        const pattern = this.day.patterns[line];
        rides.push({ pattern, from, to: stopOffsets[pattern + 1] - stopOffsets[pattern] - 1, events });
      }
      const first = rides.at(-1)!;
      const board = stops[stopOffsets[first.pattern] + first.from];
      // The last earlier round that reached this stop.
      do round--;
      while (this.#readyStamps[round * stopCount + board] !== this.#stamp);
      stop = this.#readyFrom[round * stopCount + board];
    }
    return rides.reverse();
  }
}

/**
 * The earliest trip of a line that can be caught at a position, by binary search if it is earlier than a known one.
 * @param trip start of the known trip's times; past the last trip if there is none
 */
function earliestTrip(
  departures: Int32Array,
  events: number,
  trip: number,
  length: number,
  position: number,
  time: number,
): number {
  if (trip === events || departures[trip - length + position] < time) return trip;
  let low = 0;
  let high = (trip - events) / length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (departures[events + middle * length + position] >= time) high = middle;
    else low = middle + 1;
  }
  return events + low * length;
}
