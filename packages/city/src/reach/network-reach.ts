import { type GroupedRows, groupByRow } from '../map/grouped-rows.js';
import { NumberList } from '../map/number-list.js';
import { COST_MARGIN, withoutEntries } from '../routing/graph.js';
import { type BeyondLimit, DijkstraToAll } from '../routing/one-to-all.js';
import type { LanePlace } from '../routing/route.js';
import { type ReachWays, seedsOf } from './reach-ways.js';

/**
 * Times are whole microseconds: whether one is within a limit in whole seconds must not depend on the order in which it was added up.
 */
const MICROSECONDS = 1e6;

/** Seconds of a cost, without its entries. */
export function secondsOf(cost: number, scale: number): number {
  return Math.round(withoutEntries(cost) * scale * MICROSECONDS) / MICROSECONDS;
}

/** The costs, without their entries, whose seconds are within a limit are at most this. */
export function costWithin(limit: number, scale: number): number {
  return (limit + 0.5 / MICROSECONDS) / scale;
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
  /** The AOIs that are entered from each node. */
  readonly #aoisAt: GroupedRows;
  readonly #entryAois: Int32Array;
  readonly #search: DijkstraToAll;
  readonly #found: Float64Array;
  readonly #within = new NumberList(Int32Array);

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
    this.#entryAois = new Int32Array(this.#nodes.length);
    for (let aoi = 0; aoi < aoiCount; aoi++) this.#entryAois.fill(aoi, this.#offsets[aoi], this.#offsets[aoi + 1]);
    this.#aoisAt = groupByRow(ways.graph.offsets.length - 1, this.#nodes.view());
    const links = Int32Array.from(this.#gates, ({ lane }) => ways.linkOf(lane));
    this.#gatesOfLink = groupByRow(links.reduce((most, link) => Math.max(most, link), -1) + 1, links);
  }

  /** The costs of nodes up to a limit in seconds, as `DijkstraToAll.cost` has them; valid until the next search. */
  nodes(places: readonly LanePlace[], limit: number): (node: number) => number {
    this.#run(places, limit, 'around');
    return (node) => this.#search.cost(node);
  }

  /** Seconds to each AOI (by row), Infinity if it is not within the limit; valid until the next search. */
  aois(places: readonly LanePlace[], limit: number, beyond: BeyondLimit = 'around'): Float64Array {
    this.#run(places, limit, beyond);
    const [{ offsets: rows, items }, entryAois] = [this.#aoisAt, this.#entryAois];
    const [found, within] = [this.#found.fill(Infinity), this.#within];
    within.length = 0;
    for (const node of this.#search.reached)
      for (let at = rows[node]; at < rows[node + 1]; at++) this.#enter(entryAois[items[at]]);
    this.#meet(places);
    for (const aoi of within.view()) {
      const seconds = secondsOf(found[aoi], this.scale);
      found[aoi] = seconds <= limit ? seconds : Infinity;
    }
    return found;
  }

  /** The AOIs that the last search found, in any order; some may be beyond its limit. */
  get reached(): Int32Array {
    return this.#within.view();
  }

  /** Goes so far that what it does not reach is beyond the limit. */
  #run(places: readonly LanePlace[], limit: number, beyond: BeyondLimit): void {
    this.#search.run(seedsOf(this.ways, places), costWithin(limit, this.scale) + COST_MARGIN, beyond);
  }

  /** Finds the cost of an AOI by its entries. */
  #enter(aoi: number): void {
    if (this.#found[aoi] < Infinity) return;
    let least = Infinity;
    for (let i = this.#offsets[aoi]; i < this.#offsets[aoi + 1]; i++)
      least = Math.min(least, this.#search.cost(this.#nodes.at(i)) + this.#costs.at(i));
    this.#lower(aoi, least);
  }

  #lower(aoi: number, cost: number): void {
    const found = this.#found;
    if (cost >= found[aoi]) return;
    if (found[aoi] === Infinity) this.#within.push(aoi);
    found[aoi] = cost;
  }

  /** Lowers the cost of AOIs on the links where a search starts. */
  #meet(places: readonly LanePlace[]): void {
    const { offsets, items } = this.#gatesOfLink;
    for (const place of places) {
      const link = this.ways.linkOf(place.lane);
      for (let i = offsets[link] ?? 0; i < (offsets[link + 1] ?? 0); i++) {
        const aoi = this.#gateAois.at(items[i]);
        this.#enter(aoi);
        this.#lower(aoi, this.ways.direct(place, this.#gates[items[i]]));
      }
    }
  }
}
