import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '@itinera/base';
import { expect, test } from 'vitest';
import { bytesSource } from '../byte-source.js';
import { openFile } from '../node.js';
import { readRecords, readTable } from '../read-table.js';
import { columnsOf } from './columns-of.js';

// SQLite 3.40 wrote it with pages of 512 bytes and text in UTF-16: six tables and a view, among them one WITHOUT ROWID, one
// virtual and one with a computed column; deleted rows, a column added later, a text of several pages.
const database = () => openFile(join(import.meta.dirname, '../../fixtures/several-tables.sqlite'));

test('the first table with the expected columns is read, and a note names it', async () => {
  const { columns, notes, length } = await readTable(database(), { required: ['lat'] });
  expect([...columns.keys()]).toEqual(['user "id"', 'seen at', 'lat', 'lon', 'n', 'extra', 'later']);
  expect(columns.get('user "id"')).toEqual(['z', '', 'ann', 'bob', '王', 'q']);
  expect(columns.get('lat')).toEqual(Float64Array.of(-(2 ** 40), 1e300, 35.5, -0.25, 0, 8_388_607));
  expect(columns.get('lon')).toEqual(Float64Array.of(2 ** 31, -1, 139, -139.5, 1, -8_388_609));
  expect(columns.get('n')).toEqual(Float64Array.of(-(2 ** 60), -40_000, 1, 2, 200, 2 ** 40));
  expect(columns.get('later')).toEqual(Array(length).fill(undefined));
  expect(notes).toEqual([`${database().name}: the table points, of [people] is read.`]);
});

test('a database in WAL mode is read with a note', async () => {
  const bytes = new Uint8Array(readFileSync(database().name)).fill(2, 18, 20);
  const { notes } = await readTable(bytesSource('x', bytes), { required: ['lat'] });
  expect(notes[0]).toBe('x: the database is in WAL mode; rows that are only in its -wal file are not read.');
});

test('rows are complete and in order, without deleted ones, and with texts that continue on other pages', async () => {
  const notes = await readRecords(database(), { required: ['body'] });
  const kept = Array.from({ length: 60 }, (_, i) => i + 1).filter((id) => id % 3 !== 0);
  expect(notes).toEqual([{ id: -5, body: 'é'.repeat(3000) }, ...kept.map((id) => ({ id, body: `x${id}` }))]);
});

test('a database in which no table has the expected columns is rejected with the names of its tables', async () => {
  const reading = readTable(database(), { required: ['time'] });
  await expect(reading).rejects.toThrow(UserError);
  await expect(reading).rejects.toThrow(
    'no table with the expected columns can be read, among settings, doubled, boxes_rowid, boxes_node, boxes_parent, notes',
  );
});

test('a row with more cells than the table has columns is rejected before they take memory', async () => {
  const varint = (n: number): number[] =>
    n < 128 ? [n] : [...varint(Math.floor(n / 128)).map((byte) => byte | 128), n % 128];
  const text = (of: string) => [...new TextEncoder().encode(of)];
  const sql = 'CREATE TABLE a (n)';
  const schema = [6, 23, 15, 15, 1, 13 + 2 * sql.length, ...text('tableaa'), 2, ...text(sql)];
  const file = (row: readonly number[]) => {
    const bytes = new Uint8Array(8192);
    bytes.set([...text('SQLite format 3'), 0, 4096 >> 8, 0]);
    for (const [start, head, cell] of [
      [0, 100, schema],
      [4096, 4096, row],
    ] as const) {
      const at = 3000 - cell.length;
      bytes.set([13, 0, 0, 0, 1, 0, 0, 0, at >> 8, at & 255], head);
      bytes.set([...varint(cell.length), 1, ...cell], start + at);
    }
    return bytesSource('x', bytes);
  };
  expect(await readRecords(file([2, 1, 7]))).toEqual([{ n: 7 }]);
  const zeros = [...varint(2002), ...Array(2000).fill(0)];
  await expect(readRecords(file(zeros))).rejects.toThrow('a row has more cells than columns');
});

test('statements are read in linear time, even if quotes or brackets are not closed', () => {
  for (const open of ['[', '"', "'", '`', '/*', '(', '--'])
    expect(columnsOf(`CREATE TABLE a (x, y ${open.repeat(40_000)}`)?.names.slice(0, 2)).toEqual(['x', 'y']);
  expect(columnsOf(`CREATE TABLE a (${'x, '.repeat(100_000)}y)`)).toBeUndefined();
});

test.each([
  ['id INTEGER PRIMARY KEY, b', 0],
  ['b, id integer not null primary key autoincrement', 1],
  ['b, "id" INTEGER, PRIMARY KEY ("id")', 1],
  ['id INT PRIMARY KEY', undefined],
  ['id INTEGER, b, PRIMARY KEY (id, b)', undefined],
])('among the columns %s, the row number is %s', (columns, rowid) => {
  expect(columnsOf(`CREATE TABLE a (${columns})`)?.rowid).toBe(rowid);
});
