import { markupText } from '@itinera/base';
import type { Geography } from '../exports/geography.js';
import type { SimulationComparison } from './simulation-comparison.js';

const [WIDTH, MARGIN, LEGEND] = [900, 20, 60];
const [MORE, LESS, STREET, INK] = ['#c0392b', '#2471a3', '#c9cdd2', '#333'];
const [THINNEST, WIDEST] = [1.5, 9];

/** A map of the roads as SVG: red where more cars drive in the second simulation, blue where fewer. */
export function differenceMap({ geography, roads, scenarios, a, b, synthetic }: SimulationComparison): string {
  const changed = (roads ?? []).filter(({ difference }) => difference !== 0);
  const most = changed.reduce((max, { difference }) => Math.max(max, Math.abs(difference)), 0);
  const { place, height } = planeOf(geography);
  const line = (row: number) => geography.road(row).map(place).join(' ');
  const streets = Array.from(geography.map.roads.id.keys(), (row) => `M${line(row)}`).filter((path) => path !== 'M');
  const flows = [...changed]
    .sort((one, other) => Math.abs(one.difference) - Math.abs(other.difference))
    .map(({ row, difference }) => {
      const width = THINNEST + ((WIDEST - THINNEST) * Math.abs(difference)) / most;
      return `<path d="M${line(row)}" stroke="${difference > 0 ? MORE : LESS}" stroke-width="${width.toFixed(1)}"/>`;
    });
  const name = scenarios[1] ?? b.name;
  const said = `${synthetic ? 'SYNTHETIC. ' : ''}Cars per day: ${name} minus ${scenarios[0] ?? a.name}. Red: more, blue: fewer; widest: ${most.toFixed(1)}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height + LEGEND}" width="${WIDTH}" height="${height + LEGEND}">`,
    `<title>${markupText(said)}</title>`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="${streets.join('')}" stroke="${STREET}" stroke-width="1"/>`,
    ...flows,
    '</g>',
    `<text x="${MARGIN}" y="${height + LEGEND / 2}" font-family="sans-serif" font-size="16" fill="${INK}">${markupText(said)}</text>`,
    '</svg>\n',
  ].join('\n');
}

/** Places degrees on the sheet. */
function planeOf(geography: Geography) {
  const points = Array.from(geography.map.roads.id.keys()).flatMap((row) => geography.road(row));
  const extent = (of: (point: readonly [number, number]) => number) =>
    points.reduce(
      ([least, most], point) => [Math.min(least, of(point)), Math.max(most, of(point))],
      [Infinity, -Infinity],
    );
  const [west, east] = extent(([lon]) => lon) as [number, number];
  const [south, north] = extent(([, lat]) => lat) as [number, number];
  const squeeze = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const scale = (WIDTH - 2 * MARGIN) / Math.max(1e-9, (east - west) * squeeze);
  const place = ([lon, lat]: readonly [number, number]) =>
    `${(MARGIN + (lon - west) * squeeze * scale).toFixed(1)},${(MARGIN + (north - lat) * scale).toFixed(1)}`;
  return { place, height: Math.round((north - south) * scale + 2 * MARGIN) };
}
