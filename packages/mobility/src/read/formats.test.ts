import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { UserError } from '@itinera/base';
import { openFile } from '@itinera/tables/node';
import {
  columnFromArray,
  float64,
  int32,
  TimeUnit,
  tableFromColumns,
  tableToIPC,
  timestamp,
  utf8,
} from '@uwdata/flechette';
import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, expect, test } from 'vitest';
import { slowTest } from '../../../base/src/slow.fixture.js';
import { type ReadOptions, readTrajectories as readFiles } from './read-trajectories.js';

const folder = mkdtempSync(join(tmpdir(), 'formats '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const readTrajectories = (path: string, options?: ReadOptions) => readFiles(openFile(path), options);
const fixtures = join(import.meta.dirname, '../../../tables/fixtures');
const file = (bytes: string | Uint8Array, name: string) => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};

const csv = 'uid,time,lat,lon\nann,1600000000,35,139\nann,1600000060,35.5,139.5\nbob,1600000000,36,140\n';
const uids = ['ann', 'ann', 'bob'];
const times = [1600000000, 1600000060, 1600000000];
const lats = [35, 35.5, 36];
const lons = [139, 139.5, 140];
const parquet = new Uint8Array(
  parquetWriteBuffer({
    columnData: [
      { name: 'user_id', data: uids, type: 'STRING' },
      { name: 'timestamp', data: times.map((time) => new Date(time * 1000)), type: 'TIMESTAMP' },
      { name: 'latitude', data: lats, type: 'DOUBLE' },
      { name: 'longitude', data: lons, type: 'DOUBLE' },
    ],
  }),
);
const arrowOf = (format: 'file' | 'stream', [time, lat, lon]: readonly [string, string, string]) =>
  tableToIPC(
    tableFromColumns({
      uid: columnFromArray(uids, utf8()),
      [time]: columnFromArray(times, int32()),
      [lat]: columnFromArray(lats, float64()),
      [lon]: columnFromArray(lons, float64()),
    }),
    { format },
  )!;
const arrow = arrowOf('file', ['time', 'lat', 'lng']);
const points = {
  type: 'FeatureCollection',
  features: uids.map((uid, i) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lons[i], lats[i]] },
    properties: { uid, time: times[i] },
  })),
};
const lines = {
  type: 'FeatureCollection',
  features: ['ann', 'bob'].map((id) => {
    const own = uids.map((_, i) => i).filter((i) => uids[i] === id);
    return {
      type: 'Feature',
      id,
      geometry: { type: 'LineString', coordinates: own.map((i) => [lons[i], lats[i]]) },
      properties: { times: own.map((i) => times[i]) },
    };
  }),
};
const trips = {
  ...lines,
  features: lines.features.map(({ geometry, properties, ...rest }) => ({
    ...rest,
    geometry: { ...geometry, coordinates: geometry.coordinates.map((at, i) => [...at, 0, properties.times[i]]) },
    properties: {},
  })),
};

test.each([
  ['Parquet', parquet, 'a.parquet'],
  ['Arrow', arrow, 'a.arrow'],
  ['an Arrow stream', arrowOf('stream', ['t', 'y', 'x']), 'a.arrows'],
  ['Arrow of Apache, whose schema is in the footer', readFileSync(join(fixtures, 'apache-arrow.arrow')), 'c.arrow'],
  ['an Arrow stream of Apache', readFileSync(join(fixtures, 'apache-arrow.arrows')), 'c.arrows'],
  ['packed Arrow', gzipSync(arrow), 'b.feather.gz'],
  ['GeoJSON points', JSON.stringify(points), 'a.geojson'],
  ['packed GeoJSON', gzipSync(JSON.stringify(points)), 'a.geojson.gz'],
  ['a feature a line', points.features.map((one) => JSON.stringify(one)).join('\n'), 'a.ndjson'],
  ['GeoJSON lines with times', JSON.stringify(lines), 'b.geojson'],
  ['GeoJSON lines with a fourth coordinate', JSON.stringify(trips), 'c.geojson'],
])('%s is read like the same rows as CSV', async (_, bytes, name) => {
  const expected = await readTrajectories(file(csv, 'same.csv'));
  const { trajectories, dropped } = await readTrajectories(file(bytes, name));
  expect(trajectories).toEqual(expected.trajectories);
  expect(dropped).toEqual({});
});

test('dates in a table are converted to a zone only if they have one themselves', async () => {
  const stamps = (timezone: string | null) => {
    const one = columnFromArray([35], float64());
    const time = columnFromArray([1_600_000_000_000], timestamp(TimeUnit.MILLISECOND, timezone));
    const table = tableFromColumns({ uid: columnFromArray(['a'], utf8()), time, lat: one, lon: one });
    return file(tableToIPC(table, { format: 'file' })!, 'dates.arrow');
  };
  const zone = 'Asia/Tokyo';
  expect((await readTrajectories(stamps(null), { zone })).trajectories.times[0]).toBe(1_600_000_000);
  expect((await readTrajectories(stamps('UTC'), { zone })).trajectories.times[0]).toBe(1_600_000_000 + 9 * 3600);
});

test('dates in a table with a zone are on its clock, and those in UTC are said to be', async () => {
  const rows = (timezone: string | null) =>
    tableFromColumns({
      uid: columnFromArray(['a'], utf8()),
      time: columnFromArray([1_600_000_000_000], timestamp(TimeUnit.MILLISECOND, timezone)),
      lat: columnFromArray([35], float64()),
      lon: columnFromArray([139], float64()),
    });
  const arrowFile = (timezone: string | null) =>
    file(tableToIPC(rows(timezone), { format: 'file' })!, `${String(timezone).replace(/\W/, '')}.arrow`);
  const schemaOf = (timezone: string | null) =>
    Buffer.from(tableToIPC(rows(timezone), { format: 'stream' })!).toString('base64');
  const parquetFile = (timezone: string | null) =>
    file(
      new Uint8Array(
        parquetWriteBuffer({
          columnData: [
            { name: 'uid', data: ['a'], type: 'STRING' },
            { name: 'time', data: [new Date(1_600_000_000_000)], type: 'TIMESTAMP' },
            { name: 'lat', data: [35], type: 'DOUBLE' },
            { name: 'lon', data: [139], type: 'DOUBLE' },
          ],
          kvMetadata: [{ key: 'ARROW:schema', value: schemaOf(timezone) }],
        }),
      ),
      `${String(timezone).replace(/\W/, '')}.parquet`,
    );
  for (const made of [arrowFile, parquetFile]) {
    const zoned = await readTrajectories(made('Asia/Tokyo'));
    expect(zoned).toMatchObject({ clock: 'Asia/Tokyo', notes: [] });
    expect(zoned.trajectories.times[0]).toBe(1_600_000_000 + 9 * 3600);
    const offset = await readTrajectories(made('+05:30'));
    expect(offset).toMatchObject({ clock: '+05:30' });
    expect(offset.trajectories.times[0]).toBe(1_600_000_000 + 5.5 * 3600);
    const utc = await readTrajectories(made('UTC'));
    expect(utc).toMatchObject({ clock: 'UTC' });
    expect(utc.notes.join()).toContain('Times are in UTC and are read as written; pass --zone');
    const moved = await readTrajectories(made('Asia/Tokyo'), { zone: 'Europe/Lisbon' });
    expect(moved).toMatchObject({ clock: 'Europe/Lisbon' });
    expect(moved.trajectories.times[0]).toBe(1_600_000_000 + 3600);
  }
  expect(await readTrajectories(arrowFile(null))).toMatchObject({ clock: 'floating', notes: [] });
});

test('a date and a time of day in columns of their own types are read as their texts', async () => {
  const expected = await readTrajectories(file('uid,date,time,lat,lon\na,2020-09-13,12:26:40,35,139\n', 'd.csv'));
  const bytes = parquetWriteBuffer({
    schema: [
      { name: 'root', num_children: 5 },
      { name: 'uid', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
      { name: 'date', type: 'INT32', converted_type: 'DATE', repetition_type: 'REQUIRED' },
      { name: 'time', type: 'INT64', converted_type: 'TIME_MICROS', repetition_type: 'REQUIRED' },
      { name: 'lat', type: 'DOUBLE', repetition_type: 'REQUIRED' },
      { name: 'lon', type: 'DOUBLE', repetition_type: 'REQUIRED' },
    ],
    columnData: [
      { name: 'uid', data: ['a'] },
      { name: 'date', data: [new Date('2020-09-13')] },
      { name: 'time', data: [BigInt((12 * 3600 + 26 * 60 + 40) * 1e6)] },
      { name: 'lat', data: [35] },
      { name: 'lon', data: [139] },
    ],
  });
  const read = await readTrajectories(file(new Uint8Array(bytes), 'd.parquet'));
  expect(read.trajectories).toEqual(expected.trajectories);
  expect(read).toMatchObject({ clock: 'floating', notes: [] });
  const midnight = file('uid,date,time,lat,lon\na,2020-09-13 00:00:00,12:26:40,35,139\n', 'm.csv');
  expect((await readTrajectories(midnight)).trajectories).toEqual(expected.trajectories);
});

test('a refusal names the nested columns, which are not read', async () => {
  const bytes = parquetWriteBuffer({
    columnData: [
      { name: 'uid', data: ['a'] },
      { name: 'time', data: [5] },
      { name: 'position', data: [[139, 35]] },
    ],
    schema: [
      { name: 'root', num_children: 3 },
      { name: 'uid', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
      { name: 'time', type: 'DOUBLE', repetition_type: 'REQUIRED' },
      { name: 'position', repetition_type: 'OPTIONAL', num_children: 1, converted_type: 'LIST' },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      { name: 'element', type: 'DOUBLE', repetition_type: 'OPTIONAL' },
    ],
  });
  await expect(readTrajectories(file(new Uint8Array(bytes), 'nested.parquet'))).rejects.toThrow(
    /no column for lat, lon .* Nested columns are not read \(position\): write them as text, or their parts as columns\.$/,
  );
});

test('several files are read one after another; invalid rows are counted in every format', async () => {
  const parts = [file(csv, '1.csv'), file(parquet, '2.parquet')].map(openFile);
  const { trajectories, dropped } = await readFiles(parts);
  expect(trajectories.times).toHaveLength(3);
  expect(dropped).toEqual({ 'said twice': 3 });
  const bad = structuredClone(points) as { features: { geometry: unknown; properties: Record<string, unknown> }[] };
  bad.features[0]!.properties.time = null;
  bad.features.push({ geometry: null, properties: { uid: 1, time: 1 } });
  const read = await readTrajectories(file(JSON.stringify(bad), 'bad.geojson'));
  expect(read.dropped).toEqual({ 'time is none': 1 });
  expect(read.notes.join()).toContain('1 features are neither points nor lines');
});

test('JSON objects, in a list or one per line, are rows', async () => {
  const rows = uids.map((uid, i) => ({ uid, time: times[i], lat: lats[i], lon: lons[i] }));
  const expected = await readTrajectories(file(csv, 'same.csv'));
  for (const text of [JSON.stringify(rows), rows.map((row) => JSON.stringify(row)).join('\n')])
    expect(await readTrajectories(file(text, 'rows.jsonl'))).toEqual(expected);
});

test('files that differ in their columns: stays with points are rejected, a missing place is reported', async () => {
  const mixed = [file(csv, '1.csv'), file('uid,time,lat,lon,place\ncy,0,35,139,4\n', '2.csv')].map(openFile);
  const { trajectories, notes } = await readFiles(mixed);
  expect(trajectories.places).toBeUndefined();
  expect(notes.join()).toContain('3 rows have no place');
  const stays = openFile(file('uid,time,end,lat,lon\ncy,0,5,35,139\n', '3.csv'));
  await expect(readFiles([...mixed, stays])).rejects.toThrow('some files have stays, others points');
});

test.each([
  ['x', 'x.parquet', 'expected Parquet'],
  ['PAR1PAR1', 'y.parquet', 'expected Parquet'],
  ['x', 'x.arrow', 'x.arrow'],
  ['', 'empty.arrow', 'empty.arrow'],
  ['{"a":1}', 'x.geojson', 'x.geojson'],
  ['{', 'y.geojson', 'Expected JSON: a list of objects, one object per line, or GeoJSON.'],
  ['{"type":"FeatureCollection","features":[]}', 'z.geojson', 'no column for uid, time, lat, lon'],
])('%j as %s is rejected with the reason', async (bytes, name, words) => {
  const problem = await readTrajectories(file(bytes, name)).catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(UserError);
  expect((problem as Error).message).toContain(words);
});

test('a Parquet page without lengths is rejected', async () => {
  const damaged = Uint8Array.from(parquet);
  damaged.set([0x24, 0x80], 11);
  await expect(readTrajectories(file(damaged, 'lengths.parquet'))).rejects.toThrow('a page with');
});

slowTest('a damaged file never makes a reader crash or hang', async () => {
  const formats = [
    [parquet, 'fuzz.parquet'],
    [arrow, 'fuzz.arrow'],
    [new TextEncoder().encode(JSON.stringify(points)), 'fuzz.geojson'],
    [new TextEncoder().encode(csv), 'fuzz.csv'],
    [gzipSync(csv), 'fuzz.csv.gz'],
    [
      new TextEncoder().encode('<gpx><trkpt lat="1" lon="2"><time>2008-10-23T02:53:04Z</time></trkpt></gpx>'),
      'fuzz.gpx',
    ],
    [new TextEncoder().encode('Geolife trajectory\n\n\n\n\n\n39,116,0,492,3,2008-10-23,02:53:04\n'), 'fuzz.plt'],
  ] as const;
  const change = fc.tuple(fc.nat(), fc.nat(255));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...formats),
      fc.array(change, { minLength: 1, maxLength: 6 }),
      fc.option(fc.nat()),
      async ([bytes, name], changes, cut) => {
        const damaged = Uint8Array.from(bytes);
        for (const [at, value] of changes) damaged[at % damaged.length] = value;
        const path = file(cut === null ? damaged : damaged.subarray(0, cut % damaged.length), name);
        await readTrajectories(path).catch((error: unknown) => {
          if (!(error instanceof UserError)) throw error;
        });
      },
    ),
    { numRuns: 300 },
  );
});
