import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { manifest } from '../manifest.fixture.js';
import { findEdits, sealRun } from './checksums.js';
import { readManifest } from './read-manifest.js';
import { RunFolder } from './run-folder.js';

test('a run is finished only when its checksums are written', async () => {
  const folder = new RunFolder(mkdtempSync(join(tmpdir(), 'checksums ')));
  onTestFinished(() => rmSync(folder.path, { recursive: true }));
  folder.writeManifest({ ...manifest, state: 'running' });
  const sums = join(folder.path, 'checksums.json');
  mkdirSync(sums);
  await expect(sealRun(folder, { ...manifest, state: 'finished' })).rejects.toThrow();
  expect(readManifest(folder).state).toBe('running');
  rmSync(sums, { recursive: true });
  await sealRun(folder, { ...manifest, state: 'finished' });
  expect(readManifest(folder).state).toBe('finished');
  expect(await findEdits(folder)).toMatchObject({ recorded: 1, edited: [] });
  writeFileSync(sums, '[]');
  expect(await findEdits(folder)).toMatchObject({ recorded: null, edited: ['checksums.json'] });
});
