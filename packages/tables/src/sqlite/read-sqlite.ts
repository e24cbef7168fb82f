import { UserError } from '@itinera/base';
import type { OpenFile } from '../open-file.js';
import { CellRow, type OnStart, type RowTaker, takeCells } from '../row.js';
import { columnsOf, type SqlColumns } from './columns-of.js';

/** https://www.sqlite.org/fileformat2.html */
const HEADER_BYTES = 100;
const [INTERIOR, LEAF] = [5, 13];
const INTEGER_BYTES = [0, 1, 2, 3, 4, 6, 8];
const [IN_WAL, WAL] = [19, 2];
const SCHEMA_COLUMNS = 5;

/**
 * Reads the first table of an SQLite database whose columns are as expected. Virtual tables, those WITHOUT ROWID and those with
 * computed columns are ignored.
 */
export async function* readSqlite(file: OpenFile, onStart: OnStart): AsyncGenerator<void> {
  const pages = new Pages(await file.whole());
  if (pages.isInWal) file.note('the database is in WAL mode; rows that are only in its -wal file are not read.');
  const tables = [...tablesOf(pages)];
  const [table, columns, taker] = chosen(file.name, tables, onStart);
  if (tables.length > 1) file.note(`the table ${table.name} is read.`);
  const row = new CellRow(columns.names.length);
  let first = 1;
  for (const rows of pages.leaves(table.root, columns.names.length)) {
    for (const { id, cells } of rows) if (columns.rowid !== undefined) cells[columns.rowid] ??= id;
    takeCells(taker, row, (place) => (at) => rows[at]!.cells[place], { first, length: rows.length });
    first += rows.length;
    yield;
  }
}

interface Table {
  readonly name: string;
  /** The page where the table begins. */
  readonly root: number;
  readonly sql: string;
}

function chosen(name: string, tables: readonly Table[], onStart: OnStart): [Table, SqlColumns, RowTaker] {
  for (const table of tables) {
    const columns = columnsOf(table.sql);
    try {
      if (columns) return [table, columns, onStart({ names: columns.names, cells: columns.names })];
    } catch (error) {
      if (!(error instanceof UserError) || tables.length === 1) throw error;
    }
  }
  const among = tables.map((table) => table.name).join(', ');
  throw new UserError(
    `${name}: no table with the expected columns can be read, among ${among.slice(0, 200) || 'none'}.`,
  );
}

function* tablesOf(pages: Pages): Generator<Table> {
  for (const rows of pages.leaves(1, SCHEMA_COLUMNS)) {
    for (const { cells } of rows) {
      const [kind, name, , root, sql] = cells;
      if (kind !== 'table' || typeof name !== 'string' || typeof root !== 'number' || typeof sql !== 'string') continue;
      if (!name.startsWith('sqlite_') && root > 0) yield { name, root, sql };
    }
  }
}

/** The pages of a database. Damage is an `Error`. */
class Pages {
  readonly isInWal: boolean;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #size: number;
  /** Bytes of a page without its reserved end. */
  readonly #usable: number;
  readonly #text: TextDecoder;
  /** Bytes of all rows so far. */
  #spent = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const size = this.#view.getUint16(16);
    this.#size = size === 1 ? 65_536 : size;
    this.#usable = this.#size - bytes[20]!;
    if (this.#size < 512 || this.#usable < 480) throw new Error(`pages of ${this.#size} bytes`);
    this.#text = new TextDecoder(['utf-8', 'utf-8', 'utf-16le', 'utf-16be'][this.#view.getUint32(56)]);
    this.isInWal = bytes[IN_WAL] === WAL;
  }

  /** The rows of a table, one leaf after another, with up to `columns` cells. */
  *leaves(root: number, columns: number): Generator<{ id: number; cells: unknown[] }[]> {
    const seen = new Set<number>();
    const left = [root];
    let last = Number.NEGATIVE_INFINITY;
    for (let page = left.pop(); page !== undefined; page = left.pop()) {
      if (seen.has(page)) throw new Error(`page ${page} is used twice`);
      seen.add(page);
      const start = this.#start(page);
      const head = page === 1 ? HEADER_BYTES : start;
      const kind = this.#bytes[head];
      if (kind !== INTERIOR && kind !== LEAF) throw new Error(`page ${page} is not part of a table`);
      const pointers = head + (kind === LEAF ? 8 : 12);
      const length = this.#view.getUint16(head + 3);
      const cells = Array.from({ length }, (_, i) => {
        const cell = start + this.#view.getUint16(pointers + 2 * i);
        if (cell < pointers + 2 * length || cell >= start + this.#usable)
          throw new Error(`page ${page} has no row ${i}`);
        return cell;
      });
      if (kind === INTERIOR) {
        left.push(this.#view.getUint32(head + 8), ...cells.map((cell) => this.#view.getUint32(cell)).reverse());
        continue;
      }
      yield cells.map((cell) => {
        const [length, idAt] = this.#varint(this.#bytes, cell);
        const [id, at] = this.#varint(this.#bytes, idAt);
        if (id < last) throw new Error(`row ${id} follows row ${last}`);
        last = id;
        return { id, cells: this.#cells(this.#payload(at, length), columns) };
      });
    }
  }

  #start(page: number): number {
    const start = (page - 1) * this.#size;
    if (page < 1 || start + this.#size > this.#bytes.length) throw new Error(`page ${page} is missing`);
    return start;
  }

  /** The bytes of a row, which continue on other pages if they are many. */
  #payload(at: number, length: number): Uint8Array {
    const usable = this.#usable;
    this.#spent += length;
    if (length < 0 || this.#spent > this.#bytes.length) throw new Error(`rows of ${this.#spent} bytes`);
    const most = usable - 35;
    if (length <= most) return this.#slice(at, length);
    const least = Math.floor(((usable - 12) * 32) / 255) - 23;
    const rest = least + ((length - least) % (usable - 4));
    const bytes = new Uint8Array(length);
    let done = rest <= most ? rest : least;
    bytes.set(this.#slice(at, done));
    for (let next = at + done; done < length; ) {
      const start = this.#start(this.#view.getUint32(next));
      const part = this.#slice(start + 4, Math.min(usable - 4, length - done));
      bytes.set(part, done);
      done += part.length;
      next = start;
    }
    return bytes;
  }

  #slice(at: number, length: number): Uint8Array {
    if (at + length > this.#bytes.length) throw new Error('a row extends past the end of the file');
    return this.#bytes.subarray(at, at + length);
  }

  #cells(row: Uint8Array, columns: number): unknown[] {
    const view = new DataView(row.buffer, row.byteOffset, row.length);
    const [end, first] = this.#varint(row, 0);
    const cells: unknown[] = [];
    let at = end;
    for (let head = first; head < end; ) {
      const [type, next] = this.#varint(row, head);
      head = next;
      const length = type >= 12 ? (type - (type % 2) - 12) / 2 : type === 7 ? 8 : (INTEGER_BYTES[type] ?? 0);
      if (cells.length === columns) throw new Error('a row has more cells than columns');
      if (at + length > row.length) throw new Error('a cell ends after its row');
      cells.push(this.#cell(type, row.subarray(at, at + length), view, at));
      at += length;
    }
    if (at !== row.length) throw new Error('a row is longer than its cells');
    return cells;
  }

  #cell(type: number, bytes: Uint8Array, view: DataView, at: number): unknown {
    if (type >= 12) return type % 2 === 1 ? this.#text.decode(bytes) : bytes;
    if (type === 7) return view.getFloat64(at);
    if (type === 8 || type === 9) return type - 8;
    if (type > 9 || type < 0) throw new Error(`a cell of type ${type}`);
    if (type === 0) return undefined;
    if (type === 6) {
      const whole = view.getBigInt64(at);
      const number = Number(whole);
      return Number.isSafeInteger(number) ? number : whole;
    }
    // The first byte has the sign.
    return bytes.reduce((value, byte, i) => (i === 0 ? view.getInt8(at) : value * 256 + byte), 0);
  }

  /** Returns a number of up to nine bytes, and the position of its end. */
  #varint(bytes: Uint8Array, at: number): [value: number, end: number] {
    let last = at;
    while (last < at + 8 && bytes[last]! >= 128) last++;
    if (last >= bytes.length) throw new Error('a number ends after the data');
    let value = last === at + 8 && bytes[at]! & 64 ? -1 : 0;
    for (let i = at; i <= last; i++) value = i === at + 8 ? value * 256 + bytes[i]! : value * 128 + (bytes[i]! & 127);
    return [value, last + 1];
  }
}
