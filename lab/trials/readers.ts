import { closeSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseJson } from '@itinera/base';
import { inspectMap, readColumnFile, readGtfs, readMap, writeColumnFile, writeMap } from '@itinera/city';
import { buildCity, synthesizeCity } from '@itinera/city-build';
import { readSteps } from '@itinera/humob';
import { parseGrid, parseMarginals } from '@itinera/people';
import {
  decodeEvents,
  decodeRoutes,
  decodeStatuses,
  decodeTrips,
  eventRows,
  parseManifest,
  parseProblems,
  readNpy,
  readPickle,
  readResults,
  routeRows,
  scanCallFile,
  statusRows,
  tripRows,
} from '@itinera/run';
import { readTable } from '@itinera/tables';
import { openFile } from '@itinera/tables/node';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { SMALL_TOWN, toOverpass, toPbf, toXml } from '../../packages/city-build/src/sources/osm/osm-files.fixture.js';
import {
  deepJson,
  fixedNumbers,
  gtfsZip,
  gzipped,
  type Hostile,
  hostileYaml,
  parquetNumbers,
  pbf,
  pickleProgram,
  protobuf,
  xmlValues,
} from './hostile-bytes.js';
import { FEED } from './hostile-maps.js';

/** A reader of external data, and valid inputs to change. */
export interface Reader {
  readonly name: string;
  /** Usual number of inputs. */
  readonly times: number;
  readonly inputs: readonly Buffer[];
  /** Creates a hostile input for the format; without it, inputs are changed as texts. */
  readonly hostile?: Hostile;
  /** Reads an input. @throws UserError if it is rejected with a message; anything else is a fault. */
  read(bytes: Buffer, i: number): unknown;
}

const packages = join(import.meta.dirname, '../../../packages');
const compiled = async <T>(path: string) => (await import(pathToFileURL(join(packages, path)).href)) as T;
const texts = (...lines: string[]) => lines.map((text) => Buffer.from(text));
const inFolder = (folder: string, ending: string, largest = 100_000) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(folder, name)))
    .filter(({ length }) => length > 0 && length < largest);

/** All readers of external data. @param folder for those that read files @param run folder of a finished run */
export async function makeReaders(folder: string, run: string): Promise<Reader[]> {
  const fixtures = join(packages, 'run/fixtures/agentsociety');
  const table = (name: string) => inFolder(join(run, name), '.arrow', 2_000_000);
  const file = (ending: string, read: (path: string) => unknown) => (bytes: Buffer) => {
    const path = join(folder, `input${ending}`);
    writeFileSync(path, bytes);
    return read(path);
  };
  const { readTrajectoriesAt } = await compiled<{ readTrajectoriesAt(path: string): Promise<unknown> }>(
    'asbench/dist/trajectories/read-trajectories.js',
  );
  const config = await compiled<Record<'readConfig' | 'readAgentConfig', (path: string, warn: () => void) => unknown>>(
    'asbench/dist/commands/config-file.js',
  );
  const { parseProfiles } = await compiled<{ parseProfiles(text: string, path: string): unknown }>(
    'runner/dist/datasets/profiles.js',
  );
  const { Cassette } =
    await compiled<typeof import('../../packages/engine/src/llm/cassette.js')>('engine/dist/llm/cassette.js');
  const { systemTime } = await compiled<typeof import('../../packages/engine/src/llm/wall-clock.js')>(
    'engine/dist/llm/wall-clock.js',
  );
  const map = synthesizeCity({ seed: 1, size: 500 });
  const town = SMALL_TOWN;
  const warn = () => {};
  const call =
    '{"person":1,"sequence":0,"hash":"0123456789abcdef0123456789abcdef","day":0,"t":1,"at":5,"model":"m","source":"provider","inputTokens":1,"outputTokens":1,"cost":0.5,"milliseconds":1,"retries":0,"failed":false,"request":{"messages":[{"role":"user","content":"x"}]},"answer":{"content":"hi","toolCalls":[],"finishReason":"stop"}}\n';
  const configs = texts(
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as a configuration names a variable
    'llm:\n  - provider: openai\n    model: gpt\n    api_key: ${KEY}\n    base_url: https://a.b/v1\n    timeout: 30\nenv:\n  home_dir: ./x\n  db:\n    enabled: false\n    db_type: sqlite\n',
    'agent_class: a.py\nnumber: 3\nagent_params: {a: 1, b: [1, 2]}\n',
    'a: &x [1, 2]\nb: *x\nc: !!str 1\nd: "\\u001b"\n? [k]\n: v\n',
  );
  const csv = texts(
    'uid,time,lat,lon\n1,2019-08-28T10:00:00,50.1,8.2\n1,2019-08-28T11:00:00,50.2,8.3\n2,2019-08-29T11:00:00,50.2,8.3\n',
    'user;timestamp;latitude;longitude;end\na;1567000000;50;8;1567000100\n"b ""c""";1567000000;50;8;1567000900\n',
  );
  const steps = texts('uid,d,t,x,y\n1,0,1,10,10\n1,0,2,11,10\n2,3,4,200,200\n', '1,0,1,10,10\r\n1,0,2,999,999\r\n');
  const towns = [town, ...WRONG_PLACES.map((place) => withWrongPlace(place))];
  const osmInputs = {
    pbf: towns.flatMap((each) => [toPbf(each), toPbf(each, { compress: false })]),
    xml: towns.map((each) => Buffer.from(toXml(each))),
    json: towns.map((each) => Buffer.from(toOverpass(each))),
  };
  const geojson = texts(
    '[{"uid":1,"time":"2019-08-28T10:00:00","lat":50.1,"lon":8.2},{"uid":2,"time":5,"lat":50,"lon":8}]',
    '{"uid":1,"time":5,"lat":50.1,"lon":8.2}\n{"uid":2,"time":6,"lat":50,"lon":8}\n',
    '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"uid":1,"times":[1,2]},"geometry":{"type":"LineString","coordinates":[[8,50],[8.1,50.1]]}}]}',
  );
  const oneOf = ['always', 'auto', 'never'] as const;
  const walk = (rows: Iterable<unknown>) => {
    for (const _ of rows);
  };
  const tables = join(packages, 'tables/fixtures');
  const readAny = (path: string) => readTable(openFile(path));
  const columns = await columnFile(folder, map);
  const readers: Reader[] = [
    { name: 'csv trajectories', times: 20_000, inputs: csv, read: file('.csv', readTrajectoriesAt) },
    { name: 'csv gz', times: 6_000, inputs: csv, hostile: gzipped, read: file('.csv.gz', readTrajectoriesAt) },
    ...tableFiles(tables).map(
      ({ name, input, hostile }, _, { length }): Reader => ({
        name,
        times: Math.ceil(60_000 / length),
        inputs: [input],
        hostile,
        read: file(`.${name.split(' ')[0]}`, readAny),
      }),
    ),
    {
      name: 'sqlite',
      times: 6_000,
      inputs: ['.db', '.sqlite'].flatMap((ending) => inFolder(tables, ending)),
      hostile: fixedNumbers,
      read: file('.db', readAny),
    },
    { name: 'json table', times: 6_000, inputs: geojson, hostile: deepJson, read: file('.json', readAny) },
    { name: 'json gz', times: 3_000, inputs: geojson, hostile: gzipped, read: file('.json.gz', readAny) },
    {
      name: 'gtfs',
      times: 10_000,
      inputs: texts(...Object.values(FEED)),
      hostile: gtfsZip,
      read: file('.zip', (path) => readGtfs(path)),
    },
    { name: 'csv steps', times: 15_000, inputs: steps, read: file('.csv', (path) => readSteps(path)) },
    {
      name: 'csv grid',
      times: 10_000,
      inputs: texts('lon,lat,population\n8,50,10\n8.1,50.1,3\n'),
      read: (bytes) => parseGrid(String(bytes), 'grid.csv'),
    },
    {
      name: 'csv marginals',
      times: 10_000,
      inputs: texts('variable,category,count\nage,20-24,10\nsex,female,3\ncars,1,4\n'),
      read: (bytes) => parseMarginals(String(bytes), 'marginals.csv'),
    },
    {
      name: 'pickle',
      times: 30_000,
      inputs: inFolder(fixtures, '.pkl'),
      hostile: pickleProgram,
      read: (bytes) => readPickle(bytes),
    },
    {
      name: 'results',
      times: 10_000,
      inputs: [
        ...inFolder(fixtures, '.pkl', 20_000),
        ...texts('{"results":{"a":[1,NaN]},"metadata":{"task_name":"DailyMobility"}}'),
      ],
      read: file('.pkl', (path) => readResults(path)),
    },
    {
      name: 'npy',
      times: 15_000,
      inputs: inFolder(fixtures, '.npy'),
      hostile: fixedNumbers,
      read: (bytes) => readNpy(bytes),
    },
    {
      name: 'json',
      times: 15_000,
      hostile: deepJson,
      inputs: [...texts('{"results":[1,-Infinity,NaN,"a\\"b"],"x":{"y":null}}'), ...inFolder(fixtures, '.json', 5000)],
      read: (bytes) => parseJson(String(bytes), 'x.json'),
    },
    {
      name: 'json profiles',
      times: 10_000,
      hostile: deepJson,
      inputs: texts(
        '[{"id":1,"home":3,"work":4,"age":30,"occupation":"x"},{"id":2,"home":{"aoi_position":{"aoi_id":5}}}]',
      ),
      read: (bytes) => parseProfiles(String(bytes), 'profiles.json'),
    },
    {
      name: 'json manifest',
      times: 10_000,
      inputs: [readFileSync(join(run, 'run.json'))],
      read: (bytes) => parseManifest(String(bytes), 'run'),
    },
    {
      name: 'json problems',
      times: 10_000,
      inputs: texts(
        '{"person":1,"day":0,"t":1,"kind":"threw","message":"x"}\n{"person":null,"day":0,"t":1,"kind":"threw","message":"x"}\n',
      ),
      read: (bytes) => parseProblems(String(bytes)),
    },
    {
      name: 'yaml',
      times: 7_000,
      inputs: configs,
      hostile: hostileYaml,
      read: file('.yml', (path) => config.readConfig(path, warn)),
    },
    {
      name: 'yaml agent',
      times: 3_000,
      hostile: hostileYaml,
      inputs: configs,
      read: file('.yml', (path) => config.readAgentConfig(path, warn)),
    },
    {
      name: 'map',
      times: 10_000,
      inputs: [Buffer.from(writeMap(map))],
      hostile: protobuf,
      read: (bytes) => inspectMap(readMap(bytes)),
    },
    {
      name: 'map columns',
      times: 3_000,
      inputs: [columns],
      hostile: fixedNumbers,
      read: file('.map', (path) => readColumnFile(path, { kind: 'map', version: 1, source: 'x' })),
    },
    {
      name: 'calls',
      times: 10_000,
      inputs: texts(call + call.replace('"sequence":0', '"sequence":1')),
      read: file('.ndjson', (path) => {
        const cassette = new Cassette(path, { mode: 'append', clock: systemTime, warn });
        cassette.take(1, 0, '0123456789abcdef0123456789abcdef');
        cassette.requestAt(1, 1);
        cassette.close();
        const fd = openSync(path, 'r');
        scanCallFile(fd, warn);
        closeSync(fd);
      }),
    },
    ...Object.entries(osmInputs).flatMap(([format, inputs]) =>
      oneOf.map(
        (inferAois): Reader => ({
          name: `osm ${format} ${inferAois}`,
          times: 3_000,
          inputs,
          ...(format !== 'json' && { hostile: format === 'pbf' ? pbf : xmlValues }),
          read: file(`.${format}`, (path) => buildCity(path, { inferAois })),
        }),
      ),
    ),
  ];
  readers.push(
    {
      name: 'table statuses',
      times: 4_000,
      hostile: fixedNumbers,
      inputs: table('statuses'),
      read: (bytes) => walk(statusRows(decodeStatuses(bytes))),
    },
    {
      name: 'table events',
      times: 4_000,
      hostile: fixedNumbers,
      inputs: table('events'),
      read: (bytes) => walk(eventRows(decodeEvents(bytes))),
    },
    {
      name: 'table trips',
      times: 4_000,
      hostile: fixedNumbers,
      inputs: table('trips'),
      read: (bytes) => walk(tripRows(decodeTrips(bytes))),
    },
    {
      name: 'table routes',
      times: 4_000,
      hostile: fixedNumbers,
      inputs: table('routes'),
      read: (bytes) => walk(routeRows(decodeRoutes(bytes))),
    },
  );
  return readers.filter(({ inputs }) => inputs.length > 0);
}

/** Arrow and Parquet files of several writers, in all codecs. */
function tableFiles(folder: string): { name: string; input: Buffer; hostile: Hostile }[] {
  const numbers = Array.from({ length: 100 }, (_, i) => i);
  const strings = numbers.map((i) => `text ${i % 5}`);
  const written = (['SNAPPY', 'UNCOMPRESSED'] as const).map((codec): [string, Buffer] => [
    `hyparquet-${codec.toLowerCase()}.parquet`,
    Buffer.from(
      parquetWriteBuffer({
        codec,
        columnData: [
          { name: 'n', data: numbers, type: 'INT32' },
          { name: 'd', data: numbers.map((i) => (i % 7 === 0 ? null : i)), type: 'DOUBLE' },
          { name: 'b', data: numbers, type: 'INT32', encoding: 'DELTA_BINARY_PACKED' },
          { name: 's', data: strings, type: 'STRING', encoding: 'DELTA_BYTE_ARRAY' },
          { name: 't', data: strings, type: 'STRING' },
        ],
      }),
    ),
  ]);
  const kept = readdirSync(folder).filter((name) => /\.(parquet|arrows?|feather)$/.test(name));
  return [...kept.map((name): [string, Buffer] => [name, readFileSync(join(folder, name))]), ...written].map(
    ([name, input]) => ({
      name: `${name.endsWith('.parquet') ? 'parquet' : 'arrow'} ${name}`,
      input,
      hostile: name.endsWith('.parquet') ? parquetNumbers : fixedNumbers,
    }),
  );
}

/** Positions of a misplaced street node, degrees. */
const WRONG_PLACES = [
  { lon: 180, lat: 90 },
  { lon: -172, lat: 50 },
  { lon: 8.4, lat: 50 },
  { lon: 8, lat: -50 },
];

function withWrongPlace(place: (typeof WRONG_PLACES)[number]): typeof SMALL_TOWN {
  return {
    ...SMALL_TOWN,
    nodes: [...SMALL_TOWN.nodes, { id: 90, ...place }],
    ways: [...SMALL_TOWN.ways, { id: 190, refs: [3, 90, 4, 90], tags: { highway: 'residential' } }],
  };
}

async function columnFile(folder: string, map: ReturnType<typeof synthesizeCity>): Promise<Buffer> {
  const path = join(folder, 'columns.map');
  await writeColumnFile(path, { kind: 'map', version: 1, source: 'x' }, map);
  return readFileSync(path);
}
