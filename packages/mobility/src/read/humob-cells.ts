import { humobTime } from '@itinera/metrics';
import type { Drop } from './trajectory-file.js';
import type { RawRow } from './trajectory-rows.js';

/** HuMob's placeholder for a cell to be predicted. */
const MASKED = -999;
const FARTHEST = 10_000;
/** The place number of a cell is this times x, plus y, so that it contains both. */
const CELL_PLACES = 100_000;
/** Degrees of 500 m at the equator, where HuMob's cells are placed, because their location on Earth is unknown. */
const CELL = 500 / ((6_371_000 * Math.PI) / 180);

/** The cell of HuMob at a position from a file of cells. */
export function humobCellAt(lon: number, lat: number): { readonly x: number; readonly y: number } {
  return { x: Math.round(lon / CELL), y: Math.round(lat / CELL) };
}

/** Puts a step of HuMob where its cell is. @returns why it cannot be used */
export function positionOfCell(
  { d, t, x, y }: { readonly d: number; readonly t: number; readonly x: number; readonly y: number },
  raw: RawRow,
): Drop | undefined {
  if (x === MASKED || y === MASKED) return 'masked';
  if (!Number.isInteger(d) || !Number.isInteger(t)) return 'time';
  if (!Number.isInteger(x) || !Number.isInteger(y) || Math.abs(x) > FARTHEST || Math.abs(y) > FARTHEST)
    return 'coordinates';
  raw.time = humobTime(d, t);
  raw.lon = x * CELL;
  raw.lat = y * CELL;
  raw.place = x >= 0 && y >= 0 ? x * CELL_PLACES + y : Number.NaN;
  return undefined;
}
