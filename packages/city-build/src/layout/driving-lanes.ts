import { type JunctionLaneGroup, LaneTurn, LaneType } from '@itinera/city/browser';
import { type DraftRoad, type LaneId, type RoadDraft, startOf, stopOf } from './draft.js';
import { angleBetween, bezierPath, pathLength, pointAlong } from './geometry.js';
import { type LaneMark, pairMarkedLanes } from './lane-marks.js';
import type { RoadSign } from './network.js';
import { LANE_WIDTH } from './roads.js';

const DEGREES = Math.PI / 180;
/**
 * m/s² to the side that drivers take in a turn; and what they save by not following its line, which is drawn to the
 * metre: the first 15° cost nothing, and a quarter of the lane's width is theirs to cut the corner.
 *
 * @see Odhams and Cole 2004, Models of Driver Speed Choice in Curves, with the figures of SUMO's netconvert
 */
const SIDEWAYS = 5.5;
const FREE_BEND = 15 * DEGREES;
const CUT = LANE_WIDTH / 4;
/**
 * Metres of the kerb's radius at a corner.
 *
 * @see National Association of City Transportation Officials, Urban Street Design Guide, corner radii: 10 to 15 feet
 */
const KERB = 4;
/** Metres of the radius that the middle of a lane has at least: around the kerb, beyond the oncoming lane, about its line. */
const LEAST_RADIUS: Partial<Record<LaneTurn, number>> = {
  [LaneTurn.RIGHT]: KERB + LANE_WIDTH / 2,
  [LaneTurn.LEFT]: KERB + LANE_WIDTH * 1.5,
  [LaneTurn.AROUND]: LANE_WIDTH / 2,
};
/**
 * How fast one gets past a sign when nobody comes, m/s. A stop costs as much time as standing still for a moment would;
 * at a give-way sign drivers slow down until they see to both sides from 4.5 m before the line.
 *
 * @see SUMO, minor links: visibility distance 4.5 m, of which √(2 · 4.5 m/s² · 4.5 m) follows
 */
const SIGN_SPEED = { stop: 10 / 3.6, 'give-way': 6.4 } as const;

/** A turn within a junction, once it has lanes. */
export interface TurnLanes {
  readonly from: DraftRoad;
  readonly to: DraftRoad;
  readonly turn: LaneTurn;
  readonly lanes: LaneId[];
}

/** A junction under construction, as the roads into it see it. */
export interface Crossroads {
  /** Id of the junction. */
  readonly id: number;
  /** Whether just two streets meet here, so that any bend is the street itself. */
  readonly runsOn: boolean;
  readonly hasLights: boolean;
}

/**
 * Joins a road to all roads that it leads into, by lanes in the junction.
 * @param back the road that leads back along the same street, if there is one
 * @param marks the turns painted on the lanes of the road, if any
 * @param sign that stands before the junction, if any; where there are lights, these count
 */
export function connectRoad(
  draft: RoadDraft,
  junction: Crossroads,
  from: DraftRoad,
  back: DraftRoad | undefined,
  exits: readonly DraftRoad[],
  { marks, sign }: { marks?: readonly LaneMark[] | undefined; sign?: RoadSign | undefined },
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
      return connectLanes(draft, junction, { from, a, to, b, turn: turns[i], fastest });
    });
    return { from, to, turn: turns[i], lanes };
  });
  // A lane that no turn took goes where the lane beside it goes, so that no lane is a trap.
  const through = movements.find((m) => m.turn === LaneTurn.STRAIGHT) ?? movements[0];
  used.forEach((taken, a) => {
    if (taken || !through) return;
    const { to, turn, lanes } = through;
    const last = to.laneCount - 1;
    const b = turn === LaneTurn.RIGHT ? last : Math.min(a, last);
    lanes.push(connectLanes(draft, junction, { from, a, to, b, turn, fastest }));
  });
  from.nextRoadLanes = movements.map(({ to, lanes }) => {
    const offsets = lanes.map((lane) => draft.originOf(lane) - from.firstLane);
    return { roadId: to.id, laneIdA: Math.min(...offsets), laneIdB: Math.max(...offsets) };
  });
  return movements;
}

/** Left, straight, right or round, for each way out. */
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

/** How a lane passes a junction: its turn, and how fast at most, m/s. */
interface Pass {
  readonly turn: LaneTurn;
  readonly fastest: number;
}

function connectLanes(
  draft: RoadDraft,
  junction: Crossroads,
  { from, a, to, b, turn, fastest }: { from: DraftRoad; a: number; to: DraftRoad; b: number } & Pass,
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
  });
}

/**
 * How fast a lone car turns at most, m/s. Who goes straight on does not slow down, though the line of the lane may swerve
 * a little from lane to lane.
 * @param metres along the turn
 * @param bend by which the direction changes, radians
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
