import { clock, count, metres } from '../../wire/format.js';
import { unpack } from '../../wire/packed.js';
import { roundBelow } from '../../wire/scale.js';
import { colour } from '../theme.js';
import type { Bin } from './bin.js';
import type { Camera } from './camera.js';
import { type City, toPlane } from './city.js';
import { countByHexagon, type Hexagons, hexArea, hexSize } from './hexagons.js';
import { classOf, roundLimits } from './ramp.js';

/** An overlay of the map. */
export type Overlay = 'none' | 'heat' | 'flows' | 'traffic';
export const OVERLAYS: readonly (readonly [Overlay, string])[] = [
  ['none', 'none'],
  ['heat', 'density'],
  ['flows', 'flows'],
  ['traffic', 'cars by road'],
];

/** The largest width represents at least this number of trips. */
const STRONG_FLOW = 6;
const MOST_FLOWS = 250;
/** Straight parts of an arc that is read. */
const ARC_PARTS = 12;
/** Opacities of classes, from few to many. */
const OPACITIES = { rest: [0.13, 0.22, 0.33, 0.46, 0.6], heat: [0.2, 0.36, 0.53, 0.72, 0.92] } as const;

/** The legend of an overlay, or of people at rest. */
export interface OverlayScale {
  readonly title: string;
  /** How values are shown: as hexagons of growing opacity, or as lines of growing width. */
  readonly by: 'ramp' | 'width';
  /** Values to label, ascending, with an opacity or a width in pixels. */
  readonly marks: readonly { readonly value: number; readonly size: number }[];
  readonly note: string;
}

/** What is counted by hexagon. */
export interface HexLayer {
  readonly kind: keyof typeof OPACITIES;
  /** Entry of a person; -1 for people who are not counted. */
  readonly entryOf: (person: number) => number;
  /** The colour of an entry. */
  readonly colourOf: (entry: number) => string;
  /** The largest value since the size of hexagons changed, so that colours do not change their meaning while time passes. */
  readonly peak: { size: number; value: number };
}

/**
 * Draws the number of people by hexagon: people at rest per hexagon, or the density of all people. @returns the legend, and the
 * hexagons
 */
export function drawHexagons(
  canvas: HTMLCanvasElement,
  camera: Camera,
  bin: Bin,
  { kind, entryOf, colourOf, peak }: HexLayer,
): { readonly scale: OverlayScale; readonly cells: Hexagons } {
  const size = hexSize(camera.scale);
  const [across, up] = [canvas.clientWidth / 2 / camera.scale + size, canvas.clientHeight / 2 / camera.scale + size];
  const [west, south] = [camera.x - across, camera.y - up];
  const visible = { west, south, east: camera.x + across, north: camera.y + up };
  const cells = countByHexagon(size, visible, bin.x, bin.y, entryOf);
  const squareKilometres = (hexArea(size) * camera.plane.unit ** 2) / 1e6;
  const valueIn = (count: number) => (kind === 'rest' ? count : count / squareKilometres);
  if (peak.size !== size) Object.assign(peak, { size, value: 0 });
  for (const { count } of cells.all) peak.value = Math.max(peak.value, valueIn(count));
  const opacities = OPACITIES[kind];
  const limits = roundLimits(peak.value, opacities.length);
  const context = cleared(canvas);
  toPlane(context, canvas, camera);
  const paths = new Map<number, Path2D>();
  const shrink = 1 - 1.2 / (size * camera.scale);
  for (const { x, y, count, entry } of cells.all) {
    const key = 16 * classOf(valueIn(count), limits) + entry;
    const path = paths.get(key) ?? new Path2D();
    paths.set(key, path);
    cells.grid.outline.forEach(([dx, dy], corner) => {
      if (corner === 0) path.moveTo(x + shrink * dx, y + shrink * dy);
      else path.lineTo(x + shrink * dx, y + shrink * dy);
    });
  }
  for (const [key, path] of paths) {
    context.fillStyle = colourOf(key & 15);
    context.globalAlpha = opacities[key >> 4]!;
    context.fill(path);
  }
  context.globalAlpha = 1;
  const scale: OverlayScale = {
    title: kind === 'rest' ? `At rest per hexagon of ${metres(size * camera.plane.unit)}` : 'People per km²',
    by: 'ramp',
    marks: limits.map((value, i) => ({ value, size: opacities[i]! })),
    note: '',
  };
  return { scale, cells };
}

/** Trips between cells of the city within an hour. */
export interface FlowsOverlay {
  readonly cell: number;
  readonly columns: number;
  readonly hour: Uint16Array;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly count: Uint32Array;
}

export function readFlows(buffer: ArrayBuffer): FlowsOverlay {
  const { head, arrays } = unpack(buffer);
  return { cell: Number(head.cell), columns: Number(head.columns), ...(arrays as object) } as FlowsOverlay;
}

/** The largest flows of an hour, from the largest on. */
export function shownFlows(flows: FlowsOverlay, hour: number): number[] {
  return flowsOf(flows, hour).slice(0, MOST_FLOWS);
}

function flowsOf(flows: FlowsOverlay, hour: number): number[] {
  const own: number[] = [];
  for (let i = 0; i < flows.hour.length; i++) if (flows.hour[i] === hour) own.push(i);
  return own.sort((a, b) => flows.count[b]! - flows.count[a]!);
}

/** Start, control point and end of the arc of a flow, in units. It is bent to the right, so that both directions are visible. */
function bendOf(flows: FlowsOverlay, i: number) {
  const middle = (cell: number): readonly [number, number] => [
    ((cell % flows.columns) + 0.5) * flows.cell,
    (Math.floor(cell / flows.columns) + 0.5) * flows.cell,
  ];
  const [[x0, y0], [x1, y1]] = [middle(flows.from[i]!), middle(flows.to[i]!)];
  return [x0, y0, (x0 + x1) / 2 + (y1 - y0) * 0.18, (y0 + y1) / 2 - (x1 - x0) * 0.18, x1, y1] as const;
}

/** The arc of a flow as a line: x and y in turns. */
export function arcOf(flows: FlowsOverlay, i: number): number[] {
  const [x0, y0, x, y, x1, y1] = bendOf(flows, i);
  return Array.from({ length: ARC_PARTS + 1 }, (_, part) => part / ARC_PARTS).flatMap((t) => {
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t * t];
    return [a * x0 + b * x + c * x1, a * y0 + b * y + c * y1];
  });
}

/** Draws the largest flows of an hour as arcs. @returns the legend */
export function drawFlows(canvas: HTMLCanvasElement, camera: Camera, flows: FlowsOverlay, hour: number): OverlayScale {
  const chosen = flowsOf(flows, hour);
  const shown = chosen.slice(0, MOST_FLOWS);
  const most = Math.max(STRONG_FLOW, flows.count[shown[0]!] ?? 1);
  const context = cleared(canvas);
  toPlane(context, canvas, camera);
  context.lineCap = 'round';
  context.strokeStyle = colour('overlay', canvas);
  for (const i of shown.reverse()) {
    const [x0, y0, x, y, x1, y1] = bendOf(flows, i);
    const strength = flows.count[i]! / most;
    context.globalAlpha = 0.25 + 0.6 * strength;
    context.lineWidth = flowPixels(strength) / camera.scale;
    context.beginPath();
    context.moveTo(x0, y0);
    context.quadraticCurveTo(x, y, x1, y1);
    context.stroke();
    context.globalAlpha = Math.min(1, 0.5 + strength);
    context.beginPath();
    context.arc(x1, y1, (1.6 + 2.4 * strength) / camera.scale, 0, 7);
    context.fillStyle = context.strokeStyle;
    context.fill();
  }
  context.globalAlpha = 1;
  const left = chosen.length > MOST_FLOWS ? `; largest ${MOST_FLOWS} of ${count(chosen.length)}` : '';
  return {
    title: `Trips, ${during(hour)}`,
    by: 'width',
    marks: marksOf(most, flowPixels, (share) => share),
    note:
      chosen.length === 0
        ? 'No departures'
        : `Cells of ${metres(flows.cell * camera.plane.unit)}; dot: destination${left}`,
  };
}

const flowPixels = (strength: number) => 0.8 + 6 * strength;
const trafficPixels = (strength: number) => 1 + 7 * strength;

/** About a tenth, a half and all of the largest value, as round numbers. */
function marksOf(most: number, pixels: (strength: number) => number, strength: (share: number) => number) {
  const values = [...new Set([0.1, 0.5, 1].map((share) => roundBelow(Math.max(1, share * most))))];
  return values.map((value) => ({ value, size: pixels(strength(value / most)) }));
}

/** Cars that enter each road within each hour. */
export interface TrafficOverlay {
  readonly hour: Uint16Array;
  readonly road: Uint32Array;
  readonly count: Uint32Array;
}

export function readTraffic(buffer: ArrayBuffer): TrafficOverlay {
  return unpack<unknown, TrafficOverlay>(buffer).arrays;
}

/** Draws roads with widths by the number of cars. @returns the legend */
export function drawTraffic(
  canvas: HTMLCanvasElement,
  camera: Camera,
  city: City,
  traffic: TrafficOverlay,
  hour: number,
): OverlayScale {
  let most = 1;
  for (const cars of traffic.count) if (cars > most) most = cars;
  const context = cleared(canvas);
  toPlane(context, canvas, camera);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.strokeStyle = colour('overlay', canvas);
  let busiest = 0;
  for (let i = 0; i < traffic.hour.length; i++) {
    if (traffic.hour[i] !== hour) continue;
    const line = city.lineOfRoad.get(traffic.road[i]!);
    if (line === undefined) continue;
    const points = city.lines[line]!;
    const strength = Math.sqrt(traffic.count[i]! / most);
    busiest = Math.max(busiest, traffic.count[i]!);
    context.lineWidth = trafficPixels(strength) / camera.scale;
    context.globalAlpha = 0.35 + 0.6 * strength;
    context.beginPath();
    for (let p = 0; p < points.length; p += 2) {
      if (p === 0) context.moveTo(points[0]!, points[1]!);
      else context.lineTo(points[p]!, points[p + 1]!);
    }
    context.stroke();
  }
  context.globalAlpha = 1;
  return {
    title: `Cars, ${during(hour)}`,
    by: 'width',
    marks: marksOf(most, trafficPixels, Math.sqrt),
    note: busiest === 0 ? 'No cars' : `Busiest: ${count(busiest)}`,
  };
}

const during = (hour: number) => `${clock(hour * 3600)}–${clock((hour + 1) * 3600)}`;

export function cleared(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')!;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  return context;
}
