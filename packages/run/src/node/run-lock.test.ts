import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { slowTest } from '../../../base/src/slow.fixture.js';
import { lockRun } from './run-lock.js';

function lockPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'run-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'run.lock');
}

slowTest('a run that a living process holds is rejected with the next step', () => {
  const path = lockPath();
  writeFileSync(path, `${process.ppid}\n`);
  expect(() => lockRun(path, 'a-1')).toThrow(
    `a-1: process ${process.ppid} is working on this run. Wait until it ends, or stop it and resume`,
  );
});

test('a run whose process was killed is free, whatever the file contains', () => {
  const path = lockPath();
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(path, `${pid}\nnonsense\n-1\n0\n`);
  const unlock = lockRun(path, 'a-1');
  expect(existsSync(path)).toBe(true);
  unlock();
  expect(existsSync(path)).toBe(false);
});

test('a rejected process does not block the run while it is alive', () => {
  const path = lockPath();
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(path, `${pid}\n${process.ppid}\n-${process.ppid}\n`);
  lockRun(path, 'a-1')();
  writeFileSync(path, `${process.ppid}\n=${process.ppid}\n`);
  expect(() => lockRun(path, 'a-1')).toThrow('is working on this run');
  expect(readFileSync(path, 'utf8')).toMatch(new RegExp(`^-${process.pid}@`, 'm'));
});

test.skipIf(!existsSync('/dev/full'))('a lock that does not fit on the disk is named in the error', () => {
  expect(() => lockRun('/dev/full', 'a-1')).toThrow(expect.objectContaining({ code: 'ENOSPC', path: '/dev/full' }));
});

test('a run that its owner is about to release is waited for', () => {
  const path = lockPath();
  const owner = spawn('sleep', ['60']);
  onTestFinished(() => void owner.kill('SIGKILL'));
  writeFileSync(path, `${owner.pid}\n=${owner.pid}\n`);
  expect(() => lockRun(path, 'a-1')).toThrow('is working on this run');
  lockRun(path, 'a-1', { isPatient: () => owner.kill('SIGTERM') })();
});

test('a run whose killed process has not been reaped is free', async () => {
  if (process.platform !== 'linux') return;
  const path = lockPath();
  // A parent that never waits: its child stays a zombie.
  const parent = spawn('sh', ['-c', 'sleep 0.01 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const pid = await new Promise<string>((resolve) =>
    parent.stdout.once('data', (data) => resolve(String(data).trim())),
  );
  while (!/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')))
    await new Promise((resolve) => setTimeout(resolve, 5));
  writeFileSync(path, `${pid}\n=${pid}\n`);
  lockRun(path, 'a-1')();
});

test('a run of another machine is rejected while that machine gives signs of life, otherwise taken over with a message', () => {
  const path = lockPath();
  writeFileSync(path, '7@elsewhere\n=7@elsewhere\n');
  writeFileSync(`${path}.beat`, '7@elsewhere 3\n');
  const messages: string[] = [];
  const options = { host: 'here', onTakeOver: (message: string) => messages.push(message) };
  expect(() => lockRun(path, 'a-1', options)).toThrow('a-1: process 7 on elsewhere is working on this run.');
  const now = statSync(path).mtimeMs / 1000;
  utimesSync(`${path}.beat`, now - 30, now - 30);
  expect(() => lockRun(path, 'a-1', options)).toThrow('process 7 on elsewhere');
  utimesSync(`${path}.beat`, now - 90, now - 90);
  const unlock = lockRun(path, 'a-1', options);
  expect(messages).toEqual([
    expect.stringMatching(
      /^a-1: process 7 on elsewhere has locked this run but has not responded for \d+ s, so this process takes over\.$/,
    ),
  ]);
  expect(readFileSync(path, 'utf8')).toContain(`=${process.pid}@here`);
  expect(readFileSync(`${path}.beat`, 'utf8')).toContain(`${process.pid}@here`);
  unlock();
  expect([existsSync(path), existsSync(`${path}.beat`)]).toEqual([false, false]);
});

test('a process of another machine is not mistaken for a local one with the same id', () => {
  const path = lockPath();
  writeFileSync(path, `${process.ppid}@elsewhere\n=${process.ppid}@elsewhere\n`);
  lockRun(path, 'a-1', { host: 'here' })();
});

test('if three processes start at once, exactly one gets the run, every time', async () => {
  const compiled = new URL('../../dist/node/run-lock.js', import.meta.url).href;
  const script = `
    import { lockRun } from ${JSON.stringify(compiled)};
    import { createInterface } from 'node:readline';
    for await (const path of createInterface({ input: process.stdin })) {
      try { lockRun(path, 'a-1'); console.log('has it'); } catch { console.log('refused'); }
    }`;
  const three = Array.from({ length: 3 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  onTestFinished(() => three.forEach((child) => void child.kill('SIGKILL')));
  const answer = (child: ChildProcess) =>
    new Promise<string>((resolve) => child.stdout!.once('data', (data) => resolve(String(data).trim())));
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  for (let round = 0; round < 20; round++) {
    const path = lockPath();
    // Left by a process that was killed.
    appendFileSync(path, `${pid}\n=${pid}\n`);
    const answers = three.map(answer);
    for (const child of three) child.stdin!.write(`${path}\n`);
    expect((await Promise.all(answers)).sort()).toEqual(['has it', 'refused', 'refused']);
  }
});
