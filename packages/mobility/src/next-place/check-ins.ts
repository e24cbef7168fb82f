import { counted, type Limits, UserError } from '@itinera/base';
import { createClock, type FileLike, readRows, type TableStart } from '@itinera/tables';
import { PLACE, TIME, UID } from '../read/layouts.js';

/** Numbers texts from 0 in order of first appearance. */
export class IdNumbers {
  readonly list: string[] = [];
  readonly #numbers = new Map<string, number>();

  /** The number of a name; assigns a new one if it has none. */
  number(name: string): number {
    const found = this.#numbers.get(name);
    if (found !== undefined) return found;
    this.#numbers.set(name, this.list.length);
    return this.list.push(name) - 1;
  }

  find(name: string): number | undefined {
    return this.#numbers.get(name);
  }
}

/** Names that the files of a task share, so that equal ids have equal numbers. */
export interface CheckInNames {
  readonly users: IdNumbers;
  readonly places: IdNumbers;
}

/** Check-ins or stays in columns, sorted by user, then by time, stably. */
export interface CheckIns {
  /** File name, for messages. */
  readonly name: string;
  readonly names: CheckInNames;
  /** Number of each row's user in `names.users`. */
  readonly users: Uint32Array;
  /** Number of each row's place in `names.places`. */
  readonly places: Uint32Array;
  /** Seconds since 1970 on the local clock; of arrival for stays. */
  readonly times: Float64Array;
  /** Degrees; NaN if unknown. */
  readonly lons: Float64Array;
  readonly lats: Float64Array;
  /** Number of the trail (session) of each row in `trailNames`; absent if the file has none. */
  readonly trails?: Uint32Array;
  readonly trailNames?: IdNumbers;
  /** 1 for rows to predict; absent if the file does not mark them. */
  readonly isTarget?: Uint8Array;
  /** Warnings for the user. */
  readonly notes: readonly string[];
}

/** Options of `readCheckIns`. */
export interface ReadCheckInsOptions {
  /** Ids of an earlier file of the task; required to compare the two. */
  readonly names?: CheckInNames;
  /** IANA name of the zone of the clock on which times are read. */
  readonly zone?: string | undefined;
  readonly limits?: Limits;
}

export const USER_COLUMNS = [
  'user',
  'user_id',
  'userid',
  ...UID.filter((name) => !/traj|^tid|^user/.test(name)),
  'entity_id',
];
export const TIME_COLUMNS = [...TIME, 'check_in_time', 'checkin_time', 'utc_time', 'local_time'];
export const PLACE_COLUMNS = PLACE;

/**
 * Reads check-ins or stays with columns `user`, `time` and `place` or their synonyms, and optionally `lat`, `lon`, `trail_id`
 * (or `session`) and `target`: CSV, JSON Lines, Parquet, Arrow or SQLite. Ids may be any text. Invalid rows are dropped and
 * counted in `notes`.
 *
 * @throws UserError when a file is not a table, lacks a column or has no usable row
 */
export async function readCheckIns(
  files: FileLike | readonly FileLike[],
  { names = { users: new IdNumbers(), places: new IdNumbers() }, zone, limits = {} }: ReadCheckInsOptions = {},
): Promise<CheckIns> {
  const list = 'name' in files ? [files] : files;
  const name = list.map((file) => file.name).join(', ');
  const clock = createClock(zone);
  const [users, places, times, lons, lats]: number[][] = [[], [], [], [], []];
  const trailNames = new IdNumbers();
  const trails: number[] = [];
  const targets: number[] = [];
  const notes: string[] = [];
  let dropped = 0;
  let first = '';
  for (const file of list) {
    const onStart = (start: TableStart) => {
      const at = tableColumns(file.name, start, {
        user: USER_COLUMNS,
        time: TIME_COLUMNS,
        place: PLACE_COLUMNS,
        lat: ['lat', 'latitude', 'y'],
        lon: ['lon', 'lng', 'long', 'longitude', 'x'],
        trail: ['trail_id', 'trail', 'trajectory_id', 'traj_id', 'session', 'session_id'],
        target: ['target'],
      });
      clock.fromColumn(start.names?.[at.time] ?? '');
      return {
        columns: [at.user, at.time, at.place, at.lat, at.lon, at.trail, at.target],
        take: (row: Parameters<ReturnType<Parameters<typeof readRows>[1]>['take']>[0]) => {
          const user = idOf(row.text(0));
          const place = idOf(row.text(2));
          const time = row.time(1, clock);
          if (user === '' || place === '' || !Number.isFinite(time)) {
            const missing = user === '' ? 'no user' : place === '' ? 'no place' : 'an invalid time';
            if (dropped++ === 0) first = `${file.name}, line ${row.line}, has ${missing}`;
            return;
          }
          users.push(names.users.number(user));
          places.push(names.places.number(place));
          times.push(time);
          const [lat, lon] = [at.lat < 0 ? Number.NaN : row.number(3), at.lon < 0 ? Number.NaN : row.number(4)];
          const isPosition = Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
          lats.push(isPosition ? lat : Number.NaN);
          lons.push(isPosition ? lon : Number.NaN);
          if (at.trail >= 0) trails.push(trailNames.number(row.text(5)));
          if (at.target >= 0) targets.push(/^(1|true)$/i.test(row.text(6)) || row.value(6) === true ? 1 : 0);
        },
      };
    };
    notes.push(...(await readRows(file, onStart, limits)));
  }
  if (users.length === 0)
    throw new UserError(`${name}: no usable row${dropped > 0 ? `; ${first}` : ''}. Expected check-ins.`);
  if (dropped > 0) notes.push(`${name}: ${counted(dropped, 'row')} dropped; ${first}.`);
  notes.push(...clock.notes());
  const order = Uint32Array.from(users.keys());
  order.sort((a, b) => users[a]! - users[b]! || times[a]! - times[b]! || a - b);
  const whole = (column: readonly number[]) => order.map((row) => column[row]!);
  return {
    name,
    names,
    users: whole(users),
    places: whole(places),
    times: Float64Array.from(order, (row) => times[row]!),
    lons: Float64Array.from(order, (row) => lons[row]!),
    lats: Float64Array.from(order, (row) => lats[row]!),
    ...(trails.length === users.length && { trails: whole(trails), trailNames }),
    ...(targets.length === users.length && { isTarget: Uint8Array.from(order, (row) => targets[row]!) }),
    notes,
  };
}

/** Columns that a table must have; the others of `tableColumns` are -1 if they are missing. */
const REQUIRED = ['user', 'time', 'place', 'candidates'];

/** Positions of columns by field, -1 for a missing one. @throws UserError when a required one is missing */
export function tableColumns<Field extends string>(
  file: string,
  { names, cells }: TableStart,
  fields: Readonly<Record<Field, readonly string[]>>,
): Record<Field, number> {
  const lower = names?.map((name) => name.trim().toLowerCase()) ?? [];
  const found = Object.fromEntries(
    Object.entries<readonly string[]>(fields).map(([field, known]) => [
      field,
      known.map((name) => lower.indexOf(name)).find((at) => at >= 0) ?? -1,
    ]),
  ) as Record<Field, number>;
  const missing = Object.keys(fields).filter((field) => REQUIRED.includes(field) && found[field as Field] < 0);
  if (missing.length === 0) return found;
  const among = cells.slice(0, 12).join(', ').slice(0, 200);
  const expected = Object.keys(fields).filter((field) => REQUIRED.includes(field));
  throw new UserError(
    `${file}: no column for ${missing.join(', ')} among ${among}. Expected a table with the columns ${expected.join(', ')}.`,
  );
}

/** An id as text: pandas writes whole numbers of columns with gaps as 12.0. */
export function idOf(text: string): string {
  return text.endsWith('.0') && /^-?\d+\.0$/.test(text) ? text.slice(0, -2) : text;
}

/** First row of each user number, and the number of rows at the end. */
export function startsOf({ users, names }: CheckIns): Uint32Array {
  const starts = new Uint32Array(names.users.list.length + 1);
  for (let i = 0; i < users.length; i++) starts[users[i]! + 1]!++;
  for (let user = 0; user + 1 < starts.length; user++) starts[user + 1]! += starts[user]!;
  return starts;
}

/** Rows to predict: those marked as targets, otherwise all. */
export function targetRows({ users, isTarget }: CheckIns): Uint32Array {
  const rows = Uint32Array.from(users.keys());
  return isTarget ? rows.filter((row) => isTarget[row] === 1) : rows;
}
