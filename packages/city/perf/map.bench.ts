import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CityMap, connectivity, Places, readMap, readMapFile, writeMap, writeMapFile } from '@itinera/city';
import { synthesizeCity } from '@itinera/city-build';
import { PbfReader } from 'pbf';

const RUNS = 9;
/** Residents of a city whose map has about 36 MB, like the map of Beijing that the benchmarks use. */
const RESIDENTS = 340_000;

/** Reading and writing a 36 MB map relative to the lowest possible cost of reading, and look-ups. */
export default async function bench(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'map-bench-'));
  try {
    const path = join(folder, 'city.pb');
    await writeMapFile(path, synthesizeCity({ seed: 1, size: RESIDENTS }));
    await files(path, folder);
    lookUps((await readMapFile(path)).map);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function files(path: string, folder: string): Promise<void> {
  const cacheFolder = join(folder, 'cache');
  const bytes = await readFile(path);
  const { map } = await readMapFile(path, { cacheFolder });
  const times = await bestOfEach([
    ['bytes read, coordinates decoded', async () => decodeCoordinates(await readFile(path))],
    ['bytes read, whole map in columns', async () => readMap(await readFile(path))],
    ['readMapFile (with its hash)', () => readMapFile(path)],
    ['readMapFile from the cache (with its hash)', () => readMapFile(path, { cacheFolder })],
    ['writeMap', () => writeMap(map)],
    ['connectivity', () => connectivity(map)],
  ]);
  const [, base] = times[0]!;
  console.log(
    `A map of ${((await stat(path)).size / 1e6).toFixed(1)} MB, ${map.lanes.count} lanes, ${map.aois.count} AOIs; ` +
      `columns take ${(map.buffer.byteLength / bytes.length).toFixed(2)} of the file`,
  );
  console.table(times.map(([what, ms]) => ({ what, ms: Math.round(ms), ratio: `${(ms / base).toFixed(2)} ×` })));
}

function lookUps(map: CityMap): void {
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
  const rows: [string, number][] = [
    [`a visit to each of ${map.pois.count} POIs`, scan],
    ['POIs within 500 m', perCall(points, (point) => places.poisAround(point, 500))],
    [
      'restaurants within 500 m',
      perCall(points, (point) => places.poisAround(point, 500, { categories: ['restaurant'] })),
    ],
    ['10 nearest POIs', perCall(points, (point) => places.nearestPois(point, 10))],
    ['AOIs within 500 m', perCall(points, (point) => places.aoisAround(point, 500))],
    ['nearest AOI', perCall(points, (point) => places.nearestAois(point, 1))],
  ];
  console.table(
    rows.map(([what, ms]) => ({ what, microseconds: Math.round(1000 * ms), ratio: `${(ms / scan).toFixed(3)} ×` })),
  );
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
