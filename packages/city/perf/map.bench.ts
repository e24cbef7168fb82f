import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CityMap, connectivity, Places, readMap, readMapFile, writeMap, writeMapFile } from '@itinera/city';
import { synthesizeCity } from '@itinera/city-build';
import { PbfReader } from 'pbf';
import { exponent } from '../../base/perf/exponent.js';
import type { Row } from '../../base/perf/row.js';

const RUNS = 5;
/** Residents; the map of the largest city has about 36 MB, like the map of Beijing that the benchmarks use. */
const SIZES = [85_000, 170_000, 340_000];

/** Reading and writing maps relative to the lowest possible cost of reading, and look-ups. */
export default async function bench(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'map-bench-'));
  try {
    const path = join(folder, 'city.pb');
    const runs: { readonly bytes: number; readonly times: [string, number][] }[] = [];
    for (const residents of SIZES) {
      await writeMapFile(path, synthesizeCity({ seed: 1, size: residents }));
      runs.push({ bytes: (await stat(path)).size, times: await files(path, join(folder, `cache${residents}`)) });
    }
    const { map } = await readMapFile(path);
    const sizes = runs.map(({ bytes }) => bytes);
    const megabytes = sizes.at(-1)! / 1e6;
    const [[lowest, cost], ...ours] = runs.at(-1)!.times as [[string, number], ...[string, number][]];
    return [
      ...ours.map(
        ([what, ms], i): Row => ({
          work: `${what}, ${megabytes.toFixed(0)} MB, by the clock`,
          ours: ms,
          unit: 'ms',
          peer: { name: lowest, cost },
          exponent: exponent(
            sizes,
            runs.map(({ times }) => times[i + 1]![1]),
          ),
        }),
      ),
      {
        work: 'that map in columns: size',
        ours: map.buffer.byteLength / 1e6,
        unit: 'MB',
        peer: { name: 'the file', cost: megabytes },
      },
      ...lookUps(map),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function files(path: string, cacheFolder: string): Promise<[string, number][]> {
  const { map } = await readMapFile(path, { cacheFolder });
  return bestOfEach([
    ['reading the bytes, decoding coordinates', async () => decodeCoordinates(await readFile(path))],
    ['readMap', async () => readMap(await readFile(path))],
    ['readMapFile (with its hash)', () => readMapFile(path)],
    ['readMapFile from the cache (with its hash)', () => readMapFile(path, { cacheFolder })],
    ['writeMap', () => writeMap(map)],
    ['connectivity', () => connectivity(map)],
  ]);
}

function lookUps(map: CityMap): Row[] {
  const places = new Places(map);
  const points = Array.from({ length: 500 }, (_, i) => ({
    x: (i % 25) * 200 - 2500,
    y: Math.floor(i / 25) * 250 - 2500,
  }));
  places.poisAround(points[0]!, 1);
  places.aoisAround(points[0]!, 1);
  const scan = perCall(points, ({ x, y }) => {
    const { position, count } = map.pois;
    let found = 0;
    for (let i = 0; i < count; i++) {
      if (Math.hypot(position.xy[2 * i]! - x, position.xy[2 * i + 1]! - y) <= 500) found++;
    }
    return found;
  });
  const peer = { name: `a visit to each of ${map.pois.count} POIs`, cost: 1000 * scan };
  const rows: [string, number][] = [
    ['POIs within 500 m', perCall(points, (point) => places.poisAround(point, 500))],
    [
      'restaurants within 500 m',
      perCall(points, (point) => places.poisAround(point, 500, { categories: ['restaurant'] })),
    ],
    ['10 nearest POIs', perCall(points, (point) => places.nearestPois(point, 10))],
    ['AOIs within 500 m', perCall(points, (point) => places.aoisAround(point, 500))],
    ['nearest AOI', perCall(points, (point) => places.nearestAois(point, 1))],
  ];
  return rows.map(([what, ms]) => ({ work: `${what}, by the clock`, ours: 1000 * ms, unit: 'µs', peer }));
}

/** The fastest of several runs of each, ms. They take turns, so that a busy machine slows all of them equally. */
async function bestOfEach(tasks: readonly (readonly [string, () => unknown])[]): Promise<[string, number][]> {
  const least = tasks.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < RUNS; round++) {
    for (const [i, [, run]] of tasks.entries()) {
      const start = performance.now();
      await run();
      least[i] = Math.min(least[i]!, performance.now() - start);
    }
  }
  return tasks.map(([what], i) => [what, least[i]!]);
}

function perCall<T>(inputs: readonly T[], run: (input: T) => unknown): number {
  for (const input of inputs) run(input);
  const start = performance.now();
  for (const input of inputs) run(input);
  return (performance.now() - start) / inputs.length;
}

/**
 * The lower bound for reading a map: every coordinate of lanes and AOIs is read into one array, everything else is
 * skipped.
 */
function decodeCoordinates(bytes: Uint8Array): Float64Array {
  const pbf = new PbfReader(bytes);
  let xy = new Float64Array(1024);
  let length = 0;
  const each = (end: number, visit: (field: number) => boolean) => {
    while (pbf.pos < end) {
      const tag = pbf.readVarint();
      if (!visit(tag >>> 3)) pbf.skip(tag);
    }
  };
  const enter = () => pbf.readVarint() + pbf.pos;
  const point = (end: number) => {
    if (length + 2 > xy.length) {
      const next = new Float64Array(2 * xy.length);
      next.set(xy);
      xy = next;
    }
    each(end, (field) => {
      if (field > 2) return false;
      xy[length + field - 1] = pbf.readDouble();
      return true;
    });
    length += 2;
  };
  each(bytes.length, (table) => {
    if (table !== 2 && table !== 5) return false;
    each(enter(), (field) => {
      if (table === 2 && field >= 7 && field <= 9) {
        each(enter(), () => {
          point(enter());
          return true;
        });
        return true;
      }
      if (table === 5 && field >= 5 && field <= 7) {
        point(enter());
        return true;
      }
      return false;
    });
    return true;
  });
  return xy.subarray(0, length);
}
