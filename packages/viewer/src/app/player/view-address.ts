import type { Plane } from '../../wire/replay.js';
import type { Camera } from './camera.js';

/** The camera in an address: metres in the plane of the map, east and north, and metres per pixel. */
export function writeCamera({ x, y, scale, plane }: Pick<Camera, 'x' | 'y' | 'scale' | 'plane'>): string {
  const at = [plane.west + x * plane.unit, plane.south + y * plane.unit].map((metres) => Math.round(metres));
  return [...at, Number((plane.unit / scale).toPrecision(4))].join(',');
}

/** The same, back to units and pixels per unit; null unless it is three numbers that show a part of the plane. */
export function readCamera(text: string | null, plane: Plane): { x: number; y: number; scale: number } | null {
  const parts = (text ?? '').split(',').map(Number);
  const [east, north, metresAPixel] = parts as [number, number, number];
  if (parts.length !== 3 || !parts.every(Number.isFinite) || metresAPixel <= 0) return null;
  const [x, y] = [(east - plane.west) / plane.unit, (north - plane.south) / plane.unit];
  const isInside = x >= 0 && y >= 0 && x <= plane.width && y <= plane.height;
  return isInside ? { x, y, scale: plane.unit / metresAPixel } : null;
}

/** Seconds from and to. */
export type Hours = readonly [from: number, to: number];

export const writeHours = ([from, to]: Hours): string => `${Math.round(from)}-${Math.round(to)}`;

/** Reads `from-to` in seconds; null unless it is a span of time. */
export function readHours(text: string | null): Hours | null {
  const [from, to] = (text ?? '').split('-').map(Number) as [number, number];
  return from >= 0 && to > from && Number.isFinite(to) ? [from, to] : null;
}

/** An area in an address: the corners in whole metres in the plane of the map, in base 36, x and y in turns. */
export function writeArea(corners: readonly number[], { west, south, unit }: Plane): string {
  return corners.map((units, i) => Math.round((i % 2 ? south : west) + units * unit).toString(36)).join('.');
}

/** The same, back to units; null unless it is at least three corners. */
export function readArea(text: string | null, { west, south, unit }: Plane): number[] | null {
  const metres = (text ?? '').split('.').map((part) => Number.parseInt(part, 36));
  if (metres.length < 6 || metres.length % 2 || metres.some(Number.isNaN)) return null;
  return metres.map((value, i) => (value - (i % 2 ? south : west)) / unit);
}
