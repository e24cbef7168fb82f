import { type Clock, dayOfStep, secondOfStep } from '../clock.js';
import type { Problem } from '../problem.js';
import { ArrowTable, encodeTable, type Ids, type TextColumn } from './arrow-table.js';
import { TABLE_FORMAT } from './table-format.js';

/** Longitudes and latitudes are kept as whole multiples of 1e-7 degrees, about a centimetre, as OpenStreetMap does. */
export const DEGREES = 1e-7;
/** A missing `parentId`, origin or destination; null in the file. */
export const NO_PARENT = -1;

/** Totals of a group of people in addition to its rows. */
export interface GroupFacts {
  readonly clock: Clock;
  readonly people: number;
  /** The problems that were kept, by person and then by time. */
  readonly problems: readonly Problem[];
  /** Number of all problems, including those that were not kept. */
  readonly problemCount: number;
  /** Person and number of all their problems, for people of whom only the first were kept; absent without any. */
  readonly problemCounts?: readonly (readonly [person: number, count: number])[];
  /** Decisions that used the agent's fallback; they are among the problems. */
  readonly fallbacks: number;
  /** Trips that could not be made; the events state the reason. */
  readonly failedTrips: number;
  /** Steps in which an agent made no decision because it failed or timed out; absent if not counted. */
  readonly lostSteps?: number;
}

/** Positions and activities of people at each step, by person and then by time. */
export interface StatusTable {
  readonly facts: GroupFacts;
  readonly id: Ids;
  readonly day: Int16Array;
  /** Seconds since midnight. */
  readonly t: Int32Array;
  /** Multiples of `DEGREES`. */
  readonly lng: Int32Array;
  readonly lat: Int32Array;
  /** The AOI, else the lane, else `NO_PARENT`. */
  readonly parentId: Int32Array;
  /** The activity that the person has logged, else `Planning`. */
  readonly action: TextColumn;
  /** Movement status, numbered as in the documentation. */
  readonly status: Uint8Array;
}

/** A row of a run, with the names used in the documentation. */
export interface LoggedRow {
  readonly id: number;
  readonly day: number;
  /** Seconds since midnight. */
  readonly t: number;
  /** Degrees. */
  readonly lng: number;
  readonly lat: number;
  /** The AOI, else the lane, else null. */
  readonly parent_id: number | null;
  /** The activity that the person has logged, else `Planning`. */
  readonly action: string;
  /** Movement status, numbered as in the documentation. */
  readonly status: number;
}

/** `id`, `day` and `t` of the rows of people on a clock. */
export function statusKeys(ids: Ids, clock: Clock): Pick<StatusTable, 'id' | 'day' | 't'> {
  const rows = ids.length * clock.steps;
  const id = ids instanceof Int32Array ? new Int32Array(rows) : new Float64Array(rows);
  const day = new Int16Array(rows);
  const t = new Int32Array(rows);
  for (let person = 0, row = 0; person < ids.length; person++)
    for (let step = 0; step < clock.steps; step++, row++) {
      id[row] = ids[person]!;
      day[row] = dayOfStep(clock, step);
      t[row] = secondOfStep(clock, step);
    }
  return { id, day, t };
}

/** @param beside checksums of the group's other tables by name, which tie them together. */
export function encodeStatuses(table: StatusTable, beside: Readonly<Record<string, string>>): Uint8Array {
  const { facts, id, day, t, lng, lat, parentId, action, status } = table;
  const degrees = { unit: 'degrees', scale: String(DEGREES) };
  return encodeTable(
    {
      id: { values: id, isWhole: true },
      day: { values: day },
      t: { values: t, notes: { unit: 's' } },
      lng: { values: lng, notes: degrees },
      lat: { values: lat, notes: degrees },
      parent_id: { values: parentId, missing: NO_PARENT },
      action,
      status: { values: status },
    },
    { table: 'statuses', format: TABLE_FORMAT, ...facts, beside },
  );
}

/**
 * Reads the statuses of a group of people.
 * @param bytes of the file, `statuses/00000.arrow`.
 * @param name for messages.
 * @throws UserError when it is not such a table.
 */
export function decodeStatuses(bytes: Uint8Array, name = 'statuses'): StatusTable {
  const table = new ArrowTable(bytes, name, 'statuses');
  return {
    facts: table.about as unknown as GroupFacts,
    id: table.ids('id'),
    day: table.numbers('day'),
    t: table.numbers('t'),
    lng: table.numbers('lng'),
    lat: table.numbers('lat'),
    parentId: table.numbers('parent_id', NO_PARENT),
    action: table.texts('action'),
    status: table.numbers('status'),
  };
}

/** The rows of a table as objects. */
export function* statusRows(table: StatusTable): Generator<LoggedRow> {
  for (let row = 0; row < table.id.length; row++) yield statusRow(table, row);
}

export function statusRow({ id, day, t, lng, lat, parentId, action, status }: StatusTable, row: number): LoggedRow {
  return {
    id: id[row]!,
    day: day[row]!,
    t: t[row]!,
    lng: lng[row]! * DEGREES,
    lat: lat[row]! * DEGREES,
    parent_id: parentId[row] === NO_PARENT ? null : parentId[row]!,
    action: action.texts[action.keys[row]!]!,
    status: status[row]!,
  };
}

/** Adds the rows of a table to counts by activity. */
export function countActions(counts: Map<string, number>, { action }: Pick<StatusTable, 'action'>): void {
  const rows = new Float64Array(action.texts.length);
  for (const key of action.keys) rows[key]!++;
  for (const [key, text] of action.texts.entries()) counts.set(text, (counts.get(text) ?? 0) + rows[key]!);
}
