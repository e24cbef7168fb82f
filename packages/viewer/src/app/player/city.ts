import { GROUND_KINDS, groundName, type NamedLine, roadName, streetNamer } from '@itinera/city/browser';
import type { CityHead, CityStyle, DayNight, LineStyle } from '../../wire/city.js';
import { unpack } from '../../wire/packed.js';
import type { Plane } from '../../wire/replay.js';
import { colour, isDark } from '../theme.js';
import type { Camera } from './camera.js';
import { Names, nameKind, readPlaces } from './names.js';

/** Width in pixels below which a line has butt ends. */
const THIN = 3;
/** How far water extends beyond the plane, in multiples of its size. */
const BEYOND = 4;
/** How much of the city the night hides. */
const DARKNESS = 0.62;
/** Metres per pixel up to which footpaths are drawn. */
const CLOSE = 2.5;

/** A city's geometry, ready to be drawn at any zoom. */
export class City {
  readonly plane: Plane;
  readonly source: string;
  readonly name: string;
  readonly names: Names;
  readonly #style: CityStyle;
  /** A path for each kind of ground, each kind of land and each level of roads, in units. */
  readonly #ground: Path2D[];
  readonly #land: Path2D[];
  readonly #roads: Path2D[];
  /** Points of each line, for traffic: `[x, y, …]`. */
  readonly lines: Float32Array[] = [];
  /** Line of each road. */
  readonly lineOfRoad = new Map<number, number>();
  /** The names of the roads of these lines; empty without one. */
  readonly #texts: string[] = [];
  readonly #streetName: ReturnType<typeof streetNamer>;

  constructor(buffer: ArrayBuffer) {
    const { head, arrays } = unpack<CityHead>(buffer);
    const { plane, groundPlane, name, source, style, texts } = head;
    this.plane = plane;
    this.source = source;
    this.name = name;
    this.#style = style;
    this.#ground = style.ground.map(() => new Path2D());
    this.#land = style.land.map(() => new Path2D());
    this.#roads = style.roads.map(() => new Path2D());
    const scale = groundPlane.unit / plane.unit;
    const [left, low] = [(groundPlane.west - plane.west) / plane.unit, (groundPlane.south - plane.south) / plane.unit];
    const toUnits = (points: Float32Array) => {
      for (let i = 0; i < points.length; i++) points[i] = (i % 2 === 0 ? left : low) + scale * points[i]!;
    };
    trace(arrays as Arrays, 'ground', (points, kind) => {
      if (!style.ground[kind]!.isLine) spread(points, groundPlane, GROUND_KINDS[kind] === 'water');
      toUnits(points);
      addTo(this.#ground[kind], points, !style.ground[kind]!.isLine);
    });
    trace(arrays as Arrays, 'ring', (points, kind) => addTo(this.#land[kind], points, true));
    const named: NamedLine[] = [];
    trace(arrays as Arrays, 'named', (points, kind) => {
      toUnits(points);
      named.push(groundName(texts[arrays.namedText![named.length]!]!, nameKind(kind), points));
    });
    trace(arrays as Arrays, 'line', (points, kind) => {
      addTo(this.#roads[kind], points, false);
      const road = (arrays.road as Int32Array)[this.lines.length]!;
      if (road >= 0) this.lineOfRoad.set(road, this.lines.length);
      const text = texts[arrays.lineText![this.lines.length]!]!;
      if (text !== '' && kind > 0) named.push(roadName(text, kind, points));
      this.lines.push(points);
      this.#texts.push(text);
    });
    const places = readPlaces(arrays, texts);
    this.names = new Names(plane, places, named);
    this.#streetName = streetNamer(places.map((one) => ({ ...one, ...this.#metres(one.x, one.y) })));
  }

  /** The name of a road, or where it begins. @param row of the map */
  nameOfRoad(row: number): string {
    const line = this.lineOfRoad.get(row)!;
    const { x, y } = this.#metres(this.lines[line]![0]!, this.lines[line]![1]!);
    return this.#streetName(this.#texts[line]!, x, y);
  }

  #metres(x: number, y: number) {
    const { unit, west, south } = this.plane;
    return { x: west + unit * x, y: south + unit * y };
  }

  /** Draws the city as the camera sees it. @param isNight whether it is darkened below the lights of people */
  draw(canvas: HTMLCanvasElement, camera: Camera, isNight = false): void {
    const context = canvas.getContext('2d')!;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = colour('map-paper', canvas);
    context.fillRect(0, 0, canvas.width, canvas.height);
    toPlane(context, canvas, camera);
    const { ground, land, roads, thin } = this.#style;
    const tone = (tones: DayNight) => (isNight || isDark() ? tones.dark : tones.light);
    const pixel = 1 / camera.scale;
    const width = ({ pixels, metres }: LineStyle) => Math.max(pixels * pixel, (0.8 * metres) / this.plane.unit);
    const stroke = (path: Path2D, wide: number) => {
      // Round ends take most of the time and are invisible on thin lines.
      const isThin = wide < THIN * pixel;
      context.lineCap = isThin ? 'butt' : 'round';
      context.lineJoin = isThin ? 'bevel' : 'round';
      context.lineWidth = wide;
      context.stroke(path);
    };
    this.#ground.forEach((path, kind) => {
      const style = ground[kind]!;
      context.fillStyle = context.strokeStyle = tone(style);
      if (!style.isLine) context.fill(path);
      else {
        context.setLineDash((style.dash ?? []).map((part) => part * width(style)));
        stroke(path, width(style));
      }
    });
    context.setLineDash([]);
    this.#land.forEach((path, kind) => {
      context.fillStyle = tone(land[kind]!);
      context.fill(path);
    });
    const metresAPixel = this.plane.unit / camera.scale;
    const shown = roads.flatMap((style, level) =>
      level === 0 && metresAPixel > CLOSE ? [] : [{ ...style, path: this.#roads[level]!, wide: width(style) }],
    );
    for (const { path, casing, wide } of shown) {
      context.strokeStyle = tone(casing);
      stroke(path, wide < thin * pixel ? wide : wide + 1.2 * pixel);
    }
    for (const { path, fill, wide } of shown) {
      if (wide < thin * pixel) continue;
      context.strokeStyle = tone(fill);
      stroke(path, wide);
    }
    if (!isNight) return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = DARKNESS;
    context.fillStyle = colour('map-paper', canvas);
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.globalAlpha = 1;
  }
}

/** Sets a context to draw in units, y upwards. */
export function toPlane(context: CanvasRenderingContext2D, canvas: HTMLCanvasElement, camera: Camera): void {
  const ratio = canvas.width / Math.max(1, canvas.clientWidth);
  const scale = camera.scale * ratio;
  context.setTransform(scale, 0, 0, -scale, canvas.width / 2 - camera.x * scale, canvas.height / 2 + camera.y * scale);
}

type Arrays = Readonly<Record<string, Uint16Array>>;

function trace(arrays: Arrays, name: string, visit: (points: Float32Array, kind: number) => void): void {
  const [counts, kinds, dx, dy] = ['Points', 'Kind', 'X', 'Y'].map((part) => arrays[name + part]!) as [
    Uint16Array,
    Uint16Array,
    Uint16Array,
    Uint16Array,
  ];
  let at = 0;
  for (let line = 0; line < counts.length; line++) {
    const points = new Float32Array(2 * counts[line]!);
    let [x, y] = [0, 0];
    for (let i = 0; i < counts[line]!; i++, at++) {
      x = (x + dx[at]!) & 0xffff;
      y = (y + dy[at]!) & 0xffff;
      points[2 * i] = x;
      points[2 * i + 1] = y;
    }
    visit(points, kinds[line]!);
  }
}

/**
 * Extends areas that are cut at a corner of the plane, such as the sea, beyond both sides of that corner, and water beyond
 * any side; a coast goes on in its direction.
 */
export function spread(points: Float32Array, { width, height }: Plane, isWater: boolean): void {
  const sides = [width, height] as const;
  const isCut = (at: number) => points[at] === 0 || points[at] === sides[at % 2];
  const ends = [new Set<number>(), new Set<number>()] as const;
  for (let i = 0; i < points.length; i += 2) {
    const cut = [0, 1].filter((axis) => isCut(i + axis));
    if (cut.length === 2 || isWater) for (const axis of cut) ends[axis as 0 | 1].add(points[i + axis]!);
  }
  const before = points.slice();
  for (let at = 0; at < points.length; at++) {
    const axis = (at % 2) as 0 | 1;
    if (!ends[axis].has(before[at]!)) continue;
    const out = BEYOND * sides[axis];
    points[at] = before[at] === 0 ? -out : sides[axis] + out;
    const along = at + 1 - 2 * axis;
    const side = sides[1 - axis]!;
    if (ends[1 - axis]!.has(before[along]!)) continue;
    const further = before[along]! + out * courseAt(before, at, along, 0.1 * Math.min(width, height));
    points[along] = Math.min(side + BEYOND * side, Math.max(-BEYOND * side, further));
  }
}

/**
 * How far an outline moves along a side of the plane for each unit towards it, where it meets the side: at most one.
 * @param chord length by which it is measured, so that no single bay decides
 */
function courseAt(points: Float32Array, at: number, along: number, chord: number): number {
  for (const step of [2, -2])
    for (let n = step; Math.abs(n) < points.length; n += step) {
      const i = (at + n + points.length) % points.length;
      const k = (along + n + points.length) % points.length;
      const [toSide, aside] = [Math.abs(points[at]! - points[i]!), points[along]! - points[k]!];
      // The next point along the same side.
      if (toSide === 0) break;
      if (Math.hypot(toSide, aside) >= chord) return Math.max(-1, Math.min(1, aside / toSide));
    }
  return 0;
}

function addTo(path: Path2D | undefined, points: Float32Array, closed: boolean): void {
  if (path === undefined || points.length === 0) return;
  path.moveTo(points[0]!, points[1]!);
  for (let i = 2; i < points.length; i += 2) path.lineTo(points[i]!, points[i + 1]!);
  // In Chromium, closePath on a path of many shapes takes time that is quadratic in their number.
  if (closed) path.lineTo(points[0]!, points[1]!);
}
