import { LaneType } from '@itinera/city/browser';
import { NumberList } from '@itinera/city/map-making';
import type { RoadDraft } from './draft.js';
import type { LaneEnd } from './draft-lanes.js';
import type { Direction } from './turns.js';
import { addCrossing, type Corners, type Crossing } from './walking-lanes.js';

/** A way in a junction is a detour if it is more than 8 m longer than around a corner of 90 degrees. */
const CORNER = Math.SQRT2;
const DETOUR = 8;

/** An end of a lane at a junction. */
interface Place {
  readonly end: LaneEnd;
  /** The arm, as the direction that leaves. */
  readonly arm: Direction;
  /** Streets passed before it, anticlockwise; -1 if it is in the roadway. */
  readonly streets: number;
}

/** Two places, and the metres between them. */
interface Pair {
  readonly i: number;
  readonly j: number;
  readonly straight: number;
}

/**
 * Adds straight lanes to junctions where their lanes for pedestrians and bicycles are a detour, as from one sidewalk to another over
 * the ends of paths between them: for pedestrians across one street at most, for bicycles in the roadway. They are the fewest
 * that a greedy search finds.
 *
 * @see Althöfer, Das, Dobkin, Joseph, Soares 1993, On sparse spanners of weighted graphs
 */
export class ShortcutLayer {
  /** Those of the last junction, and the arms of its streets. */
  #places: Place[] = [];
  #streets: Direction[] = [];
  /** The shortest ways between places, metres: from i to j at `places.length * i + j`. */
  readonly #ways = new NumberList(Float64Array);

  constructor(private readonly draft: RoadDraft) {}

  /**
   * @param outward the directions that leave the junction
   * @param crossings the lanes that connect all ends, to which those added are appended
   */
  add(junctionId: number, outward: NumberList<Int32Array>, corners: Corners, crossings: Crossing[]): void {
    // Where only two ways meet, everyone follows one or crosses it.
    if (outward.length < 3 || crossings.length < 3) return;
    this.#findPlaces(outward, corners);
    this.#findWays(crossings);
    const detours = this.#findDetours();
    for (const pair of detours) this.#addWalk(junctionId, pair, crossings);
    if (this.draft.hasRiding) for (const pair of detours) this.#addRide(junctionId, pair, crossings);
  }

  #findPlaces(outward: NumberList<Int32Array>, { arms, ends }: Corners): void {
    const { roads } = this.draft;
    const { riding } = this.draft.arms;
    const places: Place[] = [];
    const streets: Direction[] = [];
    for (let i = 0; i < ends.length; i++) {
      const arm = arms.at(i);
      if (ends.at(i) >= 0) places.push({ end: ends.at(i), arm, streets: streets.length });
      else if (roads.ofDirection(arm) >= 0 || roads.ofDirection(arm ^ 1) >= 0) streets.push(arm);
    }
    for (let i = 0; i < outward.length; i++) {
      const arm = outward.at(i);
      if (riding.at(arm) >= 0) places.push({ end: riding.at(arm), arm, streets: -1 });
    }
    this.#places = places;
    this.#streets = streets;
  }

  #findWays(crossings: readonly Crossing[]): void {
    const { lanes } = this.draft;
    const n = this.#places.length;
    this.#ways.length = 0;
    for (let i = 0; i < n * n; i++) this.#ways.push(i % (n + 1) === 0 ? 0 : Infinity);
    for (const { lane } of crossings)
      this.#connect(this.#placeAt(lanes.fromOf(lane)), this.#placeAt(lanes.toOf(lane)), lanes.lengthOf(lane));
  }

  #placeAt(end: LaneEnd): number {
    let place = 0;
    while (this.#places[place].end !== end) place++;
    return place;
  }

  /** Pairs of places whose shortest way is a detour, the nearest first. */
  #findDetours(): Pair[] {
    const places = this.#places;
    const detours: Pair[] = [];
    for (let i = 0; i < places.length; i++)
      for (let j = i + 1; j < places.length; j++) {
        const straight = this.draft.lanes.distanceBetween(places[i].end, places[j].end);
        if (this.#isDetour(i, j, straight)) detours.push({ i, j, straight });
      }
    return detours.sort((a, b) => a.straight - b.straight);
  }

  #isDetour(i: number, j: number, straight: number): boolean {
    return this.#ways.at(i * this.#places.length + j) > CORNER * straight + DETOUR;
  }

  #addWalk(junctionId: number, pair: Pair, crossings: Crossing[]): void {
    const [one, other] = [this.#places[pair.i], this.#places[pair.j]];
    if (one.streets < 0 || other.streets < 0) return;
    const crossed = this.#streetsBetween(one, other);
    if (crossed.length <= 1) this.#add(junctionId, LaneType.WALKING, pair, crossings, crossed, []);
  }

  #addRide(junctionId: number, pair: Pair, crossings: Crossing[]): void {
    const { lanes } = this.draft;
    const [one, other] = [this.#places[pair.i], this.#places[pair.j]];
    if (one.arm === other.arm || !lanes.isRidden(one.end >> 1) || !lanes.isRidden(other.end >> 1)) return;
    this.#add(junctionId, LaneType.UNSPECIFIED, pair, crossings, [], [one.arm ^ 1, other.arm ^ 1]);
  }

  #add(
    junctionId: number,
    type: LaneType,
    { i, j, straight }: Pair,
    crossings: Crossing[],
    crossed: readonly Direction[],
    along: readonly Direction[],
  ): void {
    // Those added before may have shortened the way.
    if (!this.#isDetour(i, j, straight)) return;
    const lane = addCrossing(this.draft.lanes, junctionId, this.#places[i].end, this.#places[j].end, undefined, type);
    crossings.push({ lane, crossed, along });
    this.#connect(i, j, straight);
  }

  /** The streets between two places, on the side where there are fewer. */
  #streetsBetween(one: Place, other: Place): readonly Direction[] {
    const streets = this.#streets;
    const first = Math.min(one.streets, other.streets);
    const last = Math.max(one.streets, other.streets);
    return 2 * (last - first) <= streets.length
      ? streets.slice(first, last)
      : [...streets.slice(last), ...streets.slice(0, first)];
  }

  /** Shortens the ways between all places by a connection of two. */
  #connect(i: number, j: number, metres: number): void {
    const n = this.#places.length;
    const ways = this.#ways;
    if (ways.at(i * n + j) <= metres) return;
    for (let a = 0; a < n; a++) {
      const toI = ways.at(a * n + i);
      const toJ = ways.at(a * n + j);
      for (let b = 0; b < n; b++) {
        const over = Math.min(toI + ways.at(j * n + b), toJ + ways.at(i * n + b)) + metres;
        if (over < ways.at(a * n + b)) ways.set(a * n + b, over);
      }
    }
  }
}
