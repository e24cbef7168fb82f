import type { CityMap } from './city-map.js';
import type { Sheet } from './draw-sheet.js';
import { GROUND_STYLES, INK, NAME_COLOURS, PAPER } from './draw-style.js';
import { GROUND_LINES, type GroundKind, type GroundShape } from './ground.js';
import { chainLines, lengthOf, straightest } from './label-lines.js';
import { insideRing, ringArea, ringCentroid } from './ring.js';
import { roadLines } from './road-lines.js';

interface Label {
  readonly text: string;
  readonly size: number;
  readonly colour: string;
  readonly more: string;
  /** The middle of it, or the line that it runs along from left to right. Interleaved pixels. */
  readonly at: Float64Array;
}

/** Names on a picture of the usual width: of towns and districts, of areas, of lines. */
const MOST = { places: 32, areas: 24, lines: 44 };
/** Areas are named from this size on, pixels across. */
const MIN_AREA = 62;
/** Roads with names at the scale of a city; nearer, all. Pixels a metre. */
const MAIN_LEVEL = 3;
const NEAR = 0.25;
/** Width of a letter and height of a line, in sizes of the letters. */
const LETTER = 0.56;
const LINE = 0.62;
const AREA_COLOURS: Partial<Record<GroundKind, string>> = {
  water: NAME_COLOURS.water,
  wood: NAME_COLOURS.green,
  green: NAME_COLOURS.green,
  airport: NAME_COLOURS.other,
  sand: NAME_COLOURS.other,
};
const WATER_NAME = { colour: NAME_COLOURS.water, more: ' font-style="italic"' };
const GROUND_NAME = { colour: NAME_COLOURS.green, more: '' };

/**
 * The names of towns and districts, of the largest areas, and of the longest roads and rivers along their lines; none upon
 * another. @returns SVG elements
 */
export function drawLabels(map: CityMap, ground: readonly GroundShape[], sheet: Sheet): string[] {
  const taken: Disc[] = [];
  const texts = new Set<string>();
  const kept: Label[] = [];
  const place = (labels: Iterable<Label>, most: number) => {
    let count = 0;
    for (const label of labels) {
      if (count === most) return;
      const discs = discsOf(label);
      if (
        texts.has(label.text) ||
        !discs.every((disc) => fits(disc, sheet) && taken.every((other) => apart(disc, other)))
      )
        continue;
      kept.push(label);
      texts.add(label.text);
      taken.push(...discs);
      count++;
    }
  };
  place(placeLabels(ground, 'town', sheet), MOST.places);
  place(areaLabels(map, ground, sheet), MOST.areas);
  place(placeLabels(ground, 'district', sheet), MOST.places);
  place(placeLabels(ground, 'bay', sheet), MOST.places);
  place(lineLabels(map, ground, sheet), MOST.lines);
  return kept.map(drawLabel);
}

/** Text as it stands in XML. */
export function escapeXml(text: string): string {
  // XML has no place for control characters, and file names may hold them.
  const plain = text.replace(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, '');
  return plain.replace(/[<>&"]/g, (c) => `&#${c.charCodeAt(0)};`);
}

function drawLabel({ text, size, colour, more, at }: Label, i: number): string {
  const style =
    `text-anchor="middle" font-size="${size.toFixed(1)}" fill="${colour}" stroke="${PAPER.light}" stroke-opacity=".85" ` +
    `stroke-width="${(size / 4).toFixed(1)}" stroke-linejoin="round" paint-order="stroke"${more}`;
  const [x, y] = [at[0].toFixed(1), at[1].toFixed(1)];
  if (at.length === 2) return `<text x="${x}" y="${y}" dy=".35em" ${style}>${escapeXml(text)}</text>`;
  const d = `M${Array.from(at, (value) => value.toFixed(1)).join(' ')}`;
  return (
    `<path id="l${i}" d="${d}" fill="none"/>` +
    `<text dy=".35em" ${style}><textPath href="#l${i}" startOffset="50%">${escapeXml(text)}</textPath></text>`
  );
}

function placeLabels(
  ground: readonly GroundShape[],
  kind: 'town' | 'district' | 'bay',
  { x, y, unit }: Sheet,
): Label[] {
  const size = (kind === 'town' ? 16 : 12) * unit;
  const more = {
    town: ' font-weight="600"',
    district: ` letter-spacing="${(0.06 * size).toFixed(2)}"`,
    bay: ' font-style="italic"',
  }[kind];
  return ground
    .filter((shape) => shape.kind === kind)
    .map(({ name, parts: [point] }) => ({
      ...{ text: name, size, more, colour: GROUND_STYLES[kind].light },
      at: Float64Array.of(x(point[0]), y(point[1])),
    }));
}

/** Waters, woods, parks, campuses and the like that are large enough on the picture for their names, the largest first. */
function areaLabels(map: CityMap, ground: readonly GroundShape[], { x, y, scale, unit }: Sheet): Label[] {
  const least = ((MIN_AREA * unit) / scale) ** 2;
  const areas: { name: string; ring: Float64Array; area: number; colour: string; more: string }[] = [];
  for (const { kind, name, parts } of ground) {
    const colour = AREA_COLOURS[kind];
    if (name === '' || colour === undefined) continue;
    const sizes = parts.map((ring) => ringArea(ring));
    const area = Math.max(...sizes);
    if (area < least) continue;
    const style = kind === 'water' ? WATER_NAME : { colour, more: '' };
    areas.push({ name, ring: parts[sizes.indexOf(area)], area, ...style });
  }
  const { name, area, positions, urbanLandUse } = map.aois;
  for (let row = 0; row < map.aois.count; row++) {
    if (!(area.values[row] > least) || map.text(name[row]) === '') continue;
    const ring = positions.xy.subarray(2 * positions.offsets[row], 2 * positions.offsets[row + 1]);
    const isWater = urbanLandUse.present[row] === 1 && map.text(urbanLandUse.values[row]).startsWith('E1');
    areas.push({ name: map.text(name[row]), ring, area: area.values[row], ...(isWater ? WATER_NAME : GROUND_NAME) });
  }
  areas.sort((a, b) => b.area - a.area);
  return areas.flatMap(({ name: text, ring, colour, more }) => {
    const middle = ringCentroid(ring);
    if (!insideRing(ring, middle.x, middle.y)) return [];
    return [{ text, size: 11.5 * unit, colour, more, at: Float64Array.of(x(middle.x), y(middle.y)) }];
  });
}

/** The names of roads and rivers along their lines, those that are longest on the picture first. */
function* lineLabels(map: CityMap, ground: readonly GroundShape[], sheet: Sheet): Generator<Label> {
  const { lanes, roads } = map;
  const { offsets, xy } = lanes.centerLine.nodes;
  const lines = new Map<string, { readonly colour: string; readonly level: number; readonly parts: Float64Array[] }>();
  const add = (name: string, colour: string, level: number, part: Float64Array) => {
    const pixels = part.map((value, i) => (i % 2 === 0 ? sheet.x(value) : sheet.y(value)));
    if (!pixels.every(Number.isFinite) || !sheet.shows(part, 0, part.length / 2)) return;
    const line = lines.get(name);
    if (line) line.parts.push(pixels);
    else lines.set(name, { colour, level, parts: [pixels] });
  };
  for (const { kind, name, parts } of ground)
    if (name !== '' && GROUND_LINES.has(kind) && (kind === 'river' || sheet.scale > NEAR))
      for (const part of parts) add(name, kind === 'river' ? NAME_COLOURS.water : NAME_COLOURS.other, 2, part);
  for (const { lane, road, level } of roadLines(map)) {
    if (road < 0 || level === 0 || (level < MAIN_LEVEL && sheet.scale < NEAR)) continue;
    const name = map.text(roads.name[road]);
    if (name !== '') add(name, INK.light, level, xy.subarray(2 * offsets[lane], 2 * offsets[lane + 1]));
  }
  const total = ({ parts, level }: { parts: readonly Float64Array[]; level: number }) =>
    level * parts.reduce((sum, part) => sum + lengthOf(part), 0);
  const longest = [...lines].map(([text, line]) => ({ text, ...line, total: total(line) }));
  longest.sort((a, b) => b.total - a.total || (a.text < b.text ? -1 : 1));
  for (const { text, colour, parts } of longest) {
    const size = 11 * sheet.unit;
    const width = LETTER * size * text.length;
    for (const chain of chainLines(parts).slice(0, 3)) {
      const at = straightest(chain, width + size);
      if (at) yield { text, size, colour, more: '', at };
    }
  }
}

interface Disc {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** The room that a name takes. */
function discsOf({ text, size, at }: Label): Disc[] {
  const radius = LINE * size;
  if (at.length > 2)
    return Array.from({ length: at.length / 2 }, (_, i) => ({ x: at[2 * i], y: at[2 * i + 1], radius }));
  const half = (LETTER * size * text.length) / 2;
  const count = Math.max(1, Math.ceil(half / radius));
  return Array.from({ length: 2 * count + 1 }, (_, i) => ({
    x: at[0] + (half * (i - count)) / count,
    y: at[1],
    radius,
  }));
}

function apart(a: Disc, b: Disc): boolean {
  return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 > (1.4 * (a.radius + b.radius)) ** 2;
}

function fits({ x, y, radius }: Disc, { left, top, across, down }: Sheet): boolean {
  return x - radius > left && x + radius < left + across && y - radius > top && y + radius < top + down;
}
