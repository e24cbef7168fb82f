import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { partPath } from '@itinera/base/node';
import { expect, onTestFinished, test } from 'vitest';
import { RunFolder } from './run-folder.js';

test('runs are numbered regardless of the names of other folders', () => {
  const home = mkdtempSync(join(tmpdir(), 'run-folder-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  for (const end of ['Infinity', '1e300', '9007199254740993', '0x10', '-7', '', ' ', '2', '999999999999', 'NaN'])
    mkdirSync(join(home, 'runs', `daily-mobility-${end}`), { recursive: true });
  expect(RunFolder.create(home, 'DailyMobility').name).toBe('daily-mobility-3');
  expect(RunFolder.create(home, 'DailyMobility').name).toBe('daily-mobility-4');
});

test('the newest run and the previous one need no name', () => {
  const home = mkdtempSync(join(tmpdir(), 'run-folder-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  expect(() => RunFolder.find(home, 'newest')).toThrow('There is no newest run: ');
  const days = { 'walk-1': '2024-05-02', 'ride-9': '2024-05-03', broken: null };
  for (const [name, day] of Object.entries(days)) {
    mkdirSync(join(home, 'runs', name), { recursive: true });
    writeFileSync(join(home, 'runs', name, 'run.json'), day === null ? '{' : JSON.stringify({ startedAt: day }));
  }
  expect(['newest', 'previous', 'walk-1'].map((name) => RunFolder.find(home, name).name)).toEqual([
    'ride-9',
    'walk-1',
    'walk-1',
  ]);
});

test('a run is typed by its name in the default home, and by its folder elsewhere', () => {
  const at = (...home: string[]) => new RunFolder(join(...home, 'runs', 'walk-1'));
  expect(at('.agentsociety-benchmark').typed).toBe('walk-1');
  expect(at(tmpdir(), 'my home').typed).toBe(`"${join(tmpdir(), 'my home', 'runs', 'walk-1')}"`);
});

test('incomplete run folders are removed by the next run', () => {
  const home = mkdtempSync(join(tmpdir(), 'run-folder-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const here = hostname()
    .replace(/[^\w-]/g, '_')
    .slice(0, 64);
  const made = (name: string) => {
    const path = join(home, 'runs', name);
    mkdirSync(join(path, 'statuses'), { recursive: true });
    return path;
  };
  // No process has that number: Linux counts to 2^22.
  const killed = made(`daily-mobility-id-0123abcd.${here}-999999999-0-0.part`);
  const own = made(`daily-mobility-id-0123abcd.${here}-${process.pid}-0-999.part`);
  const far = made('daily-mobility-id-0123abcd.elsewhere-7-0-0.part');
  const old = made('daily-mobility-id-0123abce.elsewhere-7-0-0.part');
  utimesSync(old, new Date(0), new Date(0));
  const users = made('my.part');

  const folder = RunFolder.ofId(home, 'DailyMobility', 'ffffffffffff', () => {});
  expect([killed, old].map((path) => existsSync(path))).toEqual([false, false]);
  expect([own, far, users].map((path) => existsSync(path))).toEqual([true, true, true]);
  expect(readdirSync(join(home, 'runs'))).toContain(folder.name);
});

test('a run removes the leftovers of killed processes, and only those', () => {
  const path = mkdtempSync(join(tmpdir(), 'run-folder-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  const folder = new RunFolder(path).prepare();
  const { pid: dead } = spawnSync(process.execPath, ['-e', '']);
  const own = partPath(join(folder.path, 'run.json'));
  const killed = join(folder.path, 'statuses', basename(own).replace(`-${process.pid}-`, `-${dead}-`));
  const living = own.replace(`-${process.pid}-`, `-${process.ppid}-`);
  const host = hostname().replace(/[^\w-]/g, '_');
  const elsewhere = own.replace(`.${host}-${process.pid}-`, `.elsewhere-${dead}-`);
  const old = join(folder.path, 'results.json.part');
  for (const path of [own, killed, living, elsewhere, old]) writeFileSync(path, '');
  folder.removeLeftovers();
  expect([own, killed, living, elsewhere, old].map(existsSync)).toEqual([true, false, true, true, false]);
});
