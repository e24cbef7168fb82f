import {
  CompressionType,
  columnFromArray,
  float64,
  int32,
  setCompressionCodec,
  tableFromColumns,
  tableToIPC,
} from '@uwdata/flechette';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { gzip, type HostileFile, text } from './hostile-files.js';

const HEADER = 'uid,time,lat,lon\n';
const ROW = '1,2019-08-28T10:00:00,50.1,8.2\n';
const TABLES = ['measure @ @', 'humob score --rules humob2024 @ --reference @'];
const PROFILES = ['simulate --map MAP --profiles @'];
const OSM = ['map build @ -o out.pb'];

const csv: HostileFile[] = [
  { name: '10 million equal rows.csv.gz', bytes: () => gzip(text(HEADER, ROW, 10_000_000)), commands: TABLES },
  {
    name: '10 million rows of 2 bytes.csv.gz',
    bytes: () => gzip(text('a\n', '1\n', 10_000_000)),
    commands: [...TABLES, ...PROFILES],
  },
  { name: 'steps.csv.gz', bytes: () => gzip(text('uid,d,t,x,y\n', '1,0,1,10,10\n', 9_000_000)), commands: TABLES },
  {
    name: 'half a gigabyte of blank lines.csv.gz',
    bytes: () => gzip(text(HEADER, '\n', 500_000_000)),
    commands: TABLES,
  },
  { name: 'a line of half a gigabyte.csv.gz', bytes: () => gzip(text('', 'a', 500_000_000)), commands: TABLES },
  { name: '30 million columns.csv.gz', bytes: () => gzip(text('', 'a,', 30_000_000, '\n1\n')), commands: TABLES },
  { name: '300,000 columns.csv', bytes: () => text('uid,time,lat,lon', ',a', 300_000, `\n${ROW}`), commands: TABLES },
  { name: 'rows of 300,000 cells.csv', bytes: () => text(`${HEADER}1,`, '"",', 300_000, '\n'), commands: TABLES },
  { name: 'a quote without an end.csv', bytes: () => text(`${HEADER}1,"`, 'a\n', 1_000_000), commands: TABLES },
  {
    name: '100,000 members.csv.gz',
    bytes: () => Buffer.concat(Array.from({ length: 100_000 }, () => gzip(Buffer.alloc(0)))),
    commands: TABLES,
  },
  { name: 'gz in gz.csv.gz', bytes: () => gzip(gzip(gzip(text(HEADER, ROW, 10_000_000)))), commands: TABLES },
  {
    name: 'times of all years.csv',
    bytes: () =>
      Buffer.from(`${HEADER}1,0001-01-01T00:00:00,50,8\n1,9999-12-31T00:00:00,50,8\n2,1e15,50,8\n3,-1e15,50,8\n`),
    commands: ['measure @ @', 'generate --model markov --real @ -o out.csv'],
  },
  {
    name: 'places of all the world.csv',
    bytes: () => Buffer.from(`${HEADER}1,1,-90,-180\n1,2,90,180\n2,3,1e300,1e300\n2,4,0,1e9\n`),
    commands: ['measure @ @', 'measure --places grid:1 @ @', 'measure --places cluster:1 @ @'],
  },
  {
    name: 'huge steps.csv',
    bytes: () => Buffer.from('uid,d,t,x,y\n999999999,999999999,47,999999999,999999999\n1,0,1,1,1\n'),
    commands: [...TABLES, 'humob validate 1 @', 'humob validate --year 2024 b @'],
  },
  {
    name: 'counts of a million million.csv',
    bytes: () => Buffer.from('variable,category,count\nage,20-29,1e12\nsex,female,1e300\nage,0-999999999,5\n'),
    commands: ['people synth --map MAP -n 100 --marginals @ -o out.json'],
  },
  {
    name: 'a grid of all the world.csv',
    bytes: () => Buffer.from('lon,lat,population\n-180,-90,1e300\n180,90,1e12\n0,0,5\n'),
    commands: ['data people --map MAP -n 100 --population @ -o out.json'],
  },
  {
    name: 'observed counts.csv.gz',
    bytes: () => gzip(text('road,hour,count\n', '200000001,8,5\n', 8_000_000)),
    commands: ['compare-counts RUN @'],
  },
  {
    name: 'observed days.csv',
    bytes: () => Buffer.from('road,hour,count,day\n200000001,8,1e300,999999999\n200000001,999999999,5,1\n'),
    commands: ['compare-counts RUN @'],
  },
];

const jsonTexts: readonly (readonly [string, () => Buffer])[] = [
  ['20 million objects', () => text('[{}', ',{}', 20_000_000, ']')],
  ['lists in lists', () => text('', '[', 60_000_000)],
  ['objects in objects', () => text('', '{"a":', 10_000_000)],
  ['lists in a list', () => text('[{"uid":[', '[],', 20_000_000, '[]]}]')],
  ['numbers', () => text('[{"uid":[', '1,', 30_000_000, '1]}]')],
  ['lines of objects', () => text('', '{"uid":1}\n', 6_000_000)],
  ['a long text', () => text('[{"uid":"', 'a', 300_000_000, '"}]')],
  ['different names', () => Buffer.from(`[{${Array.from({ length: 300_000 }, (_, i) => `"k${i}":${i}`).join()}}]`)],
  [
    'rows of different names',
    () => Buffer.from(`[${Array.from({ length: 60_000 }, (_, i) => `{"k${i}":${i}}`).join()}]`),
  ],
];
const json: HostileFile[] = jsonTexts.flatMap(([name, bytes]) => [
  { name: `${name}.json.gz`, bytes: () => gzip(bytes()), commands: ['measure @ @', ...PROFILES, ...OSM] },
]);
const jsonPlain: HostileFile[] = [
  ['deep lists', () => text('', '[', 500_000)] as const,
  ['deep objects', () => text('', '{"a":', 200_000)] as const,
  ['deep lists closed', () => Buffer.concat([text('', '[', 200_000), text('', ']', 200_000)])] as const,
  ['different names', jsonTexts[7]![1]] as const,
  ['rows of different names', jsonTexts[8]![1]] as const,
].map(([name, bytes]) => ({
  name: `${name}.json`,
  bytes,
  commands: [
    'measure @ @',
    ...PROFILES,
    ...OSM,
    'evaluate DailyMobility --demo @',
    'compare --demo @ @',
    'run DailyMobility --demo -n 2 -c @',
    'submit-check @',
    'sweep @',
  ],
}));

const yaml: HostileFile[] = [
  [
    'aliases in aliases',
    () =>
      Buffer.from(
        `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefghijk'].map((c, i) => `${c}: &${c} [${Array(9).fill(`*${'abcdefghij'[i]}`).join()}]`).join('\n')}\n`,
      ),
  ] as const,
  ['flow nesting', () => text('a: ', '[', 90, ']'.repeat(90))] as const,
  ['deep flow nesting', () => text('a: ', '[ ', 40_000)] as const,
  ['deep maps', () => text('', '{a: ', 20_000)] as const,
  ['block nesting', () => text('', '- ', 40_000)] as const,
  ['indents', () => Buffer.from(Array.from({ length: 430 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'))] as const,
  ['many keys', () => Buffer.from(Array.from({ length: 12_000 }, (_, i) => `k${i}: 1`).join('\n'))] as const,
  ['many quotes', () => text('a: "', '\\u0041', 15_000, '"')] as const,
  ['many comments', () => text('', '#\n', 49_000)] as const,
  ['many documents', () => text('', '---\n', 24_000)] as const,
  ['many anchors', () => Buffer.from(Array.from({ length: 8_000 }, (_, i) => `- &a${i} x`).join('\n'))] as const,
  ['many aliases', () => text('a: &a x\nb: [', '*a,', 30_000, '*a]')] as const,
  ['many tags', () => text('a: [', '!!str ,', 14_000, ']')] as const,
  ['plain words', () => text('a: ', 'b ', 49_000)] as const,
  ['lines of a word', () => text('a:\n', ' b\n', 33_000)] as const,
  ['questions', () => text('', '? ', 40_000)] as const,
  ['merges', () => text('a: &a {b: 1}\nc:\n', '  <<: *a\n', 11_000)] as const,
  ['colons', () => text('', 'a: ', 33_000)] as const,
  ['empty flow', () => text('a: [', ',', 95_000, ']')] as const,
  ['open quotes', () => text('', '"\n', 49_000)] as const,
  ['blank lines', () => text('a: |\n', ' \n', 49_000)] as const,
  ['commas and brackets', () => text('a: ', '{}, ', 24_000)] as const,
].map(([name, bytes]) => ({
  name: `${name}.yaml`,
  bytes,
  commands: ['run DailyMobility --demo -n 2 -c @', 'run DailyMobility --demo -n 2 -a @', 'sweep @'],
}));

const pickleOf = (...parts: (string | number[] | Buffer)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));
const pickles: HostileFile[] = [
  [
    'laughs',
    () =>
      pickleOf(
        [0x80, 4],
        ']\x94',
        ...Array.from({ length: 60 }, (_, i) => `](${`h${String.fromCharCode(i)}`.repeat(20)}e\x94`),
        '.',
      ),
  ] as const,
  [
    'a text doubled',
    () =>
      pickleOf([0x80, 4], 'X', [0, 0, 1, 0], Buffer.alloc(65_536, 'a'), '\x94', '](', 'h\0'.repeat(1_000_000), 'e.'),
  ] as const,
  ['deep lists', () => pickleOf([0x80, 4], ']'.repeat(300_000), 'a'.repeat(299_999), '.')] as const,
  ['deep tuples', () => pickleOf([0x80, 4], ')', '\x85'.repeat(300_000), '.')] as const,
  ['a claim of 2^60 bytes', () => pickleOf([0x80, 4, 0x8e, 0, 0, 0, 0, 0, 0, 0, 16], '.')] as const,
  ['marks', () => pickleOf([0x80, 4], '('.repeat(1_000_000), '.')] as const,
  ['memos', () => pickleOf([0x80, 4], 'N', '\x94'.repeat(1_000_000), '.')] as const,
  ['copies of the top', () => pickleOf([0x80, 4], 'N', '2'.repeat(1_000_000), '.')] as const,
  ['empty lists', () => pickleOf([0x80, 4], '](', ']'.repeat(1_000_000), 'e.')] as const,
  ['empty dictionaries', () => pickleOf([0x80, 4], '](', '}'.repeat(1_000_000), 'e.')] as const,
  ['a long integer', () => pickleOf([0x80, 4, 0x8b, 0, 0, 16, 0], Buffer.alloc(1_048_576, 0x7f), '.')] as const,
  ['digits', () => pickleOf('L', '9'.repeat(1_000_000), 'L\n.')] as const,
].map(([name, bytes]) => ({
  name: `${name}.pkl`,
  bytes,
  commands: ['evaluate DailyMobility --demo @', 'compare --demo @ @', 'submit-check @'],
}));

/** A Zstandard frame of zeros: blocks of 128 KiB that repeat one byte. */
function zeros(length: number): Uint8Array {
  const frame = [0x28, 0xb5, 0x2f, 0xfd, 0, 0x38];
  for (let left = length; left > 0; left -= 2 ** 17) {
    const head = (Math.min(left, 2 ** 17) << 3) | 2 | (left <= 2 ** 17 ? 1 : 0);
    frame.push(head & 255, (head >> 8) & 255, head >> 16, 0);
  }
  return Uint8Array.from(frame);
}

/** An Arrow file whose columns unpack to the given number of bytes. */
function arrowOfZeros(length: number, claimed: number): Buffer {
  setCompressionCodec(CompressionType.ZSTD, { encode: () => zeros(length), decode: (bytes) => bytes });
  const rows = new Float64Array(10_000);
  const columns = ['uid', 'time', 'lat', 'lon'].map((name) => [name, columnFromArray(rows, float64())]);
  const bytes = tableToIPC(tableFromColumns(Object.fromEntries(columns)), {
    format: 'file',
    codec: CompressionType.ZSTD,
  })!;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 8; at + 4 < bytes.length; at++)
    if (view.getUint32(at, true) === 0xfd2fb528) view.setBigInt64(at - 8, BigInt(claimed), true);
  return Buffer.from(bytes);
}

const equalRows = (count: number) =>
  ['uid', 'time', 'lat', 'lon'].map((name) => ({ name, data: Array<number>(count).fill(1), type: 'INT32' as const }));
const binary: HostileFile[] = [
  {
    name: 'a gigabyte of zeros.arrow',
    bytes: () => arrowOfZeros(2 ** 30, 2 ** 30),
    commands: [...TABLES, ...PROFILES],
  },
  { name: 'zeros that lie.arrow', bytes: () => arrowOfZeros(2 ** 30, 80_000), commands: TABLES },
  {
    name: 'equal rows.parquet',
    bytes: () => Buffer.from(parquetWriteBuffer({ columnData: equalRows(5_000_000) })),
    commands: [...TABLES, ...PROFILES, 'compare-counts RUN @'],
  },
  {
    name: 'nulls.parquet',
    bytes: () =>
      Buffer.from(
        parquetWriteBuffer({
          codec: 'UNCOMPRESSED',
          columnData: equalRows(3_000_000).map(({ name, data }) => ({
            name,
            data: data.map((_, i) => (i % 1_000_000 === 0 ? 1.5 : null)),
            type: 'DOUBLE',
          })),
        }),
      ),
    commands: [...TABLES, ...PROFILES],
  },
  {
    name: 'pages of a value.parquet',
    bytes: () => Buffer.from(parquetWriteBuffer({ columnData: equalRows(20_000), pageSize: 1 })),
    commands: TABLES,
  },
  {
    name: 'many row groups.parquet',
    bytes: () => Buffer.from(parquetWriteBuffer({ columnData: equalRows(10_000), rowGroupSize: 1 })),
    commands: TABLES,
  },
  {
    name: 'many columns.arrow',
    bytes: () =>
      Buffer.from(
        tableToIPC(
          tableFromColumns(
            Object.fromEntries(Array.from({ length: 9000 }, (_, i) => [`c${i}`, columnFromArray([1, 2], int32())])),
          ),
          { format: 'file' },
        )!,
      ),
    commands: [...TABLES, ...PROFILES],
  },
];

export const hostileTables: readonly HostileFile[] = [...binary, ...csv, ...json, ...jsonPlain, ...yaml, ...pickles];
