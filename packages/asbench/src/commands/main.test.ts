import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asbench, program, testFolder } from './asbench.fixture.js';

const folder = testFolder();

test.skipIf(!existsSync('/dev/full'))('output that does not fit on the disk is reported', async () => {
  const full = openSync('/dev/full', 'w');
  const { stderr, status } = spawnSync(process.execPath, [program, 'list-tasks'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', full, 'pipe'],
  });
  closeSync(full);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^The output is incomplete: ENOSPC.*\n$/);
});

test('a command that fails leaves exit code and streams of its process unchanged', async () => {
  const state = () => [process.exitCode, process.stdout.write, process.stderr.write];
  const before = state();
  expect(await asbench(folder, 'runs', 'submit-check', 'nothing')).toMatchObject({ status: 1 });
  expect(state()).toEqual(before);
});

test('an unknown command is a usage error', async () => {
  expect(await asbench(folder, 'fly')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("unknown command 'fly'"),
  });
});

test('an unknown command is followed by those of its name or group, or by how to list them', async () => {
  for (const [words, next] of [
    [['synth', '--help'], 'Commands of this name: asbench map synth, asbench humob synth.'],
    [['people'], 'Commands of this name: asbench data people.'],
    [['study', 'reach'], 'Commands of this name: asbench traffic reach.'],
    [['study', 'list'], 'Commands of study: sweep, robustness, evolve, calibrate, table, figure, cite.'],
    [['fly'], 'To list the commands: asbench --help'],
  ] as const)
    expect((await asbench(folder, ...words)).stderr.trimEnd().split('\n').at(-1)).toBe(next);
});

test('a home folder that cannot be created is reported without a stack trace', async () => {
  writeFileSync(join(folder, 'taken'), '');
  const { status, stderr } = await asbench(folder, '--home-dir', 'taken', 'run', 'DailyMobility', '--people', '1');
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^taken.*: part of the path is a file, not a folder\. Check the path\.$/m),
  ]);
});

test('control characters in names are escaped on the terminal, including in errors and JSON', async () => {
  const foreign = '\u001b]0;owned\u0007\u009b2J\u202eexe';
  for (const args of [
    ['evaluate', 'DailyMobility', foreign],
    ['run', foreign],
    ['runs', 'leaderboard', foreign],
    [foreign],
    ['map', 'info', foreign, '--json'],
  ]) {
    const { stdout, stderr, status } = await asbench(folder, ...args);
    expect(status).not.toBe(0);
    expect(stderr).toContain('\\u001b]0;owned\\u0007\\u009b2J\\u202eexe');
    expect(`${stdout}${stderr}`).not.toMatch(/(?![\n\t])\p{Cc}|\u202e/u);
  }
});

test('--help after an unknown command names the command instead of printing the general help', async () => {
  for (const help of ['--help', '-h']) {
    const { status, stdout, stderr } = await asbench(folder, 'scores', help);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain("unknown command 'scores'");
  }
  expect((await asbench(folder, 'evaluate', '--help')).stdout).toContain('Usage: asbench evaluate');
  expect((await asbench(folder, '--help')).stdout).toContain('Usage: asbench [options]');
});
