import type { CityMap } from '../map/city-map.js';
import { readColumn } from '../map/column-pages.js';
import { lazyProperty } from '../map/lazy-property.js';
import { type ColumnArray, packColumns, type SharedColumns } from '../map/shared-columns.js';
import { contract, type Hierarchy } from './contraction.js';
import { buildDriveNetwork, type DriveNetwork, type RouteCosts, type TurnPenalties } from './drive-network.js';
import type { Graph } from './graph.js';
import { type HubLabels, labelHubs } from './hub-labels.js';
import { rideNetworkOf } from './ride-network.js';
import { buildWalkNetwork, type WalkNetwork } from './walk-network.js';

/** Everything that routing on a map needs, built once per map: networks and, for fast queries, hierarchies. */
export interface RoutingData {
  readonly drive: DriveNetwork;
  readonly walk: WalkNetwork;
  readonly driveHierarchy: Hierarchy | null;
  readonly walkHierarchy: Hierarchy | null;
  /** Hub labels of each hierarchy. */
  readonly driveLabels: HubLabels | null;
  readonly walkLabels: HubLabels | null;
  /** For bicycles; null if the map does not say where they may be ridden, or until a router needs it. */
  readonly ride: WalkNetwork | null;
}

/** Increased when the arrays or their meaning change: saved data of another version is rebuilt. */
export const ROUTING_DATA_VERSION = 14;

export interface RoutingDataOptions {
  /** Seconds by turn. */
  readonly turnPenalties?: TurnPenalties | undefined;
  /** Costs that determine routes by car. */
  readonly routeCosts?: RouteCosts | undefined;
  /** Receives the current phase and its completed share, 0..1. */
  readonly onProgress?: (step: string, share: number) => void;
}

/** Data that make searches on a graph fast. */
export interface BuiltHierarchy {
  readonly hierarchy: Hierarchy;
  readonly labels: HubLabels;
}

/**
 * Builds the routing data of a map. Deterministic; about 9 s for 50,000 roads, an eighth of that without hierarchies.
 * @param city the map
 * @param options `hierarchies`: whether to build them (default); without them, searches are many times slower
 */
export function buildRoutingData(
  city: CityMap,
  {
    turnPenalties,
    routeCosts,
    onProgress,
    hierarchies = true,
  }: RoutingDataOptions & { readonly hierarchies?: boolean } = {},
): RoutingData {
  const drive = buildDriveNetwork(city, turnPenalties, routeCosts);
  const walk = buildWalkNetwork(city);
  const build = (step: string, graph: Graph) =>
    hierarchies ? buildHierarchy(graph, onProgress && ((share) => onProgress(step, share))) : null;
  return joinRoutingData(drive, walk, build('driving', drive.graph), build('walking', walk.graph), rideNetworkOf(city));
}

/** @param onProgress receives the completed share of the hierarchy, 0..1 */
export function buildHierarchy(graph: Graph, onProgress?: (share: number) => void): BuiltHierarchy {
  const hierarchy = contract(graph, onProgress);
  return { hierarchy, labels: labelHubs(hierarchy) };
}

/** Combines networks with the data that make searches fast. Without `ride`, routers build it when it is needed. */
export function joinRoutingData(
  drive: DriveNetwork,
  walk: WalkNetwork,
  driving: BuiltHierarchy | null,
  walking: BuiltHierarchy | null,
  ride: WalkNetwork | null = null,
): RoutingData {
  return {
    drive,
    walk,
    driveHierarchy: driving?.hierarchy ?? null,
    walkHierarchy: walking?.hierarchy ?? null,
    driveLabels: driving?.labels ?? null,
    walkLabels: walking?.labels ?? null,
    ride,
  };
}

/** The data in one buffer, for saving or for sharing with worker threads. */
export function packRoutingData(data: RoutingData): SharedColumns {
  const columns: Record<string, ColumnArray> = { version: Int32Array.of(ROUTING_DATA_VERSION) };
  const add = (path: string, value: object): void => {
    for (const [name, inner] of Object.entries(value)) {
      if (inner === null) continue;
      if (ArrayBuffer.isView(inner)) columns[path + name] = inner as ColumnArray;
      else add(`${path}${name}.`, inner);
    }
  };
  add('', data);
  return packColumns(columns);
}

/**
 * The data in a buffer, without copying. @returns null if they were built by another version or for another map, so
 * that they must be rebuilt
 */
export function openRoutingData(packed: SharedColumns, city: CityMap): RoutingData | null {
  const nested: Record<string, unknown> = {
    driveHierarchy: null,
    walkHierarchy: null,
    driveLabels: null,
    walkLabels: null,
    ride: null,
  };
  for (const path of Object.keys(packed.layout)) {
    const names = path.split('.');
    const last = names.pop()!;
    let at = nested;
    for (const name of names) {
      at[name] ??= {};
      at = at[name] as Record<string, unknown>;
    }
    lazyProperty(at, last, () => readColumn(packed, path));
  }
  const { version, ...data } = nested as Partial<RoutingData> & { readonly version?: Int32Array };
  const fits =
    version?.[0] === ROUTING_DATA_VERSION &&
    data.drive?.roadCosts?.length === city.roads.count &&
    data.walk?.laneHeads?.length === city.lanes.count;
  return fits ? (data as RoutingData) : null;
}
