import { SECONDS_PER_DAY } from '@itinera/base';
import type { CityMap } from '../map/city-map.js';
import { SublineType } from '../map/message.js';
import type { LanePlace, Route } from '../routing/route.js';
import type { Router } from '../routing/router.js';
import { ROUTING_WALK_SPEED } from '../routing/walk-network.js';
import { dayOf } from '../transit/service-days.js';
import type { Timetable } from '../transit/timetable.js';
import {
  BY_BUS,
  BY_SUBWAY,
  type JourneyRide,
  type PlannedJourney,
  TransitPlanner,
} from '../transit/transit-planner.js';
import { gatesOf } from './gates.js';
import type { Leg, Spot } from './journey.js';
import { pointOnLane } from './lane-point.js';
import { LegJourney, LegLanes } from './leg-journey.js';
import type { MovementOptions } from './options.js';
import { type Milliseconds, MotionStatus, type RideTime, type TripFailure, TripMode } from './world.js';

/** Vehicles allowed by each mode of public transport. */
const kindsOf: Readonly<Partial<Record<TripMode, number>>> = {
  [TripMode.BUS_WALK]: BY_BUS,
  [TripMode.SUBWAY_WALK]: BY_SUBWAY,
  [TripMode.BUS_SUBWAY_WALK]: BY_BUS | BY_SUBWAY,
};
const MILLISECONDS_PER_DAY = SECONDS_PER_DAY * 1000;
/** Within this straight distance in metres, the walk is computed first. */
const NEAR_METRES = 2000;

/** A trip by public transport to plan. */
export interface TransitTrip {
  readonly spot: Spot;
  /** Row of the target AOI. */
  readonly to: number;
  readonly mode: TripMode;
  readonly departure: Milliseconds;
  /** Departure of the person, and walking speed in m/s. */
  readonly begin: Milliseconds;
  readonly walkingSpeed: number;
  readonly from: readonly LanePlace[];
  readonly gates: readonly LanePlace[];
}

/** The last midnight before a time. */
function dayStartOf(time: Milliseconds): Milliseconds {
  return Math.floor(time / MILLISECONDS_PER_DAY) * MILLISECONDS_PER_DAY;
}

/** Seconds since midnight. */
function secondsOf(time: Milliseconds): number {
  return (time - dayStartOf(time)) / 1000;
}

/** Whether a mode uses public transport. */
export function isTransit(mode: TripMode): boolean {
  return kindsOf[mode] !== undefined;
}

/** Plans trips by public transport, and turns them into journeys. */
export class TransitTrips {
  readonly #planner: TransitPlanner;
  readonly #dayZero: number;

  constructor(
    private readonly city: CityMap,
    private readonly router: Router,
    private readonly timetable: Timetable,
    private readonly options: MovementOptions,
  ) {
    const { transit } = options;
    this.#planner = new TransitPlanner(city, router.walkNetwork, timetable, transit);
    this.#dayZero = transit.date === null ? timetable.usualWeek : dayOf(transit.date);
  }

  /** @returns the journey, `on-foot` if nothing is faster than walking, or the reason why there is none */
  plan(trip: TransitTrip): LegJourney | 'on-foot' | TripFailure {
    const planned = this.#find(trip);
    return typeof planned === 'string' ? planned : this.#journey(trip, planned, dayStartOf(trip.begin));
  }

  /** Duration of the journey between two AOIs (rows) by any public transport; null if there is none, or walking is faster. */
  time(aoi: number, to: number, begin: Milliseconds, walkingSpeed: number): RideTime | null {
    const [from, gates] = [gatesOf(this.city, aoi, 'walk'), gatesOf(this.city, to, 'walk')];
    if (from.length === 0 || gates.length === 0) return null;
    const spot = { aoi, lane: -1, s: 0 };
    const mode = TripMode.BUS_SUBWAY_WALK;
    const planned = this.#find({ spot, to, mode, departure: begin, begin, walkingSpeed, from, gates });
    if (typeof planned === 'string') return null;
    const seconds = planned.arrival - secondsOf(begin);
    const riding = planned.rides.reduce(
      (sum, { arrivals, departures, from, to }) => sum + arrivals[to]! - departures[from]!,
      0,
    );
    return { seconds, outsideSeconds: seconds - riding };
  }

  #find(trip: TransitTrip): PlannedJourney | 'on-foot' | TripFailure {
    const { mode, begin, walkingSpeed, spot, to, from, gates } = trip;
    const kinds = kindsOf[mode]!;
    if (!this.#planner.has(kinds)) return 'no-transit';
    const seconds = secondsOf(begin);
    const straight = this.#straight(from, gates);
    const onFoot = () => {
      const route = this.router.route('walk', from, gates);
      return route === null ? Infinity : seconds + (route.seconds * ROUTING_WALK_SPEED) / walkingSpeed;
    };
    const known = straight < NEAR_METRES ? onFoot() : undefined;
    const planned = this.#planner.find({
      from: { aoi: spot.aoi, places: from },
      to: { aoi: to, places: gates },
      day: this.#dayZero + dayStartOf(begin) / MILLISECONDS_PER_DAY,
      seconds,
      walkingSpeed,
      kinds,
      onFoot: known ?? Infinity,
    });
    if (planned === null) return (known ?? onFoot()) < Infinity ? 'on-foot' : 'no-route';
    // No one walks faster than in a straight line.
    const mayWalk = known === undefined && seconds + straight / walkingSpeed < planned.arrival;
    if (mayWalk && onFoot() <= planned.arrival) return 'on-foot';
    return planned;
  }

  #journey(trip: TransitTrip, { rides }: PlannedJourney, dayStart: Milliseconds): LegJourney {
    const { walkingSpeed, begin, from, gates } = trip;
    const { stops } = this.timetable;
    const lanes = new LegLanes(this.city);
    const legs: Leg[] = [];
    let time = begin;
    const walk = (kind: 'walk' | 'change', places: readonly LanePlace[], to: readonly LanePlace[], station: number) => {
      const route = this.router.route('walk', places, to) as Route;
      const end = time + Math.round(((route.seconds * ROUTING_WALK_SPEED) / walkingSpeed) * 1000);
      lanes.add(route, time, end);
      const stationId = station < 0 ? null : stops.aoiIds[station]!;
      legs.push({ kind, start: time, end, status: MotionStatus.WALKING, to: stationId, subline: null, stops: [] });
      time = end;
    };
    rides.forEach((ride, i) => {
      const before = rides[i - 1];
      if (before === undefined) walk('walk', from, [this.#placeOf(ride.board)], ride.board);
      else if (before.alight !== ride.board)
        walk('change', [this.#placeOf(before.alight)], [this.#placeOf(ride.board)], ride.board);
      const leaves = dayStart + ride.departures[ride.from]! * 1000;
      if (leaves > time) {
        lanes.stand(this.#placeOf(ride.board), time, leaves);
        const to = stops.aoiIds[ride.board]!;
        legs.push({
          kind: 'wait',
          start: time,
          end: leaves,
          status: MotionStatus.WAIT_BUS,
          to,
          subline: null,
          stops: [],
        });
      }
      legs.push(this.#ride(ride, dayStart, lanes));
      time = legs.at(-1)!.end;
    });
    walk('walk', [this.#placeOf(rides.at(-1)!.alight)], gates, -1);
    return new LegJourney({ ...trip, egress: Math.round(this.options.accessSeconds * 1000) }, lanes, legs);
  }

  #ride(
    { pattern, from, to, arrivals, departures, board, alight }: JourneyRide,
    dayStart: Milliseconds,
    lanes: LegLanes,
  ): Leg {
    const { patterns, hops, stops } = this.timetable;
    const first = patterns.stopOffsets[pattern];
    const at = (seconds: number) => dayStart + seconds * 1000;
    for (let i = from; i < to; i++) {
      const hop = patterns.hops[first + i];
      const way = hops.lanes.subarray(hops.laneOffsets[hop], hops.laneOffsets[hop + 1]);
      const [start, end] = [at(departures[i]), at(arrivals[i + 1])];
      // If the route is unknown, the person stays at the stop until the next one.
      if (way.length === 0) lanes.stand(this.#placeOf(patterns.stops[first + i]), start, end);
      else lanes.add({ lanes: way, startS: hops.startS[hop], endS: hops.endS[hop] }, start, end);
    }
    const isBus = patterns.kinds[pattern] === SublineType.BUS;
    return {
      kind: 'ride',
      start: at(departures[from]),
      end: at(arrivals[to]),
      status: isBus ? MotionStatus.PASSENGER : MotionStatus.RAIL_TRANSIT,
      to: stops.aoiIds[alight],
      subline: patterns.sublineIds[pattern],
      stops: Array.from({ length: to - from + 1 }, (_, i) => ({
        arrival: i === 0 ? at(departures[from]) : at(arrivals[from + i]),
        place: this.#placeOf(i === 0 ? board : patterns.stops[first + from + i]),
      })),
    };
  }

  #placeOf(stop: number): LanePlace {
    return { lane: this.timetable.stops.lanes[stop], s: this.timetable.stops.s[stop] };
  }

  /** Straight distance between the nearest two places, metres. */
  #straight(from: readonly LanePlace[], to: readonly LanePlace[]): number {
    const points = (places: readonly LanePlace[]) => places.map(({ lane, s }) => pointOnLane(this.city, lane, s));
    const ends = points(to);
    return Math.min(...points(from).flatMap((a) => ends.map((b) => Math.hypot(a.x - b.x, a.y - b.y))));
  }
}
