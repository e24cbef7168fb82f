import { LaneType } from '@itinera/city/browser';
import type { LaneEnd, RoadDraft } from './draft.js';
import type { Direction } from './turns.js';
import { type Crossing, connect, type SidewalkCorner } from './walking-lanes.js';

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

/**
 * Adds straight lanes to a junction where its lanes for pedestrians and bicycles are a detour, as from one sidewalk to another over
 * the ends of paths between them: for pedestrians across one street at most, for bicycles in the roadway.
 *
 * @param corners what `cornersAround` finds for the directions that leave the junction
 * @param crossings the lanes that connect all ends
 * @returns the lanes added: the fewest that a greedy search finds
 * @see Althöfer, Das, Dobkin, Joseph, Soares 1993, On sparse spanners of weighted graphs
 */
export function addShortcuts(
  draft: RoadDraft,
  junctionId: number,
  outward: readonly Direction[],
  corners: readonly SidewalkCorner[],
  crossings: readonly Crossing[],
): Crossing[] {
  // Where only two ways meet, everyone follows one or crosses it.
  if (outward.length < 3 || crossings.length < 3) return [];
  const { roads, arms } = draft;
  const places: Place[] = [];
  const streets: Direction[] = [];
  for (const { end, arm } of corners)
    if (end >= 0) places.push({ end, arm, streets: streets.length });
    else if (roads.ofDirection(arm) >= 0 || roads.ofDirection(arm ^ 1) >= 0) streets.push(arm);
  for (const arm of outward) if (arms.riding.at(arm) >= 0) places.push({ end: arms.riding.at(arm), arm, streets: -1 });
  const ways = new Ways(draft, places, crossings);
  if (ways.detours.length === 0) return [];
  const added: Crossing[] = [];
  const add = (one: Place, other: Place, type: LaneType, rest: Omit<Crossing, 'lane'>) =>
    added.push({ lane: connect(draft, junctionId, one.end, other.end, undefined, type), ...rest });
  ways.shorten((one, other) => {
    if (one.streets < 0 || other.streets < 0) return false;
    const crossed = streetsBetween(streets, one, other);
    if (crossed.length > 1) return false;
    add(one, other, LaneType.WALKING, { crossed, along: [] });
    return true;
  });
  if (!draft.hasRiding) return added;
  ways.shorten((one, other) => {
    if (one.arm === other.arm || !draft.isRidden(one.end >> 1) || !draft.isRidden(other.end >> 1)) return false;
    add(one, other, LaneType.UNSPECIFIED, { crossed: [], along: [one.arm ^ 1, other.arm ^ 1] });
    return true;
  });
  return added;
}

/** The streets between two ends, on the side where there are fewer. */
function streetsBetween(streets: readonly Direction[], one: Place, other: Place): readonly Direction[] {
  const first = Math.min(one.streets, other.streets);
  const last = Math.max(one.streets, other.streets);
  return 2 * (last - first) <= streets.length
    ? streets.slice(first, last)
    : [...streets.slice(last), ...streets.slice(0, first)];
}

/** Two places, and the metres between them. */
interface Pair {
  readonly i: number;
  readonly j: number;
  readonly straight: number;
}

/** The shortest ways between the places of a junction over straight connections, metres. */
class Ways {
  /** Those whose shortest way is a detour, the nearest first. */
  readonly detours: Pair[] = [];
  readonly #places: readonly Place[];
  /** By pair, `places.length * i + j`. */
  readonly #metres: number[] = [];

  constructor(draft: RoadDraft, places: readonly Place[], connections: readonly Crossing[]) {
    this.#places = places;
    const n = places.length;
    for (let i = 0; i < n * n; i++) this.#metres.push(i % (n + 1) === 0 ? 0 : Infinity);
    const placeOf = (end: LaneEnd) => places.findIndex((place) => place.end === end);
    for (const { lane } of connections)
      this.#connect(placeOf(draft.fromOf(lane)), placeOf(draft.toOf(lane)), draft.lengthOf(lane));
    for (let i = 0; i < n; i++)
      for (let j = i + 1; j < n; j++) {
        const straight = draft.distanceBetween(places[i].end, places[j].end);
        if (this.#isDetour(i, j, straight)) this.detours.push({ i, j, straight });
      }
    this.detours.sort((a, b) => a.straight - b.straight);
  }

  /** Offers pairs of places to be connected, the nearest first, until no way between those taken is a detour. */
  shorten(connects: (one: Place, other: Place) => boolean): void {
    for (const { i, j, straight } of this.detours)
      if (this.#isDetour(i, j, straight) && connects(this.#places[i], this.#places[j])) this.#connect(i, j, straight);
  }

  #isDetour(i: number, j: number, straight: number): boolean {
    return this.#metres[i * this.#places.length + j] > CORNER * straight + DETOUR;
  }

  #connect(i: number, j: number, metres: number): void {
    const n = this.#places.length;
    const ways = this.#metres;
    if (ways[i * n + j] <= metres) return;
    for (let a = 0; a < n; a++) {
      const toI = ways[a * n + i];
      const toJ = ways[a * n + j];
      for (let b = 0; b < n; b++) {
        const over = Math.min(toI + ways[j * n + b], toJ + ways[i * n + b]) + metres;
        if (over < ways[a * n + b]) ways[a * n + b] = over;
      }
    }
  }
}
