import { deflateSync } from 'node:zlib';
import { pbfBlob, SMALL_TOWN, toPbf } from '../../packages/city-build/src/sources/osm/osm-files.fixture.js';
import { zip } from '../../packages/tables/src/files/zip.fixture.js';
import { gzip, type HostileFile, text } from './hostile-files.js';

const OSM = ['map build @ -o out.pb'];
const dense = (count: number) => {
  const zeros = Buffer.alloc(count);
  const field = (number: number, bytes: Buffer) => Buffer.concat([varints((number << 3) | 2, bytes.length), bytes]);
  return field(2, field(2, Buffer.concat([field(1, zeros), field(8, zeros), field(9, zeros)])));
};
export function varints(...values: number[]): Buffer {
  const bytes: number[] = [];
  for (let value of values) {
    for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
    bytes.push(value);
  }
  return Buffer.from(bytes);
}
export const town = toPbf(SMALL_TOWN);
const blob = (content: Buffer, claimed = content.length) => {
  const packed = deflateSync(content, { level: 9 });
  const body = Buffer.concat([varints(0x10, claimed, 0x1a, packed.length), packed]);
  const head = Buffer.concat([Buffer.from([10, 7]), Buffer.from('OSMData'), varints(0x18, body.length)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, body]);
};
const ways = (count: number) =>
  Buffer.concat([varints(0x12, 4 * count), Buffer.alloc(4 * count, Buffer.from([0x1a, 2, 8, 1]))]);
const osm: HostileFile[] = [
  ['nodes of zeros', () => Buffer.concat([town, ...Array(10).fill(blob(dense(3_000_000)))])] as const,
  [
    'blocks of zeros',
    () =>
      Buffer.concat([
        town,
        ...Array(60).fill(blob(Buffer.concat([varints(0x0a, 30_000_000), Buffer.alloc(30_000_000)]))),
      ]),
  ] as const,
  [
    'strings of nothing',
    () =>
      Buffer.concat([
        town,
        blob(Buffer.concat([varints(0x0a, 20_000_000), Buffer.alloc(20_000_000, Buffer.from([10, 0]))])),
      ]),
  ] as const,
  ['ways of nothing', () => Buffer.concat([town, ...Array(5).fill(blob(ways(5_000_000)))])] as const,
  ['groups of nothing', () => Buffer.concat([town, blob(Buffer.alloc(24_000_000, Buffer.from([0x12, 0])))])] as const,
  ['blocks that lie', () => Buffer.concat([town, blob(Buffer.alloc(60_000_000), 1000)])] as const,
  [
    'blocks of nothing',
    () => Buffer.concat([town, ...Array(20_000).fill(pbfBlob('OSMData', Buffer.alloc(0), true))]),
  ] as const,
  [
    'blocks of another kind',
    () => Buffer.concat([town, ...Array(30).fill(pbfBlob('OSMHeader', Buffer.alloc(20_000_000), true))]),
  ] as const,
].map(([name, bytes]) => ({ name: `${name}.osm.pbf`, bytes, commands: OSM }));
const xmlTexts: readonly (readonly [string, () => Buffer])[] = [
  ['nodes', () => text('<osm>', '<node id="1" lat="50" lon="8"/>', 6_000_000, '</osm>')],
  [
    'different nodes',
    () =>
      Buffer.from(
        `<osm>${Array.from({ length: 400_000 }, (_, i) => `<node id="${i}" lat="50" lon="8"/>`).join('')}</osm>`,
      ),
  ],
  ['tags', () => text('<osm><node id="1" lat="50" lon="8">', '<tag k="a" v="b"/>', 10_000_000, '</node></osm>')],
  ['blanks', () => text('<osm>', ' ', 300_000_000, '</osm>')],
  ['one attribute', () => text('<osm a="', 'a', 300_000_000, '"/>')],
  [
    'entities',
    () =>
      Buffer.from(
        `<!DOCTYPE osm [<!ENTITY a "aaaaaaaaaa">${[...'bcdefghij'].map((c, i) => `<!ENTITY ${c} "${`&${'abcdefghi'[i]};`.repeat(10)}">`).join('')}]><osm a="&j;"/>`,
      ),
  ],
  ['deep tags', () => text('<osm>', '<a>', 10_000_000)],
  [
    'relations',
    () => text('<osm><relation id="1">', '<member type="way" ref="1" role=""/>', 3_000_000, '</relation></osm>'),
  ],
];
const xml: HostileFile[] = xmlTexts.map(([name, bytes]) => ({
  name: `${name}.osm.gz`,
  bytes: () => gzip(bytes()),
  commands: OSM,
}));

export const FEED: Readonly<Record<string, string>> = {
  'agency.txt': 'agency_id,agency_name,agency_url,agency_timezone\n1,A,http://a,Europe/Berlin\n',
  'stops.txt': 'stop_id,stop_name,stop_lat,stop_lon\na,A,50.0001,7.999\nb,B,50.0001,8.001\n',
  'routes.txt': 'route_id,route_short_name,route_type\nr,1,3\n',
  'trips.txt': 'trip_id,route_id,service_id\nt,r,s\n',
  'stop_times.txt':
    'trip_id,stop_id,stop_sequence,arrival_time,departure_time\nt,a,1,08:00:00,08:00:00\nt,b,2,08:05:00,08:05:00\n',
  'calendar.txt':
    'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\ns,1,1,1,1,1,1,1,20240101,20241231\n',
};
const feed = (more: Readonly<Record<string, string | Buffer>>) => () =>
  zip(Object.entries({ ...FEED, ...more }).map(([name, data]) => ({ name, data: Buffer.from(data) })));
const numbered = (start: string, count: number, row: (i: number) => string) =>
  start + Array.from({ length: count }, (_, i) => row(i)).join('');
const gtfs: HostileFile[] = [
  [
    'a frequency of years',
    feed({ 'frequencies.txt': 'trip_id,start_time,end_time,headway_secs\nt,00:00:00,999999:00:00,1\n' }),
  ] as const,
  [
    'many frequencies',
    feed({
      'frequencies.txt': numbered(
        'trip_id,start_time,end_time,headway_secs\n',
        5000,
        (i) => `t,00:00:0${i % 10},48:${String(i % 60).padStart(2, '0')}:00,1\n`,
      ),
    }),
  ] as const,
  [
    'stops at one place',
    feed({
      'stops.txt': numbered(FEED['stops.txt']!, 20_000, (i) => `s${i},S,50.0001,7.999\n`),
      'stop_times.txt': numbered(FEED['stop_times.txt']!, 20_000, (i) => `t,s${i},${i + 3},09:00:00,09:00:00\n`),
    }),
  ] as const,
  [
    'a calendar of all time',
    feed({ 'calendar.txt': FEED['calendar.txt']!.replace('20240101,20241231', '00010101,99991231') }),
  ] as const,
  [
    'equal stop times',
    feed({ 'stop_times.txt': text(FEED['stop_times.txt']!, 't,a,1,08:00:00,08:00:00\n', 6_000_000) }),
  ] as const,
  ['trips', feed({ 'trips.txt': numbered(FEED['trips.txt']!, 300_000, (i) => `t${i},r,s\n`) })] as const,
  [
    'transfers',
    feed({
      'stops.txt': numbered(
        'stop_id,stop_name,stop_lat,stop_lon,parent_station\na,A,50.0001,7.999,\nb,B,50.0001,8.001,\n',
        4000,
        (i) => `s${i},S,50.0001,7.999,${i % 2 ? 'a' : 'b'}\n`,
      ),
      'transfers.txt': text('from_stop_id,to_stop_id,transfer_type,min_transfer_time\n', 'a,b,2,60\n', 1000),
    }),
  ] as const,
  [
    'times of weeks',
    feed({ 'stop_times.txt': FEED['stop_times.txt']!.replaceAll('08:05:00', '999999999:05:00') }),
  ] as const,
  [
    'a wide calendar',
    feed({ 'calendar_dates.txt': text('service_id,date,exception_type\n', 's,20240101,1\n', 4_000_000) }),
  ] as const,
  [
    'equal lines',
    () => {
      const stopTimes = text(FEED['stop_times.txt']!, `${' '.repeat(50)}\n`, 1_000_000);
      return zip([
        ...Object.entries({ ...FEED, 'stop_times.txt': stopTimes }).map(([name, data]) => ({
          name,
          data: Buffer.from(data),
        })),
      ]);
    },
  ] as const,
].map(([name, bytes]) => ({ name: `${name}.zip`, bytes, commands: ['map build TOWN --gtfs @ -o out.pb'] }));

const maps: HostileFile[] = [
  ['empty entries', () => Buffer.alloc(2_000_000, Buffer.from([0x12, 0]))] as const,
  ['empty entries of another kind', () => Buffer.alloc(2_000_000, Buffer.from([0x1a, 0]))] as const,
  ['unknown fields', () => Buffer.alloc(2_000_000, Buffer.from([0x78, 0]))] as const,
  [
    'nested messages',
    () => {
      let bytes = Buffer.alloc(0);
      for (let i = 0; i < 3000; i++) bytes = Buffer.concat([varints(0x12, bytes.length), bytes]);
      return bytes;
    },
  ] as const,
].map(([name, bytes]) => ({
  name: `${name}.pb`,
  bytes,
  commands: ['map info @', 'map draw @ -o out.svg', 'simulate --map @ --profiles PROFILES --draw 2 --days 1'],
}));

const OF_RUNS = [
  'report @ -o out.html',
  'export @ -o out.parquet',
  'evaluate DailyMobility --demo @',
  'explain @',
  'calls @',
  'reproduce @',
];
const jsonBombs: readonly (readonly [string, () => Buffer])[] = [
  ['deep lists', () => text('', '[', 1_000_000)],
  ['deep objects', () => text('{"a":', '{"a":', 100_000, '1')],
  ['a million objects', () => text('[{}', ',{}', 1_000_000, ']')],
];
const runs: HostileFile[] = ['run.json', 'scores.json', 'results.json', 'calls.ndjson', 'problems.ndjson'].flatMap(
  (of) => jsonBombs.map(([name, bytes]) => ({ name: `${of} of ${name}.run`, of, bytes, commands: OF_RUNS })),
);
for (const table of ['statuses', 'events', 'trips', 'routes'])
  runs.push(
    {
      name: `${table} of zeros.run`,
      of: `${table}/00000.arrow`,
      bytes: () => Buffer.alloc(1_000_000),
      commands: OF_RUNS,
    },
    {
      name: `${table} cut short.run`,
      of: `${table}/00000.arrow`,
      bytes: () =>
        Buffer.concat([
          Buffer.from('ARROW1\0\0'),
          Buffer.alloc(1_000_000, 0xff),
          Buffer.from([255, 255, 255, 127]),
          Buffer.from('ARROW1'),
        ]),
      commands: OF_RUNS,
    },
  );

export const hostileMaps: readonly HostileFile[] = [...runs, ...osm, ...xml, ...gtfs, ...maps];
