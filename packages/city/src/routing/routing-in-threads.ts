import { MessageChannel } from 'node:worker_threads';
import { compiledUrl, endThreads, LOADS_BY_IMPORT } from '@itinera/base';
import type { CityMap } from '../map/city-map.js';
import { buildDriveNetwork } from './drive-network.js';
import type { Graph } from './graph.js';
import { rideNetworkOf } from './ride-network.js';
import {
  type BuiltHierarchy,
  buildRoutingData,
  joinRoutingData,
  type RoutingData,
  type RoutingDataOptions,
} from './routing-data.js';
import { buildWalkNetwork } from './walk-network.js';

/** Number of roads above which threads are worth their startup time. */
const MANY_ROADS = 5000;

/** The same data as from `buildRoutingData`, in half the time for a large map if two threads are free. */
export async function buildRoutingDataInThreads(city: CityMap, options: RoutingDataOptions = {}): Promise<RoutingData> {
  if (city.roads.count < MANY_ROADS) return buildRoutingData(city, options);
  const { turnPenalties, routeCosts, onProgress } = options;
  const drive = buildDriveNetwork(city, turnPenalties, routeCosts);
  const walk = buildWalkNetwork(city);
  const [driving, walking, ride] = await Promise.all([
    buildHierarchyInThread(drive.graph, (share) => onProgress?.('driving', share)),
    buildHierarchyInThread(walk.graph, (share) => onProgress?.('walking', share)),
    // In this thread, while the others work.
    (async () => rideNetworkOf(city))(),
  ]);
  return joinRoutingData(drive, walk, driving, walking, ride);
}

/** The same in a separate thread. */
export async function buildHierarchyInThread(
  graph: Graph,
  onProgress: (share: number) => void,
): Promise<BuiltHierarchy> {
  const { Piscina } = await import('piscina');
  const { port1: progress, port2 } = new MessageChannel();
  const thread = new Piscina({
    ...LOADS_BY_IMPORT,
    filename: compiledUrl('./hierarchy-worker.js', import.meta.url),
    maxThreads: 1,
  });
  progress.on('message', onProgress);
  try {
    return await thread.run({ graph, progress: port2 }, { transferList: [port2] });
  } finally {
    progress.close();
    await endThreads(thread);
  }
}
