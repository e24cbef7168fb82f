import { compiledUrl, endThreads, LOADS_BY_IMPORT } from '@itinera/base';
import type { CityMap } from '../map/city-map.js';
import { columnsOf, type SharedColumns } from '../map/shared-columns.js';
import { contract } from '../routing/contraction.js';
import { buildDriveNetwork } from '../routing/drive-network.js';
import { DijkstraToAll } from '../routing/one-to-all.js';
import { joinRoutingData, packRoutingData, type RoutingData } from '../routing/routing-data.js';
import { buildWalkNetwork, ROUTING_WALK_SPEED, type WalkNetwork } from '../routing/walk-network.js';
import type { Timetable } from '../transit/timetable.js';
import { CityReach, REACH_WALKING_SPEED, type ReachSettings } from './city-reach.js';
import { driveReachWays, seedsOf, walkReachWays } from './reach-ways.js';
import type { AccessSums } from './street-access.js';

/** Weights of AOIs (by row) to sum within each limit in seconds. */
export interface AccessOptions {
  readonly limits: readonly number[];
  readonly weights: readonly Float64Array[];
  readonly threads: number;
  /** Number of AOIs from which threads are used. */
  readonly leastAois?: number;
  readonly onProgress?: (done: number, total: number) => void;
}

/** A city for searches in this or other threads. */
export interface OpenReach {
  readonly map: CityMap;
  readonly timetable: Timetable | null;
  readonly settings: ReachSettings;
  readonly data: RoutingData;
}

/** What threads share. */
export interface SharedReach {
  readonly map: SharedColumns;
  readonly routing: SharedColumns;
  readonly timetable: SharedColumns | null;
  readonly settings: ReachSettings;
  readonly limits: readonly number[];
  readonly weights: readonly Float64Array[];
}

/** Streets per task of a thread. */
export const ACCESS_TASK = 256;
/** AOIs from which is estimated how much of the network is reached, and the share above which sweeps are faster. */
const [SAMPLE, SWEEP_SHARE] = [32, 0.08];
/** With fewer AOIs, one thread is faster than starting more. */
const FEW = 2000;

/**
 * Builds the networks of a map for travel times.
 *
 * @param options `isForMany`: whether searches start from many places
 */
export function openReach(
  map: CityMap,
  timetable: Timetable | null,
  settings: ReachSettings,
  { isForMany = false }: { readonly isForMany?: boolean } = {},
): OpenReach & { readonly reach: CityReach } {
  const drive = buildDriveNetwork(map, undefined, 'driving-time');
  const walk = buildWalkNetwork(map);
  const data = {
    ...joinRoutingData(drive, walk, null, null),
    driveHierarchy: isForMany && settings.mode === 'car' ? contract(driveReachWays(map, drive).graph) : null,
    walkHierarchy: isForMany && sweepsOnFoot(map, walk, settings) ? contract(walk.graph) : null,
  };
  return { map, timetable, settings, data, reach: new CityReach(map, { ...data, timetable }, settings) };
}

/** Whether searches on foot reach so much of the network, from some AOIs, that sweeps over all of it are faster. */
function sweepsOnFoot(map: CityMap, walk: WalkNetwork, { mode, limit }: ReachSettings): boolean {
  if (mode === 'car') return false;
  const ways = walkReachWays(map, walk);
  const search = new DijkstraToAll(walk.graph);
  const step = Math.max(1, Math.floor(map.aois.count / SAMPLE));
  let [reached, searches] = [0, 0];
  for (let aoi = 0; aoi < map.aois.count; aoi += step, searches++) {
    search.run(seedsOf(ways, ways.gates(aoi)), (limit * REACH_WALKING_SPEED) / ROUTING_WALK_SPEED);
    reached += search.reached.length;
  }
  return reached > SWEEP_SHARE * searches * (walk.graph.offsets.length - 1);
}

/**
 * For each AOI (row), limit and weight, the sum of the weights of the AOIs within the limit, itself included; NaN for AOIs
 * that no street leads to.
 * @returns one list per AOI: all weights of the first limit, then of the second …
 */
export async function accessOfAois(
  { map, timetable, settings, data, reach }: ReturnType<typeof openReach>,
  { limits, weights, threads, leastAois = FEW, onProgress }: AccessOptions,
): Promise<Float64Array> {
  const count = map.aois.count;
  const width = limits.length * weights.length;
  const all = new Float64Array(count * width);
  let done = 0;
  const finish = ({ aois, sums }: AccessSums): void => {
    aois.forEach((aoi, i) => {
      all.set(sums.subarray(i * width, (i + 1) * width), aoi * width);
    });
    done += aois.length;
    onProgress?.(done, count);
  };
  const search = reach.access(limits, weights);
  const starts = Array.from({ length: Math.ceil(search.count / ACCESS_TASK) }, (_, i) => i * ACCESS_TASK);
  if (threads === 1 || count < leastAois) {
    for (const start of starts) finish(search.sums(start, start + ACCESS_TASK));
    return all;
  }
  const { Piscina } = await import('piscina');
  const workerData: SharedReach = {
    map: columnsOf(map),
    routing: packRoutingData(data),
    timetable: timetable && columnsOf(timetable),
    settings,
    limits,
    weights,
  };
  const pool = new Piscina<number, AccessSums>({
    ...LOADS_BY_IMPORT,
    filename: compiledUrl('./access-thread.js', import.meta.url),
    minThreads: threads,
    maxThreads: threads,
    workerData,
  });
  try {
    await Promise.all(starts.map(async (start) => finish(await pool.run(start))));
    return all;
  } finally {
    await endThreads(pool);
  }
}
