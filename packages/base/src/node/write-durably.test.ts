import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isAbandonedPart, makeFolder, partPath, writeDurably, writeTogether } from '../node.js';
import { slowTest } from '../slow.fixture.js';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'durably-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("two writers of one file do not remove each other's unfinished work", async () => {
  const path = join(temporaryFolder(), 'results.json');
  function* slowly() {
    yield 'first ';
    // Meanwhile another one is done with all of it.
    writeDurably(path, ['second']);
    yield 'is whole';
  }
  writeDurably(path, slowly());
  expect(readFileSync(path, 'utf8')).toBe('first is whole');
  const bytes = (text: string) => [{ path, parts: [Buffer.from(text)] }];
  await Promise.all([writeTogether(bytes('a')), writeTogether(bytes('b')), writeTogether(bytes('c'))]);
  expect(readFileSync(path, 'utf8')).toMatch(/^[abc]$/);
});

test('a failed write leaves nothing behind, and the error names the file', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'scores.json');
  mkdirSync(path);
  expect(() => writeDurably(path, ['{}'])).toThrow(expect.objectContaining({ code: 'EISDIR', path }));
  const other = join(folder, 'other.arrow');
  await expect(
    writeTogether([
      { path: other, parts: [] },
      { path, parts: [] },
    ]),
  ).rejects.toMatchObject({ code: 'EISDIR', path });
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('a part of a killed process that has not been reaped is abandoned', async () => {
  if (process.platform !== 'linux') return;
  // A parent that never waits: its child stays a zombie.
  const parent = spawn('sh', ['-c', 'sleep 0.01 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const pid = await new Promise<string>((resolve) =>
    parent.stdout.once('data', (data) => resolve(String(data).trim())),
  );
  const state = () => / ([A-Z]) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/, ''))?.[1];
  while (state() !== 'Z') await new Promise((resolve) => setTimeout(resolve, 5));
  expect(isAbandonedPart(partPath('a.json').replace(`-${process.pid}-`, `-${pid}-`))).toBe(true);
});

slowTest('the next command removes the leftovers of killed commands, and no other files', () => {
  const folder = temporaryFolder();
  const { pid: dead } = spawnSync(process.execPath, ['-e', '']);
  const path = join(folder, 'steps.csv.gz');
  const left = [1, 2, 3].map(() => partPath(path).replace(`-${process.pid}-`, `-${dead}-`));
  mkdirSync(left[2]!);
  for (const file of [...left.slice(0, 2), join(folder, 'film.part'), partPath(path)]) writeFileSync(file, 'half');
  // Another process: each looks at a folder once.
  const base = import.meta.resolve('@itinera/base/node');
  const write = `import { writeDurably } from '${base}'; writeDurably(${JSON.stringify(path)}, ['whole'])`;
  spawnSync(process.execPath, ['--input-type=module', '-e', write]);
  expect(readFileSync(path, 'utf8')).toBe('whole');
  expect(readdirSync(folder).filter((name) => left.includes(join(folder, name)))).toEqual([]);
  expect(readdirSync(folder)).toHaveLength(3);
});

test.runIf(process.platform === 'linux')('a folder that cannot be created is reported, even below /proc', () => {
  expect(() => makeFolder('/proc/nope/runs')).toThrow(expect.objectContaining({ code: 'ENOENT', path: '/proc/nope' }));
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  expect(() => makeFolder(join(folder, 'file'))).toThrow(expect.objectContaining({ code: 'EEXIST' }));
  expect(() => makeFolder(join(folder, 'file', 'in'))).toThrow(expect.objectContaining({ code: 'ENOTDIR' }));
  makeFolder(join(folder, 'a', 'b', 'c'));
  makeFolder(join(folder, 'a', 'b', 'c'));
  expect(readdirSync(join(folder, 'a', 'b'))).toEqual(['c']);
});
