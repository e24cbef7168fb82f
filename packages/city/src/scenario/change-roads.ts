import { type LaneMessage, LaneType, type PointMessage } from '../map/message.js';
import type { MapEdit } from './map-edit.js';

/** A new speed limit: km/h, or a factor on the present one. */
export type SpeedChange = { readonly kmh: number } | { readonly factor: number };

/** Changes the speed limit of roads (rows). */
export function changeSpeed(edit: MapEdit, roads: readonly number[], change: SpeedChange): void {
  for (const road of roads)
    for (const lane of drivingLanes(edit, edit.map.roads.id[road]))
      lane.maxSpeed = 'kmh' in change ? change.kmh / 3.6 : lane.maxSpeed * change.factor;
}

/**
 * Changes the number of lanes for cars of roads (rows); lanes are removed and added on the right.
 * @param busLanes number of lanes for buses at the kerb; by default it stays
 */
export function changeLanes(edit: MapEdit, roads: readonly number[], count: number, busLanes?: number): void {
  for (const row of roads) {
    const id = edit.map.roads.id[row];
    const lanes = drivingLanes(edit, id);
    if (lanes.length === 0) continue;
    if (busLanes !== undefined) edit.road(id).busLanes = busLanes;
    if (count > 1) for (const lane of lanes) lane.shared = 0;
    for (const lane of lanes.slice(count)) removeLane(edit, lane, lanes[count - 1]!);
    for (let i = lanes.length; i < count; i++) addLaneBeside(edit, lanes.at(-1)!, i - lanes.length + 1);
  }
}

/** The lanes for cars of a road, left to right. */
export function drivingLanes(edit: MapEdit, road: number): LaneMessage[] {
  return edit.road(road).laneIds.flatMap((id) => {
    if (edit.map.laneIndex(id) < 0) return [];
    const lane = edit.lane(id);
    return lane.type === LaneType.DRIVING ? [lane] : [];
  });
}

/** Takes a lane out of use. Gates and turns move to another one; the row stays, because others refer to it by position. */
function removeLane(edit: MapEdit, lane: LaneMessage, other: LaneMessage): void {
  lane.type = LaneType.UNSPECIFIED;
  for (const side of [other.leftLaneIds, other.rightLaneIds]) {
    const at = side.indexOf(lane.id);
    if (at >= 0) side.splice(at, 1);
  }
  for (const aoi of lane.aoiIds) {
    for (const gate of edit.aoi(aoi).drivingPositions)
      if (gate.laneId === lane.id) Object.assign(gate, { laneId: other.id, s: Math.min(gate.s, other.length) });
    if (!other.aoiIds.includes(aoi)) other.aoiIds.push(aoi);
  }
  for (const [own, back, at] of [
    ['successors', 'predecessors', 0],
    ['predecessors', 'successors', -1],
  ] as const) {
    for (const connection of lane[own]) {
      const turn = edit.lane(connection.id);
      const onward = turn[own][0]?.id;
      const isDouble = other[own].some(({ id }) => edit.lane(id)[own][0]?.id === onward);
      if (isDouble) {
        turn.type = LaneType.UNSPECIFIED;
        continue;
      }
      turn[back] = turn[back].map((end) => (end.id === lane.id ? { ...end, id: other.id } : end));
      other[own].push(connection);
      moveEnd(turn, at, other.centerLine?.nodes.at(own === 'successors' ? -1 : 0));
    }
    lane[own] = [];
  }
}

/** Adds a lane to the right of the last one, with the same turns. */
function addLaneBeside(edit: MapEdit, last: LaneMessage, place: number): void {
  const road = edit.road(last.parentId);
  const nodes = shifted(last.centerLine?.nodes ?? [], place * last.width);
  const lane = edit.addLane({
    ...last,
    centerLine: { nodes },
    predecessors: [],
    successors: [],
    leftLaneIds: [last.id, ...last.leftLaneIds],
    rightLaneIds: [],
    overlaps: [],
    aoiIds: [],
  });
  last.rightLaneIds.push(lane.id);
  road.laneIds.splice(road.laneIds.indexOf(last.id) + place, 0, lane.id);
  for (const [own, back, at] of [
    ['successors', 'predecessors', 0],
    ['predecessors', 'successors', -1],
  ] as const)
    for (const connection of last[own]) {
      const model = edit.lane(connection.id);
      if (model.type !== LaneType.DRIVING) continue;
      const turn = edit.addLane({ ...model, overlaps: [], aoiIds: [], leftLaneIds: [], rightLaneIds: [] });
      turn[back] = turn[back].map((end) => (end.id === last.id ? { ...end, id: lane.id } : end));
      turn.centerLine = { nodes: [...(model.centerLine?.nodes ?? [])] };
      moveEnd(turn, at, nodes.at(own === 'successors' ? -1 : 0));
      lane[own].push({ ...connection, id: turn.id });
      for (const { id, type } of turn[own]) edit.lane(id)[back].push({ id: turn.id, type: type === 1 ? 2 : 1 });
      const junction = edit.junction(model.parentId);
      const place = junction.laneIds.indexOf(model.id);
      edit.addToJunction(
        model.parentId,
        turn,
        (junction.fixedProgram?.phases ?? []).map(({ states }) => states[place]!),
      );
      junction.drivingLaneGroups.find(({ laneIds }) => laneIds.includes(model.id))?.laneIds.push(turn.id);
    }
}

function moveEnd(lane: LaneMessage, at: 0 | -1, point: PointMessage | undefined): void {
  const nodes = lane.centerLine?.nodes;
  if (point === undefined || nodes === undefined || nodes.length < 2) return;
  nodes[at === 0 ? 0 : nodes.length - 1] = { ...point };
  lane.length = metresOfLine(nodes);
}

export function metresOfLine(nodes: readonly PointMessage[]): number {
  let metres = 0;
  for (let i = 1; i < nodes.length; i++)
    metres += Math.hypot(nodes[i]!.x - nodes[i - 1]!.x, nodes[i]!.y - nodes[i - 1]!.y);
  return metres;
}

/** A line moved to its right. */
export function shifted(nodes: readonly PointMessage[], metres: number): PointMessage[] {
  return nodes.map((node, i) => {
    const [a, b] = [nodes[Math.max(0, i - 1)]!, nodes[Math.min(nodes.length - 1, i + 1)]!];
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    return { ...node, x: node.x + ((b.y - a.y) / length) * metres, y: node.y - ((b.x - a.x) / length) * metres };
  });
}
