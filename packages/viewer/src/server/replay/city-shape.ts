import { type CityMap, isSyntheticMap, LaneType, middleLane } from '@itinera/city';
import { pack } from '../../wire/packed.js';
import { planeOf, toUnits } from './plane.js';

/** Metres by which drawn lines may be off. */
const TOLERANCE = 1.5;

/** Kinds of land, in the order of their numbers. */
export const LAND = ['homes', 'work', 'public', 'green', 'water', 'other'] as const;
const landOf = (code: string): number => {
  if (code.startsWith('E1')) return 4;
  const place = { R: 0, B: 1, M: 1, W: 1, S: 1, U: 1, A: 2, G: 3, E: 3 }[code[0] ?? ''];
  return place ?? 5;
};

/** Speed limits, m/s, from which a road is of the next class. */
const CLASSES = [9.5, 12.4, 15.2, 23.5];

/**
 * A city as it is drawn: AOIs as rings, roads as one line each, ways inside junctions and paths on foot.
 * Points are whole units of the plane, in differences to the point before (16 bits, around the clock).
 */
export function cityShape(map: CityMap): Uint8Array {
  const plane = planeOf(map);
  const at = toUnits(plane);
  const lines = new Lines(at);
  const rings = new Lines(at);
  const { lanes, roads, aois } = map;
  const nodes = lanes.centerLine.nodes;
  const roadOfLine: number[] = [];
  for (let road = 0; road < roads.count; road++) {
    const lane = middleLane(map, road);
    if (lane < 0) continue;
    lines.add(nodes.xy, nodes.offsets[lane]!, nodes.offsets[lane + 1]!, classOf(map, lane));
    roadOfLine.push(road);
  }
  for (const lane of junctionLanes(map)) {
    lines.add(nodes.xy, nodes.offsets[lane]!, nodes.offsets[lane + 1]!, classOf(map, lane));
    roadOfLine.push(-1);
  }
  const order = Array.from({ length: aois.count }, (_, row) => row).sort(
    (a, b) => aois.area.values[b]! - aois.area.values[a]! || a - b,
  );
  for (const row of order) {
    const [from, to] = [aois.positions.offsets[row]!, aois.positions.offsets[row + 1]!];
    if (to - from < 3) continue;
    const code = aois.urbanLandUse.present[row] === 1 ? map.text(aois.urbanLandUse.values[row]!) : '';
    rings.add(aois.positions.xy, from, to, landOf(code));
  }
  return pack({
    head: {
      plane,
      name: map.header?.name ?? '',
      source: isSyntheticMap(map) ? 'synthetic city, no real place' : '© OpenStreetMap contributors',
      land: LAND,
    },
    arrays: { ...lines.arrays('line'), ...rings.arrays('ring'), road: Int32Array.from(roadOfLine) },
  });
}

/** One lane of each way through a junction. */
function* junctionLanes(map: CityMap): Generator<number> {
  const { laneIds, count } = map.junctions;
  for (let junction = 0; junction < count; junction++) {
    const ways = new Set<string>();
    for (let i = laneIds.offsets[junction]!; i < laneIds.offsets[junction + 1]!; i++) {
      const lane = map.laneIndex(laneIds.values[i]!);
      if (lane < 0 || map.lanes.type[lane] !== LaneType.DRIVING) continue;
      const key = `${roadBeside(map, lane, 'predecessors')} ${roadBeside(map, lane, 'successors')}`;
      if (ways.has(key)) continue;
      ways.add(key);
      yield lane;
    }
  }
}

function roadBeside(map: CityMap, lane: number, side: 'predecessors' | 'successors'): number {
  const { offsets, id } = map.lanes[side];
  const other = offsets[lane] === offsets[lane + 1] ? -1 : map.laneIndex(id[offsets[lane]!]!);
  return other < 0 ? -1 : map.lanes.parentId[other]!;
}

/** 0 for paths on foot, then 1 to 5 from the slowest roads to the fastest. */
function classOf(map: CityMap, lane: number): number {
  if (map.lanes.type[lane] !== LaneType.DRIVING) return 0;
  let speed = map.lanes.maxSpeed[lane]!;
  if (map.roadIndex(map.lanes.parentId[lane]!) < 0)
    for (const side of ['predecessors', 'successors'] as const) {
      const { offsets, id } = map.lanes[side];
      const other = offsets[lane] === offsets[lane + 1] ? -1 : map.laneIndex(id[offsets[lane]!]!);
      if (other >= 0) speed = Math.min(speed, map.lanes.maxSpeed[other]!);
    }
  return 1 + CLASSES.filter((from) => speed >= from).length;
}

type Units = ReturnType<typeof toUnits>;

/** Lines of points in whole units, simplified. */
class Lines {
  readonly #at: Units;
  readonly #counts: number[] = [];
  readonly #kinds: number[] = [];
  readonly #x: number[] = [];
  readonly #y: number[] = [];

  constructor(at: Units) {
    this.#at = at;
  }

  add(xy: Float64Array, from: number, to: number, kind: number): void {
    const kept = simplifyLine(xy, from, to);
    let [lastX, lastY] = [0, 0];
    for (const node of kept) {
      const [x, y] = [this.#at.x(xy[2 * node]!), this.#at.y(xy[2 * node + 1]!)];
      this.#x.push(x - lastX);
      this.#y.push(y - lastY);
      [lastX, lastY] = [x, y];
    }
    this.#counts.push(kept.length);
    this.#kinds.push(kind);
  }

  arrays(name: string) {
    return {
      [`${name}Points`]: Uint16Array.from(this.#counts),
      [`${name}Kind`]: Uint8Array.from(this.#kinds),
      [`${name}X`]: Uint16Array.from(this.#x),
      [`${name}Y`]: Uint16Array.from(this.#y),
    };
  }
}

/** Nodes that stay when the line may be off by the tolerance (Douglas and Peucker). */
function simplifyLine(xy: Float64Array, from: number, to: number): number[] {
  if (to - from < 3) return Array.from({ length: to - from }, (_, i) => from + i);
  const kept = [from];
  const stack: (readonly [number, number])[] = [[from, to - 1]];
  while (stack.length > 0) {
    const [low, high] = stack.pop()!;
    const [x0, y0] = [xy[2 * low]!, xy[2 * low + 1]!];
    const [dx, dy] = [xy[2 * high]! - x0, xy[2 * high + 1]! - y0];
    const length = Math.hypot(dx, dy);
    let [worst, most] = [-1, TOLERANCE];
    for (let i = low + 1; i < high; i++) {
      const [px, py] = [xy[2 * i]! - x0, xy[2 * i + 1]! - y0];
      const off = length > 0 ? Math.abs(px * dy - py * dx) / length : Math.hypot(px, py);
      if (off > most) [worst, most] = [i, off];
    }
    if (worst === -1) kept.push(high);
    else stack.push([worst, high], [low, worst]);
  }
  return kept;
}
