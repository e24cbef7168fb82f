import { COST_MARGIN, entriesOf, type Seeds, withoutEntries } from '../routing/graph.js';
import type { SearchesToAll } from '../routing/one-to-all.js';
import type { LanePlace } from '../routing/route.js';
import { type ReachWays, seedsOf } from './reach-ways.js';
import type { RideAccess } from './ride-access.js';

/**
 * AOIs of a street: they are entered from the same nodes and left by the same exits, with as many entries of destination-only
 * streets. So which of the exits and entries lead to another street with the fewest entries is the same for all of them.
 */
interface Street {
  /** Its number. */
  readonly row: number;
  /** Rows of the map. */
  readonly aois: readonly number[];
  readonly gates: readonly (readonly LanePlace[])[];
  readonly entries: readonly number[];
  /** Cost from each entry, by AOI and entry. */
  readonly within: Float64Array;
  /** Where the searches start: at the exits, or with all exits of a lone AOI. */
  readonly seeds: readonly Seeds[];
  /** Cost to there, by AOI and search, and the least by search. */
  readonly rests: Float64Array;
  readonly leastRests: readonly number[];
  /** By how much the costs from the AOIs of the street differ at most. */
  readonly spread: number;
}

export interface StreetAccessOptions {
  readonly aoiCount: number;
  /** Limits in costs of the network, without entries, ascending. */
  readonly limits: readonly number[];
  /** By AOI (row). */
  readonly weights: readonly Float64Array[];
  /** Creates the searches for the costs of groups of nodes. */
  readonly searchesTo: (groups: readonly (readonly number[])[]) => SearchesToAll;
  /** Creates the search for the AOIs that rides reach, given the order of AOIs; null if there are no rides. */
  readonly ridesBetween: (order: Int32Array) => RideAccess | null;
}

/** The sums of a street between two bounds: those that its AOIs share, then those of each AOI. */
interface Parts {
  readonly sums: Float64Array;
  /** A bit per limit and AOI of the map that is within it, likewise; null without rides. Valid until the next batch. */
  readonly onFoot: Int32Array | null;
}

/** For some AOIs, one after the other, the sums of weights: all weights of the first limit first. */
export interface AccessSums {
  readonly aois: Int32Array;
  readonly sums: Float64Array;
}

/** A street with more exits is searched by AOI. */
const MOST_EXITS = 4;

/**
 * What is within reach of every AOI by one kind of travel, exact. AOIs of a street share their searches, and a street that
 * is within the same limit from its nearest to its farthest AOI is counted as a whole: only the others, and those that
 * the AOI itself is on, are computed AOI by AOI. Not thread-safe: each thread needs its own.
 */
export class StreetAccess {
  /** The limits, and Infinity, so that every cost has a bound. */
  readonly #bounds: Float64Array;
  readonly #streets: readonly Street[];
  /** The rows of all streets. */
  readonly #all: Int32Array;
  readonly #streetsAtNode = new Map<number, number[]>();
  readonly #searches: SearchesToAll;
  // Entries of streets, in compressed rows: where the costs of their nodes are, and the least cost from there to an AOI.
  readonly #offsets: Int32Array;
  readonly #places: Int32Array;
  readonly #leastWithin: Float64Array;
  /** By how much the costs to the AOIs of a street differ at most. */
  readonly #spreads: Float64Array;
  /** Sums of weights, by street and weight. */
  readonly #totals: Float64Array;
  /** Costs from one AOI to the entries of a street. */
  readonly #reached: Float64Array;
  readonly #rides: RideAccess | null;
  /** The bits of all parts of a batch. */
  #bits = new Int32Array();
  /** The AOIs in order of streets: street s has the bits `firstBits[s]` … `firstBits[s + 1] - 1`. */
  readonly #firstBits: Int32Array;
  /** Weights by bit and weight, and their sums by word of bits. */
  readonly #bitWeights: Float64Array;
  readonly #wordWeights: Float64Array;

  constructor(
    private readonly ways: ReachWays,
    private readonly options: StreetAccessOptions,
  ) {
    const { aoiCount, limits, weights, searchesTo, ridesBetween } = options;
    const streets = streetsOf(ways, aoiCount);
    this.#bounds = Float64Array.of(...limits, Infinity);
    this.#streets = streets;
    this.#all = Int32Array.from(streets.keys());
    streets.forEach(({ entries }, street) => {
      for (const node of entries) {
        const known = this.#streetsAtNode.get(node);
        if (known) known.push(street);
        else this.#streetsAtNode.set(node, [street]);
      }
    });
    this.#searches = searchesTo(streets.map(({ entries }) => entries));
    this.#offsets = new Int32Array(streets.length + 1);
    streets.forEach(({ entries }, i) => {
      this.#offsets[i + 1] = this.#offsets[i] + entries.length;
    });
    this.#places = Int32Array.from(
      streets.flatMap(({ entries }) => entries),
      (node) => this.#searches.indexOf(node),
    );
    const within = streets.map((street) => columns(street.within, street.entries.length));
    this.#leastWithin = Float64Array.from(within.flatMap((table) => table.map(({ least }) => least)));
    this.#spreads = Float64Array.from(within, (table) => spreadOf(table) + COST_MARGIN);
    this.#totals = Float64Array.from(
      streets.flatMap(({ aois }) => weights.map((weight) => aois.reduce((sum, aoi) => sum + weight[aoi], 0))),
    );
    this.#reached = new Float64Array(streets.reduce((most, { entries }) => Math.max(most, entries.length), 0));
    const order = Int32Array.from(streets.flatMap(({ aois }) => aois));
    this.#rides = ridesBetween(order);
    this.#firstBits = new Int32Array(streets.length + 1);
    streets.forEach(({ aois }, i) => {
      this.#firstBits[i + 1] = this.#firstBits[i] + aois.length;
    });
    this.#bitWeights = new Float64Array(order.length * weights.length);
    this.#wordWeights = new Float64Array(((order.length + 31) >>> 5) * weights.length);
    order.forEach((aoi, bit) => {
      weights.forEach((weight, j) => {
        this.#bitWeights[bit * weights.length + j] = weight[aoi];
        this.#wordWeights[(bit >>> 5) * weights.length + j] += weight[aoi];
      });
    });
  }

  /** Number of streets. */
  get count(): number {
    return this.#streets.length;
  }

  /** The sums of the AOIs of some streets (`start` … `end - 1`); NaN for AOIs that no street leads to. */
  sums(start: number, end: number): AccessSums {
    const weightCount = this.options.weights.length;
    const width = this.options.limits.length * weightCount;
    const streets = this.#streets.slice(start, end);
    const aois = Int32Array.from(streets.flatMap((street) => street.aois));
    const sums = new Float64Array(aois.length * width);
    let at = 0;
    for (const batch of batchesOf(streets, this.#searches.atOnce)) {
      const parts = this.#partsOf(batch);
      batch.forEach((street, i) => {
        for (let aoi = 0; aoi < street.gates.length; aoi++, at += width) {
          const own = sums.subarray(at, at + width);
          if (street.gates[aoi].length === 0) own.fill(NaN);
          else {
            accumulate(parts[i].sums, aoi, weightCount, own);
            this.#addRides(street, aoi, parts[i], own);
          }
        }
      });
    }
    return { aois, sums };
  }

  #partsOf(batch: readonly Street[]): readonly Parts[] {
    const weightCount = this.options.weights.length;
    const [bounds, totals] = [this.#bounds, this.#totals];
    const [offsets, places, leastWithin, spreads] = [this.#offsets, this.#places, this.#leastWithin, this.#spreads];
    const parts = this.#emptyParts(batch);
    const near = this.#near(batch);
    const costs = this.#searches.run(
      batch.flatMap(({ seeds }) => seeds),
      this.#all.filter((street) => near[street] !== 0),
    );
    const firsts = Int32Array.of(0, ...batch.map(({ seeds }) => seeds.length));
    for (let i = 0; i < batch.length; i++) firsts[i + 1] += firsts[i];
    const rests = Float64Array.from(batch.flatMap(({ leastRests }) => leastRests));
    const spreadsFrom = Float64Array.from(batch, ({ spread }) => spread);
    const leasts = new Float64Array(batch.length);
    const last = bounds.length - 1;
    for (const other of this.#searches.reachedGroups ?? this.#all) {
      leasts.fill(Infinity);
      for (let i = offsets[other]; i < offsets[other + 1]; i++) {
        const place = places[i];
        const within = leastWithin[i];
        for (let from = 0, search = 0; from < leasts.length; from++) {
          for (; search < firsts[from + 1]; search++) {
            const cost = costs[place + search] + rests[search] + within;
            if (cost < leasts[from]) leasts[from] = cost;
          }
        }
      }
      for (let i = 0; i < spreadsFrom.length; i++) {
        const least = withoutEntries(leasts[i]);
        const bound = firstFrom(bounds, least - COST_MARGIN);
        const isNear = ((near[other] >> i) & 1) === 1;
        if (isNear || least + spreadsFrom[i] + spreads[other] > bounds[bound])
          this.#addAois(batch[i], other, isNear, costs, firsts[i], parts[i]);
        else if (bound < last) {
          addTo(parts[i].sums, bound * weightCount, totals, other * weightCount, weightCount);
          this.#markWithin(parts[i].onFoot, 0, bound, this.#firstBits[other], this.#firstBits[other + 1]);
        }
      }
    }
    return parts;
  }

  #emptyParts(batch: readonly Street[]): Parts[] {
    const words = (this.#rides?.words ?? 0) * this.options.limits.length;
    const rows = batch.map(({ aois }) => aois.length + 1);
    const size = words * rows.reduce((sum, count) => sum + count, 0);
    if (size > this.#bits.length) this.#bits = new Int32Array(size);
    else this.#bits.fill(0, 0, size);
    let start = 0;
    return rows.map((count) => {
      const onFoot = words > 0 ? this.#bits.subarray(start, start + count * words) : null;
      start += count * words;
      return { sums: new Float64Array(count * this.#bounds.length * this.options.weights.length), onFoot };
    });
  }

  /** For each street of the map, a bit per street of the batch: whether they are the same or share an entry. */
  #near(batch: readonly Street[]): Uint8Array {
    const near = new Uint8Array(this.#streets.length);
    batch.forEach(({ row, entries }, i) => {
      near[row] |= 1 << i;
      for (const node of entries) for (const other of this.#streetsAtNode.get(node)!) near[other] |= 1 << i;
    });
    return near;
  }

  /** Adds the AOIs of another street, or of the same, for each AOI of a street. */
  #addAois(
    from: Street,
    other: number,
    isNear: boolean,
    costs: Float64Array,
    search: number,
    { sums, onFoot }: Parts,
  ): void {
    const { weights } = this.options;
    const [bounds, reached, to] = [this.#bounds, this.#reached, this.#streets[other]];
    const [places, leastWithin, start] = [this.#places, this.#leastWithin, this.#offsets[other]];
    const { rests } = from;
    const [exits, entries] = [from.seeds.length, to.entries.length];
    const last = bounds.length - 1;
    for (let a = 0; a < from.aois.length; a++) {
      let least = Infinity;
      for (let j = 0; j < entries; j++) {
        let cost = Infinity;
        for (let i = 0, place = places[start + j] + search; i < exits; i++)
          cost = Math.min(cost, rests[a * exits + i] + costs[place + i]);
        reached[j] = cost;
        least = Math.min(least, cost + leastWithin[start + j]);
      }
      least = withoutEntries(least);
      const own = (a + 1) * bounds.length;
      const bound = firstFrom(bounds, least - COST_MARGIN);
      if (!isNear && least + this.#spreads[other] <= bounds[bound]) {
        if (bound === last) continue;
        addTo(sums, (own + bound) * weights.length, this.#totals, other * weights.length, weights.length);
        this.#markWithin(onFoot, a + 1, bound, this.#firstBits[other], this.#firstBits[other + 1]);
        continue;
      }
      for (let b = 0; b < to.aois.length; b++) {
        let cost = isNear ? this.#direct(from, a, to, b) : Infinity;
        for (let j = 0; j < entries; j++) cost = Math.min(cost, reached[j] + to.within[b * entries + j]);
        const within = firstFrom(bounds, withoutEntries(cost));
        if (within === last) continue;
        const at = (own + within) * weights.length;
        for (let j = 0; j < weights.length; j++) sums[at + j] += weights[j][to.aois[b]];
        this.#markWithin(onFoot, a + 1, within, this.#firstBits[other] + b, this.#firstBits[other] + b + 1);
      }
    }
  }

  /** Marks the AOIs with some bits as within the limits from a bound on. @param row 0 for all AOIs of the street */
  #markWithin(onFoot: Int32Array | null, row: number, bound: number, firstBit: number, endBit: number): void {
    if (onFoot === null) return;
    const { words } = this.#rides!;
    const limits = this.options.limits.length;
    const start = (row * limits + bound) * words;
    for (let word = firstBit >>> 5; word << 5 < endBit; word++) {
      const [from, to] = [Math.max(0, firstBit - 32 * word), Math.min(32, endBit - 32 * word)];
      const bits = (-1 << from) & (-1 >>> (32 - to));
      for (let i = bound, at = start + word; i < limits; i++, at += words) onFoot[at] |= bits;
    }
  }

  /** Adds the weights of the AOIs that are within a limit by rides but not on foot. */
  #addRides(from: Street, aoi: number, { onFoot }: Parts, sums: Float64Array): void {
    const within = onFoot && this.#rides!.from(from.aois[aoi]);
    if (!within) return;
    const weightCount = this.options.weights.length;
    const [bitWeights, wordWeights, { words }] = [this.#bitWeights, this.#wordWeights, this.#rides!];
    const own = (aoi + 1) * within.length;
    for (let at = 0, limit = 0; at < within.length; limit += weightCount) {
      for (let word = 0; word < words; word++, at++) {
        let bits = within[at] & ~(onFoot[at] | onFoot[own + at]);
        if (bits === -1) {
          addTo(sums, limit, wordWeights, word * weightCount, weightCount);
          continue;
        }
        for (; bits !== 0; bits &= bits - 1)
          addTo(sums, limit, bitWeights, (32 * word + 31 - Math.clz32(bits & -bits)) * weightCount, weightCount);
      }
    }
  }

  #direct(from: Street, a: number, to: Street, b: number): number {
    if (from.aois[a] === to.aois[b]) return 0;
    let least = Infinity;
    for (const start of from.gates[a])
      for (const end of to.gates[b]) least = Math.min(least, this.ways.direct(start, end));
    return least;
  }
}

/** Index of the first bound that includes a cost. */
function firstFrom(bounds: Float64Array, cost: number): number {
  let i = 0;
  while (cost > bounds[i]) i++;
  return i;
}

function addTo(sums: Float64Array, at: number, values: Float64Array, from: number, count: number): void {
  for (let i = 0; i < count; i++) sums[at + i] += values[from + i];
}

/** The sums of an AOI within each limit, from those between bounds that it shares with its street and its own. */
function accumulate(parts: Float64Array, aoi: number, weightCount: number, sums: Float64Array): void {
  const own = (aoi + 1) * (sums.length + weightCount);
  for (let i = 0; i < sums.length; i++)
    sums[i] = parts[i] + parts[own + i] + (i < weightCount ? 0 : sums[i - weightCount]);
}

/** Streets whose searches run at once. */
function* batchesOf(streets: readonly Street[], atOnce: number): Generator<readonly Street[]> {
  let batch: Street[] = [];
  let count = 0;
  for (const street of streets) {
    const more = Math.max(1, street.seeds.length);
    if (count + more > atOnce) {
      yield batch;
      [batch, count] = [[], 0];
    }
    batch.push(street);
    count += more;
  }
  if (batch.length > 0) yield batch;
}

/** Groups the AOIs of a map, in the order of the first of each street. */
function streetsOf(ways: ReachWays, aoiCount: number): Street[] {
  const byEntries = new Map<string, number[]>();
  for (let aoi = 0; aoi < aoiCount; aoi++) {
    const gates = ways.gates(aoi);
    const [entries, exits] = [ways.entries(gates), ways.exits(gates)];
    const isLone = exits.nodes.length > MOST_EXITS;
    const key = [entries.nodes, entries.costs.map(entriesOf), exits.costs.map(entriesOf), isLone ? aoi : ''].join(' ');
    const aois = byEntries.get(key);
    if (aois) aois.push(aoi);
    else byEntries.set(key, [aoi]);
  }
  return Array.from(byEntries.values(), (aois, row) => streetOf(ways, row, aois));
}

function streetOf(ways: ReachWays, row: number, aois: readonly number[]): Street {
  const gates = aois.map((aoi) => ways.gates(aoi));
  const entries = gates.map((places) => ways.entries(places));
  const exits = gates.map((places) => ways.exits(places));
  const isLone = aois.length === 1 && exits[0].nodes.length > 0;
  const seeds = isLone ? [seedsOf(ways, gates[0])] : exits[0].nodes.map((exit) => ways.after(exit));
  const rests = isLone ? Float64Array.of(0) : Float64Array.from(exits.flatMap(({ costs }) => costs));
  const restsBySearch = columns(rests, seeds.length);
  return {
    row,
    aois,
    gates,
    entries: entries[0].nodes,
    within: Float64Array.from(entries.flatMap(({ costs }) => costs)),
    seeds,
    rests,
    leastRests: restsBySearch.map(({ least }) => least),
    spread: spreadOf(restsBySearch),
  };
}

/** The least and the most of each column of a table. */
function columns(table: Float64Array, width: number): { readonly least: number; readonly most: number }[] {
  return Array.from({ length: width }, (_, column) => {
    const values = Array.from({ length: table.length / width }, (__, row) => table[row * width + column]);
    return { least: Math.min(...values), most: Math.max(...values) };
  });
}

function spreadOf(table: ReturnType<typeof columns>): number {
  return Math.max(0, ...table.map(({ least, most }) => most - least));
}
