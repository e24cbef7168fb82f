import {
  type CityMap,
  GROUND_KINDS,
  GROUND_LINES,
  GROUND_POINTS,
  GROUND_STYLES,
  type GroundShape,
  groundNames,
  groundOf,
  isSyntheticMap,
  LAND_STYLES,
  landStyle,
  NAME_STYLES,
  type NameKind,
  type PlaceName,
  placeNames,
  ROAD_STYLES,
  roadLines,
  simplifyLine,
  THIN_ROAD,
} from '@itinera/city/browser';
import type { CityHead } from '../wire/city.js';
import { pack } from '../wire/packed.js';
import type { Plane } from '../wire/replay.js';
import { planeAround, planeOf, toUnits } from './plane.js';

/** Maximum error of drawn lines, metres. The tolerance of the ground doubles until it has at most the given number of points. */
const TOLERANCE = 1.5;
const MOST_GROUND_POINTS = 60_000;
/** Names of the largest areas. */
const MOST_PLACES = 10_000;

/**
 * A city as it is drawn: the ground, AOIs as rings, roads as one line each, lanes inside junctions and footpaths.
 * Points are whole units of their plane, stored as differences from the previous point (16 bits, modulo 65,536).
 */
export function cityShape(map: CityMap): Uint8Array {
  const plane = planeOf(map);
  const at = toUnits(plane);
  const lines = new Lines(at);
  const rings = new Lines(at);
  const { lanes, aois } = map;
  const nodes = lanes.centerLine.nodes;
  const roadOfLine: number[] = [];
  const texts = new Texts();
  const textOfLine: number[] = [];
  for (const { lane, road, level } of roadLines(map)) {
    lines.add(nodes.xy, nodes.offsets[lane]!, nodes.offsets[lane + 1]!, level);
    roadOfLine.push(road);
    textOfLine.push(texts.number(road < 0 ? '' : map.text(map.roads.name[road]!)));
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
  const all = groundOf(map);
  const shapes = all.filter(({ kind }) => !GROUND_POINTS.has(kind));
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
  const named = new Lines(toUnits(groundPlane));
  const textOfNamed: number[] = [];
  for (const { text, kind, line } of groundNames(all)) {
    named.add(Float64Array.from(line), 0, line.length / 2, NAME_KINDS.indexOf(kind));
    textOfNamed.push(texts.number(text));
  }
  const places = placeNames(map, all).slice(0, MOST_PLACES);
  const style = {
    land: LAND_STYLES.map(({ light, dark }) => ({ light, dark })),
    ground: GROUND_KINDS.map((kind) => ({ ...GROUND_STYLES[kind], isLine: GROUND_LINES.has(kind) })),
    roads: ROAD_STYLES.map(({ fill, casing, metres, pixels }) => ({ fill, casing, metres, pixels })),
    thin: THIN_ROAD,
  };
  const source = isSyntheticMap(map) ? 'synthetic city, not a real place' : '© OpenStreetMap contributors';
  const arrays = {
    ...lines.arrays('line'),
    ...rings.arrays('ring'),
    ...ground.arrays('ground'),
    ...named.arrays('named'),
    road: Int32Array.from(roadOfLine),
    lineText: Uint32Array.from(textOfLine),
    namedText: Uint32Array.from(textOfNamed),
    ...placeArrays(places, plane, texts),
  };
  const head: CityHead = { plane, groundPlane, name: map.header?.name ?? '', source, style, texts: texts.all };
  return pack({ head: { ...head }, arrays });
}

function groundLines(shapes: readonly GroundShape[], at: Units, tolerance: number): Lines {
  const lines = new Lines(at, tolerance);
  for (const { kind, parts } of shapes)
    for (const part of parts) lines.add(part, 0, part.length / 2, GROUND_KINDS.indexOf(kind));
  return lines;
}

const NAME_KINDS = Object.keys(NAME_STYLES) as NameKind[];

/** Names of places in units of the plane; they may be outside of it. */
function placeArrays(places: readonly PlaceName[], { unit, west, south }: Plane, texts: Texts) {
  return {
    placeX: Int32Array.from(places, ({ x }) => Math.round((x - west) / unit)),
    placeY: Int32Array.from(places, ({ y }) => Math.round((y - south) / unit)),
    placeArea: Float32Array.from(places, ({ area }) => area),
    placeKind: Uint8Array.from(places, ({ kind }) => NAME_KINDS.indexOf(kind)),
    placeText: Uint32Array.from(places, ({ text }) => texts.number(text)),
  };
}

/** Texts by number; '' is number 0. */
class Texts {
  readonly #numbers = new Map([['', 0]]);

  number(text: string): number {
    const known = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, known);
    return known;
  }

  get all(): string[] {
    return [...this.#numbers.keys()];
  }
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
