/** What a node is besides a place. */
export const NodeFlag = {
  KNOWN: 1,
  SIGNALS: 2,
  SIGNAL_CROSSING: 4,
  BARRIER: 8,
  STOP: 16,
  GIVE_WAY: 32,
  /** Of a sign: for those who come along the way, or against it; both: for everybody. */
  FORWARD: 64,
  BACKWARD: 128,
  /** Outside of the box: nothing leads there, but its place is known. */
  OUTSIDE: 256,
} as const;

/** Ids in the order they were asked for; grows without copying what is there twice. */
export class NodeIdList {
  private ids = new Float64Array(1 << 16);
  private count = 0;

  add(id: number): void {
    if (this.count === this.ids.length) {
      const grown = new Float64Array(2 * this.count);
      grown.set(this.ids);
      this.ids = grown;
    }
    this.ids[this.count++] = id;
  }

  /** The ids in ascending order, each once. */
  sorted(): Float64Array {
    const ids = this.ids.subarray(0, this.count).sort();
    let kept = 0;
    for (let i = 0; i < ids.length; i++) if (i === 0 || ids[i] !== ids[i - 1]) ids[kept++] = ids[i];
    return ids.slice(0, kept);
  }
}

/** Coordinates of the nodes that ways need, 18 bytes a node. */
export class NodeStore {
  /** Degrees times 10⁷. */
  readonly lon: Int32Array;
  readonly lat: Int32Array;
  /** Bits of `NodeFlag`. */
  readonly flags: Uint16Array;

  /** @param ids ascending, each once */
  constructor(private readonly ids: Float64Array) {
    this.lon = new Int32Array(ids.length);
    this.lat = new Int32Array(ids.length);
    this.flags = new Uint16Array(ids.length);
  }

  get size(): number {
    return this.ids.length;
  }

  /** Offset of a node, or -1 when nobody needs it. */
  find(id: number): number {
    let low = 0;
    let high = this.ids.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const value = this.ids[middle];
      if (value === id) return middle;
      if (value < id) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** Whether the file had the node, and in the box. */
  has(node: number): boolean {
    return node >= 0 && (this.flags[node] & NodeFlag.KNOWN) !== 0;
  }

  /** Whether the file had the node, in the box or outside of it. */
  isPlaced(node: number): boolean {
    return node >= 0 && (this.flags[node] & (NodeFlag.KNOWN | NodeFlag.OUTSIDE)) !== 0;
  }
}
