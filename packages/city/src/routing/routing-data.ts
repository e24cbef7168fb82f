import type { CityMap } from '../map/city-map.js';
import { type Column, packColumns, type SharedColumns, viewColumn } from '../map/shared-columns.js';
import { contract, type Hierarchy } from './contraction.js';
import { buildDriveNetwork, type DriveNetwork, type TurnPenalties } from './drive-network.js';
import { type HubLabels, labelHubs } from './hub-labels.js';
import { buildWalkNetwork, type WalkNetwork } from './walk-network.js';

/** All that routing on a map needs, made once per map: networks and, for searches that climb, hierarchies. */
export interface RoutingData {
  readonly drive: DriveNetwork;
  readonly walk: WalkNetwork;
  readonly driveHierarchy: Hierarchy | null;
  readonly walkHierarchy: Hierarchy | null;
  /** Hub labels of each hierarchy. */
  readonly driveLabels: HubLabels | null;
  readonly walkLabels: HubLabels | null;
}

/** Raised when the arrays or their meaning change: saved data of another version is built again. */
export const ROUTING_DATA_VERSION = 4;

/** Builds the routing data of a map. Deterministic; some 20 s for 30,000 roads, 2 % of it without hierarchies. */
export function buildRoutingData(
  city: CityMap,
  options: {
    /** Seconds by turn. */
    turnPenalties?: TurnPenalties | undefined;
    /** Whether to build hierarchies (the default): the price for searches that are many times faster. */
    hierarchies?: boolean;
    /** Called now and then with what is done and the share of it, 0..1. */
    onProgress?: (step: string, share: number) => void;
  } = {},
): RoutingData {
  const { turnPenalties, hierarchies = true, onProgress } = options;
  const drive = buildDriveNetwork(city, turnPenalties);
  const walk = buildWalkNetwork(city);
  const build = (step: string, { graph }: { graph: DriveNetwork['graph'] }) =>
    hierarchies ? contract(graph, onProgress && ((share) => onProgress(step, share))) : null;
  const driveHierarchy = build('driving', drive);
  const walkHierarchy = build('walking', walk);
  return {
    drive,
    walk,
    driveHierarchy,
    walkHierarchy,
    driveLabels: driveHierarchy && labelHubs(driveHierarchy),
    walkLabels: walkHierarchy && labelHubs(walkHierarchy),
  };
}

type Nested = { readonly [name: string]: Column | Nested | null };

/** The data in one buffer, to save it or to share it with worker threads. */
export function packRoutingData(data: RoutingData): SharedColumns {
  const columns: Record<string, Column> = { version: Int32Array.of(ROUTING_DATA_VERSION) };
  const add = (path: string, value: Nested): void => {
    for (const [name, inner] of Object.entries(value)) {
      if (inner === null) continue;
      if (ArrayBuffer.isView(inner)) columns[path + name] = inner as Column;
      else add(`${path}${name}.`, inner as Nested);
    }
  };
  add('', data as unknown as Nested);
  return packColumns(columns);
}

/**
 * The data in a buffer, without copying.
 * @returns null when it was made by another version or for another map, so that it must be built again
 */
export function openRoutingData(packed: SharedColumns, city: CityMap): RoutingData | null {
  const nested: Record<string, unknown> = {
    driveHierarchy: null,
    walkHierarchy: null,
    driveLabels: null,
    walkLabels: null,
  };
  for (const [path, place] of Object.entries(packed.layout)) {
    const names = path.split('.');
    const last = names.pop()!;
    let at = nested;
    for (const name of names) {
      at[name] ??= {};
      at = at[name] as Record<string, unknown>;
    }
    at[last] = viewColumn(packed.buffer, place);
  }
  const { version, ...data } = nested as unknown as RoutingData & { version?: Int32Array };
  const fits =
    version?.[0] === ROUTING_DATA_VERSION &&
    data.drive?.roadCosts?.length === city.roads.count &&
    data.walk?.laneHeads?.length === city.lanes.count;
  return fits ? data : null;
}
