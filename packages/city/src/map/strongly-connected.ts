/**
 * The strongly connected parts of a directed graph in compressed rows: two nodes are in one part when each can be
 * reached from the other. Tarjan's algorithm without recursion; time and memory linear in nodes and edges.
 *
 * @param offsets - node n has the edges offsets[n] … offsets[n + 1] - 1
 * @param targets - the node each edge leads to
 * @returns the part of each node, numbered from 0 such that no edge leads to a part of a higher number
 * @see R. Tarjan, Depth-first search and linear graph algorithms, 1972, doi:10.1137/0201010
 */
export function stronglyConnected(offsets: Uint32Array, targets: Uint32Array): Int32Array {
  const count = offsets.length - 1;
  const part = new Int32Array(count).fill(-1);
  /** Order in which a node was first visited, from 1; 0 for never. */
  const seen = new Uint32Array(count);
  /** The earliest node on the stack that is reachable from a node. */
  const low = new Uint32Array(count);
  const stack = new Uint32Array(count);
  const path = new Uint32Array(count);
  const nextEdge = new Uint32Array(count);
  let clock = 0;
  let parts = 0;
  let stackSize = 0;

  for (let root = 0; root < count; root++) {
    if (seen[root] !== 0) continue;
    let depth = 0;
    path[0] = root;
    while (depth >= 0) {
      const node = path[depth];
      if (seen[node] === 0) {
        seen[node] = low[node] = ++clock;
        stack[stackSize++] = node;
        nextEdge[node] = offsets[node];
      }
      if (nextEdge[node] < offsets[node + 1]) {
        const target = targets[nextEdge[node]++];
        if (seen[target] === 0) path[++depth] = target;
        else if (part[target] === -1) low[node] = Math.min(low[node], seen[target]);
        continue;
      }
      if (low[node] === seen[node]) {
        let member: number;
        do {
          member = stack[--stackSize];
          part[member] = parts;
        } while (member !== node);
        parts++;
      }
      depth--;
      if (depth >= 0) low[path[depth]] = Math.min(low[path[depth]], low[node]);
    }
  }
  return part;
}
