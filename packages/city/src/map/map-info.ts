import { bridgesOf } from './bridges.js';
import type { CityMap } from './city-map.js';
import { type Connectivity, connectivity, Reach } from './connectivity.js';
import { isSyntheticMap } from './draw-frame.js';
import { type GroundKind, groundFieldCount, groundOf } from './ground.js';
import { inspectMap } from './inspect-map.js';
import { LaneType } from './message.js';
import { middleLane } from './road-lanes.js';

/** The contents, connectivity and faults of a map. @param path of the file, for the reader */
export function mapInfo(
  path: string,
  { map, sha256, bytes }: { readonly map: CityMap; readonly sha256: string; readonly bytes: number },
) {
  const { header, lanes, roads, junctions, aois, pois, sublines } = map;
  const links = connectivity(map);
  const { drive, walk } = links;
  return {
    file: path,
    bytes,
    sha256,
    name: header?.name ?? null,
    date: header?.date ?? null,
    synthetic: isSyntheticMap(map),
    projection: header?.projection ?? null,
    extent:
      header === undefined ? null : { west: header.west, south: header.south, east: header.east, north: header.north },
    aois: aois.count,
    pois: pois.count,
    roads: roads.count,
    junctions: junctions.count,
    lanes: lanes.count,
    sublines: sublines.count,
    trafficLights: countLights(map),
    /** Of lanes, with those across junctions; `transit`: of rails, and of routes over streets for buses only. */
    kilometres: {
      driving: kilometres(map, LaneType.DRIVING),
      walking: kilometres(map, LaneType.WALKING),
      transit: kilometres(map, LaneType.RAIL_TRANSIT),
    },
    connectivity: {
      drive: { roads: drive.roads, largest: drive.largest, parts: drive.parts },
      walk: { lanes: walk.lanes, largest: walk.largest, parts: walk.parts },
    },
    reachable: links.reachable,
    unreachable: { drive: reasons(drive.aois), walk: reasons(walk.aois) },
    ground: countGround(map),
    bridges: bridgesForCars(map),
    unknownFields: map.unknownFields.rows.length - groundFieldCount(map),
    problems: inspectMap(map),
  };
}

export type MapInfo = ReturnType<typeof mapInfo>;

/** The bridges for cars that have a name, of the road or the water, with the ids of their roads. */
function bridgesForCars(map: CityMap) {
  const hasCars = (road: number) => map.lanes.type[middleLane(map, road)] === LaneType.DRIVING;
  return bridgesOf(map).flatMap(({ name, water, roads }) => {
    if (name + water === '') return [];
    const ids = roads.filter(hasCars).map((road) => map.roads.id[road]);
    return ids.length === 0 ? [] : [{ name, water, roads: ids }];
  });
}

/** Number of ground shapes by kind, for kinds on the map. */
function countGround(map: CityMap): Partial<Record<GroundKind, number>> {
  const counts = new Map<GroundKind, number>();
  for (const { kind } of groundOf(map)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return Object.fromEntries(counts);
}

/** Why an AOI cannot be reached, as a key of the counts. */
const REASONS = {
  noGate: Reach.NO_GATE,
  lostGate: Reach.LOST_GATE,
  noWayIn: Reach.NO_WAY_IN,
  noWayOut: Reach.NO_WAY_OUT,
  cutOff: Reach.CUT_OFF,
} as const;
export type UnreachableReason = keyof typeof REASONS;

function reasons(aois: Connectivity['drive']['aois']): Record<UnreachableReason, number> {
  const count = (reach: Reach) => aois.filter((value) => value === reach).length;
  return Object.fromEntries(Object.entries(REASONS).map(([key, reach]) => [key, count(reach)])) as Record<
    UnreachableReason,
    number
  >;
}

function countLights({ junctions }: CityMap): number {
  const { offsets } = junctions.fixedProgram.phases;
  let count = 0;
  for (let row = 0; row < junctions.count; row++) if (offsets[row + 1] - offsets[row] > 1) count++;
  return count;
}

function kilometres({ lanes }: CityMap, type: LaneType): number {
  let metres = 0;
  for (let lane = 0; lane < lanes.count; lane++) if (lanes.type[lane] === type) metres += lanes.length[lane];
  return Math.round(metres) / 1000;
}
