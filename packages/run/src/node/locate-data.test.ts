import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunManifest } from '../manifest.js';
import { dataAvailability, rememberedHashes } from './locate-data.js';

test('data are recognised by their hash, and devices, folders and empty gigabytes are not hashed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'locate '));
  const [profiles, map] = [join(folder, 'profiles.json'), join(folder, 'map.pb')];
  const bytes = Buffer.alloc(40_000_000, 'profile');
  const hash = createHash('sha256').update(bytes).digest('hex');
  const manifest = { dataset: { folder, hash, relocated: null }, map: { path: map, hash } } as unknown as RunManifest;
  for (const path of [profiles, map]) writeFileSync(path, bytes);
  expect(dataAvailability(manifest)).toEqual({ dataset: true, map: true });
  const odd: readonly ((path: string) => void)[] = [
    (path) => symlinkSync('/dev/zero', path),
    (path) => mkdirSync(path),
    (path) => writeFileSync(path, ''),
    ...[3, 10].map((gigabytes) => (path: string) => {
      writeFileSync(path, '');
      truncateSync(path, gigabytes * 2 ** 30);
    }),
  ];
  for (const make of odd) {
    for (const path of [profiles, map]) {
      rmSync(path, { recursive: true });
      make(path);
    }
    expect(dataAvailability(manifest)).toEqual({ dataset: false, map: false });
  }
  rmSync(folder, { recursive: true });
});

test('the hash of a file is remembered until it changes, but not of one that has just changed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'locate '));
  const path = join(folder, 'map.pb');
  writeFileSync(path, 'one');
  let now = Date.now();
  let read = 0;
  const hashOf = rememberedHashes(
    () => now,
    () => `${++read}`,
  );
  expect([hashOf(path), hashOf(path)]).toEqual(['1', '2']);
  now += 60_000;
  expect([hashOf(path), hashOf(path)]).toEqual(['3', '3']);
  writeFileSync(path, 'two');
  // Both may be written within one tick of the clock of files.
  utimesSync(path, 1, 1);
  expect([hashOf(path), hashOf(path)]).toEqual(['4', '4']);
  rmSync(path);
  expect(hashOf(path)).toBeNull();
  rmSync(folder, { recursive: true });
});
