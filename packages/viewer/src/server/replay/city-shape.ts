import {
  type CityMap,
  GROUND_KINDS,
  GROUND_LINES,
  GROUND_POINTS,
  GROUND_STYLES,
  type GroundShape,
  groundOf,
  isSyntheticMap,
  LAND_STYLES,
  landStyle,
  ROAD_STYLES,
  roadLines,
  simplifyLine,
  THIN_ROAD,
} from '@itinera/city';
import type { CityHead } from '../../wire/city.js';
import { pack } from '../../wire/packed.js';
import { planeAround, planeOf, toUnits } from './plane.js';

/** Metres by which drawn lines may be off; those of the ground by twice as much until they have so few points. */
const TOLERANCE = 1.5;
const MOST_GROUND_POINTS = 60_000;

/**
 * A city as it is drawn: what lies on the ground, AOIs as rings, roads as one line each, ways inside junctions and paths on
 * foot. Points are whole units of their plane, in differences to the point before (16 bits, around the clock).
 */
export function cityShape(map: CityMap): Uint8Array {
  const plane = planeOf(map);
  const at = toUnits(plane);
  const lines = new Lines(at);
  const rings = new Lines(at);
  const { lanes, aois } = map;
  const nodes = lanes.centerLine.nodes;
  const roadOfLine: number[] = [];
  for (const { lane, road, level } of roadLines(map)) {
    lines.add(nodes.xy, nodes.offsets[lane]!, nodes.offsets[lane + 1]!, level);
    roadOfLine.push(road);
  }
  const order = Array.from({ length: aois.count }, (_, row) => row).sort(
    (a, b) => aois.area.values[b]! - aois.area.values[a]! || a - b,
  );
  for (const row of order) {
    const [from, to] = [aois.positions.offsets[row]!, aois.positions.offsets[row + 1]!];
    if (to - from < 3) continue;
    const code = aois.urbanLandUse.present[row] === 1 ? map.text(aois.urbanLandUse.values[row]!) : '';
    rings.add(aois.positions.xy, from, to, landStyle(code));
  }
  const shapes = groundOf(map).filter(({ kind }) => !GROUND_POINTS.has(kind));
  const groundPlane = planeAround(
    shapes.flatMap(({ parts }) => parts),
    0,
  );
  let tolerance = TOLERANCE;
  let ground = groundLines(shapes, toUnits(groundPlane), tolerance);
  while (ground.points > MOST_GROUND_POINTS) {
    tolerance *= 2;
    ground = groundLines(shapes, toUnits(groundPlane), tolerance);
  }
  const style = {
    land: LAND_STYLES.map(({ light, dark }) => ({ light, dark })),
    ground: GROUND_KINDS.map((kind) => ({ ...GROUND_STYLES[kind], isLine: GROUND_LINES.has(kind) })),
    roads: ROAD_STYLES.map(({ fill, casing, metres, pixels }) => ({ fill, casing, metres, pixels })),
    thin: THIN_ROAD,
  };
  const source = isSyntheticMap(map) ? 'synthetic city, no real place' : '© OpenStreetMap contributors';
  const head: CityHead = { plane, groundPlane, name: map.header?.name ?? '', source, style };
  return pack({
    head: { ...head },
    arrays: {
      ...lines.arrays('line'),
      ...rings.arrays('ring'),
      ...ground.arrays('ground'),
      road: Int32Array.from(roadOfLine),
    },
  });
}

function groundLines(shapes: readonly GroundShape[], at: Units, tolerance: number): Lines {
  const lines = new Lines(at, tolerance);
  for (const { kind, parts } of shapes)
    for (const part of parts) lines.add(part, 0, part.length / 2, GROUND_KINDS.indexOf(kind));
  return lines;
}

type Units = ReturnType<typeof toUnits>;

/** Lines of points in whole units, simplified. */
class Lines {
  readonly #at: Units;
  readonly #tolerance: number;
  readonly #counts: number[] = [];
  readonly #kinds: number[] = [];
  readonly #x: number[] = [];
  readonly #y: number[] = [];

  constructor(at: Units, tolerance = TOLERANCE) {
    this.#at = at;
    this.#tolerance = tolerance;
  }

  get points(): number {
    return this.#x.length;
  }

  add(xy: Float64Array, from: number, to: number, kind: number): void {
    const kept = simplifyLine(xy, from, to, this.#tolerance);
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
