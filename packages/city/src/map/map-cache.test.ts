import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { lstat, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CityMap } from './city-map.js';
import { openColumnFile, readColumnFile, writeColumnFile } from './column-file.js';
import { readColumn } from './column-pages.js';
import { graphMap } from './graph-map.fixture.js';
import { readMapFile, writeMapFile } from './map-file.js';
import { packColumns } from './shared-columns.js';
import { writeMap } from './write-map.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'itinera-'));
});
afterEach(() => rm(folder, { recursive: true }));

const message = graphMap({ roads: 2, turns: [[0, 1]], aois: [{ drive: [0] }] });

describe('map files', () => {
  test('map files are written completely and read back with their hash', async () => {
    const path = join(folder, 'city.pb');
    await writeMapFile(path, CityMap.fromMessage(message));
    expect(await readdir(folder)).toEqual(['city.pb']);
    const { map, sha256, bytes } = await readMapFile(path);
    expect(map.toMessage()).toEqual(message);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(bytes).toBe((await readFile(path)).length);
  });

  test.skipIf(process.platform !== 'linux')('a map written to a pipe leaves the pipe in its place', async () => {
    const pipe = join(folder, 'pipe.pb');
    execFileSync('mkfifo', [pipe]);
    const reader = spawn('cat', [pipe]);
    const pieces: Buffer[] = [];
    reader.stdout.on('data', (piece) => pieces.push(piece));
    await writeMapFile(pipe, CityMap.fromMessage(message));
    await once(reader, 'close');
    expect(Buffer.concat(pieces)).toEqual(Buffer.from(writeMap(CityMap.fromMessage(message))));
    expect((await lstat(pipe)).isFIFO()).toBe(true);
  });

  test('files that are missing, empty, folders or not maps are rejected by name', async () => {
    const path = join(folder, 'city.pb');
    await expect(readMapFile(path)).rejects.toThrow(`${path}: there is no such file`);
    await expect(readMapFile(folder)).rejects.toThrow('it is a folder, not a file');
    await writeFile(path, '');
    await expect(readMapFile(path)).rejects.toThrow('the file is empty');
    await writeFile(path, 'hello');
    await expect(readMapFile(path)).rejects.toThrow(`${path}: the file `);
    await writeFile(path, '');
    await truncate(path, 3 * 2 ** 30);
    await expect(readMapFile(path)).rejects.toThrow('the file begins with a zero byte');
    await truncate(path, 10 * 2 ** 30);
    await expect(readMapFile(path)).rejects.toThrow('10737418240 bytes exceed the limit of a map');
    await expect(writeMapFile(join(folder, 'a', 'b.pb'), CityMap.fromMessage(message))).rejects.toThrow('-o');
  });

  test.each([
    ['compressed with gzip', () => gzipSync(writeMap(CityMap.fromMessage(message)))],
    ['a zip archive', () => 'PK\u0003\u0004\u0014\u0000'],
    ['an OpenStreetMap extract', () => '\0\0\0\x0e\n\tOSMHeader\x18\x96\x01'],
    ['OpenStreetMap XML', () => '<?xml version="1.0"?>\n<osm version="0.6"></osm>'],
    ['a web page or other XML', () => '<!DOCTYPE html><title>404</title>'],
    ['JSON', () => '{"elements": []}'],
    ['a Git LFS pointer', () => 'version https://git-lfs.github.com/spec/v1\n'],
  ])('files that are %s are identified as such, with the next step', async (what, content) => {
    const path = join(folder, 'city.pb');
    await writeFile(path, content());
    await expect(readMapFile(path)).rejects.toThrow(`${path}: the file is ${what}, expected a city.map.v2 map (.pb). `);
  });

  test('map files are cached under their hash, and parsed again if the cache does not match', async () => {
    const path = join(folder, 'city.pb');
    const cacheFolder = join(folder, 'cache');
    await writeMapFile(path, CityMap.fromMessage(message));
    const { sha256 } = await readMapFile(path, { cacheFolder });
    const kept = join(cacheFolder, `${sha256}.map`);
    expect(existsSync(kept)).toBe(true);

    const good = await readFile(kept);
    expect((await readMapFile(path, { cacheFolder })).map.toMessage()).toEqual(message);
    for (const at of [0, 20, 60, good.length - 20]) {
      const bad = Buffer.from(good);
      bad[at] ^= 0xff;
      await writeFile(kept, bad);
      expect((await readMapFile(path, { cacheFolder })).map.toMessage()).toEqual(message);
    }
    await writeFile(kept, good.subarray(0, good.length - 9));
    expect((await readMapFile(path, { cacheFolder })).map.toMessage()).toEqual(message);
    expect(await readFile(kept)).toEqual(good);
  });

  test('a cache without a column that came to the format since is rebuilt', async () => {
    const path = join(folder, 'city.pb');
    await writeMapFile(path, CityMap.fromMessage(message));
    const { sha256 } = await readMapFile(path, { cacheFolder: folder });
    const kept = join(folder, `${sha256}.map`);
    const good = await readFile(kept);
    const identity = JSON.parse(good.toString('latin1', 22, 22 + good.readUInt32LE(18)));
    const columns = readColumnFile(kept, identity)!;
    const { 'lanes.type': _, ...layout } = columns.layout;
    await writeColumnFile(kept, identity, { ...columns, layout });
    expect((await readMapFile(path, { cacheFolder: folder })).map.toMessage()).toEqual(message);
    expect(await readFile(kept)).toEqual(good);
  });

  test('map files are read without a cache if the cache folder cannot be used', async () => {
    const path = join(folder, 'city.pb');
    await writeMapFile(path, CityMap.fromMessage(message));
    expect((await readMapFile(path, { cacheFolder: join(path, 'no folder') })).map.toMessage()).toEqual(message);
  });
});

describe('column files', () => {
  const identity = { kind: 'test', version: 1, source: 'abc' };
  const columns = packColumns({ a: Float64Array.of(1, Number.NaN), b: Uint8Array.of(1, 2, 3), c: new Int32Array(0) });

  test('cached maps have the same columns, in memory that can be shared', async () => {
    const path = join(folder, 'x.columns');
    await writeColumnFile(path, identity, columns);
    const read = readColumnFile(path, identity);
    expect(read?.layout).toEqual(columns.layout);
    expect(new Uint8Array(read!.buffer)).toEqual(new Uint8Array(columns.buffer));
    expect(read!.buffer).toBeInstanceOf(SharedArrayBuffer);
  });

  test('an opened file is read when a column is needed, also by another thread, and after it has been deleted', async () => {
    const path = join(folder, 'x.columns');
    const [a, b] = [new Int32Array(10_000).fill(1), new Int32Array(10_000).fill(2)];
    await writeColumnFile(path, identity, packColumns({ a, b }));
    const opened = openColumnFile(path, identity)!;
    const inThread = structuredClone(opened);
    const content = () => new Set(new Int32Array(opened.buffer));
    expect(content()).toEqual(new Set([0]));
    expect(readColumn(inThread, 'b')).toEqual(b);
    expect(content()).toEqual(new Set([0, 1, 2]));
    await rm(path);
    expect(readColumn(opened, 'a')).toEqual(a);
    expect(content()).toEqual(new Set([1, 2]));
  });

  test('a thread reads a file with the same content that another process has put in its place', async () => {
    const path = join(folder, 'x.columns');
    const same = () => writeColumnFile(path, identity, packColumns({ a: Int32Array.of(7, 8) }));
    await same();
    const inThread = structuredClone(openColumnFile(path, identity)!);
    await same();
    expect(readColumn(inThread, 'a')).toEqual(Int32Array.of(7, 8));
  });

  test.skipIf(!existsSync('/proc/self/fd'))('a file that is in memory as a whole is closed', async () => {
    const path = join(folder, 'x.columns');
    await writeColumnFile(path, identity, columns);
    const fileOf = (descriptor: string) => {
      try {
        return readlinkSync(`/proc/self/fd/${descriptor}`);
      } catch {
        // Closed meanwhile.
        return '';
      }
    };
    const open = () => readdirSync('/proc/self/fd').filter((descriptor) => fileOf(descriptor) === path).length;
    const before = open();
    for (let i = 0; i < 20; i++) expect(readColumnFile(path, identity)).toBeDefined();
    expect(open()).toBe(before);
  });

  test('a thread that opens another file of the same name is an error', async () => {
    const path = join(folder, 'x.columns');
    await writeColumnFile(path, identity, columns);
    const inThread = structuredClone(openColumnFile(path, identity)!);
    await writeColumnFile(path, identity, packColumns({ a: Float64Array.of(2, 2) }));
    expect(() => readColumn(inThread, 'a')).toThrow('x.columns was changed while it was used. Start again');
    await rm(path);
    expect(() => readColumn(structuredClone(inThread), 'a')).toThrow('x.columns was changed while it was used.');
  });

  test('a file that is cut after it was opened is an error', async () => {
    const path = join(folder, 'x.columns');
    await writeColumnFile(path, identity, columns);
    const opened = openColumnFile(path, identity)!;
    await truncate(path, 10);
    expect(() => readColumn(opened, 'a')).toThrow('x.columns was changed while it was used. Start again');
  });

  test('columns are not used for other inputs', async () => {
    const path = join(folder, 'x.columns');
    await writeColumnFile(path, identity, columns);
    for (const other of [{ kind: 'other' }, { version: 2 }, { source: 'abd' }]) {
      expect(readColumnFile(path, { ...identity, ...other })).toBeUndefined();
    }
    expect(readColumnFile(join(folder, 'none'), identity)).toBeUndefined();
  });

  test('columns never reach beyond their buffer, for any header', async () => {
    const path = join(folder, 'x.columns');
    for (const place of [
      { type: 'float64', byteOffset: 0, length: 1e9 },
      { type: 'float64', byteOffset: -8, length: 1 },
      { type: 'float64', byteOffset: 3, length: 1 },
      { type: 'constructor', byteOffset: 0, length: 1 },
      null,
    ]) {
      await writeColumnFile(path, identity, { ...columns, layout: { a: place as never } });
      expect(readColumnFile(path, identity)).toBeUndefined();
    }
  });
});
