import type { CityMap } from '../map/city-map.js';
import { groupByRow } from '../map/grouped-rows.js';
import { ENTRY, withoutEntries } from '../routing/graph.js';
import { NodeHeap } from '../routing/node-heap.js';
import type { LanePlace } from '../routing/route.js';
import {
  type LanePace,
  ROUTING_WALK_SPEED,
  reversedWalks,
  type WalkNetwork,
  walkPace,
} from '../routing/walk-network.js';

/** Stops within walking distance, and how far they are. */
export interface ReachedStops {
  readonly stops: Int32Array;
  readonly metres: Float64Array;
}

/**
 * Finds the stops near a place along the walking lanes, by a Dijkstra search with a maximum distance. Holds the memory of one
 * search at a time.
 */
export class StopReach {
  readonly #distances: Float64Array;
  readonly #stamps: Int32Array;
  #stamp = 0;
  readonly #heap: NodeHeap;
  /** For each lane of the map, its stops. */
  readonly #stopsAt: ReturnType<typeof groupByRow>;
  /** For each stop, its distance in the current search. */
  readonly #found: Float64Array;
  readonly #network: WalkNetwork;
  readonly #pace: LanePace;

  /** @param options `isBackward`: whether walks lead from the stops to the place; from the place to the stops by default */
  constructor(
    private readonly city: CityMap,
    walks: WalkNetwork,
    private readonly stopLanes: Int32Array,
    private readonly stopS: Float64Array,
    { isBackward = false }: { readonly isBackward?: boolean } = {},
  ) {
    const network = isBackward ? reversedWalks(walks) : walks;
    this.#network = network;
    const pace = walkPace(city);
    this.#pace = isBackward ? (lane, metres, isAgainst) => pace(lane, metres, !isAgainst) : pace;
    const nodes = network.graph.offsets.length - 1;
    this.#distances = new Float64Array(nodes);
    this.#stamps = new Int32Array(nodes);
    this.#heap = new NodeHeap(nodes);
    this.#stopsAt = groupByRow(city.lanes.count, stopLanes);
    this.#found = new Float64Array(stopLanes.length).fill(Infinity);
  }

  /** The stops at most `limit` metres from the nearest of some places, or to it, by row. */
  around(places: readonly LanePlace[], limit: number): ReachedStops {
    const { laneHeads, laneTails, graph, lanes } = this.#network;
    const length = this.city.lanes.length;
    const [distances, stamps, heap] = [this.#distances, this.#stamps, this.#heap];
    const stamp = ++this.#stamp;
    const reached: number[] = [];
    const { offsets: laneStops, items } = this.#stopsAt;
    const meet = (stop: number, metres: number): void => {
      if (withoutEntries(metres) > limit || metres >= this.#found[stop]) return;
      if (this.#found[stop] === Infinity) reached.push(stop);
      this.#found[stop] = metres;
    };
    const put = (node: number, metres: number): void => {
      if (withoutEntries(metres) > limit || (stamps[node] === stamp && distances[node] <= metres)) return;
      stamps[node] = stamp;
      distances[node] = metres;
      heap.set(node, metres);
    };
    for (const { lane, s } of places) {
      if (!(laneHeads[lane] >= 0)) continue;
      const at = Math.min(Math.max(s, 0), length[lane]);
      // Entries are those of lanes that are closed in this direction.
      const [along, against] = [this.#pace(lane, 0, false), this.#pace(lane, 0, true)];
      for (let i = laneStops[lane]; i < laneStops[lane + 1]; i++) {
        const metres = this.#placeOf(items[i]) - at;
        meet(items[i], metres < 0 ? against - metres : metres > 0 ? along + metres : 0);
      }
      put(laneHeads[lane], against + at);
      put(laneTails[lane], along + length[lane] - at);
    }
    while (heap.size > 0) {
      const metres = heap.least;
      const node = heap.pop();
      for (let arc = graph.offsets[node]; arc < graph.offsets[node + 1]; arc++) {
        const way = lanes[arc];
        const lane = way < 0 ? ~way : way;
        for (let i = laneStops[lane]; i < laneStops[lane + 1]; i++) {
          const s = this.#placeOf(items[i]);
          meet(items[i], metres + this.#pace(lane, 0, way < 0) + (way < 0 ? length[lane] - s : s));
        }
        const cost = graph.costs[arc];
        const entry = cost >= ENTRY ? ENTRY : 0;
        put(graph.heads[arc], metres + entry + (cost - entry) * ROUTING_WALK_SPEED);
      }
    }
    const stops = Int32Array.from(reached).sort();
    const metres = Float64Array.from(stops, (stop) => withoutEntries(this.#found[stop]));
    for (const stop of stops) this.#found[stop] = Infinity;
    return { stops, metres };
  }

  #placeOf(stop: number): number {
    return Math.min(Math.max(this.stopS[stop], 0), this.city.lanes.length[this.stopLanes[stop]]);
  }
}
