import { LaneTurn, LaneType } from '@itinera/city/browser';
import { type RoadDraft, startOf, stopOf } from './draft.js';
import type { DraftRoads, RoadNumber } from './draft-roads.js';
import { addBezier, angleBetween } from './geometry.js';
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
  readonly from: RoadNumber;
  readonly to: RoadNumber;
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

/** The rules for those who leave a road at a junction. */
export interface ExitRules {
  /** The turns painted on the lanes of the road, if any. */
  readonly marks: readonly LaneMark[] | undefined;
  /** Sign before the junction, if any; ignored if there are lights. */
  readonly sign: RoadSign | undefined;
  /** The `LaneAccess` of the turn into each exit. */
  readonly access: readonly number[];
}

/**
 * Connects a road to all its next roads by lanes in the junction.
 * @param back the opposite direction of the same street, -1 if there is none
 */
export function connectRoad(
  draft: RoadDraft,
  junction: Crossroads,
  from: RoadNumber,
  back: RoadNumber,
  exits: readonly RoadNumber[],
  { marks, sign, access }: ExitRules,
): TurnLanes[] {
  const { roads } = draft;
  const fastest = sign && !junction.hasLights ? SIGN_SPEED[sign] : Infinity;
  const turns = classifyTurns(roads, from, back, exits, junction);
  const laneCount = roads.laneCountOf(from);
  const marked =
    marks?.length === laneCount
      ? pairMarkedLanes(
          marks,
          exits.map((to, exit) => ({ turn: turns[exit], lanes: roads.laneCountOf(to) })),
        )
      : undefined;
  const has = {
    left: turns.includes(LaneTurn.LEFT),
    straight: turns.includes(LaneTurn.STRAIGHT),
    right: turns.includes(LaneTurn.RIGHT),
  };
  const used: boolean[] = [];
  for (let lane = 0; lane < laneCount; lane++) used.push(false);
  const movements: TurnLanes[] = [];
  for (let exit = 0; exit < exits.length; exit++) {
    const to = exits[exit];
    const pass: Pass = { from, to, turn: turns[exit], fastest, access: access[exit] };
    const lanes: LaneId[] = [];
    for (const pair of marked?.[exit] ?? pairLanes(laneCount, roads.laneCountOf(to), pass.turn, has)) {
      used[pair[0]] = true;
      lanes.push(connectLanes(draft, junction, pair[0], pair[1], pass));
    }
    movements.push({ from, to, turn: pass.turn, lanes });
  }
  // A lane without a turn follows the lane beside it, so that no lane is a trap.
  const through = Math.max(0, turns.indexOf(LaneTurn.STRAIGHT));
  for (let a = 0; a < laneCount && movements.length > 0; a++) {
    if (used[a]) continue;
    const { to, turn, lanes } = movements[through];
    const last = roads.laneCountOf(to) - 1;
    const b = turn === LaneTurn.RIGHT ? last : Math.min(a, last);
    lanes.push(connectLanes(draft, junction, a, b, { from, to, turn, fastest, access: access[through] }));
  }
  for (const { to, lanes } of movements) addNextRoad(draft, from, to, lanes);
  return movements;
}

/** Adds a next road that the lanes of a movement lead to. */
function addNextRoad(draft: RoadDraft, from: RoadNumber, to: RoadNumber, lanes: readonly LaneId[]): void {
  let left = Infinity;
  let right = 0;
  for (const lane of lanes) {
    const origin = draft.originOf(lane) - draft.roads.firstLaneOf(from);
    left = Math.min(left, origin);
    right = Math.max(right, origin);
  }
  draft.roads.addNext(from, to, left, right);
}

/** Left, straight, right or U-turn, for each exit. */
function classifyTurns(
  roads: DraftRoads,
  from: RoadNumber,
  back: RoadNumber,
  exits: readonly RoadNumber[],
  { runsOn }: Crossroads,
): LaneTurn[] {
  const bendInto = (to: RoadNumber) => angleBetween(roads.endAngleOf(from), roads.startAngleOf(to));
  let least = Infinity;
  for (const to of exits) if (to !== back) least = Math.min(least, Math.abs(bendInto(to)));
  const turns: LaneTurn[] = [];
  for (const to of exits) {
    const bend = bendInto(to);
    turns.push(to === back ? LaneTurn.AROUND : classifyTurn(bend, Math.abs(bend) === least, runsOn));
  }
  return turns;
}

/** @param isLeast whether no other exit is straighter */
function classifyTurn(bend: number, isLeast: boolean, runsOn: boolean): LaneTurn {
  const size = Math.abs(bend);
  // The continuation of the road: nearly straight, or the straightest exit of a fork, or a bend where nothing else meets.
  if (size <= 15 * DEGREES) return LaneTurn.STRAIGHT;
  if (isLeast && size <= (runsOn ? 120 : 45) * DEGREES) return LaneTurn.STRAIGHT;
  if (size >= 150 * DEGREES) return LaneTurn.AROUND;
  return bend > 0 ? LaneTurn.LEFT : LaneTurn.RIGHT;
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
  for (let k = wanted; k >= 1; k--) pairs.push([lanesIn - k, lanesOut - k]);
  return pairs;
}

/** A turn through a junction, and its speed limit, m/s. */
interface Pass {
  readonly from: RoadNumber;
  readonly to: RoadNumber;
  readonly turn: LaneTurn;
  readonly fastest: number;
  readonly access: number;
}

/** Connects lane `a` of a road to lane `b` of the next, both counted from the left. */
function connectLanes(
  draft: RoadDraft,
  { id }: Crossroads,
  a: number,
  b: number,
  { from, to, turn, fastest, access }: Pass,
): LaneId {
  const { roads } = draft;
  const before = roads.firstLaneOf(from) + a;
  const after = roads.firstLaneOf(to) + b;
  addBezier(draft.xy, draft.pointOn(before, draft.lengthOf(before)), draft.pointOn(after, 0));
  const limit = Math.min(draft.maxSpeedOf(before), draft.maxSpeedOf(after), fastest);
  const bend = Math.abs(angleBetween(roads.endAngleOf(from), roads.startAngleOf(to)));
  const lane = draft.addLane(LaneType.DRIVING, id, Math.min(limit, turnSpeed(turn, draft.nextLength(), bend)));
  draft.join(lane, stopOf(before), startOf(after), turn);
  draft.setAccess(lane, access);
  return lane;
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
