import { markupText, tenTo } from '@itinera/base';
import type { CityMap } from './city-map.js';
import { FRAME, MARGIN, type Sheet, SUBTITLE_LINE } from './draw-sheet.js';
import { GROUND_STYLES, INK, LAND_STYLES, LIGHT, landStyle, STOP } from './draw-style.js';
import type { GroundKind, GroundShape } from './ground.js';
import type { MapTheme } from './map-theme.js';
import { AoiType } from './message.js';

/** The frame of the map: its name and counts (or title and subtitle), scale, legend, and data sources. */
export function drawFrame(
  map: CityMap,
  ground: readonly GroundShape[],
  sheet: Sheet,
  theme?: Pick<MapTheme, 'title' | 'subtitle' | 'legend'>,
): string[] {
  const synthetic = isSyntheticMap(map);
  const text = (x: number, y: number, size: number, words: string, more = '') =>
    `<text x="${x}" y="${y}" font-size="${size}" fill="${INK.light}" ${more}>${markupText(words)}</text>`;
  const number = (n: number) => n.toLocaleString('en-GB');
  const counts =
    `${number(map.roads.count)} roads · ${number(map.junctions.count)} junctions · ` +
    `${number(map.aois.count)} AOIs · ${number(map.pois.count)} POIs`;
  const source = synthetic ? 'synthetic city, not a real place' : '© OpenStreetMap contributors';
  const base = sheet.height / sheet.unit - MARGIN;
  const right = FRAME - MARGIN;
  return [
    `<rect x="${sheet.left}" y="${sheet.top}" width="${sheet.across}" height="${sheet.down.toFixed(1)}" fill="none" ` +
      `stroke="${INK.light}" stroke-opacity=".35" stroke-width="${sheet.unit}"/>`,
    `<g transform="scale(${sheet.unit})">`,
    text(MARGIN, MARGIN + 20, 26, titleOf(map, theme), 'font-weight="600"'),
    ...(theme ? subtitleLines(theme) : [counts]).map((line, i) =>
      text(MARGIN, MARGIN + 42 + SUBTITLE_LINE * i, SUBTITLE_SIZE, line, 'opacity=".75"'),
    ),
    ...(synthetic ? [text(right, MARGIN + 20, 18, 'SYNTHETIC', 'text-anchor="end" letter-spacing="3"')] : []),
    ...drawScale(sheet, base - LEGEND),
    ...drawLegend(theme?.legend ?? [...legendOf(map, ground)], base),
    text(right, base - LEGEND, 12, source, 'text-anchor="end" opacity=".75"'),
    '</g>',
  ];
}

const SUBTITLE_SIZE = 14;
/** Letters of a line of the subtitle: one takes about half its size. */
const SUBTITLE_LETTERS = Math.floor((FRAME - 2 * MARGIN) / (0.54 * SUBTITLE_SIZE));

/** The subtitle of a picture in lines that fit into its width. */
export function subtitleLines(theme?: Pick<MapTheme, 'subtitle'>): string[] {
  const lines: string[] = [''];
  for (const word of theme?.subtitle.split(' ') ?? []) {
    const line = `${lines.at(-1)} ${word}`.trim();
    if (line.length <= SUBTITLE_LETTERS || lines.at(-1) === '') lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines;
}

/** The title of a picture of a map: what it shows, and the name of the map. */
export function titleOf(map: CityMap, theme?: Pick<MapTheme, 'title'>): string {
  const name = map.header?.name === undefined || map.header.name === '' ? 'Map without a name' : map.header.name;
  return theme === undefined ? name : `${theme.title}, ${name}`;
}

/** True if the name of a map marks it as synthetic. */
export function isSyntheticMap(map: CityMap): boolean {
  return /synthetic/i.test(map.header?.name ?? '');
}

export function isLit({ fixedProgram: { phases } }: CityMap['junctions'], junction: number): boolean {
  return phases.offsets[junction + 1] - phases.offsets[junction] >= 2;
}

/** A scale bar of a round length, at most a seventh of the width. */
function drawScale({ scale, unit }: Sheet, base: number): string[] {
  const longest = (FRAME / 7) * (unit / scale);
  const unitOfStep = tenTo(Math.floor(Math.log10(longest)));
  const metres = unitOfStep * ([5, 2, 1].find((step) => step * unitOfStep <= longest) ?? 1);
  const end = (MARGIN + (metres * scale) / unit).toFixed(1);
  const label = metres >= 1000 ? `${metres / 1000} km` : `${metres} m`;
  return [
    `<path d="M${MARGIN} ${base - 6}v6H${end}v-6" fill="none" stroke="${INK.light}" stroke-width="1.5"/>`,
    `<text x="${MARGIN}" y="${base - 12}" font-size="12" fill="${INK.light}">${label}</text>`,
  ];
}

/** Kinds of ground in the legend. */
const GROUND_LABELS: Partial<Record<GroundKind, string>> = {
  wood: 'woods',
  sand: 'beaches',
  airport: 'airports',
  water: 'water',
  rail: 'rails',
};

/** Gap between two entries of the legend, and its height. */
const GAP = 16;
const LEGEND = 30;

/** Entries of the legend that are dots. */
const DOTS = ['stops', 'traffic lights'];

/** Labels and colours that occur on the map. */
function legendOf(map: CityMap, ground: readonly GroundShape[]): Map<string, string> {
  const { urbanLandUse, count } = map.aois;
  const labels = new Map<string, string>();
  const rows = new Set<number>();
  for (let row = 0; row < count; row++)
    if (urbanLandUse.present[row] === 1) rows.add(landStyle(map.text(urbanLandUse.values[row])));
  LAND_STYLES.forEach(({ label, light }, row) => {
    if (label !== undefined && rows.has(row)) labels.set(label, light);
  });
  const kinds = new Set(ground.map(({ kind }) => kind));
  for (const [kind, label] of Object.entries(GROUND_LABELS) as [GroundKind, string][])
    if (kinds.has(kind)) labels.set(label, GROUND_STYLES[kind].light);
  const { junctions } = map;
  const { type } = map.aois;
  if (type.includes(AoiType.BUS_STATION)) labels.set(DOTS[0], STOP.fill);
  if (Array.from({ length: junctions.count }, (_, junction) => isLit(junctions, junction)).some(Boolean))
    labels.set(DOTS[1], LIGHT.fill);
  return labels;
}

function drawLegend(entries: MapTheme['legend'], base: number): string[] {
  const widths = entries.map(([label]) => 20 + GAP + 6 * label.length);
  let x = (FRAME + GAP - widths.reduce((sum, width) => sum + width, 0)) / 2;
  return entries.map(([label, fill], i) => {
    const left = x.toFixed(1);
    x += widths[i];
    const key = DOTS.includes(label)
      ? `<circle cx="7" cy="${base - 4}" r="4.5" fill="${fill}"/>`
      : `<rect y="${base - 11}" width="14" height="14" rx="2" fill="${fill}" stroke="${INK.light}" stroke-opacity=".3"/>`;
    const word = `<text x="20" y="${base}" font-size="12" fill="${INK.light}">${markupText(label)}</text>`;
    return `<g transform="translate(${left})">${key}${word}</g>`;
  });
}
