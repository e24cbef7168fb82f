import { stepLength } from '@itinera/base';
import type { CityMap } from './city-map.js';
import { GROUND_LINES, type GroundKind, type GroundShape, groundOf } from './ground.js';
import { insideRing } from './ring.js';
import { middleLane } from './road-lanes.js';

/** Waters that a road may cross, those whose name a bridge takes first: a river is usually drawn as a line and as an area. */
const WATERS: readonly GroundKind[] = ['river', 'water', 'stream'];
/** A road along a shore is drawn on the water for less than this, metres. */
const SHORE = 20;
/** Cells in which the edges of waters are looked up, metres. */
const CELL = 100;
/** A line across more of them, over 1,000 km, is no shore and no bridge. */
const MOST_CELLS = 10_000;

/** The roads of one name that cross one water, on bridges or below it. */
export interface Bridge {
  /** Of the road; '' if it has none. */
  readonly name: string;
  /** Name of the water; '' if it has none. */
  readonly water: string;
  /** Rows of the map, ascending. */
  readonly roads: readonly number[];
}

/**
 * The bridges of a map, over rivers first, then in the order of its roads; none if the map has no ground. A road crosses a
 * river if it crosses its line, or is on its area for 20 m or more.
 */
export function bridgesOf(map: CityMap): readonly Bridge[] {
  const bridges = known.get(map) ?? findBridges(map);
  known.set(map, bridges);
  return bridges;
}

/** A scenario asks for each of its names. */
const known = new WeakMap<CityMap, readonly Bridge[]>();

function findBridges(map: CityMap): Bridge[] {
  const waters = groundOf(map)
    .filter(({ kind }) => WATERS.includes(kind))
    .sort((a, b) => WATERS.indexOf(a.kind) - WATERS.indexOf(b.kind));
  if (waters.length === 0) return [];
  const edges = new WaterEdges(waters);
  const { offsets, xy } = map.lanes.centerLine.nodes;
  const bridges = new Map<string, { name: string; water: string; rank: number; roads: number[] }>();
  for (let road = 0; road < map.roads.count; road++) {
    const lane = middleLane(map, road);
    if (lane < 0) continue;
    const crossed = [...edges.crossings(xy, offsets[lane], offsets[lane + 1])]
      .filter(([water, at]) => isCrossed(waters[water], xy, offsets[lane], at))
      .map(([water]) => water)
      .sort((a, b) => a - b);
    if (crossed.length === 0) continue;
    const water = waters[crossed.find((one) => waters[one].name !== '') ?? crossed[0]];
    const name = map.text(map.roads.name[road]).trim();
    const key = JSON.stringify([name, water.name]);
    const bridge = bridges.get(key) ?? { name, water: water.name, rank: WATERS.indexOf(water.kind), roads: [] };
    bridge.rank = Math.min(bridge.rank, WATERS.indexOf(water.kind));
    bridge.roads.push(road);
    bridges.set(key, bridge);
  }
  return [...bridges.values()].sort((a, b) => a.rank - b.rank).map(({ rank: _, ...bridge }) => bridge);
}

/** @param at of the edges that the road crosses: metres along it, and its whole length last */
function isCrossed({ kind, parts }: GroundShape, xy: Float64Array, start: number, at: readonly number[]): boolean {
  // A road that meets a line an even number of times stays on its side: it runs along it. The last entry is the road's length.
  if (GROUND_LINES.has(kind)) return at.length % 2 === 0;
  let isOn = parts.filter((ring) => insideRing(ring, xy[2 * start], xy[2 * start + 1])).length % 2 === 1;
  let [metres, last] = [0, 0];
  for (const end of at) {
    if (isOn) metres += end - last;
    [isOn, last] = [!isOn, end];
  }
  return metres >= SHORE;
}

/** The edges of waters by the cells that they touch. */
class WaterEdges {
  /** Of each edge: x and y of both ends. */
  private readonly ends: number[] = [];
  private readonly waterOf: number[] = [];
  private readonly cells = new Map<string, number[]>();

  constructor(waters: readonly GroundShape[]) {
    for (const [water, { kind, parts }] of waters.entries())
      for (const part of parts) {
        const points = part.length / 2;
        for (let i = GROUND_LINES.has(kind) ? 1 : 0; i < points; i++) {
          const before = (i + points - 1) % points;
          this.add(water, part[2 * before], part[2 * before + 1], part[2 * i], part[2 * i + 1]);
        }
      }
  }

  /** By water: where a line crosses its edges, metres along the line, ascending, and the length of the line. */
  crossings(xy: Float64Array, start: number, end: number): Map<number, number[]> {
    const found = new Map<number, number[]>();
    let metres = 0;
    for (let i = start + 1; i < end; i++) {
      const [ax, ay, bx, by] = xy.subarray(2 * i - 2, 2 * i + 2);
      const length = stepLength(bx - ax, by - ay);
      const near = new Set([...cellsOf(ax, ay, bx, by)].flatMap((cell) => this.cells.get(cell) ?? []));
      for (const edge of near) {
        const share = meetingPoint(ax, ay, bx, by, this.ends, 4 * edge);
        if (Number.isNaN(share)) continue;
        const water = this.waterOf[edge];
        found.set(water, [...(found.get(water) ?? []), metres + share * length]);
      }
      metres += length;
    }
    for (const at of found.values()) at.sort((a, b) => a - b).push(metres);
    return found;
  }

  private add(water: number, ax: number, ay: number, bx: number, by: number): void {
    const edge = this.waterOf.push(water) - 1;
    this.ends.push(ax, ay, bx, by);
    for (const cell of cellsOf(ax, ay, bx, by)) {
      const edges = this.cells.get(cell);
      if (edges) edges.push(edge);
      else this.cells.set(cell, [edge]);
    }
  }
}

/** The cells around a line, piece by piece, so that a long one has as many as are along it. */
function cellsOf(ax: number, ay: number, bx: number, by: number): Iterable<string> {
  const cells = new Set<string>();
  const row = (metres: number) => Math.floor(metres / CELL);
  const pieces = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay) / CELL));
  if (pieces > MOST_CELLS) return cells;
  for (let i = 0; i < pieces; i++) {
    const [fromX, toX] = [i, i + 1].map((k) => ax + ((bx - ax) * k) / pieces) as [number, number];
    const [fromY, toY] = [i, i + 1].map((k) => ay + ((by - ay) * k) / pieces) as [number, number];
    for (let x = row(Math.min(fromX, toX)); x <= row(Math.max(fromX, toX)); x++)
      for (let y = row(Math.min(fromY, toY)); y <= row(Math.max(fromY, toY)); y++) cells.add(`${x} ${y}`);
  }
  return cells;
}

/** Where a step from a to b meets an edge, as a share of the step; NaN if it does not. */
function meetingPoint(ax: number, ay: number, bx: number, by: number, ends: readonly number[], at: number): number {
  const [cx, cy, dx, dy] = [ends[at], ends[at + 1], ends[at + 2], ends[at + 3]];
  const cross = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx);
  const step = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / cross;
  const edge = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / cross;
  // A point belongs to the edge that begins there, so that it does not count twice.
  return step >= 0 && step < 1 && edge >= 0 && edge < 1 ? step : Number.NaN;
}
