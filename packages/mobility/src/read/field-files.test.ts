import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openFile } from '@itinera/tables/node';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, expect, test } from 'vitest';
import { type ReadOptions, readTrajectories } from './read-trajectories.js';

const folder = mkdtempSync(join(tmpdir(), 'field files '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const read = (name: string, content: string | Uint8Array, options: ReadOptions = {}) => {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return readTrajectories(openFile(path), options);
};
const utc = (text: string) => Date.parse(`${text}Z`) / 1000;

const geolife = `Geolife trajectory\nWGS 84\nAltitude is in Feet\nReserved 3\n0,2,255,My Track,0,0,2,8421376\n0\n`;
const gpx = `<?xml version="1.0"?>\n<gpx version="1.1"><trk><name>x</name><trkseg>
<trkpt lon="116.5" lat="39.9"><ele>1</ele><time>2008-10-23T02:53:04Z</time></trkpt>
<trkpt lat='39.8' lon='116.4'><time>2008-10-23T02:54:04Z</time></trkpt><trkpt lat="1" lon="2"/></trkseg></trk></gpx>`;
const massive = new Uint8Array(
  parquetWriteBuffer({
    columnData: [
      { name: 'trail_id', data: ['1', '1'], type: 'STRING' },
      { name: 'user_id', data: ['7', '7'], type: 'STRING' },
      { name: 'venue_id', data: ['a', 'b'], type: 'STRING' },
      { name: 'latitude', data: [39.9, 39.8], type: 'DOUBLE' },
      { name: 'longitude', data: [116.5, 116.4], type: 'DOUBLE' },
      { name: 'timestamp', data: ['2008-10-23 02:53:04', '2008-10-23 02:54:04'], type: 'STRING' },
    ],
  }),
);
const rows = (form: (lat: number, lon: number, minute: number) => string) =>
  `${form(39.9, 116.5, 53)}\n${form(39.8, 116.4, 54)}\n`;

test.each<[format: string, name: string, content: string | Uint8Array, user: string, options?: ReadOptions]>([
  ['T-Drive', '366.txt', rows((lat, lon, m) => `366,2008-10-23 02:${m}:04,${lon},${lat}`), '366'],
  [
    'Foursquare (TSMC2014)',
    'dataset_TSMC2014_NYC.txt',
    rows(
      (lat, lon, m) =>
        `470\t49bbd6c0f964a520f4531fe3\t4bf58d\tCaf\t${lat}\t${lon}\t480\tWed Oct 22 18:${m}:04 +0000 2008`,
    ),
    '470',
  ],
  [
    'Foursquare with column names',
    'nyc.csv',
    `userId,venueId,latitude,longitude,timezoneOffset,utcTimestamp\n${rows((lat, lon, m) => `470,49bb,${lat},${lon},480,Wed Oct 22 18:${m}:04 +0000 2008`)}`,
    '470',
  ],
  [
    'GeoLife',
    '000/Trajectory/20081023025304.plt',
    geolife + rows((lat, lon, m) => `${lat},${lon},0,492,39744.1,2008-10-23,02:${m}:04`),
    '000',
  ],
  ['GPX', 'ann.gpx', gpx, 'ann'],
  ['Gowalla', 'loc-gowalla.txt', rows((lat, lon, m) => `0\t2008-10-23T02:${m}:04Z\t${lat}\t${lon}\t22847`), '0'],
  ['Massive-STEPS', 'massive.parquet', massive, '7'],
  [
    'times with AM and PM',
    'us.csv',
    `device_id,time,lat,lon\n${rows((lat, lon, m) => `d1,10/23/2008 2:${m}:04 AM,${lat},${lon}`)}`,
    'd1',
  ],
  [
    'day/month/year',
    'uk.csv',
    `device_id,datetime,lat,lon\n${rows((lat, lon, m) => `d1,23/10/2008 02:${m}:04,${lat},${lon}`)}`,
    'd1',
  ],
  [
    'date and time in two columns',
    'two.csv',
    `id,date,time,lat,lon\n${rows((lat, lon, m) => `d1,2008-10-23,02:${m}:04,${lat},${lon}`)}`,
    'd1',
  ],
  [
    'named columns and a format of times',
    'own.csv',
    `who,when,north,east\n${rows((lat, lon, m) => `d1,2310081453,${lat},${lon}`.replace('1453', `02${m}04`))}`,
    'd1',
    { columns: { user: 'who', time: 'when', lat: 'north', lon: 'east' }, timeFormat: '%d%m%y%H%M%S' },
  ],
  [
    'columns by number',
    'bare.csv',
    rows((lat, lon, m) => `x,${lon},${lat},d1,2008-10-23 02:${m}:04`),
    'd1',
    { columns: { user: '4', time: '5', lat: '3', lon: '2' } },
  ],
])('%s is read', async (_, name, content, user, options = {}) => {
  const { trajectories, dropped } = await read(name, content, options);
  expect(trajectories.people).toEqual([user]);
  expect([...trajectories.times]).toEqual([utc('2008-10-23T02:53:04'), utc('2008-10-23T02:54:04')]);
  expect([[...trajectories.lats], [...trajectories.lons]]).toEqual([
    [39.9, 39.8],
    [116.5, 116.4],
  ]);
  expect(dropped).toEqual({});
});

test('times in UTC are converted to a zone, and without one a note asks for it', async () => {
  const text = 'uid,time,lat,lon\n1,2020-07-01T00:00:00Z,35,139\n';
  expect((await read('z.csv', text)).notes).toEqual([expect.stringMatching(/in UTC \(Z\).*pass --zone/)]);
  const { trajectories, notes } = await read('z.csv', text, { zone: 'Asia/Tokyo' });
  expect([[...trajectories.times], notes]).toEqual([[utc('2020-07-01T09:00:00')], []]);
  expect((await read('o.csv', text.replace('Z', '+09:00'))).notes).toEqual([]);
  const plt = `${geolife}39.9,116.5,0,492,39744.1,2008-10-23,02:53:04\n`;
  const local = await read('001/Trajectory/a.plt', plt, { zone: 'Asia/Shanghai' });
  expect([...local.trajectories.times]).toEqual([utc('2008-10-23T10:53:04')]);
});

test('the order of day and month follows from the whole file, and is reported if no row decides it', async () => {
  const times = async (...dates: string[]) => {
    const lines = dates.map((date, i) => `1,${date} 08:00,35,139.${i}\n`);
    const { trajectories, notes, dropped } = await read('order.csv', `uid,time,lat,lon\n${lines.join('')}`);
    return {
      days: [...trajectories.times].map((time) => new Date(time * 1000).toISOString().slice(0, 10)),
      notes,
      dropped,
    };
  };
  expect(await times('03/04/2008', '04/13/2008')).toMatchObject({ days: ['2008-03-04', '2008-04-13'], notes: [] });
  expect(await times('03/04/2008', '13/04/2008')).toMatchObject({ days: ['2008-04-03', '2008-04-13'], notes: [] });
  expect((await times('03/04/2008')).notes.join()).toMatch(/read with the day first; pass --time-format/);
  expect(await times('13/04/2008', '04/13/2008')).toMatchObject({
    days: ['2008-04-13'],
    dropped: { 'time is none': 1 },
  });
});

test.each([
  [{ columns: { user: 'nobody' } }, 'no column "nobody" among'],
  [{ columns: { whose: 'uid' } }, '"whose" is unknown. Known: user, '],
  [{ timeFormat: '%Q' }, '"%Q" is unknown'],
  [{ timeFormat: '%Y %Y' }, 'repeats a directive'],
] as const)('%j is rejected with the reason', async (options, words) => {
  await expect(read('ok.csv', 'uid,time,lat,lon\n1,0,35,139\n', options)).rejects.toThrow(words);
});

test('several tracks of one file are one person, and it is said', async () => {
  const track = (time: string) =>
    `<trk><trkseg><trkpt lat="39.8" lon="116.4"><time>${time}</time></trkpt></trkseg></trk>`;
  const text = `<gpx version="1.1">${track('2008-10-23T02:54:04Z')}${track('2008-10-24T02:54:04Z')}</gpx>`;
  const { trajectories, notes } = await read('ann.gpx', text);
  expect(trajectories.people).toEqual(['ann']);
  expect(notes.join()).toContain(
    '2 tracks are read as those of one person, ann; if they are of several people, write a file',
  );
});
