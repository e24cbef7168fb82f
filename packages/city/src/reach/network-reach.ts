import type { CityMap } from '../map/city-map.js';
import { type GroupedRows, groupByRow } from '../map/grouped-rows.js';
import { NumberList } from '../map/number-list.js';
import type { Hierarchy } from '../routing/contraction.js';
import type { Graph } from '../routing/graph.js';
import { AT_ONCE, DijkstraToAll, SweepToAll } from '../routing/one-to-all.js';
import type { LanePlace, RouteWays } from '../routing/route.js';

/** Where a search starts, and the cost of each node from there. */
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
  /** Nodes from which an AOI is reached, in compressed rows, and the remaining seconds. */
  readonly #offsets: Int32Array;
  readonly #nodes = new NumberList(Int32Array);
  readonly #costs = new NumberList(Float64Array);
  readonly #search: DijkstraToAll;
  readonly #sweep: SweepToAll | null;
  /** Seconds to each AOI, for each search of a sweep. */
  readonly #found: readonly Float64Array[];

  /**
   * @param hierarchy of the graph, for searches from many places
   * @param linkOf the road or lane by lane, within which places reach each other without passing a node; -1 for none
   * @param gates by AOI
   * @param scale seconds per cost of the network
   */
  constructor(
    city: CityMap,
    private readonly ways: RouteWays,
    graph: Graph,
    hierarchy: Hierarchy | null,
    private readonly linkOf: (lane: number) => number,
    gates: (aoi: number) => readonly LanePlace[],
    private readonly scale = 1,
  ) {
    this.#search = new DijkstraToAll(graph);
    this.#sweep = hierarchy && new SweepToAll(hierarchy);
    this.#offsets = new Int32Array(city.aois.count + 1);
    this.#found = Array.from({ length: hierarchy ? AT_ONCE : 1 }, () => new Float64Array(city.aois.count));
    for (let aoi = 0; aoi < city.aois.count; aoi++) {
      const places = gates(aoi);
      const { nodes, costs } = ways.targets(places);
      this.#nodes.pushAll(nodes);
      this.#costs.pushAll(costs);
      for (const place of places) {
        this.#gateAois.push(aoi);
        this.#gates.push(place);
      }
      this.#offsets[aoi + 1] = this.#nodes.length;
    }
    if (this.#sweep) {
      const nodes = this.#nodes.view();
      for (let i = 0; i < nodes.length; i++) nodes[i] = this.#sweep.indexOf(nodes[i]);
    }
    const links = Int32Array.from(this.#gates, ({ lane }) => linkOf(lane));
    this.#gatesOfLink = groupByRow(links.reduce((most, link) => Math.max(most, link), -1) + 1, links);
  }

  /** Number of searches that `aois` runs at once. */
  get atOnce(): number {
    return this.#found.length;
  }

  /** The nodes within a limit in seconds; valid until the next search. */
  nodes(places: readonly LanePlace[], limit: number): ReachedNodes {
    const costs = this.#search.run(this.ways.sources(places), limit / this.scale);
    return { places, seconds: (node) => costs[node] * this.scale };
  }

  /**
   * Seconds to each AOI (by row), Infinity if it is not within the limit; valid until the next search.
   * @param batch for each search, up to `atOnce`, where it starts
   */
  aois(batch: readonly (readonly LanePlace[])[], limit: number): readonly Float64Array[] {
    const seeds = batch.map((places) => this.ways.sources(places));
    const most = limit / this.scale;
    if (this.#sweep) this.#approachAll(this.#sweep.run(seeds));
    else this.#approach(this.#search.run(seeds[0], most));
    batch.forEach((places, search) => {
      const found = this.#found[search];
      this.#meet(places, found);
      for (let aoi = 0; aoi < found.length; aoi++) found[aoi] = found[aoi] <= most ? found[aoi] * this.scale : Infinity;
    });
    return this.#found;
  }

  #approach(costs: Float64Array): void {
    const [offsets, nodes, rests, [found]] = [this.#offsets, this.#nodes.view(), this.#costs.view(), this.#found];
    for (let aoi = 0; aoi < found.length; aoi++) {
      let least = Infinity;
      for (let i = offsets[aoi]; i < offsets[aoi + 1]; i++) least = Math.min(least, costs[nodes[i]] + rests[i]);
      found[aoi] = least;
    }
  }

  /** The same for all searches of a sweep. */
  #approachAll(costs: Float64Array): void {
    const [offsets, nodes, rests] = [this.#offsets, this.#nodes.view(), this.#costs.view()];
    const [foundA, foundB, foundC, foundD] = this.#found;
    for (let aoi = 0; aoi < foundA.length; aoi++) {
      let [a, b, c, d] = [Infinity, Infinity, Infinity, Infinity];
      for (let i = offsets[aoi]; i < offsets[aoi + 1]; i++) {
        const at = nodes[i];
        const rest = rests[i];
        a = Math.min(a, costs[at] + rest);
        b = Math.min(b, costs[at + 1] + rest);
        c = Math.min(c, costs[at + 2] + rest);
        d = Math.min(d, costs[at + 3] + rest);
      }
      foundA[aoi] = a;
      foundB[aoi] = b;
      foundC[aoi] = c;
      foundD[aoi] = d;
    }
  }

  /** Lowers the cost of AOIs on the links where a search starts. */
  #meet(places: readonly LanePlace[], found: Float64Array): void {
    const { offsets, items } = this.#gatesOfLink;
    for (const place of places) {
      const link = this.linkOf(place.lane);
      for (let i = offsets[link] ?? 0; i < (offsets[link + 1] ?? 0); i++) {
        const aoi = this.#gateAois.at(items[i]);
        found[aoi] = Math.min(found[aoi], this.ways.direct(place, this.#gates[items[i]]));
      }
    }
  }
}
