import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readGtfs } from '@itinera/city';
import { readSteps } from '@itinera/humob';
import { readTrajectories } from '@itinera/mobility';
import { readPeopleTables } from '@itinera/people';
import { readObservedCounts } from '@itinera/studies';
import { readRecords } from '@itinera/tables';
import { openFile } from '@itinera/tables/node';
import { columnFromArray, float64, tableFromColumns, tableToIPC } from '@uwdata/flechette';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, describe, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'tables '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Rows = readonly (readonly number[])[];
const plainly = (value: number) => String(value);
const text = (names: readonly string[], rows: Rows, { separator = ',', end = '\n', cell = plainly } = {}) =>
  [names.join(separator), ...rows.map((row) => row.map(cell).join(separator))].join(end) + end;
const columnsOf = (names: readonly string[], rows: Rows) =>
  names.map((name, i) => [name, rows.map((row) => row[i]!)] as const);
const objects = (names: readonly string[], rows: Rows) =>
  rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]])));
const comma = (value: number) => String(value).replace('.', ',');

/** Ways to write a table of numbers. */
const texts: Readonly<Record<string, (names: readonly string[], rows: Rows) => string | Uint8Array>> = {
  semicolons: (names, rows) => text(names, rows, { separator: ';' }),
  tabs: (names, rows) => text(names, rows, { separator: '\t' }),
  bars: (names, rows) => text(names, rows, { separator: '|' }),
  'decimal commas': (names, rows) => text(names, rows, { separator: ';', cell: comma }),
  quotes: (names, rows) =>
    text(
      names.map((name) => `"${name}"`),
      rows,
      { cell: (value) => `"${value}"` },
    ),
  'a byte order mark': (names, rows) => `\uFEFF${text(names, rows)}`,
  'the line ends of Windows': (names, rows) => text(names, rows, { end: '\r\n' }),
  'the line ends of an old Mac': (names, rows) => text(names, rows, { end: '\r' }),
};
const files: typeof texts = {
  ...texts,
  gzip: (names, rows) => gzipSync(text(names, rows)),
  'a list as JSON': (names, rows) => JSON.stringify(objects(names, rows)),
  'JSON Lines': (names, rows) =>
    objects(names, rows)
      .map((row) => JSON.stringify(row))
      .join('\n'),
  Parquet: (names, rows) =>
    new Uint8Array(
      parquetWriteBuffer({
        columnData: columnsOf(names, rows).map(([name, data]) => ({ name, data, type: 'DOUBLE' })),
      }),
    ),
  Arrow: (names, rows) =>
    tableToIPC(
      tableFromColumns(
        Object.fromEntries(columnsOf(names, rows).map(([name, data]) => [name, columnFromArray(data, float64())])),
      ),
      { format: 'file' },
    )!,
};

/** Every reader of users' tables, with a table that it reads. */
const readers: readonly (readonly [
  name: string,
  read: (path: string) => unknown,
  names: readonly string[],
  rows: Rows,
])[] = [
  [
    'trajectories',
    async (path) => (await readTrajectories(openFile(path))).trajectories,
    ['uid', 'time', 'lat', 'lon'],
    [
      [1, 1600000000, 35.5, 139.25],
      [2, 1600000600, -35.125, 139],
    ],
  ],
  [
    'profiles',
    (path) => readRecords(openFile(path)),
    ['id', 'home_lon', 'home_lat'],
    [
      [1, 8.5, 50.25],
      [2, 8, 50],
    ],
  ],
  [
    'a population grid',
    (path) => readPeopleTables({ grid: path }),
    ['lon', 'lat', 'population'],
    [
      [8.5, 50.25, 10.5],
      [8, 50, 3],
    ],
  ],
  [
    'observed counts',
    readObservedCounts,
    ['lon', 'lat', 'hour', 'count'],
    [
      [7.4, 43.7, 8, 12.5],
      [7.5, 43.8, 9, 3],
    ],
  ],
  [
    'HuMob steps',
    async (path) => {
      const { uid, d, t, x, y, length } = (await readSteps(path)).steps;
      return [uid, d, t, x, y].map((column) => [...column.subarray(0, length)]);
    },
    ['uid', 'd', 't', 'x', 'y'],
    [
      [1, 0, 5, 100, 200],
      [1, 0, 6, 101, 199],
    ],
  ],
];

describe.each(readers)('%s are read from', (name, read, names, rows) => {
  test.each(Object.entries(files))('%s as from plain CSV', async (way, write) => {
    const plain = join(folder, 'plain.csv');
    writeFileSync(plain, text(names, rows));
    const path = join(folder, `${name} ${way}`);
    writeFileSync(path, write(names, rows));
    expect(await read(path)).toEqual(await read(plain));
  });

  test('a file that is not a table is rejected with the same message', async () => {
    const path = join(folder, 'archive.csv');
    writeFileSync(path, 'PK\x03\x04 and more');
    await expect(read(path)).rejects.toThrow(`${path}: the file is a zip archive`);
  });
});

test.each(Object.entries(texts))('GTFS tables with %s are read like plain ones', async (_, write) => {
  const stops = (lines: string | Uint8Array) => ({
    'stops.txt': lines,
    'routes.txt': 'route_id,route_type\nr,3\n',
    'trips.txt': 'trip_id,route_id,service_id\nt,r,s\n',
    'stop_times.txt':
      'trip_id,stop_id,stop_sequence,arrival_time,departure_time\nt,1,1,8:00:00,8:00:00\nt,2,2,8:10:00,8:10:00\n',
    'calendar_dates.txt': 'service_id,date,exception_type\ns,20240301,1\n',
  });
  const names = ['stop_id', 'stop_lat', 'stop_lon'];
  const rows = [
    [1, 41.5, -8.25],
    [2, 41.625, -8.5],
  ];
  const feed = async (lines: string | Uint8Array) => {
    const path = mkdtempSync(join(folder, 'feed '));
    for (const [file, content] of Object.entries(stops(lines))) writeFileSync(join(path, file), content);
    const { stops: found, trips } = await readGtfs(path);
    return { found, trips };
  };
  expect(await feed(write(names, rows))).toEqual(await feed(text(names, rows)));
});
