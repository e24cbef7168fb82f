import { type CellCounts, type CellGrid, CellTally, keyOf, WHOLE_DAY } from '../../wire/cells.js';
import { NO_HOUR, type Presence } from '../../wire/presence.js';
import type { Plane } from '../../wire/replay.js';
import { isInside, type Outline } from '../player/area.js';

const HOURS = 24;

/** The runs of a map, the first of which has its plane. */
export type Sides = readonly [Presence] | readonly [Presence, Presence];

/** Whether runs can be shown on one map. */
export const haveSameMap = ([first, second]: Sides): boolean =>
  second === undefined || first.projection === second.projection;

/** Whether an hour from `from` to before `to` is in a part of the day, on any day. */
function isWithin(from: number, to: number, part: number): boolean {
  return part === WHOLE_DAY || from + ((((part - from) % HOURS) + HOURS) % HOURS) < to;
}

/** Positions of a plane in the units of another one. */
function onPlane(from: Plane, to: Plane) {
  const scale = from.unit / to.unit;
  const [dx, dy] = [(from.west - to.west) / to.unit, (from.south - to.south) / to.unit];
  return { x: (x: number) => dx + scale * x, y: (y: number) => dy + scale * y };
}

/** Counts the people of one or two runs by cell, in a part of the day. @param paired whether they have the same people */
export function countPresence(sides: Sides, part: number, cells: CellGrid, paired: boolean): CellCounts {
  const [first, second] = sides.map((side) => {
    const at = onPlane(side.plane, sides[0].plane);
    const byPerson = new Map<number, Set<string>>();
    for (const id of side.id) byPerson.set(id, new Set());
    forEachStay(side, part, (person, x, y) => byPerson.get(side.id[person]!)!.add(keyOf(cells.at(at.x(x), at.y(y)))));
    return byPerson;
  });
  const tally = new CellTally();
  const none: ReadonlySet<string> = new Set();
  for (const [id, own] of first!) tally.add(own, (paired && second?.get(id)) || none);
  if (!paired && second) for (const own of second.values()) tally.add(none, own);
  return tally.counts(paired);
}

function forEachStay(side: Presence, part: number, visit: (person: number, x: number, y: number) => void): void {
  const { start, from, to, x, y } = side;
  for (let person = 0; person + 1 < start.length; person++)
    for (let row = start[person]!; row < start[person + 1]!; row++)
      if (isWithin(from[row]!, to[row]!, part)) visit(person, x[row]!, y[row]!);
}

/** The people and trips of a run in an area and a part of the day. */
export interface AreaCounts {
  readonly people: ReadonlySet<number>;
  readonly departures: number;
  readonly arrivals: number;
  /** The points that the people lose by these arrivals: their loss, divided equally among all their arrivals. */
  readonly points: number | null;
}

/** @param area in units of `plane`; null for everywhere */
export function countArea(side: Presence, plane: Plane, part: number, area: Outline | null): AreaCounts {
  const at = onPlane(side.plane, plane);
  const isIn = (x: number, y: number) => area === null || isInside(area, at.x(x), at.y(y));
  const people = new Set<number>();
  forEachStay(side, part, (person, x, y) => {
    if (isIn(x, y)) people.add(side.id[person]!);
  });
  const { tripPerson, departure, arrival, fromX, fromY, toX, toY, cost } = side;
  const ends = new Uint32Array(side.id.length);
  for (let trip = 0; trip < tripPerson.length; trip++) if (arrival[trip] !== NO_HOUR) ends[tripPerson[trip]!]!++;
  let [departures, arrivals, points] = [0, 0, 0];
  for (let trip = 0; trip < tripPerson.length; trip++) {
    const isNow = (hour: number) => hour !== NO_HOUR && (part === WHOLE_DAY || hour % HOURS === part);
    if (isNow(departure[trip]!) && isIn(fromX[trip]!, fromY[trip]!)) departures++;
    if (!isNow(arrival[trip]!) || !isIn(toX[trip]!, toY[trip]!)) continue;
    const person = tripPerson[trip]!;
    arrivals++;
    if (!Number.isNaN(cost[person]!)) points += cost[person]! / ends[person]!;
  }
  return { people, departures, arrivals, points: cost.every(Number.isNaN) ? null : points };
}
