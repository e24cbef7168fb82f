import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { RunManifest } from '../manifest.js';
import { dataAvailability } from './locate-data.js';

test('data are recognised by their hash, and devices, folders and empty gigabytes are not hashed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'locate '));
  const [profiles, map] = [join(folder, 'profiles.json'), join(folder, 'map.pb')];
  const bytes = Buffer.alloc(40_000_000, 'profile');
  const hash = createHash('sha256').update(bytes).digest('hex');
  const manifest = { dataset: { folder, hash, relocated: null }, map: { path: map, hash } } as unknown as RunManifest;
  for (const path of [profiles, map]) writeFileSync(path, bytes);
  // Hashes of files that have not changed for a while are remembered.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  for (let i = 0; i < 2; i++) expect(dataAvailability(manifest)).toEqual({ dataset: true, map: true });
  for (const path of [profiles, map]) writeFileSync(path, Buffer.alloc(bytes.length, 'other'));
  expect(dataAvailability(manifest)).toEqual({ dataset: false, map: false });
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
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});
