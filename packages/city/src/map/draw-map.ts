import { boxAround } from './box.js';
import type { CityMap } from './city-map.js';
import { drawLabels, escapeXml } from './draw-labels.js';
import { FOOTWAY, INK, LAND_USE_FILL, LIGHT, landUseFill, PAPER, POI_FILL, ROAD_STYLES } from './draw-style.js';
import { LaneType } from './message.js';
import { SvgPath } from './svg-path.js';

/** Widths of what frames the map, on a picture of `FRAME` pixels; on others in proportion. */
const FRAME = 1600;
const MARGIN = 36;
const HEAD = 64;
const FOOT = 56;

/**
 * Draws a map as SVG: AOIs by land use, roads by speed and lanes, traffic lights and POIs, names of main roads and large grounds, with a scale bar and where
 * the data comes from. Synthetic maps are marked as such.
 *
 * @param map - at least one lane or AOI with coordinates, or the sheet stays empty
 * @param options - `width`: of the picture in pixels
 * @returns an SVG document; the same map gives the same text
 */
export function drawMap(map: CityMap, { width = 1600 }: { width?: number } = {}): string {
  const sheet = new Sheet(map, width);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${sheet.height}" ` +
      `viewBox="0 0 ${width} ${sheet.height}" font-family="Inter, Helvetica, Arial, sans-serif">`,
    `<rect width="100%" height="100%" fill="${PAPER}"/>`,
    ...drawAois(map, sheet),
    ...drawFootways(map, sheet),
    ...drawRoads(map, sheet),
    ...drawPois(map, sheet),
    ...drawLights(map, sheet),
    ...drawLabels(map, sheet),
    ...drawFrame(map, sheet),
    '</svg>',
    '',
  ].join('\n');
}

/** True when a map says in its name that nobody lives there. */
export function isSyntheticMap(map: CityMap): boolean {
  return /synthetic/i.test(map.header?.name ?? '');
}

/** Where the map's plane lies on the picture. */
class Sheet {
  readonly height: number;
  /** Pixels per metre. */
  readonly scale: number;
  /** Pixels per unit of the frame. */
  readonly unit: number;
  readonly #margin: number;
  readonly #west: number;
  readonly #north: number;

  constructor(
    map: CityMap,
    readonly width: number,
  ) {
    const box = boxAround(map.lanes.centerLine.nodes.xy, map.aois.positions.xy) ?? {
      west: 0,
      east: 1,
      south: 0,
      north: 1,
    };
    this.unit = width / FRAME;
    this.#margin = MARGIN * this.unit;
    const inner = width - 2 * this.#margin;
    const [across, down] = [Math.max(box.east - box.west, 1), Math.max(box.north - box.south, 1)];
    // A map that is much higher than wide would give an endless picture.
    this.scale = Math.min(inner / across, (2 * width) / down);
    this.height = Math.ceil(down * this.scale + (2 * MARGIN + HEAD + FOOT) * this.unit);
    this.#west = box.west - (inner / this.scale - across) / 2;
    this.#north = box.north;
  }

  x(x: number): number {
    return this.#margin + (x - this.#west) * this.scale;
  }

  y(y: number): number {
    return this.#margin + HEAD * this.unit + (this.#north - y) * this.scale;
  }

  path(): SvgPath {
    return new SvgPath(
      (x) => this.x(x),
      (y) => this.y(y),
    );
  }
}

function drawAois(map: CityMap, sheet: Sheet): string[] {
  const { positions, urbanLandUse, area } = map.aois;
  const paths: { key: string; fill: string; path: SvgPath }[] = [];
  // Large ones first, so that what lies inside them stays visible; those of like size and colour in one path.
  const rows = Array.from({ length: map.aois.count }, (_, row) => row);
  rows.sort((a, b) => area.values[b] - area.values[a] || a - b);
  for (const row of rows) {
    const [start, end] = [positions.offsets[row], positions.offsets[row + 1]];
    if (end - start < 3) continue;
    const code = urbanLandUse.present[row] === 1 ? map.text(urbanLandUse.values[row]) : undefined;
    const fill = landUseFill(code);
    const key = `${fill} ${Math.floor(Math.log2(Math.max(1, area.values[row])) / 2)}`;
    let entry = paths.find((candidate) => candidate.key === key);
    if (entry === undefined) {
      entry = { key, fill, path: sheet.path() };
      paths.push(entry);
    }
    entry.path.add(positions.xy, start, end, true);
  }
  return paths.map(
    ({ fill, path }) =>
      `<path d="${path}" fill="${fill}" stroke="${INK}" stroke-opacity=".22" stroke-width=".5" stroke-linejoin="round"/>`,
  );
}

/** Ways for people on foot, once the picture is large enough to tell them from the roads. */
function drawFootways(map: CityMap, sheet: Sheet): string[] {
  if (sheet.scale < 0.12) return [];
  const { lanes } = map;
  const path = sheet.path();
  const { offsets, xy } = lanes.centerLine.nodes;
  for (let lane = 0; lane < lanes.count; lane++) {
    if (lanes.type[lane] === LaneType.WALKING) path.add(xy, offsets[lane], offsets[lane + 1]);
  }
  const width = Math.max(0.35, sheet.scale * 1.6).toFixed(2);
  return [`<path d="${path}" fill="none" stroke="${FOOTWAY}" stroke-opacity=".55" stroke-width="${width}"/>`];
}

/** All casings below all fills of a class, class over class, so that crossings stay open. */
function drawRoads(map: CityMap, sheet: Sheet): string[] {
  const { lanes } = map;
  const { offsets, xy } = lanes.centerLine.nodes;
  const paths = ROAD_STYLES.map(() => sheet.path());
  for (let lane = 0; lane < lanes.count; lane++) {
    if (lanes.type[lane] !== LaneType.DRIVING) continue;
    const path = paths[styleOf(roadSpeed(map, lane))];
    path.add(xy, offsets[lane], offsets[lane + 1]);
  }
  const drawn = ROAD_STYLES.map((style, i) => ({ ...style, d: paths[i].toString() })).filter(({ d }) => d !== '');
  const width = (minWidth: number) => Math.max(minWidth, 3.4 * sheet.scale);
  const stroke = (d: string, colour: string, pixels: number) =>
    `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${pixels.toFixed(2)}" stroke-linecap="round" stroke-linejoin="round"/>`;
  return [
    ...drawn.map(({ d, casing, minWidth }) => stroke(d, casing, width(minWidth) + Math.max(0.8, 0.8 * sheet.scale))),
    ...drawn.map(({ d, fill, minWidth }) => stroke(d, fill, width(minWidth))),
  ];
}

/** The speed of the road that a lane is on; inside a junction, of the slower road that it joins. */
function roadSpeed(map: CityMap, lane: number): number {
  const { lanes } = map;
  if (map.roadIndex(lanes.parentId[lane]) >= 0) return lanes.maxSpeed[lane];
  let speed = Infinity;
  for (const { offsets, id } of [lanes.predecessors, lanes.successors]) {
    const other = offsets[lane] === offsets[lane + 1] ? -1 : map.laneIndex(id[offsets[lane]]);
    if (other >= 0) speed = Math.min(speed, lanes.maxSpeed[other]);
  }
  return speed === Infinity ? lanes.maxSpeed[lane] : speed;
}

function styleOf(speed: number): number {
  return Math.max(
    0,
    ROAD_STYLES.findLastIndex(({ from }) => speed * 3.6 >= from),
  );
}

function drawPois(map: CityMap, sheet: Sheet): string[] {
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

function drawLights(map: CityMap, sheet: Sheet): string[] {
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
  const size = Math.min(6, Math.max(2.2, 12 * sheet.scale));
  const dots = (colour: string, width: number) =>
    `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width.toFixed(2)}" stroke-linecap="round"/>`;
  return [dots(LIGHT.ring, size + 1.4), dots(LIGHT.fill, size)];
}

function isLit({ fixedProgram: { phases } }: CityMap['junctions'], junction: number): boolean {
  return phases.offsets[junction + 1] - phases.offsets[junction] >= 2;
}

function drawFrame(map: CityMap, sheet: Sheet): string[] {
  const synthetic = isSyntheticMap(map);
  const text = (x: number, y: number, size: number, words: string, more = '') =>
    `<text x="${x}" y="${y}" font-size="${size}" fill="${INK}" ${more}>${escapeXml(words)}</text>`;
  const number = (n: number) => n.toLocaleString('en-GB');
  const name = map.header?.name === undefined || map.header.name === '' ? 'Map without a name' : map.header.name;
  const counts =
    `${number(map.roads.count)} roads · ${number(map.junctions.count)} junctions · ` +
    `${number(map.aois.count)} AOIs · ${number(map.pois.count)} POIs`;
  const source = synthetic ? 'synthetic city, no real place' : '© OpenStreetMap contributors';
  const base = sheet.height / sheet.unit - MARGIN;
  const right = FRAME - MARGIN;
  return [
    `<g transform="scale(${sheet.unit})">`,
    text(MARGIN, MARGIN + 20, 26, name, 'font-weight="600"'),
    text(MARGIN, MARGIN + 42, 14, counts, 'opacity=".75"'),
    ...(synthetic ? [text(right, MARGIN + 20, 18, 'SYNTHETIC', 'text-anchor="end" letter-spacing="3"')] : []),
    ...drawScale(sheet, base),
    ...drawLegend(map, base),
    text(right, base, 12, source, 'text-anchor="end" opacity=".75"'),
    '</g>',
  ];
}

/** A bar of a round length, at most a seventh of the width. */
function drawScale({ scale, unit }: Sheet, base: number): string[] {
  const longest = (FRAME / 7) * (unit / scale);
  const power = 10 ** Math.floor(Math.log10(longest));
  const metres = power * ([5, 2, 1].find((step) => step * power <= longest) ?? 1);
  const end = (MARGIN + (metres * scale) / unit).toFixed(1);
  const label = metres >= 1000 ? `${metres / 1000} km` : `${metres} m`;
  return [
    `<path d="M${MARGIN} ${base - 6}v6H${end}v-6" fill="none" stroke="${INK}" stroke-width="1.5"/>`,
    `<text x="${MARGIN}" y="${base - 12}" font-size="12" fill="${INK}">${label}</text>`,
  ];
}

/** What the colours mean that the map has. */
function drawLegend(map: CityMap, base: number): string[] {
  const { urbanLandUse, count } = map.aois;
  const shown = new Set<string>();
  for (let row = 0; row < count; row++)
    if (urbanLandUse.present[row] === 1) shown.add(landUseFill(map.text(urbanLandUse.values[row])));
  const lights = { fill: LIGHT.fill, label: 'traffic lights' };
  const entries = LAND_USE_FILL.flatMap(({ fill, label }) =>
    label === undefined || !shown.has(fill) ? [] : [{ fill, label }],
  );
  const { junctions } = map;
  if (Array.from({ length: junctions.count }, (_, junction) => isLit(junctions, junction)).some(Boolean))
    entries.push(lights);
  const widths = entries.map(({ label }) => 42 + 6.3 * label.length);
  let x = (FRAME - widths.reduce((sum, width) => sum + width, 0)) / 2;
  return entries.map((entry, i) => {
    const left = x.toFixed(1);
    x += widths[i];
    const key =
      entry === lights
        ? `<circle cx="7" cy="${base - 4}" r="4.5" fill="${entry.fill}"/>`
        : `<rect y="${base - 11}" width="14" height="14" rx="2" fill="${entry.fill}" stroke="${INK}" stroke-opacity=".3"/>`;
    const word = `<text x="20" y="${base}" font-size="12" fill="${INK}">${entry.label}</text>`;
    return `<g transform="translate(${left})">${key}${word}</g>`;
  });
}
