import { markupText } from '@itinera/base';
import type { Box } from './box.js';
import type { CityMap } from './city-map.js';
import { drawFrame, isLit, subtitleLines, titleOf } from './draw-frame.js';
import { drawLabels } from './draw-labels.js';
import { Sheet } from './draw-sheet.js';
import {
  GROUND_STYLES,
  INK,
  LAND_STYLES,
  LIGHT,
  landStyle,
  PAPER,
  POI_FILL,
  ROAD_STYLES,
  STOP,
  THIN_ROAD,
} from './draw-style.js';
import { GROUND_KINDS, GROUND_LINES, GROUND_POINTS, type GroundShape, groundOf } from './ground.js';
import type { MapTheme } from './map-theme.js';
import { AoiType, LaneType } from './message.js';
import { roadLevel, roadLines } from './road-lines.js';
import type { SvgPath } from './svg-path.js';

/** Pixels per metre above which details are drawn; at the scale of a city they would be clutter. */
const FROM = { outlines: 0.2, footways: 0.12, pois: 0.3, stops: 0.08, lights: 0.08, lanes: 0.45 };
/** Minimum size of a drawn AOI, square pixels. */
const LEAST_AOI = 8;

/** Options of {@link drawMap}. */
export interface DrawMapOptions {
  /** Width of the picture, pixels. */
  readonly width?: number;
  /** Section to draw, metres in the plane of the map; by default all of it. */
  readonly box?: Box;
  readonly theme?: MapTheme;
}

/**
 * Draws a map as SVG: the ground, AOIs by land use, roads by speed and lanes, traffic lights and POIs at large scales,
 * names of districts, waters, large grounds and main roads, a scale bar and the source of the data. Synthetic maps are
 * marked as such.
 *
 * @param map - if no lane or AOI has coordinates, the sheet is empty @returns an SVG document; the same map produces
 * the same text
 */
export function drawMap(map: CityMap, { width = 1600, box, theme }: DrawMapOptions = {}): string {
  const sheet = new Sheet(map, width, box, subtitleLines(theme).length);
  const ground = groundOf(map);
  const [left, top, across, down] = [sheet.left, sheet.top, sheet.across, sheet.down].map((n) => n.toFixed(1));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${sheet.height}" ` +
      `viewBox="0 0 ${width} ${sheet.height}" font-family="Inter, Helvetica, Arial, sans-serif">`,
    `<title>${markupText(titleOf(map, theme))}</title>`,
    `<rect width="100%" height="100%" fill="${PAPER.light}"/>`,
    `<clipPath id="map"><rect x="${left}" y="${top}" width="${across}" height="${down}"/></clipPath>`,
    '<g clip-path="url(#map)">',
    ...drawGround(ground, sheet),
    ...(theme ? theme.areas(sheet) : [...drawAois(map, sheet), ...drawFootways(map, sheet)]),
    ...drawRoads(map, sheet),
    ...(theme ? [] : [...drawPois(map, sheet), ...drawStops(map, sheet), ...drawLights(map, sheet)]),
    ...drawLabels(map, ground, sheet),
    ...(theme?.marks?.(sheet) ?? []),
    '</g>',
    ...drawFrame(map, ground, sheet, theme),
    '</svg>',
    '',
  ].join('\n');
}

function drawAois(map: CityMap, sheet: Sheet): string[] {
  const { positions, urbanLandUse, area } = map.aois;
  const paths = new Map<string, { readonly fill: string; readonly path: SvgPath }>();
  // Large ones first, so that smaller ones inside them stay visible; equal sizes and colours share a path.
  const rows = Array.from({ length: map.aois.count }, (_, row) => row);
  rows.sort((a, b) => area.values[b] - area.values[a] || a - b);
  for (const row of rows) {
    const [start, end] = [positions.offsets[row], positions.offsets[row + 1]];
    if (end - start < 3 || area.values[row] * sheet.scale ** 2 < LEAST_AOI) continue;
    if (!sheet.shows(positions.xy, start, end)) continue;
    const code = urbanLandUse.present[row] === 1 ? map.text(urbanLandUse.values[row]) : '';
    const fill = LAND_STYLES[landStyle(code)].light;
    const key = `${fill} ${Math.floor(Math.log2(Math.max(1, area.values[row])) / 2)}`;
    let entry = paths.get(key);
    if (entry === undefined) {
      entry = { fill, path: sheet.path() };
      paths.set(key, entry);
    }
    entry.path.add(positions.xy, start, end, true);
  }
  const outline =
    sheet.scale < FROM.outlines
      ? ''
      : ` stroke="${INK.light}" stroke-opacity=".22" stroke-width=".5" stroke-linejoin="round"`;
  return Array.from(paths.values(), ({ fill, path }) => `<path d="${path}" fill="${fill}"${outline}/>`);
}

/** Footpaths. */
function drawFootways(map: CityMap, sheet: Sheet): string[] {
  if (sheet.scale < FROM.footways) return [];
  const { lanes } = map;
  const path = sheet.path();
  const { offsets, xy } = lanes.centerLine.nodes;
  for (let lane = 0; lane < lanes.count; lane++)
    if (lanes.type[lane] === LaneType.WALKING && sheet.shows(xy, offsets[lane], offsets[lane + 1]))
      path.add(xy, offsets[lane], offsets[lane + 1]);
  const width = Math.max(0.35, sheet.scale * 1.6).toFixed(2);
  return [
    `<path d="${path}" fill="none" stroke="${ROAD_STYLES[0].fill.light}" stroke-opacity=".55" stroke-width="${width}"/>`,
  ];
}

/** All casings below all fills, level by level, so that crossings stay open; lane by lane at large scales. */
function drawRoads(map: CityMap, sheet: Sheet): string[] {
  const { lanes } = map;
  const { offsets, xy } = lanes.centerLine.nodes;
  const paths = ROAD_STYLES.map(() => sheet.path());
  const byLane = sheet.scale >= FROM.lanes;
  const add = (lane: number, level: number) => {
    if (sheet.shows(xy, offsets[lane], offsets[lane + 1])) paths[level].add(xy, offsets[lane], offsets[lane + 1]);
  };
  if (byLane) {
    for (let lane = 0; lane < lanes.count; lane++)
      if (lanes.type[lane] === LaneType.DRIVING) add(lane, roadLevel(map, lane));
  } else for (const { lane, level } of roadLines(map)) if (level > 0) add(lane, level);
  const stroke = (d: string, colour: string, pixels: number) =>
    `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${pixels.toFixed(2)}" stroke-linecap="round" stroke-linejoin="round"/>`;
  const drawn = ROAD_STYLES.flatMap((style, i) => {
    const width = Math.max(style.pixels * sheet.unit, (byLane ? 3.4 : style.metres) * sheet.scale);
    const d = paths[i].toString();
    return d === '' ? [] : [{ ...style, d, width }];
  });
  return [
    ...drawn.map(({ d, casing, width }) =>
      stroke(
        d,
        casing.light,
        width < THIN_ROAD * sheet.unit ? width : width + Math.max(0.9 * sheet.unit, 0.8 * sheet.scale),
      ),
    ),
    ...drawn.flatMap(({ d, fill, width }) => {
      const isLine = width < THIN_ROAD * sheet.unit && fill.light === '#ffffff';
      return isLine ? [] : [stroke(d, fill.light, width)];
    }),
  ];
}

function drawPois(map: CityMap, sheet: Sheet): string[] {
  if (sheet.scale < FROM.pois) return [];
  const { position, count } = map.pois;
  const path = sheet.path();
  for (let poi = 0; poi < count; poi++) {
    if (position.present[poi] === 1) path.dot(position.xy[2 * poi], position.xy[2 * poi + 1]);
  }
  const size = Math.min(3, Math.max(1, 5 * sheet.scale)).toFixed(2);
  return [
    `<path d="${path}" fill="none" stroke="${POI_FILL}" stroke-opacity=".7" stroke-width="${size}" stroke-linecap="round"/>`,
  ];
}

function drawStops(map: CityMap, sheet: Sheet): string[] {
  if (sheet.scale < FROM.stops) return [];
  const { type, positions, count } = map.aois;
  const path = sheet.path();
  for (let row = 0; row < count; row++) {
    const at = positions.offsets[row];
    if (type[row] === AoiType.BUS_STATION && at < positions.offsets[row + 1])
      path.dot(positions.xy[2 * at], positions.xy[2 * at + 1]);
  }
  return dots(path, STOP, Math.min(7, Math.max(2.2, 12 * sheet.scale)));
}

function drawLights(map: CityMap, sheet: Sheet): string[] {
  if (sheet.scale < FROM.lights) return [];
  const { lanes, junctions } = map;
  const { laneIds } = junctions;
  const { offsets, xy } = lanes.centerLine.nodes;
  const path = sheet.path();
  for (let junction = 0; junction < junctions.count; junction++) {
    if (!isLit(junctions, junction)) continue;
    let [x, y, n] = [0, 0, 0];
    for (let i = laneIds.offsets[junction]; i < laneIds.offsets[junction + 1]; i++) {
      const lane = map.laneIndex(laneIds.values[i]);
      if (lane < 0) continue;
      for (let node = offsets[lane]; node < offsets[lane + 1]; node++, n++) {
        x += xy[2 * node];
        y += xy[2 * node + 1];
      }
    }
    if (n > 0) path.dot(x / n, y / n);
  }
  return dots(path, LIGHT, Math.min(6, Math.max(2.2, 12 * sheet.scale)));
}

/** Dots of a diameter in pixels, each with a ring. */
function dots(path: SvgPath, { fill, ring }: { readonly fill: string; readonly ring: string }, size: number): string[] {
  const d = path.toString();
  const stroke = (colour: string, width: number) =>
    `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width.toFixed(2)}" stroke-linecap="round"/>`;
  return d === '' ? [] : [stroke(ring, size + 1.4), stroke(fill, size)];
}

/**
 * The ground, kind by kind.
 * @returns SVG elements
 */
function drawGround(ground: readonly GroundShape[], sheet: Sheet): string[] {
  return GROUND_KINDS.flatMap((kind) => {
    if (GROUND_POINTS.has(kind)) return [];
    const isLine = GROUND_LINES.has(kind);
    const path = sheet.path();
    for (const shape of ground)
      if (shape.kind === kind)
        for (const part of shape.parts)
          if (sheet.shows(part, 0, part.length / 2)) path.add(part, 0, part.length / 2, !isLine);
    const d = path.toString();
    if (d === '') return [];
    const { light, metres, pixels, dash } = GROUND_STYLES[kind];
    if (!isLine) return [`<path d="${d}" fill="${light}"/>`];
    const width = Math.max(pixels * sheet.unit, metres * sheet.scale);
    const dashes = dash ? ` stroke-dasharray="${dash.map((part) => (part * width).toFixed(1)).join(' ')}"` : '';
    return [
      `<path d="${d}" fill="none" stroke="${light}" stroke-width="${width.toFixed(2)}" stroke-linejoin="round"${dashes}/>`,
    ];
  });
}
