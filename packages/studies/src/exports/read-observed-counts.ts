import { midnightOf, UserError } from '@itinera/base';
import { readRecords, type TableRecord } from '@itinera/tables';
import { openFile } from '@itinera/tables/node';
import type { ObservedCount } from './compare-run-counts.js';

const POINTS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'];
const WANTED = 'road (or lane, or lon and lat with direction), hour and count';

/**
 * Reads observed counts: `road` or `lane` by id, or `lon`, `lat` and perhaps `direction` (degrees clockwise from north, or N, NE …),
 * `hour` (0 to 23, or `08:00`), `count`, and perhaps `station` and `day` (of the run, from 0) or `date`.
 * @throws UserError that names the row and the fault
 */
export async function readObservedCounts(path: string): Promise<ObservedCount[]> {
  const records = await readRecords(openFile(path));
  if (records.length === 0) throw new UserError(`${path} has no counts. Expected the columns ${WANTED}.`);
  return records.map((record, i) => {
    const fail = (what: string): never => {
      throw new UserError(`${path}: count ${i + 1}: ${what}. Expected the columns ${WANTED}.`);
    };
    const place = placeOf(record, fail);
    const { count } = record;
    if (!(typeof count === 'number' && count >= 0 && Number.isFinite(count)))
      return fail(`expected a count of 0 or more vehicles, got ${shown(count)}`);
    return {
      station: record.station === undefined ? Object.values(place).join(' ') : String(record.station),
      place,
      day: dayOf(record, fail),
      hour: hourOf(record.hour, fail),
      count,
    };
  });
}

type Fail = (what: string) => never;

function placeOf({ road, lane, lon, lat, direction }: TableRecord, fail: Fail): ObservedCount['place'] {
  const id = (value: unknown, what: string) =>
    Number.isSafeInteger(value) ? (value as number) : fail(`expected the id of a ${what}, got ${shown(value)}`);
  if (road !== undefined) return { road: id(road, 'road') };
  if (lane !== undefined) return { lane: id(lane, 'lane') };
  if (!(typeof lon === 'number' && typeof lat === 'number' && Math.abs(lon) <= 180 && Math.abs(lat) <= 90))
    return fail(`expected a road, a lane or a place in degrees, got lon ${shown(lon)}, lat ${shown(lat)}`);
  return { lon, lat, ...(direction !== undefined && { direction: bearingOf(direction, fail) }) };
}

/** `90`, `E`, `EB` and `eastbound` are the same. */
function bearingOf(direction: unknown, fail: Fail): number {
  if (typeof direction === 'number' && Number.isFinite(direction)) return direction;
  const short = String(direction)
    .toUpperCase()
    .replace(/BOUND$|B$/, '')
    .replace(/NORTH/, 'N')
    .replace(/SOUTH/, 'S')
    .replace(/EAST/, 'E')
    .replace(/WEST/, 'W');
  const point = POINTS.indexOf(short);
  return point >= 0 ? point * 45 : fail(`expected degrees or a compass point as direction, got ${shown(direction)}`);
}

function hourOf(hour: unknown, fail: Fail): number {
  const value = typeof hour === 'string' ? Number(/^(\d{1,2})(?::00){1,2}$/.exec(hour)?.[1]) : hour;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 24) return value;
  return fail(`expected an hour from 0 to 23, got ${shown(hour)}`);
}

function dayOf({ day, date }: TableRecord, fail: Fail): number | string | undefined {
  if (day !== undefined)
    return Number.isInteger(day) && (day as number) >= 0
      ? (day as number)
      : fail(`expected the day of the run from 0, got ${shown(day)}`);
  if (date === undefined) return undefined;
  const text = String(date).slice(0, 10);
  return Number.isNaN(midnightOf(text)) ? fail(`expected a date as YYYY-MM-DD, got ${shown(date)}`) : text;
}

function shown(value: unknown): string {
  return value === undefined ? 'none' : (JSON.stringify(value) ?? String(value)).slice(0, 60);
}
