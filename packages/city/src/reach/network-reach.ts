import { type GroupedRows, groupByRow } from '../map/grouped-rows.js';
import { NumberList } from '../map/number-list.js';
import { DijkstraToAll } from '../routing/one-to-all.js';
import type { LanePlace } from '../routing/route.js';
import { type ReachWays, seedsOf } from './reach-ways.js';

/** Where searches start, and the cost of each node from there. */
export interface ReachedNodes {
  readonly places: readonly LanePlace[];
  /** Seconds by node; Infinity if it is not within the limit. */
  seconds(node: number): number;
}

/** Times from one place to all AOIs on one network. Not thread-safe: each thread needs its own. */
export class NetworkReach {
  readonly #gateAois = new NumberList(Int32Array);
  readonly #gates: LanePlace[] = [];
  /** Gates by road or lane, for those on the one where a search starts. */
  readonly #gatesOfLink: GroupedRows;
  /** Nodes from which an AOI is entered, in compressed rows, and the remaining costs. */
  readonly #offsets: Int32Array;
  readonly #nodes = new NumberList(Int32Array);
  readonly #costs = new NumberList(Float64Array);
  readonly #search: DijkstraToAll;
  readonly #found: Float64Array;

  /** @param scale seconds per cost of the network */
  constructor(
    private readonly ways: ReachWays,
    aoiCount: number,
    private readonly scale = 1,
  ) {
    this.#search = new DijkstraToAll(ways.graph);
    this.#offsets = new Int32Array(aoiCount + 1);
    this.#found = new Float64Array(aoiCount);
    for (let aoi = 0; aoi < aoiCount; aoi++) {
      const places = ways.gates(aoi);
      const { nodes, costs } = ways.entries(places);
      this.#nodes.pushAll(nodes);
      this.#costs.pushAll(costs);
      for (const place of places) {
        this.#gateAois.push(aoi);
        this.#gates.push(place);
      }
      this.#offsets[aoi + 1] = this.#nodes.length;
    }
    const links = Int32Array.from(this.#gates, ({ lane }) => ways.linkOf(lane));
    this.#gatesOfLink = groupByRow(links.reduce((most, link) => Math.max(most, link), -1) + 1, links);
  }

  /** The nodes within a limit in seconds; valid until the next search. */
  nodes(places: readonly LanePlace[], limit: number): ReachedNodes {
    const costs = this.#search.run(seedsOf(this.ways, places), Infinity);
    return { places, seconds: (node) => (costs[node] * this.scale < limit ? costs[node] * this.scale : Infinity) };
  }

  /**
   * Seconds to each AOI (by row), Infinity if it is not within the limit; valid until the next search.
   *
   * @param searched how far the search goes, seconds. If only to the limit, destination-only streets also lead to where the way
   * around them takes longer than that
   */
  aois(places: readonly LanePlace[], limit: number, searched = Infinity): Float64Array {
    const most = limit / this.scale;
    const costs = this.#search.run(seedsOf(this.ways, places), searched / this.scale);
    const [offsets, nodes, rests, found] = [this.#offsets, this.#nodes.view(), this.#costs.view(), this.#found];
    for (let aoi = 0; aoi < found.length; aoi++) {
      let least = Infinity;
      for (let i = offsets[aoi]; i < offsets[aoi + 1]; i++) least = Math.min(least, costs[nodes[i]] + rests[i]);
      found[aoi] = least;
    }
    this.#meet(places, found);
    for (let aoi = 0; aoi < found.length; aoi++) found[aoi] = found[aoi] <= most ? found[aoi] * this.scale : Infinity;
    return found;
  }

  /** Lowers the cost of AOIs on the links where a search starts. */
  #meet(places: readonly LanePlace[], found: Float64Array): void {
    const { offsets, items } = this.#gatesOfLink;
    for (const place of places) {
      const link = this.ways.linkOf(place.lane);
      for (let i = offsets[link] ?? 0; i < (offsets[link + 1] ?? 0); i++) {
        const aoi = this.#gateAois.at(items[i]);
        found[aoi] = Math.min(found[aoi], this.ways.direct(place, this.#gates[items[i]]));
      }
    }
  }
}
