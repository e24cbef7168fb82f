import { NAME_STYLES, type NameKind } from './draw-style.js';
import { chainLines, lengthOf, straightest } from './label-lines.js';
import { type NamedLine, type PlaceName, textWidth } from './map-names.js';

/** A name with its position on a picture. */
export interface PlacedName {
  readonly text: string;
  readonly kind: NameKind;
  /** Font size, pixels. */
  readonly size: number;
  /** Its centre, or the line that it follows from left to right. Interleaved pixels. */
  readonly at: Float64Array;
}

/** A part of a picture, pixels. */
export interface PictureBox {
  readonly left: number;
  readonly top: number;
  readonly across: number;
  readonly down: number;
}

/** Position of a plane on a picture, and the share of the picture that names may fill. */
export interface NameView extends PictureBox {
  readonly x: (x: number) => number;
  readonly y: (y: number) => number;
  /** Pixels a metre. */
  readonly scale: number;
  /** Pixels per unit of `NAME_STYLES`. */
  readonly unit: number;
  /** A part of the picture that something else covers. */
  readonly covered?: PictureBox | undefined;
  /** Whether the bounding box of the points `start … end - 1` overlaps the visible part. */
  readonly shows: (xy: ArrayLike<number>, start: number, end: number) => boolean;
}

/** Maximum number of names on a picture of standard width: of towns and districts each, of areas, of lines. */
const MOST = { places: 32, areas: 24, lines: 44 };
/** Minimum width of a named area, pixels. */
const MIN_AREA = 62;
/** Minimum scale at which all roads are named, pixels per metre. */
const NEAR = 0.25;
/** Half the height of a line in em, and the gap between names, in multiples of both. */
const HALF_LINE = 0.62;
const APART = 1.4;

/**
 * Lays out the names of towns and districts, of the largest areas, and of the longest roads and rivers along their
 * lines, without overlap and each only once.
 *
 * @param places names of one kind after the other, areas from largest to smallest
 */
export function layOutNames(places: readonly PlaceName[], lines: Iterable<NamedLine>, view: NameView): PlacedName[] {
  const taken: Disc[] = [];
  const texts = new Set<string>();
  const kept: PlacedName[] = [];
  const place = (names: Iterable<PlacedName>, most: number) => {
    let count = 0;
    for (const name of names) {
      if (count === most) return;
      if (texts.has(name.text)) continue;
      const discs = discsOf(name);
      if (!discs.every((disc) => fits(disc, view) && taken.every((other) => apart(disc, other)))) continue;
      kept.push(name);
      texts.add(name.text);
      taken.push(...discs);
      count++;
    }
  };
  const placed = ({ text, kind, x, y }: PlaceName): PlacedName => ({
    ...{ text, kind, size: NAME_STYLES[kind].size * view.unit },
    at: Float64Array.of(view.x(x), view.y(y)),
  });
  const points = (kind: NameKind) => places.filter((name) => name.kind === kind && name.area === 0).map(placed);
  const least = ((MIN_AREA * view.unit) / view.scale) ** 2;
  place(points('town'), MOST.places);
  place(places.filter(({ area }) => area > 0 && area >= least).map(placed), MOST.areas);
  place(points('district'), MOST.places);
  place(points('bay'), MOST.places);
  place(alongLines(lines, view), MOST.lines);
  return kept;
}

/** The names of roads and rivers along their lines, the longest on the picture first. */
function* alongLines(named: Iterable<NamedLine>, view: NameView): Generator<PlacedName> {
  const lines = new Map<string, { readonly kind: NameKind; readonly rank: number; readonly parts: Float64Array[] }>();
  for (const { text, kind, rank, isMain, line } of named) {
    if ((!isMain && view.scale < NEAR) || !view.shows(line, 0, line.length / 2)) continue;
    const pixels = new Float64Array(line.length);
    for (let i = 0; i < line.length; i += 2) {
      pixels[i] = view.x(line[i]);
      pixels[i + 1] = view.y(line[i + 1]);
    }
    if (!pixels.every(Number.isFinite)) continue;
    const known = lines.get(text);
    if (known) known.parts.push(pixels);
    else lines.set(text, { kind, rank, parts: [pixels] });
  }
  const longest = Array.from(lines, ([text, line]) => {
    const pixels = line.parts.reduce((sum, part) => sum + lengthOf(part), 0);
    return { text, ...line, pixels, weight: line.rank * pixels };
  });
  longest.sort((a, b) => b.weight - a.weight || (a.text < b.text ? -1 : 1));
  for (const { text, kind, parts, pixels } of longest) {
    const size = NAME_STYLES[kind].size * view.unit;
    const width = textWidth(text, kind) * view.unit;
    if (pixels < width) continue;
    for (const chain of chainLines(parts).slice(0, 3)) {
      const at = straightest(chain, width + size);
      if (at) yield { text, kind, size, at };
    }
  }
}

interface Disc {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** The area that a name covers. */
function discsOf({ text, kind, size, at }: PlacedName): Disc[] {
  const radius = HALF_LINE * size;
  if (at.length > 2)
    return Array.from({ length: at.length / 2 }, (_, i) => ({ x: at[2 * i], y: at[2 * i + 1], radius }));
  const half = (textWidth(text, kind) * (size / NAME_STYLES[kind].size)) / 2;
  const count = Math.max(1, Math.ceil(half / radius));
  return Array.from({ length: 2 * count + 1 }, (_, i) => ({
    x: at[0] + (half * (i - count)) / count,
    y: at[1],
    radius,
  }));
}

function apart(a: Disc, b: Disc): boolean {
  return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 > (APART * (a.radius + b.radius)) ** 2;
}

function fits({ x, y, radius }: Disc, { left, top, across, down, covered }: NameView): boolean {
  const isWithin = x - radius > left && x + radius < left + across && y - radius > top && y + radius < top + down;
  return isWithin && !(covered && overlaps({ x, y, radius }, covered));
}

function overlaps({ x, y, radius }: Disc, { left, top, across, down }: PictureBox): boolean {
  return x + radius > left && x - radius < left + across && y + radius > top && y - radius < top + down;
}
