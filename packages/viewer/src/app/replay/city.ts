import { unpack } from '../../wire/packed.js';
import type { Plane } from '../../wire/replay.js';
import { colour } from '../theme.js';
import type { Camera } from './camera.js';

const LAND_COLOURS = ['map-homes', 'map-work', 'map-public', 'map-green', 'map-water', 'map-other'];
/** Pixels that roads of each class are at least wide, and metres that they are in truth. */
const WIDTHS = [
  { pixels: 0.4, metres: 2 },
  { pixels: 0.7, metres: 6 },
  { pixels: 0.9, metres: 7 },
  { pixels: 1.2, metres: 9 },
  { pixels: 1.5, metres: 12 },
  { pixels: 2, metres: 15 },
];
const MAJOR = 3;
/** Pixels below which a line is drawn with plain ends. */
const THIN = 3;
/** Metres a pixel from which paths on foot are drawn. */
const CLOSE = 2.5;

/** A city's geometry, ready to be drawn at any zoom. */
export class City {
  readonly plane: Plane;
  readonly source: string;
  /** A path for each kind of land and each class of roads, in units. */
  readonly #land: Path2D[];
  readonly #roads: Path2D[];
  /** Points of each line, for traffic: `[x, y, …]`. */
  readonly lines: Float32Array[] = [];
  /** Line of each road. */
  readonly lineOfRoad = new Map<number, number>();

  constructor(buffer: ArrayBuffer) {
    const { head, arrays } = unpack(buffer);
    this.plane = head.plane as Plane;
    this.source = String(head.source);
    this.#land = LAND_COLOURS.map(() => new Path2D());
    this.#roads = WIDTHS.map(() => new Path2D());
    trace(arrays as Arrays, 'ring', (points, kind) => addTo(this.#land[kind], points, true));
    trace(arrays as Arrays, 'line', (points, kind) => {
      addTo(this.#roads[kind], points, false);
      const road = (arrays.road as Int32Array)[this.lines.length]!;
      if (road >= 0) this.lineOfRoad.set(road, this.lines.length);
      this.lines.push(points);
    });
  }

  /** Draws the city as the camera sees it. */
  draw(canvas: HTMLCanvasElement, camera: Camera): void {
    const context = canvas.getContext('2d')!;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = colour('map-paper');
    context.fillRect(0, 0, canvas.width, canvas.height);
    toPlane(context, canvas, camera);
    this.#land.forEach((path, kind) => {
      context.fillStyle = colour(LAND_COLOURS[kind]!);
      context.fill(path);
    });
    const pixel = 1 / camera.scale;
    const metre = 1 / this.plane.unit;
    const width = (kind: number) => Math.max(WIDTHS[kind]!.pixels * pixel, 0.8 * WIDTHS[kind]!.metres * metre);
    const metresAPixel = this.plane.unit / camera.scale;
    const shown = this.#roads.flatMap((path, kind) => (kind === 0 && metresAPixel > CLOSE ? [] : [{ path, kind }]));
    const stroke = (path: Path2D, wide: number) => {
      // Round ends take most of the time, and nobody sees them on thin lines.
      const isThin = wide < THIN * pixel;
      context.lineCap = isThin ? 'butt' : 'round';
      context.lineJoin = isThin ? 'bevel' : 'round';
      context.lineWidth = wide;
      context.stroke(path);
    };
    context.strokeStyle = colour('map-road-edge');
    for (const { path, kind } of shown) stroke(path, width(kind) + 1.2 * pixel);
    for (const { path, kind } of shown) {
      context.strokeStyle = colour(kind > MAJOR ? 'map-major' : 'map-road');
      stroke(path, width(kind));
    }
  }
}

/** Lets a context draw in units, y upwards. */
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

function addTo(path: Path2D | undefined, points: Float32Array, closed: boolean): void {
  if (path === undefined || points.length === 0) return;
  path.moveTo(points[0]!, points[1]!);
  for (let i = 2; i < points.length; i += 2) path.lineTo(points[i]!, points[i + 1]!);
  if (closed) path.closePath();
}
