import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Limits } from '@itinera/base';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { slowTest } from '../../../base/src/slow.fixture.js';
import { type Packed, zip } from './zip.fixture.js';
import { ZipArchive } from './zip-archive.js';
import { zipPieces } from './zip-pieces.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zip-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(bytes: Buffer, limits: Limits = {}): Promise<Record<string, string>> {
  const path = join(folder, 'archive.zip');
  await writeFile(path, bytes);
  const archive = await ZipArchive.open(path, limits, 4);
  try {
    const files: Record<string, string> = {};
    for (const name of archive.names) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of archive.chunks(name)) chunks.push(chunk);
      files[name] = Buffer.concat(chunks).toString();
    }
    return files;
  } finally {
    await archive.close();
  }
}

describe('an archive', () => {
  test('returns its files, deflated or stored', async () => {
    const long = 'stop_id,stop_name\n'.repeat(100_000);
    const files = [
      { name: 'stops.txt', data: Buffer.from(long) },
      { name: 'feed/', data: Buffer.alloc(0), method: 0 },
      { name: 'feed/agency.txt', data: Buffer.from('agency'), method: 0 },
      { name: 'empty.txt', data: Buffer.alloc(0) },
    ];
    const expected = { 'stops.txt': long, 'feed/agency.txt': 'agency', 'empty.txt': '' };
    expect(await read(zip(files))).toEqual(expected);
    expect(await read(zip(files, 'made by hand'))).toEqual(expected);
  });

  test('an archive that is invalid or cut short is rejected', async () => {
    await expect(read(Buffer.from('not an archive, but long enough'))).rejects.toThrow('has no central directory');
    await expect(read(Buffer.alloc(0))).rejects.toThrow('has no central directory');
    const whole = zip([{ name: 'a.txt', data: Buffer.from('a'.repeat(1000)) }]);
    await expect(read(whole.subarray(20))).rejects.toThrow(/cut short|damaged/);
  });

  test('an archive that is damaged or inconsistent is rejected', async () => {
    const data = Buffer.from('stop_id\n'.repeat(1000));
    const spoilt = (claims: NonNullable<Packed['claims']>, more = {}) =>
      read(zip([{ name: 'a.txt', data, claims, ...more }]));
    await expect(spoilt({ crc: 1 })).rejects.toThrow('its checksum differs');
    await expect(spoilt({ unpacked: 100 })).rejects.toThrow('unpacks to more than the 100 bytes');
    await expect(spoilt({ unpacked: 9000 })).rejects.toThrow('unpacks to 8000 bytes, but the archive declares 9000');
    await expect(spoilt({ offset: 3 })).rejects.toThrow('is not at the listed position');
    await expect(spoilt({}, { flags: 1 })).rejects.toThrow('is encrypted');
    await expect(spoilt({}, { method: 12 })).rejects.toThrow('compression method 12');
    const broken = zip([{ name: 'a.txt', data }]);
    broken.fill(0xff, 36, 46);
    await expect(read(broken)).rejects.toThrow(/a\.txt (cannot be unpacked|is damaged)/);
  });

  slowTest('an archive that would fill the memory is rejected before it is unpacked', async () => {
    // Limits of a tenth, for files of a tenth.
    vi.stubEnv('ITINERA_LIMITS', '0.1');
    onTestFinished(() => void vi.unstubAllEnvs());
    const bomb = zip([{ name: 'a.txt', data: Buffer.alloc(8 << 20) }]);
    await expect(read(bomb)).rejects.toThrow('unpacks to more than 20 times its size');
    const rows = Buffer.alloc(4 << 20, '1\n');
    await expect(read(zip([{ name: 'a.txt', data: rows }]))).rejects.toThrow('unpacks to more than 20 times its size');
    const halves = ['a.txt', 'b.txt'].map((name) => ({ name, data: Buffer.alloc(5 << 20) }));
    await expect(read(zip(halves))).rejects.toThrow('unpacks to more than 20 times its size');
    expect(Object.keys(await read(zip(halves), { ratio: 10_000 }))).toEqual(['a.txt', 'b.txt']);
  });
});

test('an archive that is written is read as it was, and depends on its files only', async () => {
  const long = Buffer.alloc(3_000_000, 'routes and stops, ');
  const files = [
    { name: 'run/städte.txt', pieces: [Buffer.from('a'), Buffer.from('b')] },
    { name: 'run/empty.txt', pieces: [] },
    { name: 'run/long.txt', pieces: [long] },
  ];
  const bytes = Buffer.concat([...zipPieces('run.zip', files)]);
  expect(await read(bytes)).toEqual({ 'run/städte.txt': 'ab', 'run/empty.txt': '', 'run/long.txt': long.toString() });
  expect(bytes.equals(Buffer.concat([...zipPieces('run.zip', files)]))).toBe(true);
});

test('an archive of very repetitive files is not taken for a bomb when it is opened', async () => {
  const files = [{ name: 'run/prints.log', pieces: [Buffer.from('the same line\n'.repeat(200_000))] }];
  const bytes = Buffer.concat([...zipPieces('run.zip', files)]);
  expect(bytes.length * 150).toBeGreaterThan(files[0]!.pieces[0]!.length);
  expect(await read(bytes)).toEqual({ 'run/prints.log': files[0]!.pieces[0]!.toString() });
});

slowTest('an archive of as many files as the format allows can be written and opened', async () => {
  const path = join(folder, 'many.zip');
  const files = Array.from({ length: 33_000 }, (_, i) => ({ name: `${i}`, pieces: [] }));
  await writeFile(path, Buffer.concat([...zipPieces('run.zip', files)]));
  const archive = await ZipArchive.open(path);
  expect(archive.names).toHaveLength(33_000);
  await archive.close();
});
