import type { Box } from '../map/box.js';
import type { CityMap } from '../map/city-map.js';
import { drawMap } from '../map/draw-map.js';
import type { Sheet } from '../map/draw-sheet.js';
import { INK } from '../map/draw-style.js';
import type { MapTheme } from '../map/map-theme.js';
import type { Isochrone } from './isochrones.js';

/** The words of a picture of reach. */
export interface ReachWords {
  readonly title: string;
  readonly description: string;
}

/**
 * From the most to the least: ColorBrewer's RdPu, which keeps its order in grey and for colour-blind readers, and is unlike water,
 * parks and roads.
 */
const SCALE = ['#49006a', '#7a0177', '#ae017e', '#dd3497', '#f768a1', '#fa9fb5', '#fcc5c0'] as const;
/** AOIs that no street of the mode leads to. */
const NONE = '#bdb8b0';
/** Free space around an isochrone, as a share of its size, and the least section in metres. */
const [AIR, LEAST] = [0.06, 500];
/** Classes of a map of accessibility. */
const CLASSES = 6;

/**
 * Draws isochrones on the map as SVG, with the origin marked.
 * @param bands the limits in ascending order
 * @param origin in the plane of the map
 */
export function drawIsochrones(
  map: CityMap,
  bands: readonly Isochrone[],
  origin: { readonly x: number; readonly y: number },
  words: ReachWords,
): string {
  const colours = bands.map((_, i) => SCALE[Math.round(((i + 1) * (SCALE.length - 1)) / (bands.length + 1))]!);
  const theme: MapTheme = {
    ...wordsOf(words),
    legend: bands.map(({ seconds, squareMetres }, i) => [
      `${seconds / 60} min, ${(squareMetres / 1e6).toPrecision(3)} km²`,
      colours[i]!,
    ]),
    // The largest first, so that the smaller ones are drawn on top.
    areas: (sheet) =>
      bands
        .map(({ polygons }, i) => {
          const path = sheet.path();
          for (const { outline, holes } of polygons)
            for (const ring of [outline, ...holes]) path.add(ring, 0, ring.length / 2, true);
          return `<path d="${path}" fill="${colours[i]}" fill-rule="evenodd"/>`;
        })
        .reverse(),
    marks: (sheet) => originMark(sheet, origin),
  };
  return drawMap(map, { theme, box: boxOf(bands, origin) });
}

function originMark({ x, y, unit }: Sheet, origin: { readonly x: number; readonly y: number }): string[] {
  const [cx, cy] = [x(origin.x).toFixed(1), y(origin.y).toFixed(1)];
  return [
    `<circle cx="${cx}" cy="${cy}" r="${9 * unit}" fill="#fff" stroke="${INK.light}" stroke-width="${2.5 * unit}"/>`,
    `<circle cx="${cx}" cy="${cy}" r="${4 * unit}" fill="${INK.light}"/>`,
  ];
}

function boxOf(bands: readonly Isochrone[], { x, y }: { readonly x: number; readonly y: number }): Box {
  let [west, east, south, north] = [x - LEAST, x + LEAST, y - LEAST, y + LEAST];
  for (const { polygons } of bands)
    for (const { outline } of polygons)
      for (let i = 0; i < outline.length; i += 2) {
        west = Math.min(west, outline[i]!);
        east = Math.max(east, outline[i]!);
        south = Math.min(south, outline[i + 1]!);
        north = Math.max(north, outline[i + 1]!);
      }
  const [airX, airY] = [AIR * (east - west), AIR * (north - south)];
  return { west: west - airX, east: east + airX, south: south - airY, north: north + airY };
}

/**
 * Draws a value of every AOI on the map as SVG: a dot per AOI, in classes of about as many AOIs.
 * @param values by AOI (row); NaN for AOIs that no street of the mode leads to
 * @param what is counted, such as `jobs`
 */
export function drawAccess(map: CityMap, values: Float64Array, what: string, words: ReachWords): string {
  const bounds = boundsOf(values);
  const colours = bounds.map((_, i) => SCALE[Math.round((i * (SCALE.length - 1)) / Math.max(1, bounds.length - 1))]!);
  const hasNone = values.some(Number.isNaN);
  const centroids = map.aoiCentroids;
  const number = (value: number) => value.toLocaleString('en-GB');
  const theme: MapTheme = {
    ...wordsOf(words),
    legend: [
      ...bounds.map((bound, i) => [`${number(bound)} ${i === 0 ? `${what} ` : ''}or more`, colours[i]!] as const),
      ...(hasNone ? [['no street', NONE] as const] : []),
    ],
    areas: (sheet) => {
      const paths = [...bounds, NaN].map(() => sheet.path());
      values.forEach((value, row) => {
        const at = Number.isNaN(value) ? bounds.length : bounds.findIndex((bound) => value >= bound);
        paths[at]?.dot(centroids[2 * row]!, centroids[2 * row + 1]!);
      });
      const size = Math.min(14, Math.max(2.4, 40 * sheet.scale)) * Math.max(sheet.unit, 0.5);
      // The highest values on top.
      return paths
        .map((path, i) => [path.toString(), colours[i] ?? NONE] as const)
        .reverse()
        .filter(([d]) => d !== '')
        .map(
          ([d, colour]) =>
            `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${size.toFixed(2)}" stroke-linecap="round"/>`,
        );
    },
  };
  return drawMap(map, { theme });
}

/** The lower bounds of classes of about as many values, in two digits, highest first; the last is the least value. */
function boundsOf(values: Float64Array): number[] {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  if (sorted.length === 0) return [];
  const round = (value: number) => (value < 100 ? Math.round(value) : Number(value.toPrecision(2)));
  const quantiles = Array.from({ length: CLASSES - 1 }, (_, i) =>
    round(sorted[Math.floor(((i + 1) * sorted.length) / CLASSES)]!),
  );
  const least = Math.floor(sorted[0]!);
  return [...new Set([least, ...quantiles.filter((bound) => bound > least)])].sort((a, b) => b - a);
}

function wordsOf({ title, description }: ReachWords): Pick<MapTheme, 'title' | 'subtitle'> {
  return { title, subtitle: description };
}
