/**
 * The suffix automaton of a sequence that grows: a state for each class of substrings that end at the same positions.
 * A match against everything before slides along the sequence: drop a symbol by a suffix link, add one by an edge.
 * Every step costs a constant on average, so a sequence of n takes O(n).
 *
 * Edges are hashed by (state, symbol), and chained by state for the copies that a split needs. One object serves many
 * sequences; its arrays grow to the longest.
 */
export class SuffixAutomaton {
  #capacity = 0;
  #length = new Int32Array(0);
  #link = new Int32Array(0);
  /** Last edge added to each state; the previous one is in `#before`. */
  #lastEdge = new Int32Array(0);
  #before = new Int32Array(0);
  #symbol = new Int32Array(0);
  #target = new Int32Array(0);
  #origin = new Int32Array(0);
  /** Edge number + 1 by hash of (state, symbol); 0 is empty. */
  #table = new Int32Array(0);
  #mask = 0;
  #edges = 0;

  /**
   * @param sequence symbols from 0 to `symbols` − 1
   * @returns by position, the length of the longest match with what is wholly before it, plus 1
   */
  lambdas(sequence: Uint32Array, symbols: number): Uint32Array {
    const n = sequence.length;
    const out = new Uint32Array(n);
    this.#reset(n);
    // The first state's edges, one per symbol, are looked up without a hash.
    const fromRoot = new Int32Array(symbols).fill(-1);
    const length = this.#length;
    const link = this.#link;
    let states = 1;
    let last = 0;
    let state = 0;
    let matched = 0;
    for (let i = 0; i < n; i++) {
      // The match of position i, against sequence[0 … i − 1].
      while (i + matched < n) {
        const symbol = sequence[i + matched];
        const next = state === 0 ? fromRoot[symbol] : this.#step(state, symbol);
        if (next < 0) break;
        state = next;
        matched++;
      }
      out[i] = matched + 1;
      // The automaton grows by sequence[i].
      const symbol = sequence[i];
      const added = states++;
      length[added] = length[last] + 1;
      let p = last;
      while (p > 0 && this.#step(p, symbol) < 0) {
        this.#connect(p, symbol, added);
        p = link[p];
      }
      last = added;
      const q = p === 0 ? fromRoot[symbol] : this.#step(p, symbol);
      if (p === 0 && q < 0) {
        fromRoot[symbol] = added;
        link[added] = 0;
      } else if (length[q] === length[p] + 1) {
        link[added] = q;
      } else {
        const copy = states++;
        length[copy] = length[p] + 1;
        link[copy] = link[q];
        for (let edge = this.#lastEdge[q]; edge >= 0; edge = this.#before[edge]) {
          this.#connect(copy, this.#symbol[edge], this.#target[edge]);
        }
        link[q] = copy;
        link[added] = copy;
        while (p > 0) {
          const edge = this.#edge(p, symbol);
          if (edge < 0 || this.#target[edge] !== q) break;
          this.#target[edge] = copy;
          p = link[p];
        }
        if (p === 0 && fromRoot[symbol] === q) fromRoot[symbol] = copy;
      }
      // The match of position i + 1 lacks sequence[i]; a split may have given its class to a copy.
      if (matched > 0) matched--;
      while (state > 0 && length[link[state]] >= matched) state = link[state];
    }
    return out;
  }

  #reset(n: number): void {
    if (n > this.#capacity) {
      this.#capacity = Math.max(n, 2 * this.#capacity, 64);
      const states = 2 * this.#capacity + 2;
      const edges = 3 * this.#capacity + 4;
      this.#length = new Int32Array(states);
      this.#link = new Int32Array(states);
      this.#lastEdge = new Int32Array(states);
      this.#before = new Int32Array(edges);
      this.#symbol = new Int32Array(edges);
      this.#target = new Int32Array(edges);
      this.#origin = new Int32Array(edges);
    }
    const size = 2 ** Math.ceil(Math.log2(6 * n + 8));
    if (this.#table.length < size) this.#table = new Int32Array(size);
    else this.#table.fill(0, 0, size);
    this.#mask = size - 1;
    this.#lastEdge.fill(-1, 0, 2 * n + 2);
    this.#length[0] = 0;
    this.#link[0] = -1;
    this.#edges = 0;
  }

  #slot(state: number, symbol: number): number {
    const hash = Math.imul(state ^ Math.imul(symbol + 1, 0x85ebca6b), 0x9e3779b1);
    return (hash ^ (hash >>> 15)) & this.#mask;
  }

  /** The edge of a state by a symbol, or −1. */
  #edge(state: number, symbol: number): number {
    const table = this.#table;
    const mask = this.#mask;
    for (let slot = this.#slot(state, symbol); ; slot = (slot + 1) & mask) {
      const edge = table[slot] - 1;
      if (edge < 0 || (this.#origin[edge] === state && this.#symbol[edge] === symbol)) return edge;
    }
  }

  #step(state: number, symbol: number): number {
    const edge = this.#edge(state, symbol);
    return edge < 0 ? -1 : this.#target[edge];
  }

  #connect(state: number, symbol: number, target: number): void {
    const edge = this.#edges++;
    this.#origin[edge] = state;
    this.#symbol[edge] = symbol;
    this.#target[edge] = target;
    this.#before[edge] = this.#lastEdge[state];
    this.#lastEdge[state] = edge;
    const table = this.#table;
    const mask = this.#mask;
    let slot = this.#slot(state, symbol);
    while (table[slot] !== 0) slot = (slot + 1) & mask;
    table[slot] = edge + 1;
  }
}
