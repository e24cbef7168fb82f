import type { CityMap } from '../map/city-map.js';
import { drivesOnLeft } from '../map/driving-side.js';
import { LaneTurn } from '../map/message.js';
import type { DriveNetwork } from '../routing/drive-network.js';
import { laneSpeed } from '../routing/lane-speed.js';
import type { EqualStreet } from './all-way.js';

/**
 * Critical and follow-up headways, seconds: the shortest gap in the other stream that a driver accepts, and the time between
 * two drivers who use the same gap.
 * @see Transportation Research Board, Highway Capacity Manual 2010, exhibits 19-10 and 19-11 (two-way stop control, two
 * lanes), chapter 21 (roundabouts: one lane), chapter 18 (permitted left turns at lights)
 */
const GAPS = {
  /** Across oncoming traffic, at lights and without; `merging`: into the road into which it turns, as measured with SUMO. */
  oncoming: { lit: [4.5, 2.5], merging: [20, 2.5], unlit: [4.1, 2.2] },
  ring: [4.98, 2.61],
  minor: { near: [6.2, 3.3], straight: [6.5, 4], far: [7.1, 3.5] },
} as const;
/**
 * Factor on the critical headway towards drivers of the major street who are waiting to turn across it, whose way is less certain.
 * The manual counts them twice, as if the headway were twice as long; measured in SUMO's networks, that would block side streets
 * too early.
 * @see Highway Capacity Manual, 6th edition, chapter 20: conflicting flows of through traffic and left turns from minor streets
 */
const ACROSS = 1.5;
/**
 * Saturation headway of turns at lights in relation to straight on: near side, far side, around.
 * @see Highway Capacity Manual 2010, chapter 18: 1.18 for right turns; narrow corners and U-turns (3.65 m/s) as measured with SUMO
 */
const TURNING = [1, 1.22, 1.22, 1.7] as const;
/** Fastest straight drive past a sign, m/s: see the turning speeds of the map's construction. */
const SIGN_SPEED = 6.5;
/** Longest roundabout, metres around it, and in roads. */
const RING_METRES = 400;
const RING_ROADS = 16;
/** Priority of roads without lights, beside those by speed limit and lanes. */
const [RING, SIGN] = [1000, -1000];

/** Whom the drivers of each turn (arc of the network) let pass. */
export interface RightOfWay {
  /** The turns that have priority over each turn, in compressed rows. */
  readonly offsets: Int32Array;
  readonly foes: Int32Array;
  /** 1 for turns that have priority over another. */
  readonly isFoe: Uint8Array;
  /** The critical headway for each of them, ms. */
  readonly critical: Float64Array;
  /** By road: the others of the same rank at the crossing at its end, if some of them cross it. */
  readonly equals: Equals;
  /** Follow-up headway by turn, ms; 0 for turns that give way to no one. */
  readonly followUp: Float64Array;
  /** The part of it that also counts if no one comes: drivers on a road that gives way look first. */
  readonly looking: Float64Array;
  /** Saturation headway in relation to straight on. */
  readonly turning: Float64Array;
  /** By turn: 0 straight, 1 to the near side, 2 across oncoming traffic, 3 around. */
  readonly ranks: Uint8Array;
  /** By road: the lanes (rows) from which it is left. */
  readonly lanesOf: readonly (readonly number[])[];
}

/** The streets that meet at crossings of equal ones, in compressed rows by road (row of the map). */
export interface Equals {
  readonly offsets: Int32Array;
  readonly roads: Int32Array;
  /** 1 for those that come from the opposite direction. */
  readonly isOpposite: Uint8Array;
  /** By road, if others are of the same rank. */
  readonly streets: readonly (EqualStreet | undefined)[];
}

interface Turn {
  readonly arc: number;
  readonly from: number;
  readonly to: number;
  /** 0 straight, 1 to the near side, 2 across oncoming traffic, 3 around. */
  readonly rank: number;
  /** Direction in which the junction is entered, radians. */
  readonly heading: number;
  /** Where it enters and leaves, as angles around the junction. */
  readonly start: number;
  readonly end: number;
}

/**
 * Derives the right of way. At lights, drivers who turn across oncoming traffic give way to it. Elsewhere a roundabout goes
 * before the roads into it, a road without a sign before one with, the faster and wider road before others, the road that
 * continues before the one that ends. Streets of the same rank that cross are equal: their drivers take turns.
 * @param isLit whether lights separate the traffic of a junction (row)
 * @param areTogether whether two of its lanes (rows) are green at the same time
 */
export function rightOfWay(
  city: CityMap,
  network: DriveNetwork,
  isLit: (junction: number) => boolean,
  areTogether: (lane: number, other: number) => boolean,
): RightOfWay {
  const { graph, tails, laneOffsets, lanes, lanesBefore, lanesAfter } = network;
  const arcCount = graph.heads.length;
  const byJunction = new Map<number, number[]>();
  for (let arc = 0; arc < arcCount; arc++) {
    const junction = city.junctionIndex(city.lanes.parentId[lanes[laneOffsets[arc]]]);
    const list = byJunction.get(junction);
    if (list) list.push(arc);
    else byJunction.set(junction, [arc]);
  }
  const isRing = roundabouts(city, network);
  const priorities = roadPriorities(city, network, isRing);
  const near = drivesOnLeft(city) ? LaneTurn.LEFT : LaneTurn.RIGHT;
  const nearSign = near === LaneTurn.RIGHT ? 1 : -1;
  const rows: number[][] = Array.from({ length: arcCount }, () => []);
  const gaps: number[][] = rows.map(() => []);
  const equals = new Map<number, Map<number, boolean>>();
  const goStraight = new Set<number>();
  const ranks = new Uint8Array(arcCount);
  const followUp = new Float64Array(arcCount);
  const turning = new Float64Array(arcCount).fill(1);
  const isFoe = new Uint8Array(arcCount);
  const looking = new Float64Array(arcCount);
  const mayMerge = (x: number, y: number) => {
    for (let i = laneOffsets[x]; i < laneOffsets[x + 1]; i++)
      for (let j = laneOffsets[y]; j < laneOffsets[y + 1]; j++) if (lanesAfter[i] === lanesAfter[j]) return true;
    return false;
  };
  for (const [junction, arcs] of byJunction) {
    if (arcs.every((arc) => tails[arc] === tails[arcs[0]])) continue;
    const lit = isLit(junction);
    const points = arcs.map((arc) => {
      const i = laneOffsets[arc];
      return [endPoint(city, lanesBefore[i], -1), endPoint(city, lanesAfter[i], 0)] as const;
    });
    const x = points.reduce((sum, [a, b]) => sum + a.x + b.x, 0) / (2 * points.length);
    const y = points.reduce((sum, [a, b]) => sum + a.y + b.y, 0) / (2 * points.length);
    // Both directions of a street may be drawn on one line: each is on its own side of it.
    const aside = (point: (typeof points)[0][0]) =>
      Math.atan2(point.y - nearSign * Math.cos(point.heading) - y, point.x + nearSign * Math.sin(point.heading) - x);
    const turns = arcs.map((arc, i): Turn => {
      const [a, b] = points[i];
      const turn = city.lanes.turn[lanes[laneOffsets[arc]]];
      return {
        arc,
        from: tails[arc],
        to: graph.heads[arc],
        rank:
          turn === LaneTurn.AROUND ? 3 : turn === near ? 1 : turn === LaneTurn.LEFT || turn === LaneTurn.RIGHT ? 2 : 0,
        heading: a.heading,
        start: aside(a),
        end: aside(b),
      };
    });
    const continues = new Set(turns.filter(({ rank }) => rank === 0).map(({ from }) => from));
    for (const road of continues) goStraight.add(road);
    // Where roads become one, as at ramps, drivers find a place between each other: its capacity is that of the road after it.
    const merges = !lit && arcs.every((arc) => graph.heads[arc] === graph.heads[arcs[0]] && !isRing[tails[arc]]);
    const priority = ({ from }: Turn) => priorities[from] + (continues.has(from) ? 0.5 : 0);
    for (const { arc, rank } of turns) [turning[arc], ranks[arc]] = [lit ? TURNING[rank] : 1, rank];
    const above = (own: Turn, other: Turn) => (lit ? 0 : priority(other) - priority(own));
    const isOncoming = (own: Turn, other: Turn) => Math.abs(angleOf(other.heading - own.heading)) > (3 * Math.PI) / 4;
    const conflicts = turns.flatMap((own) =>
      turns
        .filter((other) => {
          if (own.from === other.from) return false;
          if (lit && !areTogether(lanes[laneOffsets[own.arc]], lanes[laneOffsets[other.arc]])) return false;
          if (merges && own.rank === 0 && other.rank === 0) return false;
          return own.to === other.to ? mayMerge(own.arc, other.arc) : crosses(own, other);
        })
        .map((other) => [own, other] as const),
    );
    const isEqual = (own: Turn, other: Turn) => above(own, other) === 0 && !isOncoming(own, other);
    const crossed = lit ? [] : conflicts.filter(([own, other]) => isEqual(own, other)).map(([own]) => own);
    for (const own of crossed)
      for (const other of crossed) {
        if (other.from === own.from || above(own, other) !== 0) continue;
        const others = equals.get(own.from) ?? new Map<number, boolean>();
        equals.set(own.from, others.set(other.from, isOncoming(own, other)));
      }
    const givingWay = conflicts.filter(([own, other]) => {
      const oncoming = isOncoming(own, other);
      // Equal streets take turns, but drivers who turn across oncoming traffic give way to it there too.
      if (!oncoming && equals.get(own.from)?.has(other.from)) return false;
      const higher = above(own, other);
      if (higher !== 0) return higher > 0;
      const ranksLower = own.rank > (oncoming ? 1 : 0) && own.rank > other.rank;
      // Streets that cross and are green together: the driver from the near side, who heads to the far side, goes first.
      const fromNear = lit && own.rank === other.rank && angleOf(other.heading - own.heading) * nearSign > 0;
      return ranksLower || (!oncoming && fromNear);
    });
    const waits = new Set(givingWay.map(([own]) => own.arc));
    for (const [own, other] of givingWay) {
      const oncoming = isOncoming(own, other);
      const higher = above(own, other);
      const { minor } = GAPS;
      const [gap, next] = lit
        ? own.to === other.to
          ? GAPS.oncoming.merging
          : GAPS.oncoming.lit
        : priorities[other.from] >= RING
          ? GAPS.ring
          : oncoming && higher === 0
            ? GAPS.oncoming.unlit
            : own.rank === 1
              ? minor.near
              : own.rank === 0
                ? minor.straight
                : minor.far;
      rows[own.arc].push(other.arc);
      isFoe[other.arc] = 1;
      const turnsAcross = higher > 0 && own.rank !== 1 && other.rank === 2 && waits.has(other.arc);
      gaps[own.arc].push((turnsAcross ? ACROSS : 1) * gap * 1000);
      followUp[own.arc] = Math.max(followUp[own.arc], next * 1000);
      if (higher > 0) looking[own.arc] = Math.max(looking[own.arc], next * 1000);
    }
  }
  const offsets = new Int32Array(arcCount + 1);
  rows.forEach((row, arc) => {
    offsets[arc + 1] = offsets[arc] + row.length;
  });
  const lanesOf = Array.from({ length: city.roads.count }, (_, road) => [
    ...new Set(lanesBefore.subarray(laneOffsets[graph.offsets[road]], laneOffsets[graph.offsets[road + 1]])),
  ]);
  return {
    offsets,
    foes: Int32Array.from(rows.flat()),
    isFoe,
    critical: Float64Array.from(gaps.flat()),
    equals: compressed(equals, goStraight, lanesOf),
    followUp,
    looking,
    turning,
    ranks,
    lanesOf,
  };
}

/** @param goStraight roads from which some drivers go straight on */
function compressed(
  equals: ReadonlyMap<number, ReadonlyMap<number, boolean>>,
  goStraight: ReadonlySet<number>,
  lanesOf: RightOfWay['lanesOf'],
): Equals {
  const offsets = new Int32Array(lanesOf.length + 1);
  const roads: number[] = [];
  const isOpposite: number[] = [];
  const streets = lanesOf.map((lanes, road) => {
    const others = [...(equals.get(road) ?? [])];
    for (const [other, opposite] of others) {
      roads.push(other);
      isOpposite.push(Number(opposite));
    }
    offsets[road + 1] = roads.length;
    const isFork = others.length === 2 && others.every(([, opposite]) => !opposite) && !goStraight.has(road);
    return others.length > 0 ? { isSingle: lanes.length === 1, isFork } : undefined;
  });
  return { offsets, roads: Int32Array.from(roads), isOpposite: Uint8Array.from(isOpposite), streets };
}

/** Whether two drives through a junction cross: their ends alternate around it. */
function crosses(a: Turn, b: Turn): boolean {
  const along = (angle: number) => (angle - a.start + 4 * Math.PI) % (2 * Math.PI);
  const [end, start, stop] = [along(a.end), along(b.start), along(b.end)];
  return start < end !== stop < end;
}

function angleOf(radians: number): number {
  return Math.atan2(Math.sin(radians), Math.cos(radians));
}

/** The first (0) or last (-1) point of a lane and the direction there. */
function endPoint(city: CityMap, lane: number, which: 0 | -1) {
  const { offsets, xy } = city.lanes.centerLine.nodes;
  const i = which === 0 ? offsets[lane] : offsets[lane + 1] - 1;
  const j = which === 0 ? Math.min(i + 1, offsets[lane + 1] - 1) : Math.max(i - 1, offsets[lane]);
  const [x, y] = [xy[2 * i] ?? 0, xy[2 * i + 1] ?? 0];
  const [dx, dy] = which === 0 ? [xy[2 * j] - x, xy[2 * j + 1] - y] : [x - xy[2 * j], y - xy[2 * j + 1]];
  return { x, y, heading: Math.atan2(dy, dx) };
}

/** Rank of each road (row) where it meets others without lights. */
function roadPriorities(city: CityMap, network: DriveNetwork, isRing: Uint8Array): Float64Array {
  const { graph, laneOffsets, lanes, lanesBefore, lanesAfter, laneRoads } = network;
  const laneCounts = new Int32Array(city.roads.count);
  const speeds = new Float64Array(city.roads.count);
  laneRoads.forEach((road, lane) => {
    if (road < 0) return;
    laneCounts[road]++;
    speeds[road] = Math.max(speeds[road], laneSpeed(city, lane));
  });
  return speeds.map((speed, road) => {
    if (isRing[road]) return RING;
    let straight = false;
    let slowed = true;
    for (let i = laneOffsets[graph.offsets[road]]; i < laneOffsets[graph.offsets[road + 1]]; i++) {
      if (city.lanes.turn[lanes[i]] !== LaneTurn.STRAIGHT) continue;
      straight = true;
      const through = laneSpeed(city, lanes[i]);
      if (
        through > SIGN_SPEED ||
        through > 0.99 * Math.min(laneSpeed(city, lanesBefore[i]), laneSpeed(city, lanesAfter[i]))
      )
        slowed = false;
    }
    return straight && slowed ? SIGN : Math.round(speed * 3.6) + laneCounts[road];
  });
}

/** 1 for roads (rows) of roundabouts: short rings of one-way roads that always bend to the same side. */
function roundabouts(city: CityMap, network: DriveNetwork): Uint8Array {
  const { graph, laneOffsets, lanes, lanesBefore, laneRoads } = network;
  const first = new Int32Array(city.roads.count).fill(-1);
  laneRoads.forEach((road, lane) => {
    if (road >= 0 && first[road] < 0) first[road] = lane;
  });
  const junctionInto = new Int32Array(city.roads.count).fill(-1);
  const junctionAfter = new Int32Array(city.roads.count).fill(-1);
  for (let arc = 0; arc < graph.heads.length; arc++) {
    const lane = lanes[laneOffsets[arc]];
    junctionAfter[laneRoads[lanesBefore[laneOffsets[arc]]]] = city.lanes.parentId[lane];
    junctionInto[graph.heads[arc]] = city.lanes.parentId[lane];
  }
  const directed = new Set<string>();
  junctionInto.forEach((from, road) => {
    if (from >= 0 && junctionAfter[road] >= 0) directed.add(`${from} ${junctionAfter[road]}`);
  });
  const isOneWay = (road: number) =>
    first[road] >= 0 &&
    junctionInto[road] >= 0 &&
    junctionAfter[road] >= 0 &&
    !directed.has(`${junctionAfter[road]} ${junctionInto[road]}`);
  const isRing = new Uint8Array(city.roads.count);
  const heading = (road: number, which: 0 | -1) => endPoint(city, first[road], which).heading;
  for (let road = 0; road < city.roads.count; road++) {
    if (isRing[road] || !isOneWay(road) || city.lanes.length[first[road]] > RING_METRES) continue;
    for (const side of [1, -1]) {
      const ring = [road];
      let metres = city.lanes.length[first[road]];
      let turned = 0;
      for (let at = road; ; ) {
        turned += side * angleOf(heading(at, -1) - heading(at, 0));
        // The exit that bends most to the inside.
        let next = -1;
        let bend = -Infinity;
        for (let arc = graph.offsets[at]; arc < graph.offsets[at + 1]; arc++) {
          const exit = graph.heads[arc];
          const change = side * angleOf(heading(exit, 0) - heading(at, -1));
          if (isOneWay(exit) && change > bend && change < 2.5) [next, bend] = [exit, change];
        }
        if (next < 0) break;
        turned += bend;
        if (next === road) {
          if (turned > 6 && turned < 6.6) for (const part of ring) isRing[part] = 1;
          break;
        }
        metres += city.lanes.length[first[next]];
        if (metres > RING_METRES || ring.length >= RING_ROADS || ring.includes(next)) break;
        ring.push(next);
        at = next;
      }
    }
  }
  return isRing;
}
