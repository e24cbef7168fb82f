import {
  layOutNames,
  NAME_STYLES,
  type NamedLine,
  type NameKind,
  type NameView,
  type PictureBox,
  type PlacedName,
  type PlaceName,
} from '@itinera/city/browser';
import type { PackedArray } from '../../wire/packed.js';
import type { Plane } from '../../wire/replay.js';
import { colour, isDark } from '../theme.js';
import type { Camera } from './camera.js';

const KINDS = Object.keys(NAME_STYLES) as NameKind[];
/** Scripts whose letters can be rotated individually; in others, letters join or change shape next to each other. */
const SEPARATE =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]*$/u;
/** Names are smaller on maps that are narrower than this, pixels, down to this factor. */
const FULL_WIDTH = 600;
const SMALLEST = 0.8;
const FONT = 'Inter, Helvetica, Arial, sans-serif';

/** The names of a city, laid out for the visible part as in the pictures of `asbench map draw`. */
export class Names {
  readonly #places: readonly PlaceName[];
  readonly #lines: readonly NamedLine[];
  readonly #plane: Plane;

  constructor(plane: Plane, places: readonly PlaceName[], lines: readonly NamedLine[]) {
    this.#plane = plane;
    this.#places = places;
    this.#lines = lines;
  }

  /** Draws the names on a canvas. */
  draw(canvas: HTMLCanvasElement, camera: Camera, isNight = isDark()): void {
    const context = canvas.getContext('2d')!;
    const ratio = canvas.width / Math.max(1, canvas.clientWidth);
    const size = Math.min(1, Math.max(SMALLEST, canvas.clientWidth / FULL_WIDTH));
    context.setTransform(ratio * size, 0, 0, ratio * size, 0, 0);
    context.lineJoin = 'round';
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    const view = viewOf(camera, this.#plane, canvas, size);
    for (const name of layOutNames(this.#places, this.#lines, view)) write(context, name, isNight);
  }
}

/** The names of places in a packed city. */
export function readPlaces(arrays: Readonly<Record<string, PackedArray>>, texts: readonly string[]): PlaceName[] {
  const [x, y, area, kind, text] = ['X', 'Y', 'Area', 'Kind', 'Text'].map((part) => arrays[`place${part}`]!) as [
    PackedArray,
    PackedArray,
    PackedArray,
    PackedArray,
    PackedArray,
  ];
  return Array.from(x, (_, i) => ({
    ...{ text: texts[text[i]!]!, kind: KINDS[kind[i]!]!, area: area[i]! },
    ...{ x: x[i]!, y: y[i]! },
  }));
}

export const nameKind = (number: number): NameKind => KINDS[number]!;

/** The part of a map that its buttons cover, in pixels of a size; undefined without any. */
export function toolsOn(canvas: HTMLCanvasElement, size = 1): PictureBox | undefined {
  const [map, tools] = [canvas, canvas.closest('.stage-box')?.querySelector('.tools')].map((one) =>
    one?.getBoundingClientRect(),
  );
  if (!map || !tools) return undefined;
  const [left, top] = [(tools.x - map.x) / size, (tools.y - map.y) / size];
  return { left, top, across: tools.width / size, down: tools.height / size };
}

/** The part of the plane on a canvas, with names of a size. */
function viewOf(camera: Camera, plane: Plane, canvas: HTMLCanvasElement, size: number): NameView {
  const [across, down, scale] = [canvas.clientWidth / size, canvas.clientHeight / size, camera.scale / size];
  const [west, north] = [camera.x - across / 2 / scale, camera.y + down / 2 / scale];
  const [east, south] = [west + across / scale, north - down / scale];
  return {
    ...{ left: 0, top: 0, across, down, unit: 1, scale: scale / plane.unit, covered: toolsOn(canvas, size) },
    x: (x) => (x - west) * scale,
    y: (y) => (north - y) * scale,
    shows: (xy, start, end) => {
      let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
      for (let i = 2 * start; i < 2 * end; i += 2) {
        const [x, y] = [xy[i]!, xy[i + 1]!];
        if (x < left) left = x;
        if (x > right) right = x;
        if (y < low) low = y;
        if (y > high) high = y;
      }
      return left <= east && right >= west && low <= north && high >= south;
    },
  };
}

function write(context: CanvasRenderingContext2D, { text, kind, size, at }: PlacedName, isNight: boolean): void {
  const { light, dark, weight = 400, isItalic } = NAME_STYLES[kind];
  context.font = `${isItalic ? 'italic ' : ''}${weight} ${size}px ${FONT}`;
  context.fillStyle = isNight ? dark : light;
  context.strokeStyle = colour('map-paper', context.canvas);
  context.lineWidth = size / 4;
  const letters = at.length === 2 ? [{ text, x: at[0]!, y: at[1]!, turn: 0 }] : alongLine(context, text, at);
  for (const paint of ['strokeText', 'fillText'] as const)
    for (const { text: letter, x, y, turn } of letters) {
      context.save();
      context.translate(x, y);
      context.rotate(turn);
      context.globalAlpha = paint === 'strokeText' ? 0.85 : 1;
      context[paint](letter, 0, 0);
      context.restore();
    }
}

/** The letters of a name in the middle of a line, each rotated with the line; as one piece if they cannot be separated. */
function alongLine(context: CanvasRenderingContext2D, text: string, line: Float64Array) {
  const letters = SEPARATE.test(text)
    ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
    : [text];
  const widths = letters.map((letter) => context.measureText(letter).width);
  let length = 0;
  for (let i = 2; i < line.length; i += 2) length += Math.hypot(line[i]! - line[i - 2]!, line[i + 1]! - line[i - 1]!);
  let along = (length - widths.reduce((sum, width) => sum + width, 0)) / 2;
  return letters.map((letter, i) => {
    const [from, to] = [pointAt(line, along), pointAt(line, along + widths[i]!)];
    along += widths[i]!;
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    return { text: letter, x: from[0] + dx / 2, y: from[1] + dy / 2, turn: Math.atan2(dy, dx) };
  });
}

/** The point at a distance in pixels along a line, which continues straight at both ends. */
function pointAt(line: Float64Array, along: number): readonly [x: number, y: number] {
  let i = 0;
  let left = along;
  for (; ; i += 2) {
    const length = Math.hypot(line[i + 2]! - line[i]!, line[i + 3]! - line[i + 1]!);
    if (left <= length || i + 4 >= line.length) {
      const share = length === 0 ? 0 : left / length;
      return [line[i]! + share * (line[i + 2]! - line[i]!), line[i + 1]! + share * (line[i + 3]! - line[i + 1]!)];
    }
    left -= length;
  }
}
