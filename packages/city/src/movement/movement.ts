import type { CityMap } from '../map/city-map.js';
import { LaneType } from '../map/message.js';
import { Places } from '../map/places.js';
import { Signals } from '../map/signals.js';
import { successorOf } from '../routing/lane-speed.js';
import type { LanePlace } from '../routing/route.js';
import { RouteCache } from '../routing/route-cache.js';
import type { Router, Travel } from '../routing/router.js';
import type { Timetable } from '../transit/timetable.js';
import { gatesOf, placesBeside } from './gates.js';
import { Journey, type Spot, type Way } from './journey.js';
import { pointOnLane } from './lane-point.js';
import { NearestLane } from './nearest-lane.js';
import type { MovementOptions } from './options.js';
import { Pace } from './pace.js';
import { personalSpeed } from './personal-speed.js';
import type { RoadRules } from './road-rules.js';
import { routeOf } from './route-of.js';
import { isTransit, TransitTrips } from './transit-trips.js';
import { Traveller } from './traveller.js';
import {
  type Milliseconds,
  type Motion,
  MotionStatus,
  type RideTime,
  type Trip,
  type TripFailure,
  TripMode,
  type TripTotals,
} from './world.js';

const travelOf: Readonly<Partial<Record<TripMode, Travel>>> = {
  [TripMode.UNSPECIFIED]: 'drive',
  [TripMode.DRIVE_ONLY]: 'drive',
  [TripMode.WALK_ONLY]: 'walk',
  [TripMode.BIKE_WALK]: 'walk',
  [TripMode.TAXI]: 'drive',
  [TripMode.BUS_WALK]: 'walk',
  [TripMode.SUBWAY_WALK]: 'walk',
  [TripMode.BUS_SUBWAY_WALK]: 'walk',
};
const WALKING_STREAM = 1;
const CYCLING_STREAM = 2;
/** About 1 KB each. */
const CACHED_ROUTES = 16_384;

/** Events of a traveller: departure, arrival, a change of plan; and the position in between. */
export class Movement {
  readonly pace: Pace;
  readonly signals: Signals;
  readonly #routes = new WeakMap<Router, RouteCache>();
  readonly #centroids: Float64Array;
  readonly #nearestLane: NearestLane;
  readonly #transit: TransitTrips | undefined;

  constructor(
    readonly city: CityMap,
    /** May be replaced while costs change. */
    public router: Router,
    readonly options: MovementOptions,
    /** Undefined if there is no public transport. */
    timetable?: Timetable,
    /** Undefined if no road is closed or charged. */
    private readonly rules?: RoadRules,
  ) {
    this.#transit = timetable && new TransitTrips(city, router, timetable, options);
    this.#centroids = new Places(city).aoiCentroids();
    this.#nearestLane = new NearestLane(city);
    this.signals = new Signals(city);
    this.pace = new Pace(city, this.signals, options);
  }

  traveller(person: number, aoi: number): Traveller {
    const { seed, walkingSpeed, cyclingSpeed } = this.options;
    return new Traveller(
      person,
      { aoi, lane: -1, s: 0 },
      personalSpeed(seed, person, WALKING_STREAM, walkingSpeed),
      personalSpeed(seed, person, CYCLING_STREAM, cyclingSpeed),
    );
  }

  /** @param stops whether the current trip ends where the person is, although no other trip departs then */
  setSchedule(traveller: Traveller, trips: readonly Trip[], stops: boolean): void {
    traveller.schedule = trips.map((trip) => ({ ...trip, departure: wholeMilliseconds(trip.departure) }));
    traveller.next = 0;
    traveller.mayInterrupt = traveller.journey !== null;
    traveller.stopAt = stops && traveller.journey !== null ? traveller.journey.exitAfter(traveller.time) : Infinity;
  }

  /** The person's own speed on a trip; irrelevant by car. */
  speedOn(traveller: Traveller, journey: Journey): number {
    return journey.mode === TripMode.BIKE_WALK ? traveller.cyclingSpeed : traveller.walkingSpeed;
  }

  /** Departs on the next trip, or only stops on the way, whichever is due at `time`. */
  turn(traveller: Traveller, time: Milliseconds): void {
    if (traveller.nextDeparture <= time) this.depart(traveller, time);
    else {
      traveller.time = time;
      this.#interrupt(traveller, time);
      traveller.isStopped = true;
    }
  }

  /**
   * Departs on the next trip of the schedule at `time` from the current position; the current trip ends there. If that is
   * impossible, the person stays and an event states the reason. Advances the traveller's time to `time`.
   */
  depart(traveller: Traveller, time: Milliseconds): void {
    const trip = traveller.schedule[traveller.next++];
    traveller.time = time;
    const isRolling = this.#interrupt(traveller, time);
    traveller.isStopped = false;
    const { spot } = traveller;
    const to = this.city.aoiIndex(trip.aoiId);
    if (to >= 0 && to === spot.aoi) {
      traveller.events.push({ kind: 'stay', time, person: traveller.person, aoiId: trip.aoiId });
      return;
    }
    const made = this.#plan(traveller, trip, isRolling, to);
    if (typeof made === 'string') {
      traveller.events.push({ kind: 'failure', time, person: traveller.person, to: trip.aoiId, reason: made });
      return;
    }
    traveller.journey = made;
    traveller.legCount = 0;
    traveller.tripCount++;
    const from = spot.aoi < 0 ? null : this.city.aois.id[spot.aoi];
    traveller.events.push({
      kind: 'departure',
      time,
      person: traveller.person,
      from,
      to: trip.aoiId,
      mode: trip.mode || TripMode.DRIVE_ONLY,
    });
  }

  /** Ends the current trip at its target. Advances the traveller's time to the arrival. */
  arrive(traveller: Traveller): void {
    const journey = traveller.journey!;
    const time = journey.arrival;
    const before = traveller.tripMetres;
    traveller.reportLegs(time);
    this.#account(traveller, journey, time);
    traveller.routes?.push(routeOf(this.city, journey, time));
    traveller.time = time;
    traveller.journey = null;
    traveller.mayInterrupt = false;
    traveller.stopAt = Infinity;
    traveller.spot = { aoi: journey.to, lane: -1, s: 0 };
    traveller.events.push({
      kind: 'arrival',
      time,
      person: traveller.person,
      aoiId: this.city.aois.id[journey.to],
      seconds: (time - journey.departure) / 1000,
      metres: traveller.tripMetres - before,
    });
  }

  /** Position of the traveller at its time. */
  motion(traveller: Traveller): Motion {
    const { journey, time, spot, isStopped } = traveller;
    if (journey === null)
      return this.#at(spot, spot.aoi < 0 && !isStopped ? MotionStatus.WAIT_ROUTE : MotionStatus.SLEEP);
    const i = journey.at(time);
    if (i < 0)
      return this.#at(journey.from, journey.mode === TripMode.TAXI ? MotionStatus.WAIT_TAXI : MotionStatus.WAIT_ROUTE);
    const way = journey.lanes[i];
    const lane = way < 0 ? ~way : way;
    const s = journey.sAt(this.city, i, time);
    const { x, y, direction } = pointOnLane(this.city, lane, s);
    const duration = journey.reached[i] - journey.entered[i];
    const speed = journey.isMoving(i, time) ? (journey.metresOn(this.city, i) / duration) * 1000 : 0;
    return {
      status: journey.statusAt(time),
      aoiId: null,
      laneId: this.city.lanes.id[lane],
      s,
      x,
      y,
      speed,
      direction: way < 0 ? Math.atan2(-Math.sin(direction), -Math.cos(direction)) : direction,
    };
  }

  totals(traveller: Traveller): TripTotals {
    const { journey, time } = traveller;
    const running = journey === null ? 0 : time - journey.departure;
    return {
      trips: traveller.tripCount,
      seconds: (traveller.tripMilliseconds + running) / 1000,
      metres: traveller.tripMetres + (journey === null ? 0 : journey.metresBy(this.city, time)),
    };
  }

  #at({ aoi, lane, s }: Spot, status: MotionStatus): Motion {
    if (aoi < 0)
      return {
        status,
        aoiId: null,
        laneId: this.city.lanes.id[lane],
        s,
        ...pointOnLane(this.city, lane, s),
        speed: 0,
      };
    const x = this.#centroids[2 * aoi];
    const y = this.#centroids[2 * aoi + 1];
    return { status, aoiId: this.city.aois.id[aoi], laneId: null, s: 0, x, y, speed: 0, direction: 0 };
  }

  /**
   * Ends the current trip where the person is. @returns whether the person is moving there
   */
  #interrupt(traveller: Traveller, time: Milliseconds): boolean {
    const { journey } = traveller;
    traveller.mayInterrupt = false;
    traveller.stopAt = Infinity;
    if (journey === null) return false;
    // Not the one that would begin now.
    traveller.reportLegs(time - 1);
    const before = traveller.tripMetres;
    const [spot, isRolling] = this.#leave(traveller, journey, time);
    traveller.events.push({
      kind: 'interrupted',
      time,
      person: traveller.person,
      to: this.city.aois.id[journey.to],
      seconds: (time - journey.departure) / 1000,
      metres: traveller.tripMetres - before,
    });
    traveller.journey = null;
    traveller.spot = spot;
    return isRolling;
  }

  /**
   * Leaves the current trip.
   * @returns the position, and whether the person is moving
   */
  #leave(traveller: Traveller, journey: Journey, time: Milliseconds): [Spot, boolean] {
    this.#account(traveller, journey, time);
    const i = journey.at(time);
    const spot = i < 0 ? journey.from : journey.spotAt(this.city, time);
    traveller.routes?.push(routeOf(this.city, journey, time, spot));
    return [spot, i < 0 ? journey.isRolling : journey.isMoving(i, time)];
  }

  #account(traveller: Traveller, journey: Journey, time: Milliseconds): void {
    traveller.tripMilliseconds += time - journey.departure;
    traveller.tripMetres += journey.metresBy(this.city, time);
  }

  /** The trip to an AOI (its row) from the traveller's position at its time, or the reason why there is none. */
  #plan(traveller: Traveller, trip: Trip, isRolling: boolean, to: number): Journey | TripFailure {
    const { spot } = traveller;
    if (to < 0) return 'unknown-aoi';
    const { accessSeconds, parkingSeconds, startOverheadSeconds, taxiWaitSeconds } = this.options;
    const isTaxi = trip.mode === TripMode.TAXI;
    const wait =
      (isRolling ? 0 : startOverheadSeconds) + (spot.aoi < 0 ? 0 : accessSeconds) + (isTaxi ? taxiWaitSeconds : 0);
    const begin = traveller.time + Math.round(wait * 1000);
    const byTransit = isTransit(trip.mode) ? this.#planTransit(traveller, trip.mode, begin, to) : 'on-foot';
    if (byTransit !== 'on-foot') return byTransit;
    const travel = travelOf[trip.mode];
    if (travel === undefined) return 'unsupported-mode';
    const parks = travel === 'drive' && !isTaxi;
    const journeyBy = (router: Router): Journey | TripFailure => {
      const way = this.#way(router, travel, spot, to);
      if (typeof way === 'string') return way;
      const { lanes, startS, endS } = way;
      return new Journey({
        way,
        spot,
        to,
        mode: trip.mode,
        travel,
        departure: traveller.time,
        begin: begin + (spot.aoi < 0 ? 0 : this.#toDoor(traveller, spot.aoi, lanes[0], startS)),
        egress:
          Math.round((accessSeconds + (parks ? parkingSeconds : 0)) * 1000) +
          this.#toDoor(traveller, to, lanes[lanes.length - 1], endS),
        isRolling,
      });
    };
    const journey = this.#obeying(traveller, journeyBy);
    if (typeof journey === 'string') return journey;
    return this.#isTooLong(traveller, journey) ? 'too-long' : journey;
  }

  /** The journey by the fastest route that breaks no rule, by free-flow times. */
  #obeying(traveller: Traveller, journeyBy: (router: Router) => Journey | TripFailure): Journey | TripFailure {
    const { rules } = this;
    const obeyed = new Set<number>();
    let journey = journeyBy(this.router);
    while (rules !== undefined && typeof journey !== 'string') {
      const met = this.#freely(traveller, journey, () => rules.met(journey as Journey)).filter(
        (rule) => !obeyed.has(rule),
      );
      if (met.length === 0) break;
      for (const rule of met) obeyed.add(rule);
      const around = journeyBy(rules.router(this.router, obeyed));
      // Whoever is inside a closed area may leave it.
      if (around === 'no-route' && traveller.spot.aoi < 0) break;
      journey = around;
    }
    return journey;
  }

  #planTransit(
    traveller: Traveller,
    mode: TripMode,
    begin: Milliseconds,
    to: number,
  ): Journey | TripFailure | 'on-foot' {
    if (this.#transit === undefined) return 'no-transit';
    const { spot, walkingSpeed, time: departure } = traveller;
    const gates = gatesOf(this.city, to, 'walk');
    const from = spot.aoi < 0 ? this.#beside(spot, 'walk') : gatesOf(this.city, spot.aoi, 'walk');
    if (gates.length === 0 || (from.length === 0 && spot.aoi >= 0)) return 'no-gate';
    const planned = this.#transit.plan({ spot, to, mode, departure, begin, walkingSpeed, from, gates });
    if (typeof planned === 'string') return planned;
    const { longestTripSeconds } = this.options;
    const isTooLong = longestTripSeconds !== null && planned.arrival - departure > longestTripSeconds * 1000;
    return isTooLong ? 'too-long' : planned;
  }

  /** By any public transport, between two AOIs (rows, -1 for none); null if there is none, or walking is faster. */
  rideTime({ walkingSpeed }: Traveller, from: number, to: number, begin: Milliseconds): RideTime | null {
    if (this.#transit === undefined || from < 0 || to < 0 || from === to) return null;
    return this.#transit.time(from, to, begin, walkingSpeed);
  }

  /**
   * Seconds by which closed and charged roads prolong a drive between two AOIs (rows), a charge as the time that it is worth;
   * Infinity if no open road leads there.
   */
  driveDelay(traveller: Traveller, from: number, to: number, begin: Milliseconds): number {
    if (this.rules === undefined || from < 0 || to < 0 || from === to) return 0;
    const spot = { aoi: from, lane: -1, s: 0 };
    const costs: number[] = [];
    const journeyBy = (router: Router): Journey | TripFailure => {
      const way = this.#routesOf(router).route(router, 'drive', from, to);
      if (way === null) return 'no-route';
      costs.push(way.seconds);
      const trip = { to, mode: TripMode.DRIVE_ONLY, travel: 'drive', egress: 0, isRolling: false } as const;
      return new Journey({ way, spot, ...trip, departure: begin, begin });
    };
    const journey = this.#obeying(traveller, journeyBy);
    return typeof journey === 'string' ? (costs.length > 0 ? Infinity : 0) : costs.at(-1)! - costs[0]!;
  }

  /** Walking time in milliseconds between an AOI (its row) and a position on a lane, in a straight line. */
  #toDoor({ walkingSpeed }: Traveller, aoi: number, way: number, s: number): Milliseconds {
    if (this.options.doorToGate === 'none') return 0;
    const { x, y } = pointOnLane(this.city, way < 0 ? ~way : way, s);
    const metres = Math.hypot(x - this.#centroids[2 * aoi], y - this.#centroids[2 * aoi + 1]);
    return Math.round((metres / walkingSpeed) * 1000);
  }

  #way(router: Router, travel: Travel, spot: Spot, to: number): Way | TripFailure {
    const targets = gatesOf(this.city, to, travel);
    if (targets.length === 0) return 'no-gate';
    if (spot.aoi >= 0) {
      if (gatesOf(this.city, spot.aoi, travel).length === 0) return 'no-gate';
      return this.#routesOf(router).route(router, travel, spot.aoi, to) ?? 'no-route';
    }
    // A car inside a junction finishes its lane first.
    const isTurning = travel === 'drive' && this.#isDrivingInJunction(spot.lane);
    const origins = isTurning ? [{ lane: successorOf(this.city, spot.lane), s: 0 }] : this.#beside(spot, travel);
    const route = router.route(travel, origins, targets);
    if (route === null) return 'no-route';
    return isTurning ? { lanes: Int32Array.of(spot.lane, ...route.lanes), startS: spot.s, endS: route.endS } : route;
  }

  /** The fastest way by a router for a trip by car between AOIs; null if a rule applies to one of its roads, at any time. */
  freeWay(router: Router, { from, to }: Pick<Journey, 'from' | 'to'>): Way | null {
    const way = this.#way(router, 'drive', from, to);
    return typeof way === 'string' || this.rules?.concern(way) ? null : way;
  }

  #routesOf(router: Router): RouteCache {
    const { city } = this;
    const routes =
      this.#routes.get(router) ??
      new RouteCache(CACHED_ROUTES, city.aois.count, (aoi, travel) => gatesOf(city, aoi, travel));
    this.#routes.set(router, routes);
    return routes;
  }

  /** Transfer of a person on the way to the lanes of a kind of travel; the nearest lane if the road has none. */
  #beside(spot: Spot, travel: Travel): LanePlace[] {
    const places = placesBeside(this.city, spot, travel);
    if (places.length > 0) return places;
    const { x, y } = pointOnLane(this.city, spot.lane, spot.s);
    return this.#nearestLane.placesNear(x, y, travel);
  }

  #isDrivingInJunction(lane: number): boolean {
    const { lanes } = this.city;
    return lanes.type[lane] === LaneType.DRIVING && this.city.junctionIndex(lanes.parentId[lane]) >= 0;
  }

  /** By free-flow time, a lower bound for a trip with congestion. */
  #isTooLong(traveller: Traveller, journey: Journey): boolean {
    const { longestTripSeconds } = this.options;
    if (longestTripSeconds === null) return false;
    return this.#freely(traveller, journey, () => journey.arrival - journey.departure > longestTripSeconds * 1000);
  }

  /** Reads something from a journey with its free-flow times, which it then forgets. */
  #freely<T>(traveller: Traveller, journey: Journey, read: () => T): T {
    this.pace.extend(journey, Infinity, this.speedOn(traveller, journey));
    const value = read();
    journey.known = 0;
    journey.arrival = Infinity;
    return value;
  }
}

/** Departures that are not a number are immediate. */
function wholeMilliseconds(time: Milliseconds | null): Milliseconds | null {
  return time === null || Number.isNaN(time) ? null : Math.round(time);
}
