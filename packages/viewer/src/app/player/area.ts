import { unpack } from '../../wire/packed.js';
import type { Hours } from './view-address.js';

/** A polygon: x and y in turns, in units. It is closed without repeating its first corner. */
export type Outline = readonly number[];

/** The trips of a replay, by person and then by departure. */
export interface TripEnds {
  /** Number of the person. */
  readonly person: Uint32Array;
  /** Seconds since the first midnight. */
  readonly departure: Float32Array;
  readonly arrival: Float32Array;
  /** 0 for a trip that did not arrive. */
  readonly arrived: Uint8Array;
  /** Units. */
  readonly fromX: Uint16Array;
  readonly fromY: Uint16Array;
  readonly toX: Uint16Array;
  readonly toY: Uint16Array;
  /** Of everybody, at the start. */
  readonly startX: Uint16Array;
  readonly startY: Uint16Array;
}

export const readTripEnds = (buffer: ArrayBuffer): TripEnds => unpack<unknown, TripEnds>(buffer).arrays;

export function isInside(area: Outline, x: number, y: number): boolean {
  let inside = false;
  for (let i = 0, j = area.length - 2; i < area.length; j = i, i += 2) {
    const [y0, y1] = [area[i + 1]!, area[j + 1]!];
    if (y0 > y !== y1 > y && x < ((area[j]! - area[i]!) * (y - y0)) / (y1 - y0) + area[i]!) inside = !inside;
  }
  return inside;
}

/** Removes corners that are closer than `least` units to the line of their neighbours, until at most `most` are left. */
export function simplified(area: Outline, least: number, most = 40): number[] {
  const corners = Array.from({ length: area.length / 2 }, (_, i) => [area[2 * i]!, area[2 * i + 1]!] as const);
  const off = (i: number) => {
    const [a, b, c] = [-1, 0, 1].map((k) => corners[(i + k + corners.length) % corners.length]!) as [
      readonly [number, number],
      readonly [number, number],
      readonly [number, number],
    ];
    const [dx, dy] = [c[0] - a[0], c[1] - a[1]];
    const length = Math.hypot(dx, dy);
    return length === 0
      ? Math.hypot(b[0] - a[0], b[1] - a[1])
      : Math.abs(dx * (b[1] - a[1]) - dy * (b[0] - a[0])) / length;
  };
  while (corners.length > 3) {
    let [best, smallest] = [-1, Infinity];
    for (let i = 0; i < corners.length; i++) if (off(i) < smallest) [best, smallest] = [i, off(i)];
    if (smallest >= least && corners.length <= most) break;
    corners.splice(best, 1);
  }
  return corners.flat();
}

/** People and trips in an area within a span of time. */
export interface Selection {
  /** By number: 1 for people who stay in the area or have a trip that starts or ends there, within the time. */
  readonly people: Uint8Array;
  readonly count: number;
  /** TripEnds that depart, and that arrive, in the area within the time. */
  readonly departures: number;
  readonly arrivals: number;
  /** Departures and arrivals by hour since the first midnight, of the whole run. */
  readonly byHour: Uint32Array;
}

/** @param area null for everywhere; @param hours null for the whole run */
export function select(trips: TripEnds, area: Outline | null, hours: Hours | null, end: number): Selection {
  const people = new Uint8Array(trips.startX.length);
  const byHour = new Uint32Array(Math.max(1, Math.ceil(end / 3600)));
  const [from, to] = hours ?? [0, Infinity];
  let [departures, arrivals] = [0, 0];
  const inArea = (x: number, y: number) => area === null || isInside(area, x, y);
  const visit = (isIn: boolean, time: number): boolean => {
    if (!isIn || time > end) return false;
    byHour[Math.min(byHour.length - 1, Math.floor(time / 3600))]! += 1;
    return time >= from && time < to;
  };
  let trip = 0;
  for (let person = 0; person < people.length; person++) {
    let isIn = inArea(trips.startX[person]!, trips.startY[person]!);
    let since = 0;
    for (; trip < trips.person.length && trips.person[trip] === person; trip++) {
      const departure = trips.departure[trip]!;
      if (isIn && since < to && departure >= from) people[person] = 1;
      if (visit(inArea(trips.fromX[trip]!, trips.fromY[trip]!), departure)) {
        departures++;
        people[person] = 1;
      }
      isIn = inArea(trips.toX[trip]!, trips.toY[trip]!);
      since = trips.arrival[trip]!;
      if (trips.arrived[trip] === 1 && visit(isIn, since)) {
        arrivals++;
        people[person] = 1;
      }
    }
    if (isIn && since < to) people[person] = 1;
  }
  return { people, count: people.reduce((sum, is) => sum + is, 0), departures, arrivals, byHour };
}
