import { counted, grouped, SECONDS_PER_DAY, tenTo, UserError } from '@itinera/base';
import type { ClockOptions, DayForm, LocalClock } from '@itinera/tables';
import { fromNumberedPeople, type Trajectories } from '../trajectories.js';
import { doubtsAbout } from './doubts.js';
import { isMissing } from './missing.js';
import type { ClockOffset } from './side-reading.js';
import { TimeOfDay } from './time-of-day.js';
import { DROPS, type Drop, type TrajectoryFile } from './trajectory-file.js';
import { withoutRepeats } from './without-repeats.js';

/** One row of a file; NaN for missing values. */
export interface RawRow {
  time: number;
  lon: number;
  lat: number;
  end: number;
  place: number;
  /** Number from `TrajectoryRows.activity`. */
  activity: number;
  /** Seconds of local time minus UTC at `time` and `end`; NaN on a clock without a zone. */
  offset: number;
  endOffset: number;
}

/** An empty row, to be refilled for each record. */
export function emptyRow(): RawRow {
  return {
    time: 0,
    lon: 0,
    lat: 0,
    end: Number.NaN,
    place: Number.NaN,
    activity: Number.NaN,
    offset: Number.NaN,
    endOffset: Number.NaN,
  };
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
  /** Numbers of places whose names are no numbers; pass one map for all files that are compared. */
  readonly places?: Map<string, number>;
  /** Longitude and latitude of places, for rows that name a place and have no position. */
  readonly locations?: ReadonlyMap<string, readonly [lon: number, lat: number]> | undefined;
  /** Keep only one of `count` shares of the people, by a hash of their ids; `index` from 0. Others are read, so that notes agree. */
  readonly part?: { readonly index: number; readonly count: number } | undefined;
}

const MAX_ROWS = 10_000_000;
const MAX_PEOPLE = 1_000_000;
/** Activities are kept in bytes. */
const MAX_ACTIVITIES = 256;
/** Rows from which people of one record each are doubtful. */
const LEAST_ROWS = 10;
/** Characters of a cell that are shown. */
const LONGEST_CELL = 40;
const FIRST_ROWS = 1 << 10;
/** Hours between an offset and the sun's time, above which it is of another place; the most is 3.5. */
const FAR_OFF_HOURS = 5;
/** Places with names are numbered from here, beyond those with numbers. */
const FIRST_NAMED_PLACE = 2 ** 31;
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
  /** Whether a file says that its people do not exist. */
  isSynthetic = false;
  readonly #path: string;
  readonly #maxRows: number;
  readonly #maxPeople: number;
  readonly #activityNumbers: Map<string, number>;
  readonly #knownActivities: number;
  readonly #placeNumbers: Map<string, number>;
  readonly locations: RowLimits['locations'];
  readonly #part: RowLimits['part'];
  #hasOthers = false;
  /** Adds a further row of the person whose row is being read, in layouts with several records per row. */
  addNext: (raw: RawRow, line: number) => void = () => undefined;
  /** Whether times have no date and their column is named as slots or hours of a day. */
  areSlots = false;
  /** Name of the column of people. */
  personColumn: string | undefined;
  /** Further columns that may name people. */
  otherPersonColumns: readonly string[] = [];
  /** Offsets of the local clock by row, kept once they vary; NaN on a clock without a zone. */
  #offsets: Float64Array | undefined;
  #endOffsets: Float64Array | undefined;
  #firstOffset = Number.NaN;
  readonly #dayForm: DayForm | undefined;
  readonly #timesOfDay: TimeOfDay[] = [];
  readonly #dropped = new Map<Drop, { count: number; first: number; cell?: string | undefined }>();
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
  /** Latitude and longitude of the last row beyond 90 and 180 degrees. */
  #farthest: readonly [number, number] = [0, 0];
  #couldBeSwapped = 0;
  #atZero = 0;
  /** Rows whose offset is that of other longitudes. */
  #farOff = 0;
  readonly #notes: string[] = [];

  constructor(
    path: string,
    clock: LocalClock,
    {
      maxRows = MAX_ROWS,
      maxPeople = MAX_PEOPLE,
      activities = new Map(),
      places = new Map(),
      timeOfDay,
      locations,
      part,
    }: RowLimits & Pick<ClockOptions, 'timeOfDay'> = {},
  ) {
    this.#path = path;
    this.#maxRows = maxRows;
    this.#maxPeople = maxPeople;
    this.#activityNumbers = activities;
    this.#placeNumbers = places;
    this.#knownActivities = activities.size;
    this.clock = clock;
    this.#dayForm = timeOfDay;
    this.locations = locations;
    this.#part = part;
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

  /** Returns the number of an activity, that of `none` for a missing one, NaN if there are too many. */
  activity(text: string): number {
    const name = isMissing(text) ? 'none' : text;
    const known = this.#activityNumbers.get(name);
    if (known !== undefined) return known;
    if (this.#activityNumbers.size === MAX_ACTIVITIES) return Number.NaN;
    this.#activityNumbers.set(name, this.#activityNumbers.size);
    return this.#activityNumbers.size - 1;
  }

  /** Returns the number of a place: itself if it is one, otherwise that of its name; NaN for a missing one. */
  place(text: string): number {
    // 007 and 1e5 are names: of a telephone mast, and of a geohash.
    if (/^(?:0|[1-9]\d{0,9})(?:\.0)?$/.test(text) && Number(text) < FIRST_NAMED_PLACE) return Number(text);
    // -1 is the label of points outside all clusters, which are at no common place.
    if (isMissing(text) || text === '-1') return Number.NaN;
    let known = this.#placeNumbers.get(text);
    if (known === undefined) {
      known = FIRST_NAMED_PLACE + this.#placeNumbers.size;
      this.#placeNumbers.set(text, known);
    }
    return known;
  }

  /** The reader of times of day in a column beside the date's. */
  timesOfDay(column: string): TimeOfDay {
    const times = new TimeOfDay(column, this.#dayForm);
    this.#timesOfDay.push(times);
    return times;
  }

  /** @param cell what is wrong in it */
  drop(why: Drop, at: number, cell?: () => string): void {
    this.#seen++;
    const known = this.#dropped.get(why);
    if (known) known.count++;
    else this.#dropped.set(why, { count: 1, first: at, cell: cell?.() });
  }

  note(text: string): void {
    this.#notes.push(text);
  }

  /** Returns the number of a person, which may be new; -1 if the person is not sampled. */
  person(id: string): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    if (this.#part && hashOf(id) % this.#part.count !== this.#part.index) {
      this.#hasOthers = true;
      return -1;
    }
    if (this.#threshold < 2 ** 32 && hashOf(id) >= this.#threshold) return -1;
    this.#numbers.set(id, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  /** Returns what is wrong with a row, undefined if it is valid. */
  fault({ time, lon, lat, end, offset, endOffset }: RawRow): Drop | undefined {
    if (!(Math.abs(time) <= LAST_TIME)) return 'time';
    if (!(lon <= 180 && lon >= -180 && lat <= 90 && lat >= -90)) {
      this.#beyond++;
      this.#farthest = [lat, lon];
      if (Math.abs(lon) <= 90 && Math.abs(lat) <= 180) this.#couldBeSwapped++;
      return 'coordinates';
    }
    if (this.#ends && Number.isNaN(end)) return 'unended';
    if (this.#ends && !(end >= time) && !(end - (endOffset || 0) >= time - (offset || 0))) return 'ends';
    return undefined;
  }

  /** Adds a valid row of a person; -1 only counts it. @returns whether people were renumbered */
  add(person: number, { time, lon, lat, end, place, activity, offset, endOffset }: RawRow): boolean {
    this.#seen++;
    if (person < 0) return false;
    if (this.#length === this.#times.length) this.#grow();
    if (lon === 0 && lat === 0) this.#atZero++;
    const at = this.#length++;
    const before = at > 0 && this.#person[at - 1] === person ? this.#instant(at - 1) : -Infinity;
    if (before > time - (offset || 0)) {
      // Where the clock is set back, an hour is shown twice: the order of rows tells which one it is.
      const second = this.clock.secondOffset(time, offset);
      if (before <= time - second) offset = second;
    }
    if (at === 0) this.#firstOffset = offset;
    if (!this.#offsets && (!same(offset, this.#firstOffset) || (this.#ends && !same(endOffset, this.#firstOffset)))) {
      this.#offsets = new Float64Array(this.#times.length).fill(this.#firstOffset);
      if (this.#ends) this.#endOffsets = this.#offsets.slice();
    }
    if (this.#offsets) this.#offsets[at] = offset;
    if (this.#endOffsets) this.#endOffsets[at] = endOffset;
    if (before > time - (offset || 0)) this.#backwards++;
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
    if (!this.#isFull()) return false;
    while (this.#isFull()) this.#halve();
    return true;
  }

  #isFull(): boolean {
    return this.#length > this.#maxRows || this.#numbers.size > this.#maxPeople;
  }

  /** Seconds of a row on a clock without offset. */
  #instant(row: number): number {
    return this.#times[row]! - ((this.#offsets ? this.#offsets[row] : this.#firstOffset) || 0);
  }

  /** @throws UserError when there is no valid row, or times are not those of a person */
  finish(): TrajectoryFile {
    for (const times of this.#timesOfDay) times.conclude(this.#path);
    if (this.#length === 0 && !this.#hasOthers) throw this.#nothing();
    const n = this.#length;
    this.#refuseRowNumbers(n);
    const offsets = this.#offsetSpans(n);
    const shifts = this.#shifts(n);
    let trajectories: Trajectories;
    try {
      trajectories = fromNumberedPeople({
        people: [...this.#numbers.keys()],
        person: this.#person.subarray(0, n),
        times: this.#times.subarray(0, n),
        lons: this.#lons.subarray(0, n),
        lats: this.#lats.subarray(0, n),
        ...shifts,
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
      ...this.#allNotes(once),
      clock: this.clock.name(),
      offsets,
      ...(this.hasCells && !this.hasPositions && { areCells: true }),
      ...(this.isSynthetic && { synthetic: true }),
    };
  }

  /** @throws UserError if every row has a person of its own, as the numbers of rows would */
  #refuseRowNumbers(n: number): void {
    if (this.#numbers.size < n || n < LEAST_ROWS || this.personColumn === undefined) return;
    const ids = Float64Array.from(this.#numbers.keys(), Number).sort();
    const isCount = ids.every((id, i) => id === ids[0]! + i);
    if (isCount && /^id$/i.test(this.personColumn.trim()))
      throw new UserError(
        `${this.#path}: the column "${this.personColumn}" counts the rows, so every person would have one record. Name the column of people: --columns user=NAME`,
      );
    this.note(
      `${this.#path}: each of ${grouped(n)} people has one record (column "${this.personColumn}"); if it does not name people, pass --columns user=NAME.`,
    );
  }

  /** The offsets of the local clock from change to change; none on a clock without a zone. */
  #offsetSpans(n: number): ClockOffset[] {
    // By week, since an offset returns after half a year.
    const spans = new Map<number, ClockOffset>();
    let span: ClockOffset | undefined;
    let lastWeek = Number.NaN;
    for (let row = 0; row < n; row++) {
      const offset = this.#offsets ? this.#offsets[row]! : this.#firstOffset;
      if (Number.isNaN(offset)) return [];
      const instant = this.#times[row]! - offset;
      const week = Math.floor(instant / WEEK);
      if (span?.seconds !== offset || week !== lastWeek) {
        const key = week * 2 * WEEK + offset;
        span = spans.get(key) ?? { seconds: offset, from: instant, to: instant };
        spans.set(key, span);
        lastWeek = week;
      }
      if (instant < span.from) span.from = instant;
      else if (instant > span.to) span.to = instant;
      const apart = Math.abs(offset / 3600 - this.#lons[row]! / 15);
      if (offset !== 0 && Math.min(apart, Math.abs(24 - apart)) > FAR_OFF_HOURS) this.#farOff++;
    }
    return joinedSpans([...spans.values()]);
  }

  /**
   * Turns times of local clocks with several offsets into times of one clock, that of the least offset.
   * @returns what leads back to the local clock of each row; nothing if times have one offset, or some have none
   */
  #shifts(n: number): { shifts?: Float64Array; endShifts?: Float64Array } {
    if (!this.#offsets) return {};
    const offsets = this.#offsets.subarray(0, n);
    const ends = this.#ends && this.#endOffsets?.subarray(0, n);
    let least = Infinity;
    for (let row = 0; row < n; row++) {
      if (Number.isNaN(offsets[row]!) || Number.isNaN(ends?.[row] ?? 0)) return {};
      least = Math.min(least, offsets[row]!, ends?.[row] ?? Infinity);
    }
    for (let row = 0; row < n; row++) {
      offsets[row]! -= least;
      this.#times[row]! -= offsets[row]!;
      if (ends) {
        ends[row]! -= least;
        this.#ends![row]! -= ends[row]!;
      }
    }
    return { shifts: offsets, ...(ends && { endShifts: ends }) };
  }

  #allNotes(set: Trajectories): Required<Pick<TrajectoryFile, 'notes' | 'doubts'>> {
    const path = this.#path;
    const { people } = set;
    const clocks = [...this.clock.notes(), ...this.#timesOfDay.flatMap((times) => times.notes(path))];
    const others = this.#doubts(set, clocks);
    const notes = [...this.#notes, ...clocks, ...others];
    const named = [...this.#activityNumbers].slice(this.#knownActivities);
    if (this.#activities && this.#withoutActivity === 0 && named.length > 0)
      notes.push(`activities: ${named.map(([name, number]) => `${number} ${name}`).join(', ')}.`);
    if (this.#threshold < 2 ** 32)
      notes.push(
        `${path}: ${grouped(this.#length)} rows of ${counted(people.length, 'person', 'people')} are used, of ${grouped(this.#seen)} rows of about ${grouped(Math.round(people.length * (2 ** 32 / this.#threshold)))} people; people are sampled by id, up to ${grouped(this.#maxRows)} rows and ${grouped(this.#maxPeople)} people.`,
      );
    return { notes, doubts: [...this.#notes, ...others] };
  }

  /** @param known notes that may say the same */
  #doubts(set: Trajectories, known: readonly string[]): string[] {
    const path = this.#path;
    const notes: string[] = [];
    if (this.#couldBeSwapped > this.#length / 10)
      notes.push(`${path}: many latitudes are beyond 90 degrees; are lon and lat swapped?`);
    if (this.#backwards > 0)
      notes.push(
        `${path}: ${this.#backwards} rows are earlier than the previous row of the same person; they were sorted.`,
      );
    const unlikely =
      this.hasPositions && !this.#timesOfDay.some(({ countsDays }) => countsDays) ? unlikelyYears(set) : [];
    if (unlikely.length > 0 && !known.some((note) => note.includes(LIKELY_YEARS)))
      notes.push(
        `${path}: ${unlikely.length} rows are outside ${LIKELY_YEARS}, such as ${new Date(unlikely[0]! * 1000).toISOString().slice(0, 10)}; are these dates missing values, or in another format (--time-format)?`,
      );
    if (this.hasPositions && this.#farOff > this.#length / 2)
      notes.push(
        `${path}: ${this.#farOff} rows have an offset from UTC that does not match their longitude; is it the zone of another place, or does it have the opposite sign, as in JavaScript's getTimezoneOffset?`,
      );
    if (this.#atZero > 0)
      notes.push(`${path}: ${this.#atZero} rows are at longitude 0 and latitude 0; are positions missing?`);
    if (this.#withoutPlace > 0) notes.push(`${path}: ${this.#withoutPlace} rows have no place, so places are omitted.`);
    if (this.#withoutActivity > 0)
      notes.push(
        `${path}: ${this.#withoutActivity} rows have no activity, or there are more than ${MAX_ACTIVITIES} activities, so activities are omitted.`,
      );
    if (this.hasPositions) notes.push(...doubtsAbout(set).map((doubt) => `${path}: ${doubt}`));
    const repeats = this.#dropped.get('twice')?.count ?? 0;
    const [only] = this.otherPersonColumns;
    if (set.people.length === 1 && only !== undefined && this.#length >= LEAST_ROWS)
      notes.push(
        `${path}: all ${grouped(this.#length)} rows are of one person, by the column "${this.personColumn}"; if people are in "${only}", pass --columns user=${only}.`,
      );
    if (repeats > this.#length / 2 && this.#length >= LEAST_ROWS)
      notes.push(
        `${path}: ${repeats} of ${this.#length} rows repeat a time and a position of their person; are times slots or hours without their date? If so, pass --columns date=NAME,time=NAME.`,
      );
    return notes;
  }

  #nothing(): UserError {
    const reasons = [...this.#dropped].map(
      ([why, { count, first, cell }]) =>
        `${count}: ${DROPS[why][1]}, first in ${first}${cell ? `, "${cell.slice(0, LONGEST_CELL)}"` : ''}`,
    );
    const swapped = this.#beyond > 0 && this.#couldBeSwapped === this.#beyond;
    const onlyTimes = this.#dropped.size === 1 && this.#dropped.has('time');
    return new UserError(
      `${this.#path}: no usable rows${reasons.length > 0 ? ` (${reasons.join('; ')})` : ''}. ${
        swapped
          ? 'Are lon and lat swapped? Then pass --columns lat=LON,lon=LAT with the names of the two columns.'
          : this.#beyond === this.#seen && this.#beyond > 0
            ? this.#unit()
            : onlyTimes
              ? EXPECTED_TIMES
              : 'Expected columns uid, time, lat, lon.'
      }`,
    );
  }

  /** What coordinates beyond 180 and 90 degrees may be, and what to do. */
  #unit(): string {
    const [lat, lon] = this.#farthest;
    if (Number.isNaN(lat) || Number.isNaN(lon))
      return 'Write positions as decimal degrees, such as 35.6895 and 139.6917.';
    if (Math.abs(lat) <= 90 && lon <= 360) return 'Longitudes are from 0 to 360: subtract 360 from those above 180.';
    const shifted = [7, 6, 5].find(
      (digits) => Math.abs(lat) <= 90 * tenTo(digits) && Math.abs(lon) <= 180 * tenTo(digits) && Number.isInteger(lat),
    );
    const areMinutes = lat < 9000 && lon < 18_000 && [lat, lon].every((number) => number >= 100 && number % 100 < 60);
    const nmea = areMinutes
      ? ` If they are degrees and minutes, as in NMEA, ${lat} is ${Math.trunc(lat / 100)} + ${Number((lat % 100).toFixed(5))}/60 degrees.`
      : '';
    return `Positions such as ${lat}, ${lon} are not degrees.${nmea} Convert metres of a projection to degrees (EPSG:4326)${shifted === undefined ? '' : `; divide whole numbers by 10^${shifted} if they are degrees without a point`}.`;
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
    if (this.#offsets) this.#offsets = longer(this.#offsets);
    if (this.#endOffsets) this.#endOffsets = longer(this.#endOffsets);
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
    const columns = [
      this.#times,
      this.#lons,
      this.#lats,
      this.#ends,
      this.#places,
      this.#activities,
      this.#offsets,
      this.#endOffsets,
    ];
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

/** The years of the data that people have, as notes name them; and their first and last seconds. */
const LIKELY_YEARS = '1990 to 2035';
const [FIRST_LIKELY, LAST_LIKELY] = [Date.UTC(1990) / 1000, Date.UTC(2036) / 1000];

/** The times that are outside these years. */
const unlikelyYears = ({ times }: Trajectories) => times.filter((time) => time < FIRST_LIKELY || time >= LAST_LIKELY);

const WEEK = 7 * SECONDS_PER_DAY;

/** Spans without those that continue the previous one; one per offset if several offsets are in use at one time. */
function joinedSpans(spans: readonly ClockOffset[]): ClockOffset[] {
  const joined: ClockOffset[] = [];
  let areMixed = false;
  for (const span of spans.toSorted((a, b) => a.from - b.from || a.seconds - b.seconds)) {
    const last = joined.at(-1);
    areMixed ||= last !== undefined && last.seconds !== span.seconds && last.to > span.from;
    if (last?.seconds === span.seconds) last.to = Math.max(last.to, span.to);
    else joined.push({ ...span });
  }
  if (!areMixed) return joined;
  const offsets = [...new Set(spans.map(({ seconds }) => seconds))].sort((a, b) => a - b);
  return offsets.map((seconds) => {
    const own = spans.filter((span) => span.seconds === seconds);
    return { seconds, from: Math.min(...own.map(({ from }) => from)), to: Math.max(...own.map(({ to }) => to)) };
  });
}

/** Whether two offsets are the same; a clock without a zone has none. */
const same = (a: number, b: number) => a === b || (Number.isNaN(a) && Number.isNaN(b));

/** A hash that decides whether a person is sampled, wherever the person is in a file: FNV-1a with mixed bits. */
export function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
