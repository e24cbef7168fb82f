import { LaneTurn, LaneType } from '@itinera/city/browser';
import { NumberList } from '@itinera/city/map-making';
import type { RoadDraft } from './draft.js';
import type { DraftJunctions } from './draft-junctions.js';
import { startOf, stopOf } from './draft-lanes.js';
import type { DraftRoads, RoadNumber } from './draft-roads.js';
import { addBezier, angleBetween } from './geometry.js';
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

/** A junction under construction, as seen by the roads that enter it. */
export interface Crossroads {
  /** Id of the junction. */
  readonly id: number;
  /** Whether only two streets meet here, so that any bend belongs to the street itself. */
  readonly runsOn: boolean;
  readonly hasLights: boolean;
}

/** Where drivers go from a road at a junction. */
export interface Exits {
  readonly roads: NumberList<Int32Array>;
  /** The `LaneAccess` of the turn into each. */
  readonly access: NumberList<Uint8Array>;
}

/** What drivers see on a road before a junction. */
export interface RoadRules {
  /** The turns painted on its lanes, if any. */
  readonly marks: readonly LaneMark[] | undefined;
  /** A sign, if any; ignored if there are lights. */
  readonly sign: RoadSign | undefined;
}

/** A road on its way into the open junction. */
interface Approach {
  readonly junctionId: number;
  readonly from: RoadNumber;
  /** Exits are counted from 0. */
  readonly exits: Exits;
  /** Number of the turn into the first exit. */
  readonly firstTurn: number;
  /** Maximum speed of its turns, m/s. */
  readonly fastest: number;
}

/** Lays the turns of junctions. */
export class TurnLayer {
  /** Of the road that is being connected, by exit: the bend, the turn, and the outer lanes that lead there, counted from the left. */
  readonly #bends = new NumberList(Float64Array);
  readonly #turns = new NumberList(Uint8Array);
  readonly #lefts = new NumberList(Int32Array);
  readonly #rights = new NumberList(Int32Array);
  /** By lane of the road: 1 if it has a turn. */
  readonly #used = new NumberList(Uint8Array);

  constructor(
    private readonly draft: RoadDraft,
    private readonly junctions: DraftJunctions,
  ) {}

  /**
   * Connects a road to all its next roads by lanes in the open junction.
   * @param back the opposite direction of the same street, -1 if there is none
   */
  connect(junction: Crossroads, from: RoadNumber, back: RoadNumber, exits: Exits, { marks, sign }: RoadRules): void {
    const { roads } = this.draft;
    this.#classifyTurns(from, back, exits.roads, junction);
    const laneCount = roads.laneCountOf(from);
    const fastest = sign && !junction.hasLights ? SIGN_SPEED[sign] : Infinity;
    const approach = { junctionId: junction.id, from, exits, firstTurn: this.junctions.turnCount, fastest };
    const marked = marks?.length === laneCount ? this.#pairAsMarked(marks, exits.roads) : undefined;
    let has: LaneMark = 0;
    for (let exit = 0; exit < exits.roads.length; exit++) has |= 1 << this.#turns.at(exit);
    this.#used.length = 0;
    for (let lane = 0; lane < laneCount; lane++) this.#used.push(0);
    this.#lefts.length = 0;
    this.#rights.length = 0;
    for (let exit = 0; exit < exits.roads.length; exit++) {
      const to = exits.roads.at(exit);
      const turn = this.#turns.at(exit) as LaneTurn;
      this.junctions.addTurn(from, to, turn);
      this.#lefts.push(laneCount);
      this.#rights.push(0);
      if (marked) for (const pair of marked[exit]) this.#connectLanes(approach, exit, pair[0], pair[1]);
      else {
        const { a, b, count } = pairLanes(laneCount, roads.laneCountOf(to), turn, has);
        for (let k = 0; k < count; k++) this.#connectLanes(approach, exit, a + k, b + k);
      }
    }
    if (exits.roads.length > 0) this.#connectRest(approach);
    for (let exit = 0; exit < exits.roads.length; exit++)
      roads.addNext(from, exits.roads.at(exit), this.#lefts.at(exit), this.#rights.at(exit));
  }

  /** A lane without a turn follows the lane beside it, so that no lane is a trap. */
  #connectRest(approach: Approach): void {
    for (let a = 0; a < this.#used.length; a++) {
      if (this.#used.at(a) === 1) continue;
      const exit = Math.max(0, this.#turns.view().indexOf(LaneTurn.STRAIGHT));
      const last = this.draft.roads.laneCountOf(approach.exits.roads.at(exit)) - 1;
      this.#connectLanes(approach, exit, a, this.#turns.at(exit) === LaneTurn.RIGHT ? last : Math.min(a, last));
    }
  }

  #pairAsMarked(marks: readonly LaneMark[], exits: NumberList<Int32Array>): [number, number][][] | undefined {
    const ways = Array.from(exits.view(), (to, exit) => ({
      turn: this.#turns.at(exit) as LaneTurn,
      lanes: this.draft.roads.laneCountOf(to),
    }));
    return pairMarkedLanes(marks, ways);
  }

  /** Left, straight, right or U-turn, for each exit. */
  #classifyTurns(from: RoadNumber, back: RoadNumber, exits: NumberList<Int32Array>, { runsOn }: Crossroads): void {
    const { roads } = this.draft;
    let least = Infinity;
    this.#bends.length = 0;
    for (let i = 0; i < exits.length; i++) {
      const to = exits.at(i);
      const bend = bendInto(roads, from, to);
      this.#bends.push(bend);
      if (to !== back) least = Math.min(least, Math.abs(bend));
    }
    this.#turns.length = 0;
    for (let i = 0; i < exits.length; i++) {
      const bend = this.#bends.at(i);
      const isAround = exits.at(i) === back;
      this.#turns.push(isAround ? LaneTurn.AROUND : classifyTurn(bend, Math.abs(bend) === least, runsOn));
    }
  }

  /** Connects lane `a` of a road to lane `b` of the road at an exit, both counted from the left. */
  #connectLanes({ junctionId, from, exits, firstTurn, fastest }: Approach, exit: number, a: number, b: number): void {
    const to = exits.roads.at(exit);
    const turn = this.#turns.at(exit) as LaneTurn;
    const { roads, lanes } = this.draft;
    const before = roads.firstLaneOf(from) + a;
    const after = roads.firstLaneOf(to) + b;
    addBezier(lanes.xy, lanes.pointOn(before, lanes.lengthOf(before)), lanes.pointOn(after, 0));
    const limit = Math.min(lanes.maxSpeedOf(before), lanes.maxSpeedOf(after), fastest);
    const bend = Math.abs(this.#bends.at(exit));
    const length = lanes.nextLength();
    const lane = lanes.add(LaneType.DRIVING, junctionId, Math.min(limit, turnSpeed(turn, length, bend)), length);
    lanes.join(lane, stopOf(before), startOf(after), turn);
    lanes.setAccess(lane, exits.access.at(exit));
    this.junctions.addTurnLane(firstTurn + exit, lane);
    this.#used.set(a, 1);
    this.#lefts.set(exit, Math.min(this.#lefts.at(exit), a));
    this.#rights.set(exit, Math.max(this.#rights.at(exit), a));
  }
}

/** Change of direction from the end of a road to the start of the next, radians. */
const bendInto = (roads: DraftRoads, from: RoadNumber, to: RoadNumber): number =>
  angleBetween(roads.endAngleOf(from), roads.startAngleOf(to));

/** @param isLeast whether no other exit is straighter */
function classifyTurn(bend: number, isLeast: boolean, runsOn: boolean): LaneTurn {
  const size = Math.abs(bend);
  // The continuation of the road: nearly straight, or the straightest exit of a fork, or a bend where nothing else meets.
  if (size <= 15 * DEGREES) return LaneTurn.STRAIGHT;
  if (isLeast && size <= (runsOn ? 120 : 45) * DEGREES) return LaneTurn.STRAIGHT;
  if (size >= 150 * DEGREES) return LaneTurn.AROUND;
  return bend > 0 ? LaneTurn.LEFT : LaneTurn.RIGHT;
}

/** Connections of neighbouring lanes: `a`, `a + 1` … to `b`, `b + 1` …, counted from the left. */
interface LaneRun {
  readonly a: number;
  readonly b: number;
  readonly count: number;
}

/** @param has the turns of all exits, as bits */
function pairLanes(lanesIn: number, lanesOut: number, turn: LaneTurn, has: LaneMark): LaneRun {
  const hasTurn = (other: LaneTurn) => (has & (1 << other)) !== 0;
  const most = Math.min(lanesIn, lanesOut);
  const goesOn = hasTurn(LaneTurn.STRAIGHT);
  if (turn === LaneTurn.AROUND) return { a: 0, b: 0, count: 1 };
  if (turn === LaneTurn.LEFT) {
    const left = hasTurn(LaneTurn.RIGHT) ? Math.ceil(lanesIn / 2) : lanesIn;
    return { a: 0, b: 0, count: Math.min(most, goesOn ? (lanesIn >= 4 ? 2 : 1) : left) };
  }
  const right = hasTurn(LaneTurn.LEFT) ? Math.ceil(lanesIn / 2) : lanesIn;
  const count = turn === LaneTurn.STRAIGHT ? most : Math.min(most, goesOn ? 1 : right);
  return { a: lanesIn - count, b: lanesOut - count, count };
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
