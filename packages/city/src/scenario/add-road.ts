import { UserError } from '@itinera/base';
import type { CityMap } from '../map/city-map.js';
import {
  ConnectionType,
  type LaneConnection,
  type LaneMessage,
  LaneTurn,
  LaneType,
  LightState,
  type PointMessage,
} from '../map/message.js';
import { projectionOf } from '../map/projection.js';
import { drivingLanes, metresOfLine, shifted } from './change-roads.js';
import type { MapEdit } from './map-edit.js';
import type { NewRoad } from './scenario.js';

/** Ends farther than this from a junction are not connected, metres. */
const FARTHEST = 150;
const [LANE_WIDTH, PAVEMENT_WIDTH] = [3.2, 2];
/** Walking lanes have a nominal speed, which no one uses. */
const WALKING_SPEED = 1.34;
/** m/s around a corner, as measured in SUMO's networks. */
const CORNER = 7;
/** Metres between the middle of a junction and the ends of its roads. */
const HALF_JUNCTION = 10;
const [STRAIGHT, BACK] = [Math.PI / 6, (5 * Math.PI) / 6];

interface Crossing {
  readonly id: number;
  readonly x: number;
  readonly y: number;
}

/**
 * Adds a road with turns to and from all roads at its two junctions. At lights, its cars go with those of the street that
 * is most nearly in line with it.
 * @returns the ids of its roads, one by direction
 * @throws UserError if there is no junction at an end
 */
export function addRoad(edit: MapEdit, road: NewRoad, what: string): number[] {
  const { toXY, toLonLat } = projectionOf(edit.map);
  const points = road.points.map(([lon, lat]): PointMessage => toXY(lon, lat));
  const junctions = junctionsOf(edit.map);
  const near = (point: PointMessage) => {
    const distance = ({ x, y }: Crossing) => Math.hypot(x - point.x, y - point.y);
    const best = junctions.reduce<Crossing | undefined>(
      (least, one) => (least === undefined || distance(one) < distance(least) ? one : least),
      undefined,
    );
    if (best !== undefined && distance(best) <= FARTHEST) return best;
    const [at, to] = [toLonLat(point.x, point.y), best && toLonLat(best.x, best.y)];
    const next = to
      ? `The nearest is ${Math.round(distance(best!))} m away at [${degrees(to)}]. Points are longitude, latitude.`
      : 'The map has none.';
    throw new UserError(`${what}: no junction for cars within ${FARTHEST} m of [${degrees(at)}]. ${next}`);
  };
  const [start, end] = [near(points[0]!), near(points.at(-1)!)];
  if (start.id === end.id)
    throw new UserError(`${what}: both ends of the road are at the same junction, ${start.id}. Give it two.`);
  const course = trimmed([{ x: start.x, y: start.y }, ...points.slice(1, -1), { x: end.x, y: end.y }]);
  const forward = layDirection(edit, road, course);
  const ids = [forward];
  connect(edit, forward, start.id, end.id, road.bothWays ? 1 : 0);
  if (road.bothWays) {
    const backward = layDirection(edit, road, [...course].reverse());
    connect(edit, backward, end.id, start.id, 1);
    ids.push(backward);
  }
  if (road.walking) layPavement(edit, forward, course, road.lanes);
  return ids;
}

function degrees({ lon, lat }: { readonly lon: number; readonly lat: number }): string {
  return [lon, lat].map((value) => (Math.round(value * 1e5) / 1e5 || 0).toFixed(5)).join(', ');
}

/** The junctions with lanes for cars, and their middles. */
function junctionsOf(map: CityMap): Crossing[] {
  const { laneIds, count, id } = map.junctions;
  const { offsets, xy } = map.lanes.centerLine.nodes;
  return Array.from({ length: count }, (_, row) => {
    let [x, y, points] = [0, 0, 0];
    for (let i = laneIds.offsets[row]; i < laneIds.offsets[row + 1]; i++) {
      const lane = map.laneIndex(laneIds.values[i]);
      if (lane < 0 || map.lanes.type[lane] !== LaneType.DRIVING) continue;
      for (const node of [offsets[lane], offsets[lane + 1] - 1]) {
        x += xy[2 * node];
        y += xy[2 * node + 1];
        points++;
      }
    }
    return { id: id[row], x: x / points, y: y / points };
  }).filter(({ x }) => Number.isFinite(x));
}

/** A line without its ends, which lie in the junctions. */
function trimmed(line: readonly PointMessage[]): PointMessage[] {
  const cut = (from: PointMessage, to: PointMessage): PointMessage => {
    const metres = Math.hypot(to.x - from.x, to.y - from.y);
    const share = Math.min(HALF_JUNCTION, metres / 4) / (metres || 1);
    return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
  };
  return [cut(line[0]!, line[1]!), ...line.slice(1, -1), cut(line.at(-1)!, line.at(-2)!)];
}

function layDirection(edit: MapEdit, { name, lanes, speed }: NewRoad, course: readonly PointMessage[]): number {
  const road = edit.addRoad({ laneIds: [], nextRoadLanePlans: [], name });
  const made = Array.from({ length: lanes }, (_, i) => {
    const nodes = shifted(course, (i + 0.5) * LANE_WIDTH);
    return edit.addLane(laneOf(LaneType.DRIVING, road.id, nodes, { maxSpeed: speed / 3.6, width: LANE_WIDTH }));
  });
  made.forEach((lane, i) => {
    lane.leftLaneIds = made
      .slice(0, i)
      .reverse()
      .map(({ id }) => id);
    lane.rightLaneIds = made.slice(i + 1).map(({ id }) => id);
  });
  road.laneIds = made.map(({ id }) => id);
  return road.id;
}

function laneOf(
  type: LaneType,
  parentId: number,
  nodes: PointMessage[],
  { maxSpeed, width, turn = LaneTurn.UNSPECIFIED }: { maxSpeed: number; width: number; turn?: LaneTurn },
): Omit<LaneMessage, 'id'> {
  return {
    type,
    turn,
    maxSpeed,
    length: metresOfLine(nodes),
    width,
    centerLine: { nodes },
    predecessors: [],
    successors: [],
    leftLaneIds: [],
    rightLaneIds: [],
    parentId,
    overlaps: [],
    aoiIds: [],
  };
}

/** Connects a new road to the others: out of those that enter its first junction, and into those that leave its last. */
function connect(edit: MapEdit, road: number, first: number, last: number, fewest: number): void {
  const own = newLanes(edit, road);
  const { entering } = roadsAt(edit, first, road);
  for (const [from, states] of entering) join(edit, first, lanesOf(edit, from), own, states);
  const { leaving, entering: others } = roadsAt(edit, last, road);
  const states = inLine(edit, own[0]!, others);
  for (const to of leaving) join(edit, last, own, lanesOf(edit, to), states);
  if (entering.size === 0 || leaving.size < fewest)
    throw new UserError(`add: the road has no way ${entering.size === 0 ? 'in' : 'out'}. Give it other ends.`);
}

function lanesOf(edit: MapEdit, road: number): LaneMessage[] {
  return edit.map.roadIndex(road) < 0 ? newLanes(edit, road) : drivingLanes(edit, road);
}

function newLanes(edit: MapEdit, road: number): LaneMessage[] {
  return edit
    .road(road)
    .laneIds.map((id) => edit.lane(id))
    .filter(({ type }) => type === LaneType.DRIVING);
}

/** The roads that enter a junction, each with the light of its lanes by phase, and those that leave it. */
function roadsAt(edit: MapEdit, junction: number, except: number) {
  const { laneIds, fixedProgram } = edit.junction(junction);
  const entering = new Map<number, number[]>();
  const leaving = new Set<number>();
  laneIds.forEach((id, place) => {
    const lane = edit.lane(id);
    if (lane.type !== LaneType.DRIVING) return;
    const [before, after] = [lane.predecessors[0], lane.successors[0]];
    const states = (fixedProgram?.phases ?? []).map((phase) => phase.states[place]!);
    const from = before && edit.lane(before.id).parentId;
    if (from !== undefined && from !== except && (!entering.has(from) || lane.turn === LaneTurn.STRAIGHT))
      entering.set(from, states);
    if (after && edit.lane(after.id).parentId !== except) leaving.add(edit.lane(after.id).parentId);
  });
  return { entering, leaving };
}

/** The lights of the road whose direction is most nearly that of a lane, or opposite. */
function inLine(edit: MapEdit, lane: LaneMessage, roads: ReadonlyMap<number, number[]>): number[] {
  const heading = headingOf(lane, -1);
  let [best, least]: [number[], number] = [[], Infinity];
  for (const [road, states] of roads) {
    const other = lanesOf(edit, road)[0];
    if (other === undefined) continue;
    const angle = Math.abs(turned(heading, headingOf(other, -1)));
    const off = Math.min(angle, Math.PI - angle);
    if (off < least) [best, least] = [states, off];
  }
  return best;
}

/** Adds the turn from one road to another to a junction. */
function join(
  edit: MapEdit,
  junction: number,
  from: readonly LaneMessage[],
  to: readonly LaneMessage[],
  states: readonly number[],
): void {
  if (from.length === 0 || to.length === 0) return;
  const angle = turned(headingOf(from[0]!, -1), headingOf(to[0]!, 0));
  if (Math.abs(angle) >= BACK) return;
  const turn = Math.abs(angle) <= STRAIGHT ? LaneTurn.STRAIGHT : angle > 0 ? LaneTurn.LEFT : LaneTurn.RIGHT;
  const pairs: (readonly [number, number])[] =
    turn === LaneTurn.LEFT
      ? [[0, 0]]
      : turn === LaneTurn.RIGHT
        ? [[from.length - 1, to.length - 1]]
        : from.map((_, i) => [i, Math.min(i, to.length - 1)] as const);
  const added = pairs.map(([a, b]) => {
    const [before, after] = [from[a]!, to[b]!];
    const nodes = [{ ...before.centerLine!.nodes.at(-1)! }, { ...after.centerLine!.nodes[0]! }];
    const fastest = Math.min(before.maxSpeed, after.maxSpeed);
    const maxSpeed = turn === LaneTurn.STRAIGHT ? fastest : Math.min(fastest, CORNER);
    const lane = edit.addLane(laneOf(LaneType.DRIVING, junction, nodes, { maxSpeed, width: LANE_WIDTH, turn }));
    lane.predecessors.push({ id: before.id, type: ConnectionType.TAIL });
    lane.successors.push({ id: after.id, type: ConnectionType.HEAD });
    before.successors.push({ id: lane.id, type: ConnectionType.HEAD });
    after.predecessors.push({ id: lane.id, type: ConnectionType.TAIL });
    edit.addToJunction(junction, lane, states.length > 0 ? states : [LightState.GREEN]);
    return lane.id;
  });
  edit.junction(junction).drivingLaneGroups.push({
    inRoadId: from[0]!.parentId,
    inAngle: headingOf(from[0]!, -1),
    outRoadId: to[0]!.parentId,
    outAngle: headingOf(to[0]!, 0),
    laneIds: added,
    turn,
  });
}

/** Direction of a lane at its start or end, radians. */
function headingOf({ centerLine }: LaneMessage, at: 0 | -1): number {
  const nodes = centerLine!.nodes;
  const [a, b] = at === 0 ? [nodes[0]!, nodes[1]!] : [nodes.at(-2)!, nodes.at(-1)!];
  return Math.atan2(b.y - a.y, b.x - a.x);
}

/** The angle by which one turns from a direction into another, -π to π; positive to the left. */
function turned(from: number, to: number): number {
  const angle = (to - from) % (2 * Math.PI);
  return angle > Math.PI ? angle - 2 * Math.PI : angle < -Math.PI ? angle + 2 * Math.PI : angle;
}

/** A pavement along the right side, connected to the nearest walking lane at either end. */
function layPavement(edit: MapEdit, road: number, course: readonly PointMessage[], lanes: number): void {
  const nodes = shifted(course, lanes * LANE_WIDTH + PAVEMENT_WIDTH);
  const options = { maxSpeed: WALKING_SPEED, width: PAVEMENT_WIDTH };
  const lane = edit.addLane(laneOf(LaneType.WALKING, road, nodes, options));
  edit.road(road).laneIds.push(lane.id);
  const before = nearestEnd(edit.map, nodes[0]!);
  const after = nearestEnd(edit.map, nodes.at(-1)!);
  if (before) meet(edit, lane.predecessors, before, { id: lane.id, type: ConnectionType.HEAD });
  if (after) meet(edit, lane.successors, after, { id: lane.id, type: ConnectionType.TAIL });
}

/** Connects the end of a new walking lane with that of another, on both sides. */
function meet(edit: MapEdit, own: LaneConnection[], other: LaneConnection, back: LaneConnection): void {
  own.push(other);
  const lane = edit.lane(other.id);
  (other.type === ConnectionType.HEAD ? lane.predecessors : lane.successors).push(back);
}

function nearestEnd({ lanes }: CityMap, { x, y }: PointMessage): LaneConnection | undefined {
  const { offsets, xy } = lanes.centerLine.nodes;
  let best: LaneConnection | undefined;
  let least = FARTHEST;
  for (let lane = 0; lane < lanes.count; lane++) {
    if (lanes.type[lane] !== LaneType.WALKING || offsets[lane + 1] === offsets[lane]) continue;
    for (const [node, type] of [
      [offsets[lane], ConnectionType.HEAD],
      [offsets[lane + 1] - 1, ConnectionType.TAIL],
    ] as const) {
      const metres = Math.hypot(xy[2 * node] - x, xy[2 * node + 1] - y);
      if (metres < least) [best, least] = [{ id: lanes.id[lane], type }, metres];
    }
  }
  return best;
}
