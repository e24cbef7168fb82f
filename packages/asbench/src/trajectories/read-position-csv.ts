import { UserError } from '@itinera/metrics';
import { type Layout, layoutOf } from './csv-layout.js';
import { CsvLine } from './csv-line.js';
import { isCells, positionOfCell } from './fields.js';
import { openBytes } from './open-bytes.js';
import { emptyRow, type RawRow, type TrajectoryRows } from './trajectory-rows.js';

/** Bytes that a line may have. */
const MAX_LINE = 2 ** 20;
const NEWLINE = 10;
const RETURN = 13;

/**
 * Reads lines of text with separated columns. One line is in memory beside what is kept.
 *
 * @throws UserError when the first line names no columns, or a line never ends
 */
export async function readPositionCsv(path: string, rows: TrajectoryRows): Promise<void> {
  let take: ((bytes: Buffer, from: number, to: number, at: number) => void) | undefined;
  let number = 0;
  let cells: CsvLine | undefined;
  const line = (bytes: Buffer, from: number, to: number) => {
    number++;
    const end = to > from && bytes[to - 1] === RETURN ? to - 1 : to;
    if (isBlank(bytes, from, end)) return;
    if (take) {
      take(bytes, from, end, number);
      return;
    }
    const layout = layoutOf(path, bytes.toString('utf8', from, end));
    cells = new CsvLine(layout.separator.charCodeAt(0), layout.last + 1);
    take = takerOf(layout, cells, rows);
    if (!layout.header) take(bytes, from, end, number);
  };
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of openBytes(path)) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, piece]) : piece;
    if (number === 0) refuseOtherText(path, bytes);
    let from = 0;
    for (let to = bytes.indexOf(NEWLINE, rest.length); to >= 0; to = bytes.indexOf(NEWLINE, from)) {
      line(bytes, from, to);
      from = to + 1;
    }
    rest = bytes.subarray(from);
    if (rest.length > MAX_LINE) {
      throw new UserError(`${path}: a line is longer than ${MAX_LINE} characters; this is no CSV of positions.`);
    }
  }
  if (rest.length > 0) line(rest, 0, rest.length);
  if (cells && cells.decimalCommas > 0)
    rows.note(`${path}: ${cells.decimalCommas} numbers have a decimal comma; it was read as a point.`);
}

/** What the first bytes of other files are, and what to do about it. */
const OTHER_FILES: readonly (readonly [bytes: string, words: string])[] = [
  ['\xff\xfe', 'is text in UTF-16. Save it as UTF-8.'],
  ['\xfe\xff', 'is text in UTF-16. Save it as UTF-8.'],
  ['\x1f\x8b', 'is packed by gzip. Let its name end in .csv.gz.'],
  ['\x28\xb5\x2f\xfd', 'is packed by Zstandard. Unpack it first.'],
  ['PK\x03\x04', 'is a zip file or a spreadsheet. Unpack it, or save it as CSV.'],
  ['PAR1', 'is Parquet. Let its name end in .parquet.'],
  ['ARROW1', 'is Arrow. Let its name end in .arrow.'],
];

/** @throws UserError for what is no text with separated columns. */
export function refuseOtherText(path: string, bytes: Buffer): void {
  const other = OTHER_FILES.find(([start]) => bytes.toString('latin1', 0, start.length) === start);
  if (other) throw new UserError(`${path}: ${other[1]}`);
  if (bytes.includes(0)) throw new UserError(`${path}: holds bytes of 0, so it is no text. Expected CSV in UTF-8.`);
  if (bytes.includes(RETURN) && !bytes.includes(NEWLINE))
    throw new UserError(`${path}: its lines end in carriage returns alone. Save it with line feeds.`);
}

function isBlank(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at]! > 32) return false;
  return true;
}

function takerOf({ fields, last, columns }: Layout, cells: CsvLine, rows: TrajectoryRows) {
  const row = emptyRow();
  const most = columns - last - 1;
  const person = personReader(cells, fields.uid, rows);
  if (isCells(fields)) {
    rows.expect({ ends: false, places: true, activities: false });
    return (bytes: Buffer, from: number, to: number, at: number) => {
      if (cells.split(bytes, from, to) <= last) return rows.drop('columns', at);
      if (cells.cellsBehind() > most) return rows.drop('more', at);
      const [d, t, x, y] = [fields.d, fields.t, fields.x, fields.y].map((column) => cells.number(column));
      const why = positionOfCell({ d: d!, t: t!, x: x!, y: y! }, row) ?? rows.fault(row);
      return why ? rows.drop(why, at) : person(row, at);
    };
  }
  const { time, lon, lat, end, place, activity } = fields;
  rows.expect({ ends: end !== undefined, places: place !== undefined, activities: activity !== undefined });
  return (bytes: Buffer, from: number, to: number, at: number) => {
    if (cells.split(bytes, from, to) <= last) return rows.drop('columns', at);
    if (cells.cellsBehind() > most) return rows.drop('more', at);
    row.time = cells.time(time, rows.clock);
    row.lon = cells.number(lon);
    row.lat = cells.number(lat);
    if (end !== undefined) row.end = cells.time(end, rows.clock);
    if (place !== undefined) row.place = cells.number(place);
    if (activity !== undefined) row.activity = rows.activity(cells.text(activity));
    const why = rows.fault(row);
    return why ? rows.drop(why, at) : person(row, at);
  };
}

/** Adds rows to their person; the id is looked up only when it is another than in the row before. */
function personReader(cells: CsvLine, uid: number, rows: TrajectoryRows) {
  let known: Buffer = Buffer.alloc(0);
  let number = -1;
  return (row: RawRow, at: number) => {
    if (known.length === 0 || !cells.equals(uid, known)) {
      const id = cells.text(uid);
      if (id === '') return rows.drop('person', at);
      known = cells.bytes(uid);
      number = rows.person(id);
    }
    if (rows.add(number, row)) known = Buffer.alloc(0);
  };
}
