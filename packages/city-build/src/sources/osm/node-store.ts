import { NumberList } from '@itinera/city/map-making';
import type { NodeGate } from '../../layout/network.js';
import type { Project } from './project.js';

/** Attributes of a node other than its position. */
export const NodeFlag = {
  KNOWN: 1,
  SIGNALS: 2,
  SIGNAL_CROSSING: 4,
  BARRIER: 8,
  STOP: 16,
  GIVE_WAY: 32,
  /** The sign applies to traffic along the way or against it; with both bits, to all traffic. */
  FORWARD: 64,
  BACKWARD: 128,
  /** The node is outside the box: nothing leads there, but its position is known. */
  OUTSIDE: 256,
  /** Only those with a destination behind the barrier pass it. */
  BARRIER_DESTINATION: 512,
} as const;

/** The flags have two bits each, from these on, for who passes the node on foot and by bicycle: an `Access`. */
export const GATE_BITS = { walk: 10, ride: 12 } as const;

/** Who passes on foot and by bicycle, by the flags of a node; undefined if everyone does. */
export function gateOf(flags: number): NodeGate | undefined {
  const [walk, ride] = [(flags >> GATE_BITS.walk) & 3, (flags >> GATE_BITS.ride) & 3];
  return walk + ride > 0 ? { walk, ride } : undefined;
}

/** The nodes of ways by id, one way after another. Ways are numbered from 0 in the order in which they are added. */
export class WayNodes {
  readonly #ids = new NumberList(Float64Array);
  /** By way, the end of its nodes. */
  readonly #stops = new NumberList(Int32Array);

  /** @returns the number of the way */
  add(ids: ArrayLike<number>): number {
    this.#ids.pushAll(ids);
    this.#stops.push(this.#ids.length);
    return this.#stops.length - 1;
  }

  /** Valid until the next way is added. */
  idsOf(way: number): Float64Array {
    return this.#ids.view(this.#startOf(way), this.#stops.at(way));
  }

  /** A store of all nodes. */
  store(): NodeStore {
    const ids = this.#ids.view().slice().sort();
    let kept = 0;
    for (let i = 0; i < ids.length; i++) if (i === 0 || ids[i] !== ids[i - 1]) ids[kept++] = ids[i];
    return new NodeStore(ids.slice(0, kept));
  }

  /** The nodes of each way as their indices in a store, -1 for those that it lacks. */
  findIn(store: NodeStore): (way: number) => Int32Array {
    const all = new Int32Array(this.#ids.length);
    for (let i = 0; i < all.length; i++) all[i] = store.find(this.#ids.at(i));
    return (way) => all.subarray(this.#startOf(way), this.#stops.at(way));
  }

  #startOf(way: number): number {
    return way === 0 ? 0 : this.#stops.at(way - 1);
  }
}

/** Coordinates of the nodes that ways need, 34 bytes per node. */
export class NodeStore {
  /** Degrees times 10⁷. */
  readonly lon: Int32Array;
  readonly lat: Int32Array;
  /** Bits of `NodeFlag`. */
  readonly flags: Uint16Array;
  /** Metres in the plane, once nodes are projected. */
  readonly x: Float64Array;
  readonly y: Float64Array;

  /** Ids before it are smaller than the last one that was asked for, and those from it on are not. */
  #place = 0;

  /** @param ids ascending, without duplicates */
  constructor(private readonly ids: Float64Array) {
    this.lon = new Int32Array(ids.length);
    this.lat = new Int32Array(ids.length);
    this.flags = new Uint16Array(ids.length);
    this.x = new Float64Array(ids.length);
    this.y = new Float64Array(ids.length);
  }

  get size(): number {
    return this.ids.length;
  }

  /** Index of a node, or -1 if it is not needed. Fast if it is a little larger than the one before, as in most files and ways. */
  find(id: number): number {
    const { ids } = this;
    let low = this.#place;
    let high = low;
    if (low > 0 && ids[low - 1] >= id) low = 0;
    else
      for (let step = 1; high < ids.length && ids[high] < id; step *= 2) {
        low = high + 1;
        high = Math.min(ids.length, high + step);
      }
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ids[middle] < id) low = middle + 1;
      else high = middle;
    }
    this.#place = low;
    return ids[low] === id ? low : -1;
  }

  /** Sets the position of a node, and adds bits to its flags. */
  put(node: number, lon: number, lat: number, flags: number): void {
    this.lon[node] = lon;
    this.lat[node] = lat;
    this.flags[node] |= flags;
  }

  /** Finds the positions in the plane. */
  project(project: Project): void {
    const at = { x: 0, y: 0 };
    for (let node = 0; node < this.size; node++) {
      if (!this.isPlaced(node)) continue;
      project(this.lon[node], this.lat[node], at);
      this.x[node] = at.x;
      this.y[node] = at.y;
    }
  }

  /** Whether the node is in the file, inside the box. */
  has(node: number): boolean {
    return node >= 0 && (this.flags[node] & NodeFlag.KNOWN) !== 0;
  }

  /** Whether the node is in the file, inside or outside the box. */
  isPlaced(node: number): boolean {
    return node >= 0 && (this.flags[node] & (NodeFlag.KNOWN | NodeFlag.OUTSIDE)) !== 0;
  }
}
