import { DAY } from './clock.js';
import { memoized } from './memoized.js';

/**
 * The positions of people over time, in columns. Rows are sorted by person, then by time, stably; person i has rows
 * `starts[i]` to `starts[i + 1]`.
 */
export interface Trajectories {
  /** Ids in ascending order: numerical when all are numbers, else by code unit. */
  readonly people: readonly string[];
  /** First row of each person, and the number of rows at the end: one entry more than people. */
  readonly starts: Uint32Array;
  /**
   * Seconds since 1970-01-01 on the local clock; of arrival where `ends` is given. Where that clock changes, on the one with the least
   * offset from UTC, so that differences are elapsed seconds; `localClock` has the times that clocks showed.
   */
  readonly times: Float64Array;
  /** Degrees east. */
  readonly lons: Float64Array;
  /** Degrees north. */
  readonly lats: Float64Array;
  /** Seconds of departure: the rows are stays. */
  readonly ends?: Float64Array;
  /** Seconds to add to `times` and `ends` for the local clock, if it changes. */
  readonly shifts?: Float64Array;
  readonly endShifts?: Float64Array;
  /** Number of the place of each row; rows with one number are at one place, whatever their coordinates. */
  readonly places?: Uint32Array;
  /** Number of the activity of each row. */
  readonly activities?: Uint8Array;
}

/** The same rows with the times that local clocks showed: for hours, days and weeks, not for order or durations. */
export const localClock: (trajectories: Trajectories) => Trajectories = memoized((trajectories) => {
  const { shifts, endShifts, ...set } = trajectories;
  if (!shifts) return trajectories;
  return {
    ...set,
    times: set.times.map((time, row) => time + shifts[row]),
    ...(set.ends && { ends: set.ends.map((time, row) => time + (endShifts ?? shifts)[row]) }),
  };
});

/** One record of one person. All rows of a set have the same optional fields, or none has. */
export interface Row {
  readonly uid: string | number;
  /** Seconds since 1970-01-01 on the local clock. */
  readonly time: number;
  /** Degrees east, -180 to 180. */
  readonly lon: number;
  /** Degrees north, -90 to 90. */
  readonly lat: number;
  /** Seconds of departure, not before `time`: the row is a stay. */
  readonly end?: number;
  /** Number of the place, a whole number from 0. */
  readonly place?: number;
  /** Number of the activity, 0 to 255. */
  readonly activity?: number;
}

/** Input of `fromColumns`: one value per row in each column, rows in any order. */
export interface Columns {
  /** Ids, or numbers that stand for the entries of `people`. */
  readonly uids: readonly (string | number)[];
  readonly times: ArrayLike<number>;
  readonly lons: ArrayLike<number>;
  readonly lats: ArrayLike<number>;
  readonly ends?: ArrayLike<number>;
  readonly shifts?: ArrayLike<number>;
  readonly endShifts?: ArrayLike<number>;
  readonly places?: ArrayLike<number>;
  readonly activities?: ArrayLike<number>;
}

/** As `Columns`, with a number per row for the person: its index in `people`. */
export interface NumberedColumns extends Omit<Columns, 'uids'> {
  /** Distinct ids in any order, including people without rows. */
  readonly people: readonly string[];
  readonly person: Uint32Array;
}

/**
 * Trajectories from rows in any order: sorted by person, then by time; rows of one time keep their order.
 *
 * @param rows records in degrees and seconds of the local clock; an empty list returns trajectories without people
 * @throws RangeError when a time or coordinate is not finite, a latitude beyond 90 or a longitude beyond 180 degrees, a
 *   stay ends before it begins, a place or activity is not a whole number, or an optional field is set in some rows only
 * @example
 * ```ts
 * fromRows([{ uid: 'a', time: 5, lon: 0, lat: 0 }, { uid: 'a', time: 0, lon: 1, lat: 0 }]).times; // [0, 5]
 * ```
 */
export function fromRows(rows: readonly Row[]): Trajectories {
  const column = (field: 'end' | 'place' | 'activity') => {
    const given = rows.reduce((count, row) => count + (row[field] === undefined ? 0 : 1), 0);
    if (given === 0) return undefined;
    if (given < rows.length) {
      const at = rows.findIndex((row) => row[field] === undefined);
      throw new RangeError(`fromRows: row ${at} has no ${field}, but other rows do. Set it in all rows or in none.`);
    }
    return rows.map((row) => row[field] as number);
  };
  const ends = column('end');
  const places = column('place');
  const activities = column('activity');
  return fromColumns({
    uids: rows.map((row) => row.uid),
    times: rows.map((row) => row.time),
    lons: rows.map((row) => row.lon),
    lats: rows.map((row) => row.lat),
    ...(ends && { ends }),
    ...(places && { places }),
    ...(activities && { activities }),
  });
}

/**
 * Trajectories from columns with rows in any order, as `fromRows`.
 *
 * @throws RangeError as `fromRows`, and when the columns differ in length
 * @example
 * ```ts
 * fromColumns({ uids: [2, 1], times: [0, 0], lons: [0, 1], lats: [0, 0] }).people; // ['1', '2']
 * ```
 */
export function fromColumns({ uids, ...columns }: Columns): Trajectories {
  const known = new Map<string | number, number>();
  const numbers = new Map<string, number>();
  const person = new Uint32Array(uids.length);
  for (let i = 0; i < uids.length; i++) {
    let number = known.get(uids[i]);
    if (number === undefined) {
      const id = String(uids[i]);
      number = numbers.get(id) ?? numbers.size;
      numbers.set(id, number);
      known.set(uids[i], number);
    }
    person[i] = number;
  }
  return fromNumberedPeople({ people: [...numbers.keys()], person, ...columns });
}

/**
 * As `fromColumns`, for rows whose people are numbered: for files with many rows.
 *
 * @throws RangeError as `fromColumns`, and when two people have the same id
 */
export function fromNumberedPeople({ people: ids, person, ...columns }: NumberedColumns): Trajectories {
  checkColumns(columns, person.length);
  const n = person.length;
  const people = sortedIds(ids);
  if (people.length < ids.length) throw new RangeError('fromNumberedPeople: two people have the same id.');
  const rankOf = new Map(people.map((id, rank) => [id, rank]));
  const ranks = Uint32Array.from(ids, (id) => rankOf.get(id) as number);
  const starts = new Uint32Array(people.length + 1);
  for (let i = 0; i < n; i++) starts[ranks[person[i]] + 1]++;
  for (let i = 0; i < people.length; i++) starts[i + 1] += starts[i];
  const order = new Uint32Array(n);
  const next = starts.slice();
  for (let i = 0; i < n; i++) order[next[ranks[person[i]]]++] = i;
  const { times } = columns;
  for (let i = 0; i < people.length; i++) {
    const rows = order.subarray(starts[i], starts[i + 1]);
    let sorted = true;
    for (let k = 1; k < rows.length && sorted; k++) {
      sorted = times[rows[k - 1]] <= times[rows[k]];
    }
    // The sort of a typed array is stable; rows keep the given order.
    if (!sorted) rows.sort((a, b) => times[a] - times[b] || a - b);
  }
  return { people, starts, ...ordered(columns, order) };
}

function ordered(columns: Omit<Columns, 'uids'>, order: Uint32Array) {
  const isInOrder = order.every((row, i) => row === i);
  const floats = (values: ArrayLike<number>) => {
    if (isInOrder) return Float64Array.from(values);
    const out = new Float64Array(order.length);
    for (let i = 0; i < order.length; i++) out[i] = values[order[i]];
    return out;
  };
  return {
    times: floats(columns.times),
    lons: floats(columns.lons),
    lats: floats(columns.lats),
    ...(columns.ends && { ends: floats(columns.ends) }),
    ...(columns.shifts && { shifts: floats(columns.shifts) }),
    ...(columns.endShifts && { endShifts: floats(columns.endShifts) }),
    ...(columns.places && { places: Uint32Array.from(floats(columns.places)) }),
    ...(columns.activities && { activities: Uint8Array.from(floats(columns.activities)) }),
  };
}

/** Distinct ids in ascending order: numerical when all are written as numbers, else by code unit. */
export function sortedIds(ids: readonly string[]): string[] {
  const distinct = [...new Set(ids)];
  const allNumbers = distinct.every((id) => id.trim() !== '' && Number.isFinite(Number(id)));
  const byCodeUnit = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return distinct.sort(allNumbers ? (a, b) => Number(a) - Number(b) || byCodeUnit(a, b) : byCodeUnit);
}

/** Seconds: 100 years. */
const MAX_STAY = 100 * 366 * DAY;

function checkColumns({ times, lons, lats, ends, places, activities }: Omit<Columns, 'uids'>, n: number): void {
  for (const [name, column] of Object.entries({ times, lons, lats, ends, places, activities })) {
    if (column && column.length !== n) {
      throw new RangeError(`fromColumns: ${column.length} ${name} for ${n} rows; expected one per row.`);
    }
  }
  for (let i = 0; i < n; i++) {
    const [time, lon, lat] = [times[i], lons[i], lats[i]];
    if (!Number.isFinite(time)) throw new RangeError(`Row ${i}: the time is ${time}, expected seconds.`);
    if (!(Math.abs(lat) <= 90)) {
      const swapped = Math.abs(lat) <= 180 && Math.abs(lon) <= 90 ? ' Are lon and lat swapped?' : '';
      throw new RangeError(`Row ${i}: the latitude is ${lat}, expected -90 to 90 degrees.${swapped}`);
    }
    if (!(Math.abs(lon) <= 180)) {
      throw new RangeError(`Row ${i}: the longitude is ${lon}, expected -180 to 180 degrees.`);
    }
    const end = ends?.[i];
    if (end !== undefined && !(end >= time && end < Infinity)) {
      throw new RangeError(`Row ${i}: the stay from ${time} ends at ${end}; expected an end not before its start.`);
    }
    if (end !== undefined && end - time > MAX_STAY) {
      throw new RangeError(
        `Row ${i}: the stay lasts ${end - time} seconds, more than 100 years. Are times milliseconds?`,
      );
    }
    const place = places?.[i];
    if (place !== undefined && !(Number.isInteger(place) && place >= 0 && place < 2 ** 32)) {
      throw new RangeError(`Row ${i}: the place is ${place}, expected a whole number from 0 to ${2 ** 32 - 1}.`);
    }
    const activity = activities?.[i];
    if (activity !== undefined && !(Number.isInteger(activity) && activity >= 0 && activity < 256)) {
      throw new RangeError(`Row ${i}: the activity is ${activity}, expected a whole number from 0 to 255.`);
    }
  }
}
