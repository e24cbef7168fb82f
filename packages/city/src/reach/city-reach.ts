import type { CityMap } from '../map/city-map.js';
import { middleLane } from '../map/road-lanes.js';
import { defaultMovementOptions } from '../movement/options.js';
import type { Hierarchy } from '../routing/contraction.js';
import type { DriveNetwork } from '../routing/drive-network.js';
import { COST_MARGIN, withoutEntries } from '../routing/graph.js';
import { LaneFinder } from '../routing/lane-finder.js';
import { DijkstrasToAll, DijkstraToAll, SweepToAll } from '../routing/one-to-all.js';
import type { LanePlace } from '../routing/route.js';
import {
  hasWalkLimits,
  ROUTING_WALK_SPEED,
  reversedWalks,
  type WalkNetwork,
  walkPace,
} from '../routing/walk-network.js';
import type { ReachedStops } from '../transit/stop-reach.js';
import type { Timetable } from '../transit/timetable.js';
import { TransitPlanner } from '../transit/transit-planner.js';
import { costWithin, NetworkReach, secondsOf } from './network-reach.js';
import { driveReachWays, type ReachWays, seedsOf, walkReachWays } from './reach-ways.js';
import { type ReachDepartures, RideAccess, type StopWalks } from './ride-access.js';
import { type AccessSums, StreetAccess } from './street-access.js';

export const REACH_MODES = ['car', 'walk', 'pt'] as const;
export type ReachMode = (typeof REACH_MODES)[number];

/** What is within reach of every AOI, by tasks. */
export interface AccessSearch {
  /** Number of tasks, of the AOIs of one street each. */
  readonly count: number;
  sums(start: number, end: number): AccessSums;
}

export interface ReachSettings {
  readonly mode: ReachMode;
  /** Longer times are Infinity, seconds. */
  readonly limit: number;
  readonly departures?: ReachDepartures;
}

/** The networks of a map. Hierarchies, by car of `driveReachWays`, make searches from many places fast. */
export interface ReachNetworks {
  readonly drive: DriveNetwork;
  readonly walk: WalkNetwork;
  readonly driveHierarchy?: Hierarchy | null;
  readonly walkHierarchy?: Hierarchy | null;
  readonly timetable?: Timetable | null;
}

/** A lane that is reached in part or whole, and the seconds to a share of its length. */
export interface ReachedStreet {
  readonly lane: number;
  seconds(share: number): number;
}

/** Metres within which both sides of a street count as the nearest. */
const STREET_WIDTH = 20;
const { walkingSpeed, transit: habits } = defaultMovementOptions;
/** m/s. */
export const REACH_WALKING_SPEED = walkingSpeed.mean;

/**
 * Travel times from one place to everywhere: by car as a lone driver drives (turns, acceleration, mean waits at lights), on
 * foot at 1.34 m/s, or by public transport with the walk to and from stops. Not thread-safe: each thread needs its own.
 */
export class CityReach {
  readonly #ways: ReachWays;
  /** Seconds per cost of the network. */
  readonly #scale: number;
  readonly #main: NetworkReach;
  readonly #planner: TransitPlanner | null;
  #stopWalks: StopWalks | undefined;

  constructor(
    private readonly city: CityMap,
    private readonly networks: ReachNetworks,
    private readonly settings: ReachSettings,
  ) {
    const { drive, walk, timetable } = networks;
    const isCar = settings.mode === 'car';
    this.#ways = isCar ? driveReachWays(city, drive) : walkReachWays(city, walk);
    this.#scale = isCar ? 1 : ROUTING_WALK_SPEED / REACH_WALKING_SPEED;
    this.#main = new NetworkReach(this.#ways, city.aois.count, this.#scale);
    this.#planner = settings.mode === 'pt' && timetable ? new TransitPlanner(city, walk, timetable, habits) : null;
  }

  /** The places of an AOI (row) on streets of the mode. */
  gates(aoi: number): readonly LanePlace[] {
    return this.#ways.gates(aoi);
  }

  /**
   * Seconds to each AOI (by row), Infinity beyond the limit; valid until the next call.
   * @param aoi the AOI (row) with these places, if any
   */
  aois(places: readonly LanePlace[], aoi = -1): Float64Array {
    const { limit, departures } = this.settings;
    if (this.#planner === null || departures === undefined) return this.#main.aois(places, limit);
    this.#stopWalks ??= this.#walksToStops(this.#planner);
    const { ofStop, ofAoi } = this.#stopWalks;
    const found = this.#main.aois(places, limit);
    const rides = new Percentiles(found, departures.times.length);
    const near = ofAoi[aoi] ?? this.#planner.stopsNear({ aoi: -1, places });
    let index = 0;
    for (const [departure, arrivals] of this.#arrivals(this.#planner, near, departures)) {
      for (let stop = 0; stop < arrivals.length; stop++) {
        const seconds = arrivals[stop] - departure;
        if (!(seconds < limit)) continue;
        const { aois, seconds: walks } = ofStop[stop];
        for (let i = 0; i < aois.length; i++) rides.lower(aois[i], index, seconds + walks[i]);
      }
      index++;
    }
    rides.pick(departures.percentile, limit);
    return found;
  }

  /**
   * For every AOI, the sums of the weights of the AOIs within some limits, itself included; NaN for AOIs that no street
   * leads to.
   * @param limits seconds, ascending
   */
  access(limits: readonly number[], weights: readonly Float64Array[]): AccessSearch {
    const { driveHierarchy, walkHierarchy } = this.networks;
    const { mode, limit, departures } = this.settings;
    const hierarchy = mode === 'car' ? driveHierarchy : walkHierarchy;
    const planner = this.#planner;
    return new StreetAccess(this.#ways, {
      aoiCount: this.city.aois.count,
      limits: limits.map((seconds) => costWithin(seconds, this.#scale)),
      weights,
      searchesTo: (groups) =>
        hierarchy
          ? new SweepToAll(hierarchy, groups)
          : new DijkstrasToAll(this.#ways.graph, groups, costWithin(limit, this.#scale) + 2 * COST_MARGIN),
      ridesBetween: (order) => {
        if (planner === null || departures === undefined) return null;
        this.#stopWalks ??= this.#walksToStops(planner);
        const walks = this.#stopWalks;
        return new RideAccess(planner, { walks, departures, limit, limits, walkingSpeed: REACH_WALKING_SPEED, order });
      },
    });
  }

  /** The streets that are reached within the limit. */
  streets(places: readonly LanePlace[]): ReachedStreet[] {
    const { mode, limit, departures } = this.settings;
    const reached = this.#main.nodes(places, limit);
    if (mode === 'car') return this.#driven(reached, places);
    if (this.#planner === null || departures === undefined) return this.#walked(reached, places);
    return this.#walked(this.#riddenNodes(this.#planner, reached, places, departures), places);
  }

  /** Positions on the streets nearest to a point, on both sides; empty if there is none within `metres`. */
  placesNear(x: number, y: number, metres: number): LanePlace[] {
    const { drive, walk } = this.networks;
    const isOpen =
      this.settings.mode === 'car'
        ? (lane: number) => drive.laneRoads[lane] >= 0
        : (lane: number) => walk.laneHeads[lane] >= 0;
    const near = new LaneFinder(this.city, isOpen).near(x, y, metres);
    return near
      .filter(({ distance }) => distance <= near[0].distance + STREET_WIDTH)
      .map(({ lane, s }) => ({ lane, s }));
  }

  #arrivals(planner: TransitPlanner, near: ReachedStops, { day, times }: ReachDepartures) {
    return planner.arrivals(near, day, times, this.settings.limit, REACH_WALKING_SPEED);
  }

  /**
   * Searched from the stops, which are fewer than the AOIs, as far as people walk to stops: destination-only streets lead to
   * where the way around is longer than that. So they do in `StopReach` and `#riddenNodes`.
   */
  #walksToStops({ timetable }: TransitPlanner): StopWalks {
    const { lanes, s } = timetable.stops;
    const { walk } = this.networks;
    const limit = habits.accessMetres / REACH_WALKING_SPEED;
    // Where walks have no direction, those back are the same.
    const back = hasWalkLimits(walk)
      ? new NetworkReach(
          walkReachWays(this.city, reversedWalks(walk), { isBackward: true }),
          this.city.aois.count,
          this.#scale,
        )
      : this.#main;
    const near = Array.from({ length: this.city.aois.count }, () => ({
      stops: [] as number[],
      metres: [] as number[],
    }));
    const ofStop = Array.from({ length: timetable.stopCount }, (_, stop) => {
      const place = [{ lane: lanes[stop], s: s[stop] }];
      const there = back.aois(place, limit, 'through');
      for (const aoi of back.reached) {
        if (!(there[aoi] < Infinity)) continue;
        near[aoi].stops.push(stop);
        near[aoi].metres.push(there[aoi] * REACH_WALKING_SPEED);
      }
      const seconds = back === this.#main ? there : this.#main.aois(place, limit, 'through');
      const aois = this.#main.reached.filter((aoi) => seconds[aoi] < Infinity).sort();
      return { aois, seconds: Float64Array.from(aois, (aoi) => Math.ceil(seconds[aoi])) };
    });
    const ofAoi = near.map(({ stops, metres }) => ({
      stops: Int32Array.from(stops),
      metres: Float64Array.from(metres),
    }));
    return { ofStop, ofAoi };
  }

  /** The costs of the nodes of the walking network by public transport. */
  #riddenNodes(
    planner: TransitPlanner,
    onFoot: (node: number) => number,
    places: readonly LanePlace[],
    departures: ReachDepartures,
  ): (node: number) => number {
    const { walk } = this.networks;
    const { limit } = this.settings;
    const nodes = Float64Array.from({ length: walk.graph.offsets.length - 1 }, (_, node) =>
      secondsOf(onFoot(node), this.#scale),
    );
    const rides = new Percentiles(nodes, departures.times.length);
    const near = planner.stopsNear({ aoi: -1, places });
    const trips: Float64Array[] = [];
    for (const [departure, arrivals] of this.#arrivals(planner, near, departures))
      trips.push(arrivals.map((arrival) => arrival - departure));
    const search = new DijkstraToAll(walk.graph);
    const { lanes, s } = planner.timetable.stops;
    for (let stop = 0; stop < lanes.length; stop++) {
      if (!trips.some((arrivals) => arrivals[stop] < limit)) continue;
      const seeds = seedsOf(this.#ways, [{ lane: lanes[stop], s: s[stop] }]);
      search.run(seeds, habits.accessMetres / ROUTING_WALK_SPEED, 'through');
      for (const node of search.reached) {
        const seconds = Math.ceil(secondsOf(search.cost(node), this.#scale));
        trips.forEach((arrivals, trip) => {
          rides.lower(node, trip, arrivals[stop] + seconds);
        });
      }
    }
    rides.pick(departures.percentile, limit);
    return (node: number) => nodes[node] / this.#scale;
  }

  #driven(cost: (road: number) => number, places: readonly LanePlace[]): ReachedStreet[] {
    const { roadCosts, laneRoads } = this.networks.drive;
    const length = this.city.lanes.length;
    const streets: ReachedStreet[] = [];
    for (let road = 0; road < roadCosts.length; road++) {
      const seconds = roadCosts[road];
      if (!(seconds < Infinity)) continue;
      const entry = cost(road);
      const starts = places
        .filter(({ lane }) => laneRoads[lane] === road)
        .map(({ lane, s }) => (length[lane] > 0 ? s / length[lane] : 0));
      if (!this.#isReached(entry) && starts.length === 0) continue;
      streets.push({
        lane: middleLane(this.city, road),
        seconds: (share) =>
          withoutEntries(
            starts.reduce(
              (least, start) => (share >= start ? Math.min(least, (share - start) * seconds) : least),
              entry + share * seconds,
            ),
          ),
      });
    }
    return streets;
  }

  #walked(cost: (node: number) => number, places: readonly LanePlace[]): ReachedStreet[] {
    const { laneHeads, laneTails } = this.networks.walk;
    const pace = walkPace(this.city);
    const streets: ReachedStreet[] = [];
    for (let lane = 0; lane < laneHeads.length; lane++) {
      if (laneHeads[lane] < 0) continue;
      const [head, tail] = [cost(laneHeads[lane]), cost(laneTails[lane])];
      const starts = places.filter((place) => place.lane === lane);
      if (!this.#isReached(head) && !this.#isReached(tail) && starts.length === 0) continue;
      const metres = this.city.lanes.length[lane];
      streets.push({
        lane,
        seconds: (share) => {
          const s = share * metres;
          const through = Math.min(head + pace(lane, s, false), tail + pace(lane, metres - s, true));
          const least = starts.reduce((cost, start) => Math.min(cost, this.#ways.direct(start, { lane, s })), through);
          return withoutEntries(least) * this.#scale;
        },
      });
    }
    return streets;
  }

  #isReached(cost: number): boolean {
    return secondsOf(cost, this.#scale) <= this.settings.limit;
  }
}

/** Percentiles of several times to each place, all of which start at the time on foot. */
class Percentiles {
  /** Places that any of the times is lower for, and their rows of times. */
  readonly #rows = new Map<number, Float64Array>();

  /** @param onFoot by place; replaced by `pick` */
  constructor(
    private readonly onFoot: Float64Array,
    private readonly count: number,
  ) {}

  lower(place: number, index: number, seconds: number): void {
    if (!(seconds < this.onFoot[place])) return;
    let row = this.#rows.get(place);
    if (row === undefined) {
      row = new Float64Array(this.count).fill(this.onFoot[place]);
      this.#rows.set(place, row);
    }
    row[index] = Math.min(row[index], seconds);
  }

  /** Picks the percentile of each place by nearest rank; Infinity beyond the limit. */
  pick(percentile: number, limit: number): void {
    const rank = Math.max(0, Math.ceil((percentile / 100) * this.count) - 1);
    for (const [place, row] of this.#rows) {
      const seconds = row.sort()[rank];
      this.onFoot[place] = seconds <= limit ? seconds : Infinity;
    }
  }
}
