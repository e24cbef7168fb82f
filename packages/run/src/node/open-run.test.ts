import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipPieces } from '@itinera/tables/node';
import { afterAll, expect, test } from 'vitest';
import { slowTest } from '../../../base/src/slow.fixture.js';
import { zip as handwritten } from '../../../tables/src/files/zip.fixture.js';
import { openRun } from './open-run.js';

const folder = mkdtempSync(join(tmpdir(), 'open-run-'));
afterAll(() => rmSync(folder, { recursive: true }));

let archives = 0;
/** Writes an archive with files of these names. */
function zip(...names: readonly string[]): string {
  const path = join(folder, `${archives++}.zip`);
  const files = names.map((name) => ({ name, pieces: [Buffer.from('{}')] }));
  writeFileSync(path, Buffer.concat([...zipPieces(path, files)]));
  return path;
}

test.each([
  '../run.json',
  '/tmp/run.json',
  'run/../../evil.txt',
  'run/./evil.txt',
  'run//evil.txt',
  'run\\..\\evil.txt',
  'C:/evil.txt',
  'run/evil.txt:stream',
  `run/${'x'.repeat(400)}`,
])('an archive with the unsafe name %s is not unpacked', async (name) => {
  await expect(openRun(folder, zip('run/run.json', name))).rejects.toThrow('is not a path in a folder');
  expect(existsSync(join(folder, '..', 'evil.txt'))).toBe(false);
});

test('a run is found at any depth of an archive, next to files of other programs', async () => {
  expect((await openRun(folder, zip('run.json', 'scores.json'))).name).toMatch(/^\d+$/);
  const deep = await openRun(folder, zip('a/b/run.json', 'a/b/agent/run.json', '__MACOSX/run.json', 'a/other.txt'));
  expect([deep.name, existsSync(join(deep.path, 'agent/run.json'))]).toEqual(['b', true]);
  expect(existsSync(join(deep.path, '..', 'other.txt'))).toBe(false);
});

test('an archive without a run, with several, or with a name twice is rejected', async () => {
  await expect(openRun(folder, zip('a.txt'))).rejects.toThrow('contains no run');
  await expect(openRun(folder, zip('a/run.json', 'b/run.json'))).rejects.toThrow('contains 2 runs');
  await expect(openRun(folder, zip('a/run.json', 'a/b', 'a/b/c'))).rejects.toThrow('as a file and a folder');
  writeFileSync(join(folder, 'text.zip'), 'no archive');
  await expect(openRun(folder, join(folder, 'text.zip'))).rejects.toThrow('Expected a complete zip archive');
  await expect(openRun(folder, join(folder, 'missing.zip'))).rejects.toThrow('is not a run folder');
});

slowTest('an archive that unpacks to 200 times its size is rejected', async () => {
  const path = join(folder, 'bomb.zip');
  writeFileSync(path, handwritten([{ name: 'run.json', data: Buffer.alloc(80 * 2 ** 20) }]));
  await expect(openRun(folder, path)).rejects.toThrow('unpacks to more than 200 times its size');
});
