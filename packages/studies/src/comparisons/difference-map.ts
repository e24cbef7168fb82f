import { markupText } from '@itinera/base';
import { type DrawMapOptions, drawMap, middleLane } from '@itinera/city';
import type { SimulationComparison } from './simulation-comparison.js';

type Theme = NonNullable<DrawMapOptions['theme']>;
type Sheet = Parameters<Theme['areas']>[0];

/** The colours of the pages: more cars, fewer, and what a scenario changes. */
const [MORE, LESS, CHANGED, PAPER] = ['#c8553d', '#3d4f7c', '#1d2125', '#ffffff'];
const [THINNEST, WIDEST] = [1.5, 9];
/** Free space around the roads that change, as a share of their extent, and at least in metres. */
const [AIR, LEAST_AIR] = [0.06, 100];

/** A map of the roads as SVG: where more cars drive in the second simulation, where fewer, and what its scenario changes. */
export function differenceMap({ geography, roads, names, says, places, synthetic }: SimulationComparison): string {
  const { map } = geography;
  const changed = (roads ?? [])
    .filter(({ difference }) => difference !== 0)
    .sort((one, other) => Math.abs(one.difference) - Math.abs(other.difference));
  const most = Math.abs(changed.at(-1)?.difference ?? 0);
  const { offsets, xy } = map.lanes.centerLine.nodes;
  const course = (sheet: Sheet, rows: readonly number[]) => {
    const path = sheet.path();
    for (const row of rows) {
      const lane = middleLane(map, row);
      if (lane >= 0) path.add(xy, offsets[lane]!, offsets[lane + 1]!);
    }
    return path;
  };
  const line = (d: unknown, colour: string, width: number, more = '') =>
    `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width.toFixed(1)}" stroke-linecap="round" stroke-linejoin="round"${more}/>`;
  const theme: Theme = {
    title: `Cars per day, ${names[1]} minus ${names[0]}`,
    subtitle: `${synthetic ? 'SYNTHETIC people. ' : ''}${says[0]}`,
    legend: [
      [`more cars; widest: ${most.toFixed(1)} per day`, MORE],
      ['fewer', LESS],
      ...places.map(({ label }) => [label, CHANGED] as const),
    ],
    areas: () => [],
    marks: (sheet) => [
      ...changed.map(({ row, difference }) =>
        line(
          course(sheet, [row]),
          difference > 0 ? MORE : LESS,
          sheet.unit * (THINNEST + ((WIDEST - THINNEST) * Math.abs(difference)) / most),
        ),
      ),
      ...places.flatMap(({ label, roads: rows, points }) => {
        const path = course(sheet, rows);
        const at = points.map((point) => geography.metres(point));
        const [only] = at;
        const isDot = at.length === 1;
        if (only && isDot) path.dot(...only);
        else if (only) path.add(Float64Array.from(at.flat()), 0, at.length);
        const [x, y] = /^M([\d.-]+) ([\d.-]+)/.exec(String(path))?.slice(1).map(Number) ?? [];
        if (x === undefined || y === undefined) return [];
        return [
          line(path, PAPER, (isDot ? 16 : 7) * sheet.unit),
          isDot
            ? line(path, CHANGED, 10 * sheet.unit)
            : line(path, CHANGED, 3 * sheet.unit, ` stroke-dasharray="${5 * sheet.unit} ${5 * sheet.unit}"`),
          `<text x="${x + 8 * sheet.unit}" y="${y - 8 * sheet.unit}" font-size="${13 * sheet.unit}" font-weight="600" fill="${CHANGED}" stroke="${PAPER}" stroke-width="${3 * sheet.unit}" paint-order="stroke">${markupText(label)}</text>`,
        ];
      }),
    ],
  };
  const stations = places.filter(({ points }) => points.length === 1);
  const lines = [...changed.map(({ row }) => geography.road(row)), ...stations.map(({ points }) => points)];
  return drawMap(map, {
    theme,
    ...(changed.length > 0 && boxOf(lines.map((points) => points.map((at) => geography.metres(at))))),
  });
}

/** The part of the map around lines and points. */
function boxOf(lines: readonly (readonly (readonly [x: number, y: number])[])[]): Pick<DrawMapOptions, 'box'> {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of lines.flat()) {
    [west, east] = [Math.min(west, x), Math.max(east, x)];
    [south, north] = [Math.min(south, y), Math.max(north, y)];
  }
  const air = Math.max(LEAST_AIR, AIR * Math.max(east - west, north - south));
  return west > east ? {} : { box: { west: west - air, south: south - air, east: east + air, north: north + air } };
}
