import type { CityMap } from './city-map.js';
import { NAME_STYLES, type NameKind } from './draw-style.js';
import { GROUND_LINES, type GroundKind, type GroundShape } from './ground.js';
import { insideRing, ringArea, ringCentroid } from './ring.js';
import { roadLines } from './road-lines.js';

/** The name of a place, drawn on top of it. */
export interface PlaceName {
  readonly text: string;
  readonly kind: NameKind;
  readonly x: number;
  readonly y: number;
  /** Square metres; 0 for a place that is a point. */
  readonly area: number;
}

/** A line with a name: a road, a river, a railway. */
export interface NamedLine {
  readonly text: string;
  readonly kind: NameKind;
  /** Longer names of higher ranks come first. */
  readonly rank: number;
  /** Whether it is also named at the scale of a city. */
  readonly isMain: boolean;
  /** Interleaved coordinates. */
  readonly line: ArrayLike<number>;
}

/** The name of inferred AOIs in a map, so that they are not mistaken for real ones. */
export const INFERRED_NAME = 'inferred parcel';

/** Roads from this level upwards are named at the scale of a city. */
const MAIN_LEVEL = 3;
/** Between a road and a path. */
const GROUND_RANK = 2;
const POINTS = ['town', 'district', 'bay'] as const satisfies readonly (GroundKind & NameKind)[];
const AREAS: Partial<Record<GroundKind, NameKind>> = {
  water: 'water',
  wood: 'green',
  green: 'green',
  airport: 'other',
  sand: 'other',
};

/** The names of districts and bays, and of the areas of a map, the largest first. Metres in its plane. */
export function placeNames(map: CityMap, ground: readonly GroundShape[]): PlaceName[] {
  const points = POINTS.flatMap((kind) =>
    ground
      .filter((shape) => shape.kind === kind)
      .map(({ name, parts: [[x, y]] }): PlaceName => ({ text: name, kind, x, y, area: 0 })),
  );
  const areas: PlaceName[] = [];
  const add = (text: string, kind: NameKind, ring: Float64Array, area: number) => {
    const { x, y } = ringCentroid(ring);
    if (insideRing(ring, x, y)) areas.push({ text, kind, x, y, area });
  };
  for (const { kind, name, parts } of ground) {
    const style = AREAS[kind];
    if (name === '' || style === undefined) continue;
    const sizes = parts.map((ring) => ringArea(ring));
    const area = Math.max(...sizes);
    add(name, style, parts[sizes.indexOf(area)], area);
  }
  const { name, area, positions, urbanLandUse } = map.aois;
  for (let row = 0; row < map.aois.count; row++) {
    const text = map.text(name[row]);
    if (!(area.values[row] > 0) || text === '' || text === INFERRED_NAME) continue;
    const ring = positions.xy.subarray(2 * positions.offsets[row], 2 * positions.offsets[row + 1]);
    const isWater = urbanLandUse.present[row] === 1 && map.text(urbanLandUse.values[row]).startsWith('E1');
    add(text, isWater ? 'water' : 'green', ring, area.values[row]);
  }
  areas.sort((a, b) => b.area - a.area);
  return [...points, ...areas];
}

/** The named lines of the ground. */
export function* groundNames(ground: readonly GroundShape[]): Generator<NamedLine> {
  for (const { kind, name, parts } of ground)
    if (name !== '' && GROUND_LINES.has(kind))
      for (const line of parts) yield groundName(name, kind === 'river' ? 'river' : 'track', line);
}

/** The name of a line of the ground. */
export function groundName(text: string, kind: NameKind, line: ArrayLike<number>): NamedLine {
  return { text, kind, rank: GROUND_RANK, isMain: kind === 'river', line };
}

/** The name of a road along a line of it, by the level of the road. */
export function roadName(text: string, level: number, line: ArrayLike<number>): NamedLine {
  return { text, kind: 'road', rank: level, isMain: level >= MAIN_LEVEL, line };
}

/** The named roads of a map, line by line. */
export function* roadNames(map: CityMap): Generator<NamedLine> {
  const { offsets, xy } = map.lanes.centerLine.nodes;
  for (const { lane, road, level } of roadLines(map)) {
    const text = road < 0 || level === 0 ? '' : map.text(map.roads.name[road]);
    if (text !== '') yield roadName(text, level, xy.subarray(2 * offsets[lane], 2 * offsets[lane + 1]));
  }
}

/** Approximate width of a text in the style of a kind, pixels. */
export function textWidth(text: string, kind: NameKind): number {
  const { size, spacing = 0 } = NAME_STYLES[kind];
  let width = 0;
  for (const letter of text) width += (WIDE.test(letter) ? 1 : NARROW) + spacing;
  return width * size;
}

/** Width of a letter in em; Chinese, Japanese and Korean ones are square. */
const NARROW = 0.56;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
