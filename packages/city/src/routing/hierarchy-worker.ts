import { parentPort, workerData } from 'node:worker_threads';
import type { Graph } from './graph.js';
import { buildHierarchy } from './routing-data.js';

// One graph's hierarchy and labels, with the share done now and then, for buildRoutingDataInThreads.
const port = parentPort!;
const built = buildHierarchy(workerData as Graph, (share) => port.postMessage({ share }));
const columns = [...Object.values(built.hierarchy), ...Object.values(built.labels)] as Int32Array[];
port.postMessage(
  { built },
  columns.map(({ buffer }) => buffer as ArrayBuffer),
);
