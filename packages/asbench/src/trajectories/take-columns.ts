import { isCells, positionOfCell, type RowFields } from './fields.js';
import type { LocalClock } from './local-clock.js';
import { emptyRow, type RawRow, type TrajectoryRows } from './trajectory-rows.js';

/** What a column of a table holds in a row. */
export type ColumnCells = (row: number) => unknown;

/**
 * Takes the rows of a table that is in columns.
 *
 * @param columns by field: the cell of each row
 * @param first number of the first of these rows in the file, from 1
 */
export function takeColumns(
  fields: RowFields,
  columns: (field: string) => ColumnCells,
  length: number,
  first: number,
  rows: TrajectoryRows,
): void {
  const uid = columns('uid');
  const raw = emptyRow();
  const read = isCells(fields) ? readCells(columns, raw, rows) : readPositions(fields, columns, raw, rows);
  for (let row = 0; row < length; row++) {
    const id = textOf(uid(row));
    const why = id === '' ? 'person' : (read(row) ?? rows.fault(raw));
    if (why) rows.drop(why, first + row);
    else rows.add(rows.person(id), raw);
  }
}

function readCells(columns: (field: string) => ColumnCells, raw: RawRow, rows: TrajectoryRows) {
  rows.expect({ ends: false, places: true, activities: false });
  const [d, t, x, y] = ['d', 't', 'x', 'y'].map(columns) as [ColumnCells, ColumnCells, ColumnCells, ColumnCells];
  return (row: number) =>
    positionOfCell({ d: numberOf(d(row)), t: numberOf(t(row)), x: numberOf(x(row)), y: numberOf(y(row)) }, raw);
}

function readPositions(fields: RowFields, columns: (field: string) => ColumnCells, raw: RawRow, rows: TrajectoryRows) {
  const [time, lon, lat] = ['time', 'lon', 'lat'].map(columns) as [ColumnCells, ColumnCells, ColumnCells];
  const end = 'end' in fields ? columns('end') : undefined;
  const place = 'place' in fields ? columns('place') : undefined;
  const activity = 'activity' in fields ? columns('activity') : undefined;
  rows.expect({ ends: end !== undefined, places: place !== undefined, activities: activity !== undefined });
  return (row: number) => {
    raw.time = timeOf(time(row), rows.clock);
    raw.lon = numberOf(lon(row));
    raw.lat = numberOf(lat(row));
    if (end) raw.end = timeOf(end(row), rows.clock);
    if (place) raw.place = numberOf(place(row));
    if (activity) raw.activity = rows.activity(textOf(activity(row)));
    return undefined;
  };
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
}

export function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}

/** A time on a wall, without a zone: as dates are read of a table that names none. */
export class WallTime {
  readonly seconds: number;
  constructor(seconds: number) {
    this.seconds = seconds;
  }
}

export function timeOf(value: unknown, clock: LocalClock): number {
  if (typeof value === 'string') return clock.read(value.trim());
  if (value instanceof WallTime) return value.seconds;
  if (value instanceof Date) return clock.instant(value.getTime() / 1000);
  return clock.number(numberOf(value));
}
