import { stepLength } from '@itinera/base';
import { boxAround } from './box.js';
import type { CityMap } from './city-map.js';
import { outdatedContent } from './content-version.js';
import { LaneTurn, LaneType } from './message.js';
import { projectionOf } from './projection.js';
import { ringArea } from './ring.js';

/** The rules for a map, by the name of the fault if one is broken. */
const RULES = {
  'old-content': 'an earlier version built the map, so its rules on foot count in both directions: build it again',
  'no-header': 'the map has no header',
  'no-projection': 'the projection in the header is missing or unusable',
  'wrong-extent': 'the extent in the header differs from that of the lanes',
  'repeated-id': 'ids occur more than once in a table',
  'not-finite': 'lanes, AOIs or POIs have coordinates that are not finite',
  'lane-line': 'lanes have a centre line of fewer than two points',
  'lane-length': 'lanes have a length that differs from their centre line',
  'lane-speed': 'driving lanes have no speed above 0',
  'lane-parent': 'lanes are not listed by their road or junction',
  'lane-reference': 'lanes refer to neighbours, predecessors or successors that are missing from the map',
  'one-sided-connection': 'lanes have connections that the other lane does not list',
  'road-lanes': 'roads have no lanes, or lanes that are missing from the map',
  'road-ends': 'roads for cars have no junction, or several, at one end',
  'junction-lanes': 'junctions list lanes that are missing from the map',
  'junction-connections': 'driving lanes in junctions do not have exactly one predecessor and one successor on roads',
  'junction-turn': 'driving lanes in junctions have no turn',
  'lane-groups': 'junctions have no lane group for a pair of roads that they connect',
  'light-states': 'light programs do not have one state per lane of the junction',
  'aoi-outline': 'AOIs have no position, or a ring that is not closed',
  'aoi-area': 'AOIs have an area that differs from that of their outline',
  'gate-count': 'AOIs do not have one gate per lane position',
  'gate-lane': 'AOIs have gates on lanes that are missing from the map or of the wrong type',
  'gate-place': 'AOIs have gates beyond the ends of the lane',
  'gate-kerb': 'AOIs have driving gates that are not on the outermost lane of the road',
  'aoi-pois': 'AOIs list POIs that are missing from the map or belong to another AOI',
  'poi-position': 'POIs have no position',
  'poi-aoi': 'POIs belong to no AOI of the map',
} as const;

export type RuleName = keyof typeof RULES;

/** A rule that a map breaks. */
export interface MapProblem {
  readonly rule: RuleName;
  /** The fault as a clause about `count` things. */
  readonly text: string;
  readonly count: number;
  /** The first affected ids. */
  readonly examples: readonly number[];
}

/** Writing a map rounds to centimetres; larger differences are faults. */
const TOLERANCE = 0.1;
const EXAMPLES = 5;

/**
 * The faults of a map: every rule that it breaks, in the order of the rules, with the number of occurrences and examples.
 * Time is linear in the size of the map.
 */
export function inspectMap(map: CityMap): MapProblem[] {
  const found = new Map<RuleName, { count: number; examples: number[] }>();
  const report: Report = (rule, id) => {
    const entry = found.get(rule) ?? { count: 0, examples: [] };
    entry.count++;
    if (id !== undefined && entry.examples.length < EXAMPLES) entry.examples.push(id);
    found.set(rule, entry);
  };
  if (outdatedContent('', map) !== undefined) report('old-content');
  inspectHeader(map, report);
  inspectIds(map, report);
  inspectLanes(map, report);
  inspectRoads(map, report);
  inspectJunctions(map, report);
  inspectAois(map, report);
  inspectPois(map, report);
  return (Object.keys(RULES) as RuleName[]).flatMap((rule) => {
    const entry = found.get(rule);
    return entry === undefined ? [] : [{ rule, text: RULES[rule], ...entry }];
  });
}

type Report = (rule: RuleName, id?: number) => void;

function inspectHeader(map: CityMap, report: Report): void {
  const { header } = map;
  if (header === undefined) {
    report('no-header');
    return;
  }
  try {
    projectionOf(map);
  } catch {
    report('no-projection');
  }
  const box = boxAround(map.lanes.centerLine.nodes.xy);
  if (box === undefined) return;
  const sides = ['west', 'east', 'south', 'north'] as const;
  // A header may leave a margin around the lanes, but not cut them off.
  const isOff = sides.some((side) => {
    const beyond = side === 'west' || side === 'south' ? header[side] - box[side] : box[side] - header[side];
    return !(beyond <= 1);
  });
  if (isOff) report('wrong-extent');
}

function inspectIds(map: CityMap, report: Report): void {
  const tables = [
    [map.lanes.id, (id: number) => map.laneIndex(id)],
    [map.roads.id, (id: number) => map.roadIndex(id)],
    [map.junctions.id, (id: number) => map.junctionIndex(id)],
    [map.aois.id, (id: number) => map.aoiIndex(id)],
    [map.pois.id, (id: number) => map.poiIndex(id)],
    [map.sublines.id, (id: number) => map.sublineIndex(id)],
  ] as const;
  for (const [ids, indexOf] of tables) {
    for (let row = 0; row < ids.length; row++) if (indexOf(ids[row]) !== row) report('repeated-id', ids[row]);
  }
}

function inspectLanes(map: CityMap, report: Report): void {
  const { lanes } = map;
  const { offsets, xy } = lanes.centerLine.nodes;
  const isListed = listedByParents(map);
  const leadsTo = connectionLookUp(lanes.successors);
  const comesFrom = connectionLookUp(lanes.predecessors);
  for (let row = 0; row < lanes.count; row++) {
    const id = lanes.id[row];
    const [start, end] = [offsets[row], offsets[row + 1]];
    let length = 0;
    for (let i = start + 1; i < end; i++)
      length += stepLength(xy[2 * i] - xy[2 * i - 2], xy[2 * i + 1] - xy[2 * i - 1]);
    if (end - start < 2) report('lane-line', id);
    else if (!Number.isFinite(length)) report('not-finite', id);
    else if (!(Math.abs(lanes.length[row] - length) <= Math.max(TOLERANCE, length / 100))) report('lane-length', id);
    if (lanes.type[row] === LaneType.DRIVING && !(lanes.maxSpeed[row] > 0)) report('lane-speed', id);
    if (isListed[row] === 0) report('lane-parent', id);

    const neighbours = [lanes.leftLaneIds, lanes.rightLaneIds].flatMap(({ offsets, values }) => [
      ...values.subarray(offsets[row], offsets[row + 1]),
    ]);
    const before = idsOf(lanes.predecessors, row);
    const after = idsOf(lanes.successors, row);
    if ([...neighbours, ...before, ...after].some((other) => map.laneIndex(other) < 0)) report('lane-reference', id);
    // People walk and ride in both directions, so either end of the other lane may refer to this one.
    const isBothWays = lanes.type[row] === LaneType.WALKING || lanes.rideAlong.present[row] === 1;
    const isKnown = (ids: Int32Array, back: LookUp, forth: LookUp) =>
      ids.every((other) => {
        const otherRow = map.laneIndex(other);
        return otherRow < 0 || back(otherRow, id) || (isBothWays && forth(otherRow, id));
      });
    if (!isKnown(before, leadsTo, comesFrom) || !isKnown(after, comesFrom, leadsTo)) report('one-sided-connection', id);
  }
}

type LookUp = (row: number, id: number) => boolean;
type ConnectionColumns = CityMap['lanes']['predecessors'];

function idsOf({ offsets, id }: ConnectionColumns, row: number): Int32Array {
  return id.subarray(offsets[row], offsets[row + 1]);
}

/** 1 for the lanes listed by their road or junction. */
function listedByParents(map: CityMap): Uint8Array {
  const isListed = new Uint8Array(map.lanes.count);
  for (const { count, id, laneIds } of [map.roads, map.junctions]) {
    for (let row = 0; row < count; row++) {
      for (let i = laneIds.offsets[row]; i < laneIds.offsets[row + 1]; i++) {
        const lane = map.laneIndex(laneIds.values[i]);
        if (lane >= 0 && map.lanes.parentId[lane] === id[row]) isListed[lane] = 1;
      }
    }
  }
  return isListed;
}

/** Longer lists of connections are searched through a set, so that a hostile map does not take quadratic time. */
const SHORT = 32;

/** Checks whether a list of connections has an id in a row. */
function connectionLookUp(list: ConnectionColumns): (row: number, id: number) => boolean {
  const sets = new Map<number, Set<number>>();
  return (row, id) => {
    const ids = idsOf(list, row);
    if (ids.length <= SHORT) return ids.includes(id);
    let set = sets.get(row);
    if (set === undefined) {
      set = new Set(ids);
      sets.set(row, set);
    }
    return set.has(id);
  };
}

function inspectRoads(map: CityMap, report: Report): void {
  const { lanes, roads } = map;
  for (let row = 0; row < roads.count; row++) {
    const { offsets, values } = roads.laneIds;
    const rows = Array.from(values.subarray(offsets[row], offsets[row + 1]), (id) => map.laneIndex(id));
    if (rows.length === 0 || rows.includes(-1)) report('road-lanes', roads.id[row]);
    const driving = rows.filter((lane) => lane >= 0 && lanes.type[lane] === LaneType.DRIVING);
    if (driving.length === 0) continue;
    const junctionsAt = (list: ConnectionColumns) => {
      const parents = driving.flatMap((lane) =>
        Array.from(idsOf(list, lane), (id) => lanes.parentId[map.laneIndex(id)] ?? -1),
      );
      return new Set(parents.filter((id) => map.junctionIndex(id) >= 0)).size;
    };
    if (junctionsAt(lanes.predecessors) !== 1 || junctionsAt(lanes.successors) !== 1)
      report('road-ends', roads.id[row]);
  }
}

function inspectJunctions(map: CityMap, report: Report): void {
  const { lanes, junctions } = map;
  const { laneIds, drivingLaneGroups, phases, fixedProgram } = junctions;
  for (let row = 0; row < junctions.count; row++) {
    const id = junctions.id[row];
    const [start, end] = [laneIds.offsets[row], laneIds.offsets[row + 1]];
    const groups = new Set<string>();
    for (let group = drivingLaneGroups.offsets[row]; group < drivingLaneGroups.offsets[row + 1]; group++) {
      groups.add(`${drivingLaneGroups.inRoadId[group]} ${drivingLaneGroups.outRoadId[group]}`);
    }
    let isComplete = true;
    for (let i = start; i < end; i++) {
      const lane = map.laneIndex(laneIds.values[i]);
      if (lane < 0) {
        report('junction-lanes', id);
        continue;
      }
      if (lanes.type[lane] !== LaneType.DRIVING) continue;
      const [before, after] = [idsOf(lanes.predecessors, lane), idsOf(lanes.successors, lane)];
      const [from, to] = [before, after].map((ids) => lanes.parentId[map.laneIndex(ids[0])] ?? -1);
      const isConnected =
        before.length === 1 && after.length === 1 && map.roadIndex(from) >= 0 && map.roadIndex(to) >= 0;
      if (!isConnected) report('junction-connections', lanes.id[lane]);
      else if (!groups.has(`${from} ${to}`)) isComplete = false;
      if (lanes.turn[lane] < LaneTurn.STRAIGHT || lanes.turn[lane] > LaneTurn.AROUND) {
        report('junction-turn', lanes.id[lane]);
      }
    }
    if (!isComplete) report('lane-groups', id);
    const isLit = [
      [phases.offsets, phases.states.offsets],
      [fixedProgram.phases.offsets, fixedProgram.phases.states.offsets],
    ].every(([rows, states]) => {
      for (let phase = rows[row]; phase < rows[row + 1]; phase++) {
        if (states[phase + 1] - states[phase] !== end - start) return false;
      }
      return true;
    });
    if (!isLit) report('light-states', id);
  }
}

function inspectAois(map: CityMap, report: Report): void {
  const { aois, pois } = map;
  const { offsets, xy } = aois.positions;
  const offKerb = { left: [] as number[], right: [] as number[] };
  for (let row = 0; row < aois.count; row++) {
    const id = aois.id[row];
    const [start, end] = [offsets[row], offsets[row + 1]];
    const isClosed = xy[2 * start] === xy[2 * end - 2] && xy[2 * start + 1] === xy[2 * end - 1];
    if (end === start || (end - start > 1 && (end - start < 4 || !isClosed))) report('aoi-outline', id);
    if (!xy.subarray(2 * start, 2 * end).every(Number.isFinite)) report('not-finite', id);
    else if (aois.area.present[row] === 1) {
      const area = ringArea(xy, start, end);
      if (!(Math.abs(aois.area.values[row] - area) <= Math.max(1, area / 100))) report('aoi-area', id);
    }
    inspectGates(map, row, LaneType.DRIVING, aois.drivingPositions, aois.drivingGates.offsets, report, offKerb);
    inspectGates(map, row, LaneType.WALKING, aois.walkingPositions, aois.walkingGates.offsets, report);
    const here = aois.poiIds.values.subarray(aois.poiIds.offsets[row], aois.poiIds.offsets[row + 1]);
    if (here.some((poi) => pois.aoiId[map.poiIndex(poi)] !== id)) report('aoi-pois', id);
  }
  // In left-hand traffic the kerb is on the other side.
  const wrong = offKerb.right.length <= offKerb.left.length ? offKerb.right : offKerb.left;
  for (const id of wrong) report('gate-kerb', id);
}

function inspectGates(
  map: CityMap,
  aoi: number,
  type: LaneType,
  positions: CityMap['aois']['drivingPositions'],
  gates: Uint32Array,
  report: Report,
  offKerb?: { left: number[]; right: number[] },
): void {
  const { lanes, aois } = map;
  const id = aois.id[aoi];
  const [start, end] = [positions.offsets[aoi], positions.offsets[aoi + 1]];
  if (gates[aoi + 1] - gates[aoi] !== end - start) report('gate-count', id);
  const rows = Array.from(positions.laneId.subarray(start, end), (lane) => map.laneIndex(lane));
  if (rows.some((lane) => lane < 0 || lanes.type[lane] !== type)) {
    report('gate-lane', id);
    return;
  }
  const isOn = (lane: number, i: number) =>
    positions.s[start + i] >= -TOLERANCE && positions.s[start + i] <= lanes.length[lane] + TOLERANCE;
  if (!rows.every(isOn)) report('gate-place', id);
  const hasNeighbours = ({ offsets }: CityMap['lanes']['leftLaneIds'], lane: number) =>
    offsets[lane + 1] > offsets[lane];
  if (rows.some((lane) => hasNeighbours(lanes.rightLaneIds, lane))) offKerb?.right.push(id);
  if (rows.some((lane) => hasNeighbours(lanes.leftLaneIds, lane))) offKerb?.left.push(id);
}

function inspectPois(map: CityMap, report: Report): void {
  const { id, position, aoiId, count } = map.pois;
  for (let row = 0; row < count; row++) {
    if (position.present[row] === 0) report('poi-position', id[row]);
    else if (!Number.isFinite(position.xy[2 * row] + position.xy[2 * row + 1])) report('not-finite', id[row]);
    if (map.aoiIndex(aoiId[row]) < 0) report('poi-aoi', id[row]);
  }
}
