import type { MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { Graph } from './graph.js';
import { buildHierarchy } from './routing-data.js';

/** Builds one graph's hierarchy and labels, reports its progress, and transfers the result without a copy. */
export default function hierarchyOf({
  graph,
  progress,
}: {
  readonly graph: Graph;
  readonly progress: MessagePort;
}): unknown {
  const built = buildHierarchy(graph, (share) => progress.postMessage(share));
  const columns = [...Object.values(built.hierarchy), ...Object.values(built.labels)] as Int32Array[];
  return Piscina.move({
    [Piscina.transferableSymbol]: columns.map(({ buffer }) => buffer),
    [Piscina.valueSymbol]: built,
  } as never);
}
