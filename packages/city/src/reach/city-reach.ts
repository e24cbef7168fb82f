import type { CityMap } from '../map/city-map.js';
import { middleLane } from '../map/road-lanes.js';
import { gatesOf } from '../movement/gates.js';
import { defaultMovementOptions } from '../movement/options.js';
import type { Hierarchy } from '../routing/contraction.js';
import type { DriveNetwork } from '../routing/drive-network.js';
import { LaneFinder } from '../routing/lane-finder.js';
import { DijkstraToAll } from '../routing/one-to-all.js';
import { DriveWays, type LanePlace, WalkWays } from '../routing/route.js';
import { ROUTING_WALK_SPEED, type WalkNetwork } from '../routing/walk-network.js';
import type { DayNumber } from '../transit/service-days.js';
import type { Timetable } from '../transit/timetable.js';
import { TransitPlanner } from '../transit/transit-planner.js';
import { NetworkReach, type ReachedNodes } from './network-reach.js';

export const REACH_MODES = ['car', 'walk', 'pt'] as const;
export type ReachMode = (typeof REACH_MODES)[number];

/** Departures by public transport on a day, and which of their travel times counts. */
export interface ReachDepartures {
  readonly day: DayNumber;
  /** Seconds since midnight. */
  readonly times: readonly number[];
  /** 50 for the median; the nearest rank is used. */
  readonly percentile: number;
}

export interface ReachSettings {
  readonly mode: ReachMode;
  /** Longer times are Infinity, seconds. */
  readonly limit: number;
  readonly departures?: ReachDepartures;
}

/** The networks of a map. A hierarchy makes searches from many places by car fast. */
export interface ReachNetworks {
  readonly drive: DriveNetwork;
  readonly walk: WalkNetwork;
  readonly driveHierarchy?: Hierarchy | null;
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
  readonly #main: NetworkReach;
  readonly #planner: TransitPlanner | null;
  /** AOIs near each stop, by row, and the walk in seconds. */
  #egress: { readonly aois: Int32Array; readonly seconds: Float64Array }[] | undefined;

  constructor(
    private readonly city: CityMap,
    private readonly networks: ReachNetworks,
    private readonly settings: ReachSettings,
  ) {
    const { drive, walk, driveHierarchy, timetable } = networks;
    this.#main =
      settings.mode === 'car'
        ? new NetworkReach(
            city,
            new DriveWays(city, drive),
            drive.graph,
            driveHierarchy ?? null,
            (lane) => drive.laneRoads[lane] ?? -1,
            (aoi) => gatesOf(city, aoi, 'drive'),
          )
        : new NetworkReach(
            city,
            new WalkWays(city, walk),
            walk.graph,
            null,
            (lane) => (walk.laneHeads[lane] >= 0 ? lane : -1),
            (aoi) => gatesOf(city, aoi, 'walk'),
            ROUTING_WALK_SPEED / REACH_WALKING_SPEED,
          );
    this.#planner = settings.mode === 'pt' && timetable ? new TransitPlanner(city, walk, timetable, habits) : null;
  }

  /** Seconds to each AOI (by row), Infinity beyond the limit; valid until the next call. */
  aois(places: readonly LanePlace[]): Float64Array {
    return this.#aois([places])[0];
  }

  #aois(batch: readonly (readonly LanePlace[])[]): readonly Float64Array[] {
    const { limit, departures } = this.settings;
    const found = this.#main.aois(batch, limit);
    if (this.#planner === null || departures === undefined) return found;
    const [direct] = found;
    const [places] = batch;
    const egress = this.#egressOf(this.#planner);
    const count = direct.length;
    const times = Array.from(departures.times, () => direct.slice());
    let at = 0;
    for (const [departure, arrivals] of this.#arrivals(this.#planner, places, departures)) {
      const own = times[at++];
      for (let stop = 0; stop < arrivals.length; stop++) {
        const seconds = arrivals[stop] - departure;
        if (!(seconds < limit)) continue;
        const { aois, seconds: walks } = egress[stop];
        for (let i = 0; i < aois.length; i++) {
          const total = seconds + walks[i];
          if (total < own[aois[i]]) own[aois[i]] = total;
        }
      }
    }
    for (let aoi = 0; aoi < count; aoi++) direct[aoi] = within(limit, percentileOf(times, aoi, departures.percentile));
    return found;
  }

  /**
   * For some AOIs (rows `start` … `end - 1`), the sums of weights of the AOIs within some limits (ascending), itself
   * included: one after the other, all weights of the first limit first; NaN for AOIs that no street leads to.
   */
  access(start: number, end: number, limits: readonly number[], weights: readonly Float64Array[]): Float64Array {
    const width = limits.length * weights.length;
    const last = Math.min(end, this.city.aois.count);
    const sums = new Float64Array((last - start) * width);
    const { atOnce } = this.#main;
    for (let first = start; first < last; first += atOnce) {
      const places = Array.from({ length: Math.min(atOnce, last - first) }, (_, i) =>
        gatesOf(this.city, first + i, this.settings.mode === 'car' ? 'drive' : 'walk'),
      );
      const found = this.#aois(places);
      places.forEach(({ length }, i) => {
        const own = sums.subarray((first + i - start) * width, (first + i - start + 1) * width);
        if (length === 0) own.fill(NaN);
        else addWithin(found[i], first + i, limits, weights, own);
      });
    }
    return sums;
  }

  /** The streets that are reached within the limit. */
  streets(places: readonly LanePlace[]): ReachedStreet[] {
    const { mode, limit, departures } = this.settings;
    if (mode === 'car') return this.#driven(this.#main.nodes(places, limit));
    const onFoot = this.#main.nodes(places, limit);
    if (this.#planner === null || departures === undefined) return this.#walked(onFoot.seconds, places);
    return this.#walked(this.#riddenNodes(this.#planner, onFoot, departures), places);
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

  #arrivals(planner: TransitPlanner, places: readonly LanePlace[], { day, times }: ReachDepartures) {
    const near = planner.stopsNear({ aoi: -1, places });
    return planner.arrivals(near, day, times, this.settings.limit, REACH_WALKING_SPEED);
  }

  #egressOf(planner: TransitPlanner) {
    if (this.#egress) return this.#egress;
    const lists = Array.from({ length: planner.timetable.stopCount }, () => ({
      aois: [] as number[],
      seconds: [] as number[],
    }));
    for (let aoi = 0; aoi < this.city.aois.count; aoi++) {
      const { stops, metres } = planner.stopsNear({ aoi, places: gatesOf(this.city, aoi, 'walk') });
      stops.forEach((stop, i) => {
        lists[stop].aois.push(aoi);
        lists[stop].seconds.push(Math.ceil(metres[i] / REACH_WALKING_SPEED));
      });
    }
    this.#egress = lists.map(({ aois, seconds }) => ({
      aois: Int32Array.from(aois),
      seconds: Float64Array.from(seconds),
    }));
    return this.#egress;
  }

  /** Seconds to the nodes of the walking network by public transport. */
  #riddenNodes(planner: TransitPlanner, onFoot: ReachedNodes, departures: ReachDepartures) {
    const { walk } = this.networks;
    const { limit } = this.settings;
    const nodes = Float64Array.from({ length: walk.graph.offsets.length - 1 }, (_, node) => onFoot.seconds(node));
    const times = Array.from(departures.times, () => nodes.slice());
    const trips: Float64Array[] = [];
    for (const [departure, arrivals] of this.#arrivals(planner, onFoot.places, departures))
      trips.push(arrivals.map((arrival) => arrival - departure));
    const ways = new WalkWays(this.city, walk);
    const search = new DijkstraToAll(walk.graph);
    const { lanes, s } = planner.timetable.stops;
    for (let stop = 0; stop < lanes.length; stop++) {
      if (!trips.some((arrivals) => arrivals[stop] < limit)) continue;
      const costs = search.run(
        ways.sources([{ lane: lanes[stop], s: s[stop] }]),
        habits.accessMetres / ROUTING_WALK_SPEED,
      );
      for (const node of search.reached) {
        const seconds = Math.ceil((costs[node] * ROUTING_WALK_SPEED) / REACH_WALKING_SPEED);
        trips.forEach((arrivals, trip) => {
          times[trip][node] = Math.min(times[trip][node], arrivals[stop] + seconds);
        });
      }
    }
    return (node: number) => within(limit, percentileOf(times, node, departures.percentile));
  }

  #driven({ places, seconds }: ReachedNodes): ReachedStreet[] {
    const { inOffsets, inArcs, tails, turnCosts, roadCosts, laneRoads } = this.networks.drive;
    const length = this.city.lanes.length;
    const streets: ReachedStreet[] = [];
    for (let road = 0; road < roadCosts.length; road++) {
      const cost = roadCosts[road];
      if (!(cost < Infinity)) continue;
      let entry = Infinity;
      for (let i = inOffsets[road]; i < inOffsets[road + 1]; i++)
        entry = Math.min(entry, seconds(tails[inArcs[i]]) + turnCosts[inArcs[i]]);
      const starts = places
        .filter(({ lane }) => laneRoads[lane] === road)
        .map(({ lane, s }) => (length[lane] > 0 ? s / length[lane] : 0));
      if (entry === Infinity && starts.length === 0) continue;
      streets.push({
        lane: middleLane(this.city, road),
        seconds: (share) =>
          starts.reduce(
            (least, start) => (share >= start ? Math.min(least, (share - start) * cost) : least),
            entry + share * cost,
          ),
      });
    }
    return streets;
  }

  #walked(seconds: (node: number) => number, places: readonly LanePlace[]): ReachedStreet[] {
    const { laneHeads, laneTails } = this.networks.walk;
    const streets: ReachedStreet[] = [];
    for (let lane = 0; lane < laneHeads.length; lane++) {
      if (laneHeads[lane] < 0) continue;
      const [head, tail] = [seconds(laneHeads[lane]), seconds(laneTails[lane])];
      const starts = places.filter((place) => place.lane === lane);
      if (head === Infinity && tail === Infinity && starts.length === 0) continue;
      const metres = this.city.lanes.length[lane];
      streets.push({
        lane,
        seconds: (share) => {
          const through = Math.min(
            head + (share * metres) / REACH_WALKING_SPEED,
            tail + ((1 - share) * metres) / REACH_WALKING_SPEED,
          );
          return starts.reduce(
            (least, { s }) => Math.min(least, Math.abs(share * metres - s) / REACH_WALKING_SPEED),
            through,
          );
        },
      });
    }
    return streets;
  }
}

/** Adds the weights of AOIs by the first limit that includes them, then up over the limits. */
function addWithin(
  seconds: Float64Array,
  own: number,
  limits: readonly number[],
  weights: readonly Float64Array[],
  sums: Float64Array,
): void {
  seconds[own] = 0;
  for (let aoi = 0; aoi < seconds.length; aoi++) {
    let i = 0;
    while (i < limits.length && seconds[aoi] > limits[i]) i++;
    if (i < limits.length) for (let j = 0; j < weights.length; j++) sums[i * weights.length + j] += weights[j][aoi];
  }
  for (let i = weights.length; i < sums.length; i++) sums[i] += sums[i - weights.length];
}

function within(limit: number, seconds: number): number {
  return seconds <= limit ? seconds : Infinity;
}

/** The percentile of one column of several rows, by nearest rank. */
function percentileOf(rows: readonly Float64Array[], column: number, percentile: number): number {
  const sorted = rows.map((row) => row[column]).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return sorted[Math.max(0, Math.ceil((percentile / 100) * sorted.length) - 1)];
}
