import { counted, groupBy, type Limits } from '@itinera/base';
import {
  type ClockOptions,
  createClock,
  type FileLike,
  type OnStart,
  OtherClockError,
  readRows,
  type TableRow,
} from '@itinera/tables';
import { layoutOf, type NamedColumns, plainName } from './layout-of.js';
import { UID } from './layouts.js';
import { isMissing } from './missing.js';
import type { Drop, TrajectoryFile } from './trajectory-file.js';
import { emptyRow, type RowLimits, TrajectoryRows } from './trajectory-rows.js';

/** Options of `readTrajectories`. */
export interface ReadOptions extends RowLimits, ClockOptions {
  /** IANA name of the zone of the clock on which times are read; without it, times count as they are written. */
  readonly zone?: string | undefined;
  /** Columns by field, `{user: 'device_id', time: 'ts', lat: 'y', lon: 'x'}`, where their names do not show it. */
  readonly columns?: NamedColumns | undefined;
  /** Limit of the unpacked size. */
  readonly limits?: Limits;
}

/**
 * Reads trajectories from CSV, JSON Lines, GeoJSON, Parquet, Arrow, SQLite, GPX or GeoLife files: positions, stays if there is a
 * second time, or HuMob cells. T-Drive, Foursquare (TSMC2014), Gowalla and Brightkite are read as published. The format is recognised by the first bytes, the columns by their names in any order. Invalid rows are dropped and
 * counted. Of several files, one without a column of people is one person, named after it.
 *
 * @param files one file or several that belong together: `openFile(path)` of `@itinera/tables/node`, or a browser's `File`
 * @param options zone, and limits on what is kept in memory
 * @throws UserError when a file is not a table, has no usable row, or its columns look swapped
 */
export async function readTrajectories(
  files: FileLike | readonly FileLike[],
  {
    zone,
    timeFormat,
    dayOrder,
    timeOfDay,
    areOffsetsHhmm,
    columns,
    limits = {},
    ...kept
  }: ReadOptions & { readonly name?: string } = {},
): Promise<TrajectoryFile> {
  const list = 'name' in files ? [files] : files;
  const people = peopleNamedAfter(list);
  const read = async (clockOptions: ClockOptions) => {
    const clock = createClock(zone, clockOptions);
    const name = kept.name ?? list.map(({ name }) => name).join(', ');
    const rows = new TrajectoryRows(name, clock, { ...kept, timeOfDay: clockOptions.timeOfDay });
    const unnamed: string[] = [];
    for (const [i, file] of list.entries()) {
      const take = takerOf(file.name, rows, columns, list.length > 1 ? { person: people[i]!, unnamed } : undefined);
      for (const note of await readRows(file, take, limits)) rows.note(note);
    }
    const [first] = unnamed;
    if (first !== undefined)
      rows.note(
        `${name}: ${counted(unnamed.length, 'file')} without a column of people; each is read as one person, named after the file, such as "${first}".`,
      );
    clock.conclude(rows.areSlots);
    return rows.finish();
  };
  let clockOptions: ClockOptions = { timeFormat, dayOrder, timeOfDay, areOffsetsHhmm };
  for (let left = 3; ; left--) {
    try {
      return await read(clockOptions);
    } catch (error) {
      // A pipe cannot be read again.
      if (!(error instanceof OtherClockError) || left === 0 || list.some(({ size }) => !Number.isFinite(size)))
        throw error;
      clockOptions = { ...clockOptions, ...error.needed };
    }
  }
}

/** Names of columns of offsets from UTC in forms that are not read without being named. */
const OFFSET_NAME = /(?:tz|utc|gmt|time_?zone)_?(?:off|diff|shift)|(?:off(?:set)?|diff|shift)_?(?:utc|gmt|tz)/;

/** Fields with the cells that are wrong, by the reason to drop a row. */
const WRONG_CELLS: Partial<Readonly<Record<Drop, readonly string[]>>> = {
  time: ['time'],
  coordinates: ['lat', 'lon', 'geometry'],
};
/** Columns that name people rather than their tracks or the rows. */
const PERSON_NAMES = new Set(UID.filter((name) => !/^(id|tid|tra.*_id)$/.test(name)));

/** @param one the person of a file without a column of people, noted in `unnamed`; absent if such a file is refused */
function takerOf(
  name: string,
  rows: TrajectoryRows,
  named: NamedColumns | undefined,
  one: { readonly person: string; readonly unnamed: string[] } | undefined,
): OnStart {
  return (start) => {
    const person = start.person ?? one?.person;
    if (start.isSynthetic) rows.isSynthetic = true;
    const { layout, places } = layoutOf(
      name,
      { ...start, ...(person && { person }) },
      named,
      rows.locations !== undefined,
    );
    if (start.person === undefined && person !== undefined && places.uid === undefined) one?.unnamed.push(person);
    const fields = Object.keys(places);
    const columns = fields.map((field) => places[field]!);
    const raw = emptyRow();
    rows.clock.fromColumn(start.names?.[places.time ?? -1] ?? '');
    const read = layout.reader(
      Object.fromEntries(fields.map((field, i) => [field, i])),
      rows,
      raw,
      plainName(start.names?.[places.time ?? -1] ?? ''),
    );
    rows.personColumn = start.names?.[places.uid ?? -1];
    rows.otherPersonColumns =
      start.names?.filter((name, i) => i !== places.uid && PERSON_NAMES.has(plainName(name))) ?? [];
    const isNamed = named !== undefined && ['lon', 'lng', 'longitude'].some((name) => name in named);
    if (!isNamed && plainName(start.names?.[places.lon ?? -1] ?? '') === 'x')
      rows.note(
        'Columns x and y are read as longitude and latitude in degrees; convert metres, kilometres or cells first.',
      );
    if (places.offset === undefined && named?.offset === undefined) {
      const unused = start.names?.find((name, i) => !columns.includes(i) && OFFSET_NAME.test(plainName(name)));
      if (unused !== undefined)
        rows.note(
          `Column ${unused} looks like offsets from UTC and is not used. If they are hours, minutes or seconds, pass --columns offset=${unused}; otherwise --zone.`,
        );
    }
    const uid = fields.indexOf('uid');
    const last = Math.max(...columns);
    const width = start.cells.length;
    let [known, number] = ['\0', -1];
    let current = '';
    const numbered = () => {
      if (current === known) return number;
      known = current;
      number = rows.person(current);
      return number;
    };
    let latest: TableRow | undefined;
    const drop = (why: Drop, line: number) =>
      rows.drop(why, line, () => {
        const wrong = WRONG_CELLS[why]?.map((field) => fields.indexOf(field)).filter((at) => at >= 0) ?? [];
        return wrong.map((at) => latest?.text(at)).join(', ');
      });
    rows.addNext = (raw, line) => {
      const why = rows.fault(raw);
      if (why) drop(why, line);
      else if (rows.add(numbered(), raw)) known = '\0';
    };
    return {
      columns,
      take(row) {
        if (row.cells <= last) return rows.drop('columns', row.line);
        if (row.cells > width) return rows.drop('more', row.line);
        const id = uid < 0 ? person! : row.text(uid);
        if (id !== known && isMissing(id)) return rows.drop('person', row.line);
        current = id;
        latest = row;
        const why = read(row);
        if (why) return drop(why, row.line);
        rows.addNext(raw, row.line);
      },
    };
  };
}

/** A person for each file: its name without the ending, or with it if another file has the same one, such as `ann.csv` and `ann.parquet`. */
function peopleNamedAfter(files: readonly FileLike[]): string[] {
  const names = files.map(({ name }) => name.split(/[/\\]/).at(-1)!);
  const stemOf = (name: string) => name.replace(/\.\w+(\.gz)?$/i, '');
  const alike = groupBy(names, stemOf);
  return names.map((name) => (alike.get(stemOf(name))!.length > 1 ? name : stemOf(name)));
}
