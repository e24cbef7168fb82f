import { stepLength } from '@itinera/base';
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
  /** Streets passed before it, anticlockwise. */
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
  const isStreet = (arm: Direction) => draft.byDirection[arm] !== undefined || draft.byDirection[arm ^ 1] !== undefined;
  const around: Place[] = [];
  const streets: Direction[] = [];
  for (const { end, arm, direction } of corners)
    if (end !== undefined) around.push({ end, arm: arm!, streets: streets.length });
    else if (isStreet(direction!)) streets.push(direction!);
  const riding = outward.flatMap((arm): Place[] => {
    const end = draft.arms[arm].riding;
    return end === undefined ? [] : [{ end, arm, streets: 0 }];
  });
  const places = [...around, ...riding];
  const ways = new Ways(
    places.map(({ end }) => draft.pointAt(end)),
    crossings.map(({ lane }) => {
      const [from, to] = draft.endsOf(lane).map((end) => places.findIndex((place) => place.end === end));
      return [from, to, draft.lengthOf(lane)];
    }),
  );
  /** The streets between two ends, on the side where there are fewer. */
  const between = (i: number, j: number): readonly Direction[] => {
    const [first, last] = [around[i].streets, around[j].streets].sort((a, b) => a - b);
    const inside = streets.slice(first, last);
    return 2 * inside.length <= streets.length ? inside : [...streets.slice(last), ...streets.slice(0, first)];
  };
  const roads = (directions: readonly Direction[]) => directions.flatMap((d) => draft.byDirection[d] ?? []);
  const lay = (i: number, j: number, type: LaneType) =>
    connect(draft, junctionId, places[i].end, places[j].end, undefined, type);
  const isWalked = (i: number, j: number) => i < around.length && j < around.length && between(i, j).length <= 1;
  const isRidden = (i: number, j: number) =>
    places[i].arm !== places[j].arm && [i, j].every((place) => draft.isRidden(places[place].end >> 1));
  return [
    ...ways.shortcuts(isWalked).map(([i, j]): Crossing => {
      const crossed = between(i, j);
      return {
        lane: lay(i, j, LaneType.WALKING),
        entering: roads(crossed.map((direction) => direction ^ 1)),
        leaving: roads(crossed),
      };
    }),
    ...(draft.hasRiding ? ways.shortcuts(isRidden) : []).map(
      ([i, j]): Crossing => ({
        lane: lay(i, j, LaneType.UNSPECIFIED),
        entering: [],
        leaving: [],
        along: roads([places[i].arm ^ 1, places[j].arm ^ 1]),
      }),
    ),
  ];
}

/** The shortest ways between some points over straight connections, metres. */
class Ways {
  readonly #count: number;
  /** By pair, `count * i + j`. */
  readonly #metres: Float64Array;
  readonly #pairs: { readonly i: number; readonly j: number; readonly straight: number }[] = [];

  constructor(
    points: readonly { readonly x: number; readonly y: number }[],
    connections: readonly (readonly number[])[],
  ) {
    const n = points.length;
    this.#count = n;
    this.#metres = new Float64Array(n * n).fill(Infinity);
    for (let i = 0; i < n; i++) this.#metres[i * n + i] = 0;
    for (const [i, j, metres] of connections) this.#connect(i, j, metres);
    for (let i = 0; i < n; i++)
      for (let j = i + 1; j < n; j++) {
        const straight = stepLength(points[i].x - points[j].x, points[i].y - points[j].y);
        if (this.#isDetour(i, j, straight)) this.#pairs.push({ i, j, straight });
      }
    this.#pairs.sort((a, b) => a.straight - b.straight);
  }

  /** Connects wanted pairs of points, the nearest first, until no way between them is a detour. */
  shortcuts(isWanted: (i: number, j: number) => boolean): (readonly [i: number, j: number])[] {
    return this.#pairs.flatMap(({ i, j, straight }) => {
      if (!this.#isDetour(i, j, straight) || !isWanted(i, j)) return [];
      this.#connect(i, j, straight);
      return [[i, j] as const];
    });
  }

  #isDetour(i: number, j: number, straight: number): boolean {
    return this.#metres[i * this.#count + j] > CORNER * straight + DETOUR;
  }

  #connect(i: number, j: number, metres: number): void {
    const n = this.#count;
    const ways = this.#metres;
    if (ways[i * n + j] <= metres) return;
    for (let a = 0; a < n; a++) {
      const [toI, toJ] = [ways[a * n + i], ways[a * n + j]];
      for (let b = 0; b < n; b++) {
        const over = Math.min(toI + ways[j * n + b], toJ + ways[i * n + b]) + metres;
        if (over < ways[a * n + b]) ways[a * n + b] = over;
      }
    }
  }
}
