import { type JunctionLaneGroup, LaneTurn, LaneType } from '@itinera/city/browser';
import { type DraftRoad, type RoadDraft, startOf, stopOf } from './draft.js';
import { angleBetween, bezierPath, pathLength, pointAlong } from './geometry.js';
import type { LaneId } from './lane-lines.js';
import { type LaneMark, pairMarkedLanes } from './lane-marks.js';
import type { RoadSign } from './network.js';
import { LANE_WIDTH } from './roads.js';

const DEGREES = Math.PI / 180;
/**
 * Lateral acceleration in turns, m/s², and the corner cutting of drivers, whose line is smoother than the drawn one: the
 * first 15° cost nothing, and drivers may use a quarter of the lane's width to cut the corner.
 *
 * @see Odhams and Cole 2004, Models of Driver Speed Choice in Curves, with the figures of SUMO's netconvert
 */
const SIDEWAYS = 5.5;
const FREE_BEND = 15 * DEGREES;
const CUT = LANE_WIDTH / 4;
/**
 * Radius of the kerb at a corner, metres.
 *
 * @see National Association of City Transportation Officials, Urban Street Design Guide, corner radii: 10 to 15 feet
 */
const KERB = 4;
/** Minimum radius of a lane's centre line, metres: around the kerb, beyond the oncoming lane, and for U-turns. */
const LEAST_RADIUS: Partial<Record<LaneTurn, number>> = {
  [LaneTurn.RIGHT]: KERB + LANE_WIDTH / 2,
  [LaneTurn.LEFT]: KERB + LANE_WIDTH * 1.5,
  [LaneTurn.AROUND]: LANE_WIDTH / 2,
};
/**
 * Speed at a sign without other traffic, m/s. The stop speed costs as much time as a brief full stop; at a give-way sign
 * drivers slow down until they can see both sides from 4.5 m before the line.
 *
 * @see SUMO, minor links: visibility distance 4.5 m, hence √(2 · 4.5 m/s² · 4.5 m)
 */
const SIGN_SPEED = { stop: 10 / 3.6, 'give-way': 6.4 } as const;

/** A turn within a junction, once it has lanes. */
export interface TurnLanes {
  readonly from: DraftRoad;
  readonly to: DraftRoad;
  readonly turn: LaneTurn;
  readonly lanes: LaneId[];
}

/** A junction under construction, as seen by the roads that enter it. */
export interface Crossroads {
  /** Id of the junction. */
  readonly id: number;
  /** Whether only two streets meet here, so that any bend belongs to the street itself. */
  readonly runsOn: boolean;
  readonly hasLights: boolean;
}

/**
 * Connects a road to all its next roads by lanes in the junction.
 * @param back the opposite direction of the same street, if any
 * @param marks the turns painted on the lanes of the road, if any
 * @param sign sign before the junction, if any; ignored if there are lights
 * @param accessInto the `LaneAccess` of the turn into each exit; open by default
 */
export function connectRoad(
  draft: RoadDraft,
  junction: Crossroads,
  from: DraftRoad,
  back: DraftRoad | undefined,
  exits: readonly DraftRoad[],
  {
    marks,
    sign,
    accessInto,
  }: {
    marks?: readonly LaneMark[] | undefined;
    sign?: RoadSign | undefined;
    accessInto?: ((exit: number) => number) | undefined;
  },
): TurnLanes[] {
  const fastest = sign && !junction.hasLights ? SIGN_SPEED[sign] : Infinity;
  const turns = classifyTurns(from, back, exits, junction);
  const ways = exits.map((to, i) => ({ turn: turns[i], lanes: to.laneCount }));
  const marked = marks?.length === from.laneCount ? pairMarkedLanes(marks, ways) : undefined;
  const has = (turn: LaneTurn) => turns.includes(turn);
  const used = new Array<boolean>(from.laneCount).fill(false);
  const movements: TurnLanes[] = exits.map((to, i) => {
    const pairs =
      marked?.[i] ??
      pairLanes(from.laneCount, to.laneCount, turns[i], {
        left: has(LaneTurn.LEFT),
        straight: has(LaneTurn.STRAIGHT),
        right: has(LaneTurn.RIGHT),
      });
    const lanes = pairs.map(([a, b]) => {
      used[a] = true;
      return connectLanes(draft, junction, { from, a, to, b, turn: turns[i], fastest, access: accessInto?.(i) ?? 0 });
    });
    return { from, to, turn: turns[i], lanes };
  });
  // A lane without a turn follows the lane beside it, so that no lane is a trap.
  const through = movements.find((m) => m.turn === LaneTurn.STRAIGHT) ?? movements[0];
  used.forEach((taken, a) => {
    if (taken || !through) return;
    const { to, turn, lanes } = through;
    const last = to.laneCount - 1;
    const b = turn === LaneTurn.RIGHT ? last : Math.min(a, last);
    const access = accessInto?.(movements.indexOf(through)) ?? 0;
    lanes.push(connectLanes(draft, junction, { from, a, to, b, turn, fastest, access }));
  });
  from.nextRoadLanes = movements.map(({ to, lanes }) => {
    const offsets = lanes.map((lane) => draft.originOf(lane) - from.firstLane);
    return { roadId: to.id, laneIdA: Math.min(...offsets), laneIdB: Math.max(...offsets) };
  });
  return movements;
}

/** Left, straight, right or U-turn, for each exit. */
function classifyTurns(
  from: DraftRoad,
  back: DraftRoad | undefined,
  exits: readonly DraftRoad[],
  { runsOn }: Crossroads,
): LaneTurn[] {
  const bends = exits.map((to) => angleBetween(from.endAngle, to.startAngle));
  const others = bends.filter((_, i) => exits[i] !== back);
  const least = Math.min(...others.map(Math.abs));
  return exits.map((to, i) => {
    const bend = Math.abs(bends[i]);
    if (to === back) return LaneTurn.AROUND;
    // The continuation of the road: nearly straight, or the straightest exit of a fork, or a bend where nothing else meets.
    if (bend <= 15 * DEGREES) return LaneTurn.STRAIGHT;
    if (bend === least && bend <= (runsOn ? 120 : 45) * DEGREES) return LaneTurn.STRAIGHT;
    if (bend >= 150 * DEGREES) return LaneTurn.AROUND;
    return bends[i] > 0 ? LaneTurn.LEFT : LaneTurn.RIGHT;
  });
}

/** Lane connections, as pairs of indices from the left. */
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

/** The turn of a lane through a junction, and its speed limit, m/s. */
interface Pass {
  readonly turn: LaneTurn;
  readonly fastest: number;
  readonly access: number;
}

function connectLanes(
  draft: RoadDraft,
  junction: Crossroads,
  { from, a, to, b, turn, fastest, access }: { from: DraftRoad; a: number; to: DraftRoad; b: number } & Pass,
): LaneId {
  const before = from.firstLane + a;
  const after = to.firstLane + b;
  const path = bezierPath(pointAlong(draft.pathOf(before), draft.lengthOf(before)), pointAlong(draft.pathOf(after), 0));
  const limit = Math.min(draft.maxSpeedOf(before), draft.maxSpeedOf(after), fastest);
  const bend = Math.abs(angleBetween(from.endAngle, to.startAngle));
  const maxSpeed = Math.min(limit, turnSpeed(turn, pathLength(path), bend));
  return draft.addLane({
    type: LaneType.DRIVING,
    path,
    maxSpeed,
    parentId: junction.id,
    from: stopOf(before),
    to: startOf(after),
    turn,
    access,
  });
}

/**
 * Maximum speed of a lone car in a turn, m/s. Straight movements are not slowed, although the lane may shift slightly from
 * lane to lane.
 * @param metres length of the turn
 * @param bend change of direction, radians
 */
function turnSpeed(turn: LaneTurn, metres: number, bend: number): number {
  if (turn === LaneTurn.STRAIGHT || bend <= FREE_BEND) return Infinity;
  const along = Math.max(metres, (LEAST_RADIUS[turn] ?? 0) * bend);
  return Math.sqrt(SIDEWAYS * (along / (bend - FREE_BEND) + CUT));
}

/** The lane group of a movement. */
export function laneGroup({ from, to, turn, lanes }: TurnLanes): JunctionLaneGroup {
  return {
    inRoadId: from.id,
    inAngle: from.endAngle,
    outRoadId: to.id,
    outAngle: to.startAngle,
    laneIds: lanes,
    turn,
  };
}
