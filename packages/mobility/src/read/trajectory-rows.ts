import { UserError } from '@itinera/base';
import type { LocalClock } from '@itinera/tables';
import { fromNumberedPeople, type Trajectories } from '../trajectories.js';
import { withoutRepeats } from './without-repeats.js';

/** Trajectories of a file, and what was dropped. */
export interface TrajectoryFile {
  readonly trajectories: Trajectories;
  /** Dropped rows by reason. */
  readonly dropped: Readonly<Record<string, number>>;
  /** The first dropped row by reason: its line in a text, otherwise its number; from 1. */
  readonly firstDropped: Readonly<Record<string, number>>;
  /** Warnings for the user, one sentence each. */
  readonly notes: readonly string[];
  /** Whether all positions are cells of HuMob, whose location on Earth is unknown. */
  readonly areCells?: boolean;
}

/** Describes the dropped rows, one line per reason. */
export function droppedRows(name: string, { dropped, firstDropped }: TrajectoryFile): string[] {
  return Object.entries(dropped).map(([why, count]) => {
    const first = firstDropped[why];
    const words = Object.values(DROPS).find(([key]) => key === why)?.[1] ?? why;
    return `${name}: ${count} rows dropped: ${words}${first === undefined ? '' : `; the first is ${first}`}`;
  });
}

/** Why a row is dropped: the key in `dropped`, and the message. */
const DROPS = {
  columns: ['too few columns', 'too few columns'],
  more: [
    'more columns than the first line (unquoted or decimal commas?)',
    'more columns than the first line (unquoted or decimal commas?)',
  ],
  person: ['no person', 'the person is missing'],
  time: ['time is none', 'invalid time'],
  coordinates: [
    'coordinates are missing, or beyond 180 and 90 degrees',
    'invalid coordinates, or beyond 180 and 90 degrees',
  ],
  masked: ['masked cell', 'masked cell'],
  ends: ['stay ends before it begins', 'the stay ends before it begins'],
  twice: ['said twice', 'repeated row'],
} as const;

export type Drop = keyof typeof DROPS;

/** One row of a file; NaN for missing values. */
export interface RawRow {
  time: number;
  lon: number;
  lat: number;
  end: number;
  place: number;
  /** Number from `TrajectoryRows.activity`. */
  activity: number;
}

/** An empty row, to be refilled for each record. */
export function emptyRow(): RawRow {
  return { time: 0, lon: 0, lat: 0, end: Number.NaN, place: Number.NaN, activity: Number.NaN };
}

/** Optional columns of a file. */
export interface OptionalColumns {
  readonly ends: boolean;
  readonly places: boolean;
  readonly activities: boolean;
}

/** Limits on the data kept in memory. */
export interface RowLimits {
  /** Rows of a file: 10 million by default. In larger files, people are sampled by id, and a note reports this. */
  readonly maxRows?: number;
  /** People, as `maxRows`: 1 million by default. */
  readonly maxPeople?: number;
  /** Numbers of activities by name; pass one map for all files that are compared. */
  readonly activities?: Map<string, number>;
}

const MAX_ROWS = 10_000_000;
const MAX_PEOPLE = 1_000_000;
/** Activities are kept in bytes. */
const MAX_ACTIVITIES = 256;
const FIRST_ROWS = 1 << 16;
const EXPECTED_TIMES =
  'Expected times as seconds since 1970 or as in 2020-09-14T08:30:00; for others pass --time-format.';
/** Seconds: the year 5138. Larger numbers are not times. */
const LAST_TIME = 1e11;

/** Collects the rows of a table: checks and counts them, and bounds their number. */
export class TrajectoryRows {
  readonly clock: LocalClock;
  /** Whether rows are cells of HuMob, and whether rows are positions in degrees. */
  hasCells = false;
  hasPositions = false;
  readonly #path: string;
  readonly #maxRows: number;
  readonly #maxPeople: number;
  readonly #activityNumbers: Map<string, number>;
  readonly #knownActivities: number;
  readonly #dropped = new Map<Drop, { count: number; first: number }>();
  readonly #numbers = new Map<string, number>();
  #person = new Uint32Array(FIRST_ROWS);
  #times = new Float64Array(FIRST_ROWS);
  #lons = new Float64Array(FIRST_ROWS);
  #lats = new Float64Array(FIRST_ROWS);
  #ends: Float64Array | undefined;
  #places: Float64Array | undefined;
  #activities: Float64Array | undefined;
  #expected: OptionalColumns | undefined;
  #length = 0;
  /** People with a larger hash are not sampled. */
  #threshold = 2 ** 32;
  #seen = 0;
  #backwards = 0;
  #withoutPlace = 0;
  #withoutActivity = 0;
  #beyond = 0;
  #couldBeSwapped = 0;
  #atZero = 0;
  readonly #notes: string[] = [];

  constructor(
    path: string,
    clock: LocalClock,
    { maxRows = MAX_ROWS, maxPeople = MAX_PEOPLE, activities = new Map() }: RowLimits = {},
  ) {
    this.#path = path;
    this.#maxRows = maxRows;
    this.#maxPeople = maxPeople;
    this.#activityNumbers = activities;
    this.#knownActivities = activities.size;
    this.clock = clock;
  }

  /**
   * Sets the optional columns of the following rows.
   * @throws UserError when they are stays and earlier ones are points, or vice versa
   */
  expect(columns: OptionalColumns): void {
    if (this.#expected && this.#expected.ends !== columns.ends)
      throw new UserError(`${this.#path}: some files have stays, others points. Pass files of one kind.`);
    this.#expected = columns;
    const missing = () => new Float64Array(this.#times.length).fill(Number.NaN);
    if (columns.ends) this.#ends ??= missing();
    if (columns.places && !this.#places) {
      this.#places = missing();
      this.#withoutPlace += this.#length;
    }
    if (columns.activities && !this.#activities) {
      this.#activities = missing();
      this.#withoutActivity += this.#length;
    }
  }

  /** Returns the number of an activity, that of `none` for an empty name, NaN if there are too many. */
  activity(text: string): number {
    const name = text || 'none';
    const known = this.#activityNumbers.get(name);
    if (known !== undefined) return known;
    if (this.#activityNumbers.size === MAX_ACTIVITIES) return Number.NaN;
    this.#activityNumbers.set(name, this.#activityNumbers.size);
    return this.#activityNumbers.size - 1;
  }

  drop(why: Drop, at: number): void {
    this.#seen++;
    const known = this.#dropped.get(why);
    if (known) known.count++;
    else this.#dropped.set(why, { count: 1, first: at });
  }

  note(text: string): void {
    this.#notes.push(text);
  }

  /** Returns the number of a person, which may be new; -1 if the person is not sampled. */
  person(id: string): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    if (this.#threshold < 2 ** 32 && hashOf(id) >= this.#threshold) return -1;
    this.#numbers.set(id, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  /** Returns what is wrong with a row, undefined if it is valid. */
  fault({ time, lon, lat, end }: RawRow): Drop | undefined {
    if (!(Math.abs(time) <= LAST_TIME)) return 'time';
    if (!(lon <= 180 && lon >= -180 && lat <= 90 && lat >= -90)) {
      this.#beyond++;
      if (Math.abs(lon) <= 90 && Math.abs(lat) <= 180) this.#couldBeSwapped++;
      return 'coordinates';
    }
    if (this.#ends && !(end >= time)) return 'ends';
    return undefined;
  }

  /** Adds a valid row of a person; -1 only counts it. @returns whether people were renumbered */
  add(person: number, { time, lon, lat, end, place, activity }: RawRow): boolean {
    this.#seen++;
    if (person < 0) return false;
    if (this.#length === this.#times.length) this.#grow();
    if (lon === 0 && lat === 0) this.#atZero++;
    const at = this.#length++;
    if (at > 0 && this.#person[at - 1] === person && this.#times[at - 1]! > time) this.#backwards++;
    this.#person[at] = person;
    this.#times[at] = time;
    this.#lons[at] = lon;
    this.#lats[at] = lat;
    if (this.#ends) this.#ends[at] = end;
    if (this.#places) {
      this.#places[at] = place;
      if (!(Number.isInteger(place) && place >= 0 && place < 2 ** 32)) this.#withoutPlace++;
    }
    if (this.#activities) {
      this.#activities[at] = activity;
      if (Number.isNaN(activity)) this.#withoutActivity++;
    }
    const isFull = () => this.#length > this.#maxRows || this.#numbers.size > this.#maxPeople;
    if (!isFull()) return false;
    while (isFull()) this.#halve();
    return true;
  }

  /** @throws UserError when there is no valid row, or times are not those of a person */
  finish(): TrajectoryFile {
    if (this.#length === 0) throw this.#nothing();
    const n = this.#length;
    let trajectories: Trajectories;
    try {
      trajectories = fromNumberedPeople({
        people: [...this.#numbers.keys()],
        person: this.#person.subarray(0, n),
        times: this.#times.subarray(0, n),
        lons: this.#lons.subarray(0, n),
        lats: this.#lats.subarray(0, n),
        ...(this.#ends && { ends: this.#ends.subarray(0, n) }),
        ...(this.#places && this.#withoutPlace === 0 && { places: this.#places.subarray(0, n) }),
        ...(this.#activities && this.#withoutActivity === 0 && { activities: this.#activities.subarray(0, n) }),
      });
    } catch (error) {
      if (error instanceof RangeError) throw new UserError(`${this.#path}: ${error.message}`);
      throw error;
    }
    const once = withoutRepeats(trajectories);
    const repeats = n - once.times.length;
    if (repeats > 0) this.#dropped.set('twice', { count: repeats, first: Number.NaN });
    const entries = [...this.#dropped].map(([why, { count, first }]) => [DROPS[why][0], count, first] as const);
    return {
      trajectories: once,
      dropped: Object.fromEntries(entries.map(([why, count]) => [why, count])),
      firstDropped: Object.fromEntries(
        entries.filter(([, , first]) => !Number.isNaN(first)).map(([why, , first]) => [why, first]),
      ),
      notes: this.#allNotes(once),
      ...(this.hasCells && !this.hasPositions && { areCells: true }),
    };
  }

  #allNotes({ people }: Trajectories): string[] {
    const path = this.#path;
    const notes = [...this.#notes, ...this.clock.notes()];
    if (this.#couldBeSwapped > this.#length / 10)
      notes.push(`${path}: many latitudes are beyond 90 degrees; are lon and lat swapped?`);
    if (this.#backwards > 0)
      notes.push(
        `${path}: ${this.#backwards} rows are earlier than the previous row of the same person; they were sorted.`,
      );
    if (this.#atZero > 0)
      notes.push(`${path}: ${this.#atZero} rows are at longitude 0 and latitude 0; are positions missing?`);
    if (this.#withoutPlace > 0)
      notes.push(`${path}: ${this.#withoutPlace} rows have no integer as place, so places are omitted.`);
    if (this.#withoutActivity > 0)
      notes.push(
        `${path}: ${this.#withoutActivity} rows have no activity, or there are more than ${MAX_ACTIVITIES} activities, so activities are omitted.`,
      );
    const named = [...this.#activityNumbers].slice(this.#knownActivities);
    if (this.#activities && this.#withoutActivity === 0 && named.length > 0)
      notes.push(`activities: ${named.map(([name, number]) => `${number} ${name}`).join(', ')}.`);
    if (this.#threshold < 2 ** 32)
      notes.push(
        `${path}: ${this.#length} rows of ${people.length} people are used, of ${this.#seen} rows of about ${Math.round(people.length * (2 ** 32 / this.#threshold))} people; people are sampled by id, up to ${this.#maxRows} rows and ${this.#maxPeople} people.`,
      );
    return notes;
  }

  #nothing(): UserError {
    const reasons = [...this.#dropped].map(
      ([why, { count, first }]) => `${count}: ${DROPS[why][1]}, first in ${first}`,
    );
    const swapped = this.#beyond > 0 && this.#couldBeSwapped === this.#beyond;
    const onlyTimes = this.#dropped.size === 1 && this.#dropped.has('time');
    return new UserError(
      `${this.#path}: no usable rows${reasons.length > 0 ? ` (${reasons.join('; ')})` : ''}. ${
        swapped ? 'Are lon and lat swapped?' : onlyTimes ? EXPECTED_TIMES : 'Expected columns uid, time, lat, lon.'
      }`,
    );
  }

  #grow(): void {
    const longer = <T extends Float64Array | Uint32Array>(column: T): T => {
      const next = new (column.constructor as new (length: number) => T)(column.length * 2);
      next.set(column as never);
      return next;
    };
    this.#person = longer(this.#person);
    this.#times = longer(this.#times);
    this.#lons = longer(this.#lons);
    this.#lats = longer(this.#lats);
    if (this.#ends) this.#ends = longer(this.#ends);
    if (this.#places) this.#places = longer(this.#places);
    if (this.#activities) this.#activities = longer(this.#activities);
  }

  /** Drops half of the people: those whose ids have the larger hashes. */
  #halve(): void {
    if (this.#numbers.size < 2 || this.#threshold < 2) {
      throw new UserError(
        `${this.#path}: one person has more than ${this.#maxRows} rows. Keep fewer, for example one per minute.`,
      );
    }
    this.#threshold /= 2;
    const kept = new Int32Array(this.#numbers.size).fill(-1);
    const ids = [...this.#numbers];
    this.#numbers.clear();
    for (const [id, number] of ids) {
      if (hashOf(id) < this.#threshold) {
        kept[number] = this.#numbers.size;
        this.#numbers.set(id, this.#numbers.size);
      }
    }
    const columns = [this.#times, this.#lons, this.#lats, this.#ends, this.#places, this.#activities];
    let to = 0;
    for (let from = 0; from < this.#length; from++) {
      const number = kept[this.#person[from]!]!;
      if (number < 0) continue;
      this.#person[to] = number;
      for (const column of columns) if (column) column[to] = column[from]!;
      to++;
    }
    this.#length = to;
  }
}

/** A hash that decides whether a person is sampled, wherever the person is in a file: FNV-1a with mixed bits. */
export function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
