import { stepLength } from '@itinera/base';
import type { CityMap } from '../map/city-map.js';
import { LaneType } from '../map/message.js';
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
import type { Pace } from './pace.js';
import type { RoadRules } from './road-rules.js';
import { isTransit, TransitTrips } from './transit-trips.js';
import type { Traveller } from './traveller.js';
import { type Milliseconds, type RideTime, type Trip, type TripFailure, TripMode } from './world.js';

const travelOf: Readonly<Partial<Record<TripMode, Travel>>> = {
  [TripMode.UNSPECIFIED]: 'drive',
  [TripMode.DRIVE_ONLY]: 'drive',
  [TripMode.WALK_ONLY]: 'walk',
  [TripMode.BIKE_WALK]: 'walk',
  [TripMode.TAXI]: 'drive',
  [TripMode.BUS_WALK]: 'walk',
  [TripMode.SUBWAY_WALK]: 'walk',
  [TripMode.BUS_SUBWAY_WALK]: 'walk',
  [TripMode.PASSENGER]: 'drive',
};
/** Of each kind of travel, about 1 KB each; people mostly ask again for routes of their own. */
const CACHED_ROUTES = 2048;

/** The person's own speed on a trip; irrelevant by car. */
export function speedOn({ cyclingSpeed, walkingSpeed }: Traveller, { mode }: Journey): number {
  return mode === TripMode.BIKE_WALK ? cyclingSpeed : walkingSpeed;
}

/** Plans trips: by which way, when they begin, and why there is none. */
export class TripPlanner {
  readonly #routes = new WeakMap<Router, RouteCache>();
  readonly #nearestLane: NearestLane;
  readonly #transit: TransitTrips | undefined;

  constructor(
    private readonly city: CityMap,
    /** May be replaced while costs change. */
    public router: Router,
    private readonly options: MovementOptions,
    private readonly pace: Pace,
    private readonly centroids: Float64Array,
    /** Undefined if there is no public transport. */
    timetable?: Timetable,
    /** Undefined if no road is closed or charged. */
    private readonly rules?: RoadRules,
  ) {
    this.#transit = timetable && new TransitTrips(city, router, timetable, options);
    this.#nearestLane = new NearestLane(city);
  }

  /** The trip to an AOI (its row) from the traveller's position at its time, or the reason why there is none. */
  plan(traveller: Traveller, trip: Trip, isRolling: boolean, to: number): Journey | TripFailure {
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
    const parks = travel === 'drive' && !isTaxi && trip.mode !== TripMode.PASSENGER;
    const journeyBy = (router: Router): Journey | TripFailure => {
      const way = this.#way(router, trip.mode === TripMode.BIKE_WALK ? 'ride' : travel, spot, to);
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
      const around = journeyBy(rules.router(this.router, obeyed, this.pace.factorAt(journey.begin)));
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

  /** Seconds of a trip from where the traveller is, at free-flow speed; null if there is none. */
  travelTime(traveller: Traveller, trip: Trip, to: number): number | null {
    const journey = this.plan(traveller, trip, false, to);
    if (typeof journey === 'string') return null;
    this.pace.extend(journey, Infinity, speedOn(traveller, journey));
    return (journey.arrival - journey.departure) / 1000;
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
    if (typeof journey === 'string') return costs.length > 0 ? Infinity : 0;
    return (costs.at(-1)! - costs[0]!) / this.pace.factorAt(begin);
  }

  /** Walking time in milliseconds between an AOI (its row) and a position on a lane, in a straight line. */
  #toDoor({ walkingSpeed }: Traveller, aoi: number, way: number, s: number): Milliseconds {
    if (this.options.doorToGate === 'none') return 0;
    const { x, y } = pointOnLane(this.city, way < 0 ? ~way : way, s);
    const metres = stepLength(x - this.centroids[2 * aoi], y - this.centroids[2 * aoi + 1]);
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
    this.pace.extend(journey, Infinity, speedOn(traveller, journey));
    const value = read();
    journey.known = 0;
    journey.arrival = Infinity;
    return value;
  }
}
