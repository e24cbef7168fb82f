import { ConnectionType, type JunctionLaneGroup, type Lane, LaneTurn, LaneType } from '../../map/message.js';
import type { DraftRoad, RoadDraft } from './draft.js';
import { angleBetween, bezierPath, pathLength, pointAlong } from './geometry.js';
import { LANE_WIDTH } from './roads.js';

const DEGREES = Math.PI / 180;
/** Slowest speed in a bend, m/s (10 km/h). */
const LEAST_TURN_SPEED = 10 / 3.6;

/** A turn within a junction, once it has lanes. */
export interface Movement {
  readonly from: DraftRoad;
  readonly to: DraftRoad;
  readonly turn: LaneTurn;
  readonly lanes: Lane[];
}

/**
 * Joins a road to all roads that it leads into, by lanes in the junction.
 * @param options.runsOn whether just two streets meet here, so that any bend is the street itself
 */
export function connectRoad(
  draft: RoadDraft,
  from: DraftRoad,
  exits: readonly DraftRoad[],
  { runsOn }: { runsOn: boolean },
): Movement[] {
  const turns = classifyTurns(from, exits, { runsOn });
  const has = (turn: LaneTurn) => turns.includes(turn);
  const used = new Array<boolean>(from.driving.length).fill(false);
  const movements: Movement[] = exits.map((to, i) => {
    const pairs = pairLanes(from.driving.length, to.driving.length, turns[i], {
      left: has(LaneTurn.LEFT),
      straight: has(LaneTurn.STRAIGHT),
      right: has(LaneTurn.RIGHT),
    });
    const lanes = pairs.map(([a, b]) => {
      used[a] = true;
      return connectLanes(draft, from, a, to, b, turns[i]);
    });
    return { from, to, turn: turns[i], lanes };
  });
  // A lane that no turn took goes where the lane beside it goes, so that no lane is a trap.
  const through = movements.find((m) => m.turn === LaneTurn.STRAIGHT) ?? movements[0];
  used.forEach((taken, a) => {
    if (taken || !through) return;
    const last = through.to.driving.length - 1;
    const b = through.turn === LaneTurn.RIGHT ? last : Math.min(a, last);
    through.lanes.push(connectLanes(draft, from, a, through.to, b, through.turn));
  });
  planLanes(from, movements);
  return movements;
}

/** Left, straight, right or round, for each way out. */
function classifyTurns(from: DraftRoad, exits: readonly DraftRoad[], { runsOn }: { runsOn: boolean }): LaneTurn[] {
  const bends = exits.map((to) => angleBetween(from.endAngle, to.startAngle));
  const others = bends.filter((_, i) => exits[i].direction !== (from.direction ^ 1));
  const least = Math.min(...others.map(Math.abs));
  return exits.map((to, i) => {
    const bend = Math.abs(bends[i]);
    if (to.direction === (from.direction ^ 1)) return LaneTurn.AROUND;
    // The road runs on: nearly straight, or the straightest of a fork, or a bend where nothing else meets.
    if (bend <= 15 * DEGREES) return LaneTurn.STRAIGHT;
    if (bend === least && bend <= (runsOn ? 120 : 45) * DEGREES) return LaneTurn.STRAIGHT;
    if (bend >= 150 * DEGREES) return LaneTurn.AROUND;
    return bends[i] > 0 ? LaneTurn.LEFT : LaneTurn.RIGHT;
  });
}

/** Which lane leads to which, as pairs of offsets from the left. */
function pairLanes(
  lanesIn: number,
  lanesOut: number,
  turn: LaneTurn,
  has: { left: boolean; straight: boolean; right: boolean },
): [number, number][] {
  const most = Math.min(lanesIn, lanesOut);
  const pairs: [number, number][] = [];
  if (turn === LaneTurn.AROUND) return [[0, 0]];
  if (turn === LaneTurn.LEFT) {
    const wanted = has.straight ? (lanesIn >= 4 ? 2 : 1) : has.right ? Math.ceil(lanesIn / 2) : lanesIn;
    for (let k = 0; k < Math.min(most, wanted); k++) pairs.push([k, k]);
    return pairs;
  }
  const right = has.left ? Math.ceil(lanesIn / 2) : lanesIn;
  const wanted = turn === LaneTurn.STRAIGHT ? most : Math.min(most, has.straight ? 1 : right);
  for (let k = 1; k <= wanted; k++) pairs.unshift([lanesIn - k, lanesOut - k]);
  return pairs;
}

function connectLanes(draft: RoadDraft, from: DraftRoad, a: number, to: DraftRoad, b: number, turn: LaneTurn): Lane {
  const lineIn = from.paths[a];
  const path = bezierPath(pointAlong(lineIn, pathLength(lineIn)), pointAlong(to.paths[b], 0));
  const limit = Math.min(from.driving[a].maxSpeed, to.driving[b].maxSpeed);
  const bend = Math.abs(angleBetween(from.endAngle, to.startAngle));
  const radius = turn === LaneTurn.AROUND ? 0 : pathLength(path) / Math.max(bend, 1e-3);
  const speed = Math.min(limit, Math.max(LEAST_TURN_SPEED, Math.sqrt(1.98 * radius)));
  const lane = draft.addLane(LaneType.DRIVING, path, LANE_WIDTH, speed);
  lane.turn = turn;
  lane.predecessors.push({ id: from.driving[a].id, type: ConnectionType.TAIL });
  lane.successors.push({ id: to.driving[b].id, type: ConnectionType.HEAD });
  from.driving[a].successors.push({ id: lane.id, type: ConnectionType.HEAD });
  to.driving[b].predecessors.push({ id: lane.id, type: ConnectionType.TAIL });
  return lane;
}

/** Tells for each next road from which lanes it can be reached. */
function planLanes(from: DraftRoad, movements: readonly Movement[]): void {
  if (movements.length === 0) return;
  const nextRoadLanes = movements.map(({ to, lanes }) => {
    const offsets = lanes.map((lane) => from.driving.findIndex((own) => own.id === lane.predecessors[0].id));
    return { roadId: to.road.id, laneIdA: Math.min(...offsets), laneIdB: Math.max(...offsets) };
  });
  from.road.nextRoadLanePlans.push({ nextRoadLanes });
}

/** The lane group of a movement. */
export function laneGroup({ from, to, turn, lanes }: Movement): JunctionLaneGroup {
  return {
    inRoadId: from.road.id,
    inAngle: from.endAngle,
    outRoadId: to.road.id,
    outAngle: to.startAngle,
    laneIds: lanes.map((lane) => lane.id),
    turn,
  };
}
