import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockRun } from './run-lock.js';

function lockPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'run-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'run.lock');
}

test('a run that a living process has is refused, with what to do', () => {
  const path = lockPath();
  writeFileSync(path, `${process.ppid}\n`);
  expect(() => lockRun(path, 'a-1')).toThrow(
    `a-1: process ${process.ppid} is at work on this run. Wait for its end, or stop it and resume`,
  );
});

test('a run whose process was killed is free, whatever stands in the file', () => {
  const path = lockPath();
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(path, `${pid}\nnonsense\n-1\n0\n`);
  const unlock = lockRun(path, 'a-1');
  expect(existsSync(path)).toBe(true);
  unlock();
  expect(existsSync(path)).toBe(false);
});
