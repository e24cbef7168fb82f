import { readFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '@itinera/base';
import { projectionOf, readMapFile, writeMapFile } from '@itinera/city';
import { synthesizeCity } from '@itinera/city-build';
import {
  RunFolder,
  type RunManifest,
  readEvents,
  readManifest,
  readRoutes,
  readStatuses,
  readTrips,
} from '@itinera/run';
import {
  type ExportFormatName,
  type ExportOptions,
  type ExportRow,
  type ExportTableName,
  exportFormats,
  exportRun,
  exportTables,
} from '@itinera/studies';
import { tableFromIPC } from '@uwdata/flechette';
import { parquetReadObjects } from 'hyparquet';
import { beforeAll, describe, expect, test } from 'vitest';
import { asbench, jsonOf, makeDatasets, testFolder } from './asbench.fixture.js';

const folder = testFolder();
const PEOPLE = 20;
let run: RunFolder;
let manifest: RunManifest;

beforeAll(async () => {
  const datasets = makeDatasets(folder, PEOPLE);
  const { stdout } = await asbench(folder, 'run', 'DailyMobility', '-d', datasets, '-m', 'inference', '--json');
  const [{ folder: path }] = [JSON.parse(stdout)].flat() as [{ folder: string }];
  run = new RunFolder(path);
  manifest = readManifest(run);
});

const notes: string[] = [];
let files = 0;
async function exported(table: ExportTableName, format: ExportFormatName, more: Partial<ExportOptions> = {}) {
  const output = join(folder, `${files++}.${format}`);
  const note = (message: string) => notes.push(message);
  return readFileSync(await exportRun(run, { table, format, output, note, ...more }));
}

/** Converts numbers of any kind to numbers, and lists to arrays. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  return value !== null && typeof value === 'object' ? [...(value as Iterable<number>)].map(Number) : (value ?? null);
}
const plainRow = (row: object) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]));

/** Rows as read by independent libraries. */
const readers = {
  parquet: async (bytes: Buffer) => {
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
    return (await parquetReadObjects({ file })).map(plainRow);
  },
  arrow: async (bytes: Buffer) =>
    tableFromIPC(bytes)
      .toArray()
      .map((row) => plainRow(row as object)),
  csv: async (bytes: Buffer, columns: Readonly<Record<string, string>>) => {
    const [header, ...lines] = bytes.toString().trimEnd().split('\n');
    expect(header).toBe(Object.keys(columns).join(','));
    return lines.map((line) => {
      const cells = line.match(/("([^"]|"")*"|[^,]*)(,|$)/g)!.map((cell) => cell.replace(/,$/, ''));
      return Object.fromEntries(
        Object.entries(columns).map(([name, kind], i) => {
          const cell = cells[i]!.replace(/^"|"$/g, '').replaceAll('""', '"');
          if (cell === '' && kind !== 'text') return [name, null];
          return [name, kind === 'text' ? cell : JSON.parse(cell)];
        }),
      );
    });
  },
  geojson: async (bytes: Buffer) =>
    (JSON.parse(bytes.toString()) as { features: { properties: object }[] }).features.map((one) => one.properties),
  kepler: async (bytes: Buffer, columns: Readonly<Record<string, string>>) => {
    const { fields, allData } = JSON.parse(bytes.toString()).datasets[0].data as {
      fields: { name: string }[];
      allData: unknown[][];
    };
    return allData.map((cells) =>
      Object.fromEntries(fields.map(({ name }, i) => [name, cells[i]]).filter(([name]) => `${name}` in columns)),
    );
  },
} as const satisfies Record<ExportFormatName, unknown>;

const source = () => ({ folder: run, manifest, grid: null, geography: () => expect.fail(), note: () => undefined });
const names = Object.keys(exportTables) as ExportTableName[];
const pairs = names.flatMap((table) =>
  (Object.keys(exportFormats) as ExportFormatName[]).map((format) => [table, format] as const),
);

describe('an exported table', () => {
  test.each(pairs.filter(([table, format]) => table !== 'events' || !exportFormats[format].needsPlaces))(
    '%s as %s is read by another library, row by row',
    async (table, format) => {
      const { columns } = exportTables[table](source());
      const rows = await readers[format](await exported(table, format), columns);
      const expected = await readers.parquet(await exported(table, 'parquet'));
      expect(expected.length).toBeGreaterThan(PEOPLE);
      const kept = (row: ExportRow) =>
        Object.fromEntries(
          Object.entries(row)
            .filter(([name]) => format !== 'kepler' || columns[name] !== 'wholes')
            // CSV does not distinguish a missing value from an empty text.
            .map(([name, value]) => [name, format === 'csv' && columns[name] === 'text' ? (value ?? '') : value]),
        );
      expect(rows).toEqual(expected.map((row) => kept(row as ExportRow)));
    },
  );

  test.each([
    ['statuses', readStatuses],
    ['events', readEvents],
    ['trips', readTrips],
  ] as const)('%s contains the rows of the run', async (table, read) => {
    expect(await readers.parquet(await exported(table, 'parquet'))).toEqual([
      ...(read(run, manifest) as Iterable<object>),
    ]);
  });

  test('stays and trips cover every day of every person', async () => {
    const end = manifest.clock.steps * manifest.clock.stepSeconds;
    const stays = await readers.parquet(await exported('stays', 'parquet'));
    const seconds = [...stays, ...readTrips(run, manifest)].reduce((sum, row) => sum + Number(row.seconds), 0);
    expect(seconds / PEOPLE).toBeCloseTo(end, 2);
  });

  test('an origin–destination matrix counts every completed trip once, between AOIs and between squares', async () => {
    const arrived = [...readTrips(run, manifest)].filter(({ ended, origin }) => ended === 'arrived' && origin !== null);
    const byAoi = await readers.arrow(await exported('od', 'arrow'));
    const byGrid = await readers.arrow(await exported('od', 'arrow', { grid: 400 }));
    const trips = (rows: readonly Record<string, unknown>[]) => rows.reduce((sum, row) => sum + Number(row.trips), 0);
    expect(trips(byAoi)).toBe(arrived.length);
    expect(trips(byGrid)).toBe(arrived.length);
    expect(byGrid.length).toBeLessThan(byAoi.length);
    const pairs = new Map<string, number>();
    const { map } = await readMapFile(manifest.map.path);
    const centroids = map.aoiCentroids;
    const square = (aoi: number) => {
      const row = map.aoiIndex(aoi);
      return `${Math.floor(centroids[2 * row]! / 400)}_${Math.floor(centroids[2 * row + 1]! / 400)}`;
    };
    for (const { origin, destination } of arrived) {
      const key = `${square(origin!)} ${square(destination)}`;
      pairs.set(key, (pairs.get(key) ?? 0) + 1);
    }
    expect(new Map(byGrid.map((row) => [`${row.origin} ${row.destination}`, row.trips]))).toEqual(pairs);
  });

  test('counts by road are the entries of routes into roads', async () => {
    const { map } = await readMapFile(manifest.map.path);
    let [driving, walking] = [0, 0];
    for (const { lanes, status } of readRoutes(run, manifest)) {
      const roads = [...lanes]
        .map((lane) => map.lanes.parentId[map.laneIndex(lane)]!)
        .filter((parent) => map.roadIndex(parent) >= 0);
      const entries = roads.filter((road, i) => road !== roads[i - 1]).length;
      if (status === 2) driving += entries;
      if (status === 3) walking += entries;
    }
    const rows = await readers.parquet(await exported('road-counts', 'parquet'));
    const sum = (name: string) => rows.reduce((total, row) => total + Number(row[name]), 0);
    expect([sum('driving'), sum('walking')]).toEqual([driving, walking]);
    expect(driving + walking).toBeGreaterThan(100);
  });
});

type Position = readonly number[];
interface Feature {
  readonly type: string;
  readonly geometry: { readonly type: string; readonly coordinates: Position | readonly Position[] } | null;
  readonly properties: Record<string, unknown>;
}

describe('places', () => {
  test.each(names.filter((name) => name !== 'events'))(
    'of %s are GeoJSON: longitude before latitude, within the map, lines with at least two positions',
    async (table) => {
      const collection = JSON.parse((await exported(table, 'geojson')).toString());
      const { type, name, created, features, ...others } = collection;
      expect([type, name]).toEqual(['FeatureCollection', expect.stringMatching(new RegExp(` ${table}$`))]);
      expect([typeof created, others]).toEqual(['string', {}]);
      const { map } = await readMapFile(manifest.map.path);
      const projection = projectionOf(map);
      const corner = (x: number, y: number) => Object.values(projection.toLonLat(x, y));
      const { west, south, east, north } = map.header!;
      const [low, high] = [corner(west - 500, south - 500), corner(east + 500, north + 500)];
      for (const { type, geometry } of features as Feature[]) {
        expect(type).toBe('Feature');
        const positions = [geometry!.coordinates].flat(geometry!.type === 'Point' ? 0 : 1) as Position[];
        if (geometry!.type === 'LineString') expect(positions.length).toBeGreaterThan(1);
        const isInside = (position: Position) =>
          position.length === 2 && position.every((degrees, axis) => low[axis]! < degrees && degrees < high[axis]!);
        expect(positions.filter((position) => !isInside(position))).toEqual([]);
      }
    },
  );

  test('trips for kepler.gl lead from the centre of an AOI to the centre of another, with times', async () => {
    const { datasets, config, info } = JSON.parse(
      (await exported('trips', 'kepler', { date: '2025-03-02' })).toString(),
    );
    expect([datasets[0].version, config.version, info.app]).toEqual(['v1', 'v1', 'kepler.gl']);
    const [layer] = config.config.visState.layers;
    expect(layer).toMatchObject({
      type: 'trip',
      config: { dataId: datasets[0].data.id, columns: { geojson: '_geojson' } },
    });
    const midnight = Date.UTC(2025, 2, 2);
    const stays = await readers.parquet(await exported('stays', 'parquet'));
    const place = new Map(stays.map((stay) => [stay.place, [stay.lng, stay.lat]]));
    const { data } = datasets[0];
    const column = (name: string) => data.fields.findIndex((field: { name: string }) => field.name === name);
    for (const row of data.allData as unknown[][]) {
      const line = (row[column('_geojson')] as Feature).geometry!.coordinates as readonly Position[];
      const [departure, arrival] = ['departure', 'arrival'].map((name) => midnight + Number(row[column(name)]) * 1000);
      const times = line.map((position) => position[3]!);
      expect(times[0]).toBeCloseTo(departure!, 0);
      if (row[column('ended')] === 'arrived') expect(times.at(-1)).toBeCloseTo(arrival!, 0);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(line.every((position) => position.length === 4 && position[2] === 0)).toBe(true);
      expect(line[0]!.slice(0, 2)).toEqual(place.get(row[column('origin')]));
    }
  });

  test('the map of kepler.gl opens at the rows and shows existing columns', async () => {
    for (const table of names.filter((name) => name !== 'events')) {
      const { datasets, config } = JSON.parse((await exported(table, 'kepler')).toString());
      const fields = datasets[0].data.fields.map(({ name }: { name: string }) => name);
      const [layer] = config.config.visState.layers;
      for (const name of Object.values(layer.config.columns)) if (name !== null) expect(fields).toContain(name);
      for (const cells of datasets[0].data.allData) expect(cells).toHaveLength(fields.length);
      expect(Math.abs(config.config.mapState.latitude)).toBeLessThan(0.1);
      expect(config.config.mapState.zoom).toBeGreaterThan(10);
    }
  });
});

describe('an impossible export is rejected with the alternatives', () => {
  test('a table without coordinates, with exit code 1', async () => {
    const { status, stderr } = await asbench(
      folder,
      'runs',
      'export',
      run.path,
      '--table',
      'events',
      '--format',
      'geojson',
    );
    expect(stderr).toMatch(/Formats for them: parquet, csv, arrow; .*stays/);
    expect(status).toBe(1);
  });

  test.each([
    ['squares of a table without squares', 'stays', { grid: 500 }, /--grid: .*--table od/],
    ['too many squares', 'od', { grid: 0.01 }, /--grid 0.01: .*Use larger ones/],
    ['an invalid date', 'trips', { date: '2025-02-30' }, /--date 2025-02-30: .*such as/],
    ['another map', 'od', { map: 'other.pb' }, /other.pb.* is not the map of the run .*--map/],
  ] as const)('%s', async (_, table, { map, ...options }: Partial<ExportOptions>, message) => {
    if (map !== undefined) await writeMapFile(join(folder, map), synthesizeCity({ seed: 2, size: 500 }));
    const where = map === undefined ? {} : { map: join(folder, map) };
    await expect(exported(table, 'kepler', { ...options, ...where })).rejects.toThrow(message);
    await expect(exported(table, 'kepler', { ...options, ...where })).rejects.toBeInstanceOf(UserError);
  });

  test('a run whose map is missing, until --map names it', async () => {
    const moved = join(folder, 'moved.pb');
    await rename(manifest.map.path, moved);
    try {
      await expect(exported('road-counts', 'geojson')).rejects.toThrow(/its map .*is neither at .*--map/);
      expect((await exported('trips', 'csv')).length).toBeGreaterThan(0);
      expect((await exported('road-counts', 'geojson', { map: moved })).length).toBeGreaterThan(0);
    } finally {
      await rename(moved, manifest.map.path);
    }
  });

  test('roads of a run without routes, whose trips are straight lines', async () => {
    const datasets = join(folder, 'datasets');
    const args = ['run', 'DailyMobility', '-d', datasets, '-m', 'inference', '--no-routes', '--json', '--people', '5'];
    const [{ folder: path }] = [jsonOf(await asbench(folder, ...args))].flat() as [{ folder: string }];
    for (const table of ['routes', 'road-counts']) {
      const { status, stderr } = await asbench(folder, 'runs', 'export', path, '--table', table, '--format', 'csv');
      expect([status, stderr]).toEqual([1, expect.stringMatching(/has no routes.*--routes/)]);
    }
    const { stderr } = await asbench(folder, 'runs', 'export', path, '--format', 'geojson', '-o', 'straight.geojson');
    expect(stderr).toContain('straight lines');
    expect((await asbench(folder, 'runs', 'export', path, '-o', 'trips.csv')).status).toBe(0);
    expect(readFileSync(join(folder, 'trips.csv'), 'utf8')).toMatch(/^[a-z_]+,/);
    const misnamed = await asbench(folder, 'runs', 'export', path, '--format', 'parquet', '-o', 'trips.csv');
    expect(misnamed.stderr).toContain('trips.csv: expected a name that ends in .parquet');
    const { features } = JSON.parse(readFileSync(join(folder, 'straight.geojson'), 'utf8')) as { features: Feature[] };
    expect(features.every(({ geometry }) => geometry!.coordinates.length === 2)).toBe(true);
  });
});
