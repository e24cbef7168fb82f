import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { DrawnPlace } from '../../wire/comparison.js';
import { count } from '../../wire/format.js';
import { roundBelow } from '../../wire/scale.js';
import { boxOf, Camera } from '../player/camera.js';
import { type City, toPlane } from '../player/city.js';
import { toolsOn } from '../player/names.js';
import { distanceTo } from '../player/overlay-at.js';
import { cleared } from '../player/overlays.js';
import { colour } from '../theme.js';
import { MapStage } from './map-stage.js';

const [THINNEST, WIDEST, PICK] = [1.5, 9, 10];
/** Metres around a road that the map goes to. */
const CLOSE_METRES = 3000;

/** A road of the map with a value. */
export interface RoadStroke {
  readonly row: number;
  /** Its size is the width of the line. */
  readonly value: number;
  /** Name of a colour of the style sheet. */
  readonly colour: string;
}

interface Props<T extends RoadStroke> {
  readonly city: City;
  readonly roads: readonly T[];
  /** Drawn and labelled on top. */
  readonly places?: readonly DrawnPlace[];
  /** Value of the widest line. */
  readonly most: number;
  /** Row of the road that is chosen. */
  readonly picked?: number | null;
  readonly onPick?: (road: T | null) => void;
  /** A row that was chosen elsewhere: the map goes there. */
  readonly goal?: number | null;
  readonly label: string;
  /** What is said of the road below the pointer or the chosen one; of none about the map. */
  readonly say: (road: T | null) => ComponentChildren;
}

/** Roads as lines whose width is a value, on the map of the city: a click on a road chooses it. */
export function RoadMap<T extends RoadStroke>(props: Props<T>) {
  const { city, roads, places = [], most, picked = null, onPick, goal = null, label, say } = props;
  const box = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<T | null>(null);
  const lines = useMemo(
    () =>
      [...roads]
        .sort((a, b) => Math.abs(a.value) - Math.abs(b.value))
        .flatMap((road) => {
          const line = city.lineOfRoad.get(road.row);
          return line === undefined ? [] : [{ road, points: city.lines[line]! }];
        }),
    [city, roads],
  );
  // Where the roads are, not the whole map.
  const camera = useMemo(
    () =>
      new Camera(
        city.plane,
        boxOf(
          lines.map(({ points }) => points),
          city.plane,
        ),
      ),
    [city],
  );
  useEffect(() => {
    const line = city.lines[city.lineOfRoad.get(goal ?? -1) ?? -1];
    const part = line && boxOf([line], city.plane, CLOSE_METRES);
    if (!part) return;
    camera.look(part);
    box.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, [goal]);
  const marks = useMemo(() => places.map((place) => ({ place, lines: linesOf(place, city) })), [city, places]);
  const nearest = ([x, y]: readonly [number, number]): T | null => {
    let [best, least]: [T | null, number] = [null, PICK / camera.scale];
    for (const { road, points } of lines) {
      const distance = distanceTo(points, x, y);
      if (distance < least) [best, least] = [road, distance];
    }
    return best;
  };
  const draw = (canvas: HTMLCanvasElement) => {
    const context = cleared(canvas);
    toPlane(context, canvas, camera);
    context.lineCap = 'round';
    context.lineJoin = 'round';
    for (const { road, points } of lines) {
      const width = widthOf(road.value, most);
      if (road.row === picked) stroke(context, points, (width + 4) / camera.scale, 'ink');
      stroke(context, points, width / camera.scale, road.colour);
    }
    for (const mark of marks)
      for (const points of mark.lines) {
        const { colour: own, dash } = MARKS[mark.place.kind];
        const isDot = points.length === 2;
        stroke(context, points, (isDot ? 12 : 7) / camera.scale, 'card');
        context.setLineDash((isDot ? [] : dash).map((part) => part / camera.scale));
        stroke(context, points, (isDot ? 7.5 : 3.5) / camera.scale, own);
        context.setLineDash([]);
      }
  };
  const shown = pointed ?? roads.find(({ row }) => row === picked) ?? null;
  return (
    <div class="cell-stage flow-map" ref={box}>
      <MapStage
        {...{ camera, city, draw, label }}
        drawOnTop={(canvas) => {
          for (const { place, lines: own } of marks) drawLabel(canvas, camera, place, own);
        }}
        drawn={[lines, picked, most, marks]}
        onPoint={(at) => setPointed(at && nearest(at))}
        onPick={(at) => onPick?.(nearest(at))}
      />
      <div class="cell-readout" aria-live="polite">
        {say(shown)}
      </div>
    </div>
  );
}

const widthOf = (value: number, most: number) =>
  THINNEST + (WIDEST - THINNEST) * Math.min(1, Math.abs(value) / Math.max(1e-9, most));

/** The widths of lines, with their values. */
export function Widths({ most, unit }: { readonly most: number; readonly unit: string }) {
  const values = [...new Set([most / 10, most / 3, most].map((value) => roundBelow(Math.max(1, value))))];
  return (
    <span class="legend widths">
      {values.map((value) => (
        <span key={value}>
          <i style={{ height: `${widthOf(value, most)}px` }} />
          {count(value)}
        </span>
      ))}
      {unit}
    </span>
  );
}

/** How a scenario's places are drawn. */
export const MARKS = {
  closed: { colour: 'ink', dash: [5, 6], name: 'closed' },
  changed: { colour: 'c5', dash: [], name: 'changed' },
  charged: { colour: 'c7', dash: [2, 6], name: 'charged' },
  new: { colour: 'c6', dash: [], name: 'new' },
} as const;

function linesOf({ roads, metres }: DrawnPlace, { plane, lines, lineOfRoad }: City): Float32Array[] {
  const drawn = roads.flatMap((row) => lines[lineOfRoad.get(row) ?? -1] ?? []);
  if (metres.length > 0)
    drawn.push(
      Float32Array.from(metres.flatMap(([x, y]) => [(x - plane.west) / plane.unit, (y - plane.south) / plane.unit])),
    );
  return drawn;
}

/** A line, or a dot at one point. */
function stroke(context: CanvasRenderingContext2D, points: Float32Array, width: number, name: string): void {
  context.strokeStyle = colour(name);
  context.lineWidth = width;
  context.beginPath();
  if (points.length === 2) context.arc(points[0]!, points[1]!, width / 4, 0, 2 * Math.PI);
  else for (let i = 0; i < points.length; i += 2) context.lineTo(points[i]!, points[i + 1]!);
  context.stroke();
}

/** Writes what a place is next to the middle of its longest line, on a card that any map leaves readable. */
function drawLabel(
  canvas: HTMLCanvasElement,
  camera: Camera,
  { label, kind }: DrawnPlace,
  lines: readonly Float32Array[],
): void {
  const [longest] = [...lines].sort((a, b) => b.length - a.length);
  if (longest === undefined) return;
  const ratio = canvas.width / Math.max(1, canvas.clientWidth);
  const at = 2 * Math.floor(longest.length / 4);
  const x = canvas.clientWidth / 2 + (longest[at]! - camera.x) * camera.scale;
  const y = canvas.clientHeight / 2 - (longest[at + 1]! - camera.y) * camera.scale;
  const context = canvas.getContext('2d')!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.font = `600 12px ${getComputedStyle(canvas).fontFamily}`;
  const wide = context.measureText(label).width + 14;
  const tools = toolsOn(canvas);
  const isBeside = tools !== undefined && y - 32 < tools.top + tools.down;
  const end = isBeside ? tools.left : canvas.clientWidth;
  const left = Math.max(4, Math.min(end - wide - 4, x + 10));
  context.beginPath();
  context.roundRect(left, y - 32, wide, 22, 5);
  context.fillStyle = colour('card');
  context.fill();
  context.strokeStyle = colour(MARKS[kind].colour);
  context.lineWidth = 1.5;
  context.stroke();
  context.fillStyle = colour('ink');
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  context.fillText(label, left + 7, y - 20.5);
}
