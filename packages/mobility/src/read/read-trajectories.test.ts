import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { UserError } from '@itinera/base';
import { openFile } from '@itinera/tables/node';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { slowTest } from '../../../base/src/slow.fixture.js';
import { type ReadOptions, readTrajectories as readFiles } from './read-trajectories.js';

const folder = mkdtempSync(join(tmpdir(), 'trajectories '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const readTrajectories = (path: string, options?: ReadOptions) => readFiles(openFile(path), options);
const file = (text: string | Uint8Array, name = 'file.csv') => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const read = (text: string, options = {}) => readTrajectories(file(text), options);

test('columns are found by name in any order, quoted, with synonyms and another separator', async () => {
  const { trajectories } = await read(
    '"Latitude";lng;user_id;datetime\n35.5;139.5;b;2020-09-14T08:30:00\n35;139;a;1600000000\n',
  );
  expect(trajectories.people).toEqual(['a', 'b']);
  expect([...trajectories.lons]).toEqual([139, 139.5]);
  expect([...trajectories.times]).toEqual([1_600_000_000, Date.UTC(2020, 8, 14, 8, 30) / 1000]);
});

test('without names the order is uid, time, lat, lon; five whole numbers are HuMob cells', async () => {
  const plain = (await read('1,60,35,139\n1,0,36,140\n')).trajectories;
  expect([...plain.times]).toEqual([0, 60]);
  expect([...plain.lats]).toEqual([36, 35]);
  const { trajectories, dropped } = await read('uid,d,t,x,y\n1,2,3,10,20\n1,2,4,-999,-999\n');
  expect([...trajectories.times]).toEqual([(2 + 3) * 86_400 + 3 * 1800]);
  expect(trajectories.lats[0]! / trajectories.lons[0]!).toBeCloseTo(2, 12);
  expect(dropped).toEqual({ 'masked cell': 1 });
});

test('rows with a second time are stays; gzip is unpacked; milliseconds are seconds', async () => {
  const text =
    'uid,time,leaving_datetime,lat,lon\n1,1600000000000,1600003600000,35,139\n1,1600003600,1600000000,35,139\n';
  const { trajectories, dropped } = await readTrajectories(file(gzipSync(text), 'stays.csv.gz'));
  expect([...(trajectories.ends ?? [])]).toEqual([1_600_003_600]);
  expect(dropped).toEqual({ 'stay ends before it begins': 1 });
});

test('a stay longer than a life is rejected with the reason', async () => {
  await expect(read('uid,time,lat,lon,end\na,1567000000,50,8,15670001041382672000\n')).rejects.toThrow(UserError);
});

test('with a zone, epochs and offsets become local times; without, several offsets are reported', async () => {
  const text = 'uid,time,lat,lon\n1,2020-07-01T00:00:00Z,35,139\n1,2020-07-01T03:00:00+03:00,35,140\n';
  const tokyo = (await read(text, { zone: 'Asia/Tokyo' })).trajectories;
  expect([...tokyo.times]).toEqual(Array(2).fill(Date.UTC(2020, 6, 1, 9) / 1000));
  expect((await read(text)).notes.join()).toContain('Z, +03:00');
  await expect(read(text, { zone: 'Nowhere/Else' })).rejects.toThrow('unknown time zone');
});

test('invalid rows are counted by reason, repeated rows are dropped, unsorted times are reported', async () => {
  const { trajectories, dropped, firstDropped, notes } = await read(
    'uid,time,lat,lon\n1,100,35,139\n1,100,35,139\n1,50,35,139\n1,x,35,139\n1,1,91,139\n1,1,NaN,139\n1,1\n,1,35,139\n',
  );
  expect([...trajectories.times]).toEqual([50, 100]);
  expect(dropped).toEqual({
    'time is none': 1,
    'coordinates are missing, or beyond 180 and 90 degrees': 2,
    'too few columns': 1,
    'no person': 1,
    'said twice': 1,
  });
  expect(firstDropped['coordinates are missing, or beyond 180 and 90 degrees']).toBe(6);
  expect(notes.join(' ')).toMatch(/1 rows are earlier/);
});

test.each([
  ['', 'no usable rows'],
  ['uid,time,lat,lon\n', 'no usable rows'],
  ['uid,time,lat,lon\n1,1,139,35\n', 'swapped'],
  ['uid,when,lat,lon\n1,1,35,139\n', 'no column for time'],
  ['a,b\n', 'no column for uid, time'],
  ['lat,lon,time\n35,139,1\n', 'if all rows are of one person, add a column uid, such as 1'],
  ['1,2\n', '2 columns without names'],
])('%j is rejected with the reason', async (text, words) => {
  await expect(read(text)).rejects.toThrow(words);
});

test('damaged gzip and endless lines are rejected', async () => {
  await expect(readTrajectories(file(gzipSync('uid,time').subarray(0, 20), 'broken.csv.gz'))).rejects.toThrow(
    'damaged or cut short',
  );
  await expect(read('x'.repeat(3_000_000))).rejects.toThrow('longer than');
  await expect(read('\uFEFFuid,time,lat,lon\n1,1,35,139\n')).resolves.toBeDefined();
  await expect(readTrajectories(file(Buffer.from('\uFEFFuid,time', 'utf16le')))).rejects.toThrow('UTF-16');
});

test('decimal commas are read as points and reported; rows with too many cells are dropped', async () => {
  const comma = await read('uid;time;lat;lon\n1;0;35,25;139,5\n1;60;-0,5;139\n');
  expect([...comma.trajectories.lats]).toEqual([35.25, -0.5]);
  expect(comma.notes.join()).toContain('3 numbers have a decimal comma');
  const torn = await read('uid,time,lat,lon\n1,0,35,25,139,5\n1,0,35,139\n1,60,35,139,\n');
  expect(torn.trajectories.times).toHaveLength(2);
  expect(torn.dropped).toEqual({ 'more columns than the first line (unquoted or decimal commas?)': 1 });
  const behind = await read('uid,time,lat,lon,note,x\n1,0,35,139,"a, b",1\n1,60,35,139,a, b,1\n');
  expect(behind.trajectories.times).toHaveLength(1);
});

test('names in another encoding stay different, invalid times are dropped, rows at 0, 0 are reported', async () => {
  const rows = 'uid,time,lat,lon\nJ\xfcrg,0,35,139\nJ\xf6rg,0,0,0\nx,99999999999999999999999,35,139\n';
  const { trajectories, dropped, notes } = await readTrajectories(file(Buffer.from(rows, 'latin1')));
  expect(trajectories.people).toEqual(['J\xf6rg', 'J\xfcrg']);
  expect(dropped).toEqual({ 'time is none': 1 });
  expect(notes.join()).toContain('1 rows are at longitude 0 and latitude 0');
});

test('a packed file is read whatever its name, and so are lines that end in carriage returns', async () => {
  const rows = 'uid,time,lat,lon\r1,0,35,139\r';
  const plain = await read(rows);
  expect(plain.trajectories.times).toHaveLength(1);
  expect(await readTrajectories(file(gzipSync(rows)))).toEqual(plain);
});

test.each([
  [Buffer.from('PAR1 xx'), 'expected Parquet'],
  [Buffer.from('ARROW1 x'), 'expected Arrow'],
  [Buffer.from('PK\x03\x04'), 'zip'],
  [Buffer.from('uid\0,time'), 'zero bytes'],
  [Buffer.from('uid,time,lat,lon\n1,14th of September 2020,35,139\n'), 'Expected times as seconds'],
])('%s as CSV is rejected with the reason', async (bytes, words) => {
  await expect(readTrajectories(file(bytes))).rejects.toThrow(words);
});

test('numbers are exact, however they are written', async () => {
  const cells = ['35.123456789', '-0.5', '1e1', '.5', '12.', '+7', '35.12345678901234567', '0.1', '" 8 "'];
  const { trajectories } = await read(`uid,time,lat,lon\n${cells.map((cell, i) => `1,${i},${cell},1`).join('\n')}`);
  expect([...trajectories.lats]).toEqual([35.123456789, -0.5, 10, 0.5, 12, 7, Number(cells[6]), 0.1, 8]);
});

test('cells are places; activities have the same number in all files that share them, and are listed', async () => {
  const cells = (await read('uid,d,t,x,y\n1,2,3,10,20\n1,2,4,199,7\n')).trajectories;
  expect([...(cells.places ?? [])]).toEqual([1_000_020, 19_900_007]);
  const activities = new Map<string, number>();
  const first = await read('uid,time,lat,lon,purpose\n1,0,35,139,work\n1,60,35,139,home\n1,90,35,139,\n', {
    activities,
  });
  const second = await read('uid,time,lat,lon,activity\n1,0,35,139,"home"\n1,60,35,139,shop\n', { activities });
  expect([...(first.trajectories.activities ?? [])]).toEqual([0, 1, 2]);
  expect([...(second.trajectories.activities ?? [])]).toEqual([1, 3]);
  expect([first.notes.at(-1), second.notes.at(-1)]).toEqual([
    'activities: 0 work, 1 home, 2 none.',
    'activities: 3 shop.',
  ]);
  const many = Array.from({ length: 300 }, (_, i) => `1,${i},35,139,a${i}`).join('\n');
  const left = await read(`uid,time,lat,lon,activity\n${many}`);
  expect(left.trajectories.activities).toBeUndefined();
  expect(left.notes.join()).toContain('44 rows have no activity, or there are more than 256');
});

test('a separator within quotes is part of a name', async () => {
  const { trajectories } = await read('uid,time,lat,lon\n"Doe, ""J""",2020-01-01 00:00:00,35,139\n');
  expect(trajectories.people).toEqual(['Doe, "J"']);
});

test('people are sampled by id, in any order of rows, if there are too many rows, and a note reports it', async () => {
  const line = (i: number) => `p${i % 50},${i},35,${139 + i / 1e5}`;
  const rows = Array.from({ length: 1000 }, (_, i) => line(i));
  const drawn = await read(['uid,time,lat,lon', ...rows].join('\n'), { maxRows: 300 });
  const again = await read(['uid,time,lat,lon', ...rows.reverse()].join('\n'), { maxRows: 300 });
  const { people, times } = drawn.trajectories;
  expect(people.length).toBeGreaterThan(0);
  expect(times.length).toBe(people.length * 20);
  expect(times.length).toBeLessThanOrEqual(300);
  expect(again.trajectories).toEqual(drawn.trajectories);
  expect(drawn.notes.join()).toMatch(
    new RegExp(`${times.length} rows of ${people.length} people are used, of 1,000 rows of about \\d+ people`),
  );
  await expect(
    read(['uid,time,lat,lon', ...rows.map((row) => row.replace(/^p\d+/, 'p'))].join('\n'), { maxRows: 300 }),
  ).rejects.toThrow('one person has more than 300 rows');
});

test('people are sampled if there are too many', async () => {
  const rows = Array.from({ length: 500 }, (_, i) => `p${i},${i},35,139`);
  const { trajectories, notes } = await read(['uid,time,lat,lon', ...rows].join('\n'), { maxPeople: 100 });
  expect(trajectories.people.length).toBeLessThanOrEqual(100);
  expect(trajectories.times.length).toBe(trajectories.people.length);
  expect(notes.join()).toMatch(/of 500 rows of about [3-7]\d\d people/);
});

slowTest('no text makes the reader crash or hang', async () => {
  const cell = fc.oneof(
    fc.constantFrom('uid', 'time', 'lat', 'lon', '1', '-999', '', '"', 'NaN', '2020-01-01', '1e400'),
    fc.string(),
  );
  const line = fc.array(cell, { maxLength: 7 }).map((cells) => cells.join(','));
  const text = fc.tuple(fc.constantFrom('uid,time,lat,lon', 'uid,d,t,x,y', ''), fc.array(line, { maxLength: 12 }));
  await fc.assert(
    fc.asyncProperty(text, async ([head, lines]) => {
      await read([head, ...lines].join('\n')).catch((error: unknown) => {
        if (!(error instanceof UserError)) throw error;
      });
    }),
    { numRuns: 200 },
  );
});
