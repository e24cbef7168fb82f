import { SECONDS_PER_DAY, UserError } from '@itinera/metrics';

/** Where each field stands among the columns of a file, from 0. */
export type RowFields = PositionFields | CellFields;

/** Degrees and a time. */
export interface PositionFields {
  readonly uid: number;
  readonly time: number;
  readonly lat: number;
  readonly lon: number;
  readonly end?: number;
  readonly place?: number;
  readonly activity?: number;
}

/** HuMob's day, half hour and cells. */
export interface CellFields {
  readonly uid: number;
  readonly d: number;
  readonly t: number;
  readonly x: number;
  readonly y: number;
}

/** Names of columns as they are met with, lower case; the first that is there counts. */
const NAMES = {
  uid: [
    'uid',
    'user',
    'user_id',
    'userid',
    'person',
    'person_id',
    'agent',
    'agent_id',
    'traj_id',
    'trajectory_id',
    'tid',
    'id',
  ],
  time: [
    'time',
    'timestamp',
    'datetime',
    'date_time',
    'started_at',
    'arrival',
    'arrival_time',
    'start',
    'start_time',
    't',
  ],
  lat: ['lat', 'latitude', 'y'],
  lon: ['lon', 'lng', 'long', 'longitude', 'x'],
  end: ['end', 'end_time', 'leaving_datetime', 'finished_at', 'departure', 'departure_time'],
  place: ['place', 'place_id', 'location_id', 'location', 'tile_id'],
  activity: ['activity', 'activity_type', 'purpose', 'trip_purpose', 'intention', 'action'],
} as const;

/** The columns of a file by their names; what is missing is left out. */
export function fieldsOf(names: readonly string[]): Partial<Record<string, number>> {
  const lower = names.map((name) => name.trim().toLowerCase());
  const find = (known: readonly string[]) => known.map((name) => lower.indexOf(name)).find((at) => at >= 0);
  const uid = find(NAMES.uid);
  const cells = Object.fromEntries(['d', 't', 'x', 'y'].map((name) => [name, lower.indexOf(name)]));
  if (uid !== undefined && Object.values(cells).every((at) => at >= 0)) return { uid, ...cells };
  const found: Record<string, number> = {};
  for (const [field, known] of Object.entries(NAMES)) {
    const at = find(known);
    if (at !== undefined) found[field] = at;
  }
  return found;
}

/** The columns of a file by their names. @throws UserError when it does not say who was where and when */
export function requiredFields(path: string, names: readonly string[]): RowFields {
  const fields = fieldsOf(names);
  const missing = missingOf(fields);
  if (missing.length === 0) return fields as unknown as RowFields;
  const among = names.slice(0, 12).join(', ').slice(0, 200);
  throw new UserError(`${path}: no column for ${missing.join(', ')} among ${among}. Name them uid, time, lat, lon.`);
}

export function missingOf(fields: Partial<Record<string, number>>): string[] {
  return ['uid', ...('d' in fields ? ['d', 't', 'x', 'y'] : ['time', 'lat', 'lon'])].filter(
    (name) => fields[name] === undefined,
  );
}

/** Where a field stands that a file has. */
export function columnOf(fields: RowFields, field: string): number {
  return (fields as unknown as Readonly<Record<string, number>>)[field]!;
}

export function isCells(fields: RowFields): fields is CellFields {
  return 'd' in fields;
}

const HALF_HOUR = 1800;
/** What HuMob puts where a cell is to be predicted. */
const MASKED = -999;
const FARTHEST = 10_000;
/** The place of a cell is this times x, plus y, so that both are to be read in it. */
const CELL_PLACES = 100_000;
/** Degrees of 500 m at the equator, where HuMob's cells without a place on Earth are laid. */
const CELL = 500 / ((6_371_000 * Math.PI) / 180);

/** A row of HuMob's as position and time, or why it is none. */
export function positionOfCell(
  { d, t, x, y }: { readonly d: number; readonly t: number; readonly x: number; readonly y: number },
  row: { time: number; lon: number; lat: number; place: number },
): 'masked' | 'time' | 'coordinates' | undefined {
  if (x === MASKED || y === MASKED) return 'masked';
  if (!Number.isInteger(d) || !Number.isInteger(t)) return 'time';
  if (!Number.isInteger(x) || !Number.isInteger(y) || Math.abs(x) > FARTHEST || Math.abs(y) > FARTHEST)
    return 'coordinates';
  row.time = d * SECONDS_PER_DAY + t * HALF_HOUR;
  row.lon = x * CELL;
  row.lat = y * CELL;
  row.place = x >= 0 && y >= 0 ? x * CELL_PLACES + y : Number.NaN;
  return undefined;
}
