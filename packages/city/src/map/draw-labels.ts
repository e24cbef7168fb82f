import type { CityMap } from './city-map.js';
import { INK, PAPER } from './draw-style.js';
import { LaneType } from './message.js';
import { ringCentroid } from './ring.js';

/** Where the map's plane lies on the picture, pixels. */
export interface LabelPlane {
  readonly scale: number;
  readonly unit: number;
  x(x: number): number;
  y(y: number): number;
}

interface Label {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Degrees clockwise, so that it reads along a street. */
  readonly angle: number;
  readonly size: number;
  readonly colour: string;
}

/** Slower roads are no main roads, m/s. */
const MAIN_SPEED = 45 / 3.6;
/** Names on a picture, of roads and of places. */
const MOST = 40;
/** Places are named from this size on, pixels across. */
const MIN_PLACE = 70;
const PLACE_COLOUR = '#4d6b3f';

/** The names of the largest grounds and of the longest main roads, none upon another. @returns SVG elements */
export function drawLabels(map: CityMap, plane: LabelPlane): string[] {
  const kept: Label[] = [];
  for (const label of [...placeLabels(map, plane), ...roadLabels(map, plane)]) {
    if (kept.length === MOST) break;
    if (kept.every((other) => isClear(label, other))) kept.push(label);
  }
  return kept.map(
    ({ text, x, y, angle, size, colour }) =>
      `<text transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${angle.toFixed(0)})" text-anchor="middle" ` +
      `dy=".35em" font-size="${size.toFixed(1)}" fill="${colour}" stroke="${PAPER}" stroke-width="${(size / 4).toFixed(1)}" ` +
      `stroke-linejoin="round" paint-order="stroke">${escapeXml(text)}</text>`,
  );
}

/** Text as it stands in XML. */
export function escapeXml(text: string): string {
  // XML has no place for control characters, and file names may hold them.
  const plain = text.replace(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, '');
  return plain.replace(/[<>&"]/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** Parks, campuses and the like that are large enough on the picture for their name, the largest first. */
function placeLabels(map: CityMap, plane: LabelPlane): Label[] {
  const { name, area, positions } = map.aois;
  const least = (MIN_PLACE * plane.unit) / plane.scale;
  const rows = Array.from(name.keys()).filter((row) => area.values[row] > least ** 2 && map.text(name[row]) !== '');
  rows.sort((a, b) => area.values[b] - area.values[a] || a - b);
  return rows.flatMap((row) => {
    const { x, y } = ringCentroid(positions.xy, positions.offsets[row], positions.offsets[row + 1]);
    if (!Number.isFinite(x + y)) return [];
    const size = 11 * plane.unit;
    return [{ text: map.text(name[row]), x: plane.x(x), y: plane.y(y), angle: 0, size, colour: PLACE_COLOUR }];
  });
}

/** The names of main roads, those with most metres first, in the middle of their longest stretch. */
function roadLabels(map: CityMap, plane: LabelPlane): Label[] {
  const { lanes, roads } = map;
  const streets = new Map<number, { metres: number; lane: number }>();
  for (let lane = 0; lane < lanes.count; lane++) {
    const road = map.roadIndex(lanes.parentId[lane]);
    if (road < 0 || lanes.type[lane] !== LaneType.DRIVING || !(lanes.maxSpeed[lane] >= MAIN_SPEED)) continue;
    if (map.text(roads.name[road]) === '') continue;
    const street = streets.get(roads.name[road]) ?? { metres: 0, lane };
    streets.set(roads.name[road], street);
    street.metres += lanes.length[lane];
    if (lanes.length[lane] > lanes.length[street.lane]) street.lane = lane;
  }
  const longest = [...streets].sort(([a, one], [b, other]) => other.metres - one.metres || a - b);
  return longest.flatMap(([name, { lane }]) => {
    const { offsets, xy } = lanes.centerLine.nodes;
    const middle = Math.floor((offsets[lane] + offsets[lane + 1]) / 2);
    if (offsets[lane + 1] - offsets[lane] < 2) return [];
    const [x1, y1, x2, y2] = [middle - 1, middle].flatMap((i) => [plane.x(xy[2 * i]), plane.y(xy[2 * i + 1])]);
    if (!Number.isFinite(x1 + y1 + x2 + y2)) return [];
    const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
    const upright = angle > 90 ? angle - 180 : angle < -90 ? angle + 180 : angle;
    const at = { x: (x1 + x2) / 2, y: (y1 + y2) / 2 };
    return [{ text: map.text(name), ...at, angle: upright, size: 11 * plane.unit, colour: INK }];
  });
}

/** Whether two names lie apart, each being as wide as its letters and turned as it is. */
function isClear(a: Label, b: Label): boolean {
  const half = ({ text, size, angle }: Label) => {
    const [along, across] = [0.29 * size * text.length, 0.7 * size];
    const turn = (angle * Math.PI) / 180;
    return {
      x: along * Math.abs(Math.cos(turn)) + across * Math.abs(Math.sin(turn)),
      y: along * Math.abs(Math.sin(turn)) + across * Math.abs(Math.cos(turn)),
    };
  };
  const [one, other] = [half(a), half(b)];
  return Math.abs(a.x - b.x) > one.x + other.x || Math.abs(a.y - b.y) > one.y + other.y;
}
