import { stronglyConnected } from '../map/strongly-connected.js';
import { compressRows, ENTRY, entriesOf, type Graph, type Seeds, tailsOf } from './graph.js';

/**
 * How often destination-only streets are entered at least on the way to each node, however long it takes. Nodes that lead to
 * each other without an entry are one part, so that a search goes over few parts instead of all nodes.
 */
export class LeastEntries {
  /** By node. */
  readonly parts: Int32Array;
  /** The parts, with the cost of the entries alone. */
  readonly #graph: Graph;
  readonly #costs: Float64Array;

  constructor(graph: Graph) {
    const tails = tailsOf(graph);
    const arcs = Uint32Array.from(tails.keys());
    const free = arcs.filter((arc) => graph.costs[arc] < ENTRY);
    const without = compressRows(
      graph.offsets.length - 1,
      Array.from(free, (arc) => tails[arc]),
      Array.from(free, (arc) => graph.heads[arc]),
      free,
    ).graph;
    const parts = stronglyConnected(Uint32Array.from(without.offsets), Uint32Array.from(without.heads));
    const between = arcs.filter((arc) => graph.costs[arc] < Infinity && parts[tails[arc]] !== parts[graph.heads[arc]]);
    const count = parts.reduce((most, part) => Math.max(most, part), -1) + 1;
    this.parts = parts;
    this.#graph = compressRows(
      count,
      Array.from(between, (arc) => parts[tails[arc]]),
      Array.from(between, (arc) => parts[graph.heads[arc]]),
      Array.from(between, (arc) => entriesOf(graph.costs[arc])),
    ).graph;
    this.#costs = new Float64Array(count);
  }

  /** The cost of the entries alone, by part; Infinity if no way leads there. Valid until the next call. */
  from({ nodes, costs }: Seeds): Float64Array {
    const { offsets, heads, costs: entries } = this.#graph;
    const found = this.#costs.fill(Infinity);
    /** Parts by number of entries. */
    const pending: number[][] = [];
    const put = (part: number, cost: number): void => {
      if (cost >= found[part]) return;
      found[part] = cost;
      const count = cost / ENTRY;
      pending[count] ??= [];
      pending[count].push(part);
    };
    nodes.forEach((node, i) => {
      put(this.parts[node], entriesOf(costs[i]));
    });
    for (let count = 0; count < pending.length; count++)
      // Parts that are reached by as many entries join the list while it is read.
      for (const part of pending[count] ?? []) {
        const cost = count * ENTRY;
        if (found[part] < cost) continue;
        for (let arc = offsets[part]; arc < offsets[part + 1]; arc++) put(heads[arc], cost + entries[arc]);
      }
    return found;
  }
}
