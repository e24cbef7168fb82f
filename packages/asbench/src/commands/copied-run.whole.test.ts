import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withDemo, withScales } from '../../../benchmarks/src/demo.fixture.js';
import { asbench, makeDatasets, program, testFolder } from './asbench.fixture.js';

const folder = testFolder();
const elsewhere = testFolder();
const datasets = makeDatasets(folder, 6);
const there = (...args: string[]) => asbench(elsewhere, ...args);

/** A run copied to another folder, whose sources are moved or gone. */
async function copyRun(name: string, ...args: string[]): Promise<string> {
  await withScales(join(folder, '.agentsociety-benchmark'));
  const ran = await asbench(folder, 'run', 'DailyMobility', ...args, '--threads', '1', '--json');
  expect(ran.status, ran.stderr).toBe(0);
  const copy = join(elsewhere, name);
  cpSync(JSON.parse(ran.stdout).folder, copy, { recursive: true });
  rmSync(join(folder, '.agentsociety-benchmark'), { recursive: true });
  return copy;
}

/** The responses of the viewer about a run, as a browser requests them. */
async function shown(runs: string, name: string, ...args: string[]) {
  const child = spawn(process.execPath, [program, 'ui', runs, '--no-open', ...args], { cwd: elsewhere });
  const ended = new Promise((resolve) => child.on('close', resolve));
  try {
    const address = await new Promise<string>((resolve, reject) => {
      child.stdout.once('data', (text) => resolve(String(text).split('\n')[0]!));
      child.stderr.once('data', (text) => reject(new Error(String(text))));
    });
    const ask = async (path: string) => (await fetch(`${address}api/runs/${name}${path}`)).json();
    return { detail: await ask(''), replay: await ask('/replay'), person: await ask('/people/1') };
  } finally {
    child.kill();
    // Until then it writes to its cache.
    await ended;
  }
}

test('ui, report and explain of a copied run find map and dataset by their hashes, or by the given names', async () => {
  const copy = await copyRun('copy', '-d', datasets);
  renameSync(datasets, join(elsewhere, 'data'));
  const lost = await there('explain', copy);
  expect(lost.stdout).toContain('The ground truth is no longer on this machine');
  expect(lost.stdout).toContain('-d');
  expect(await shown(copy, 'copy')).toMatchObject({ detail: { truth: 'absent' }, replay: { state: 'impossible' } });

  const data = ['-d', 'data', '--map', 'data/DailyMobility/map.pb'];
  const isWhole = {
    detail: { truth: 'shown' },
    replay: { state: expect.stringMatching(/working|ready/) },
  };
  expect(await shown(copy, 'copy', ...data)).toMatchObject({ ...isWhole, person: { home: expect.any(Number) } });
  const told = await there('explain', copy, ...data);
  expect(told.status, told.stderr).toBe(0);
  expect(told.stdout).toContain('Places where the most points are lost');
  expect(told.stdout).toContain('People who lose the most points');
  expect((await there('explain', copy, '-d', 'data')).stdout).toBe(told.stdout);
  const made = await there('runs', 'report', copy, '-o', 'named.html', ...data);
  expect(made.status, made.stderr).toBe(0);
  expect(readFileSync(join(elsewhere, 'named.html'), 'utf8')).toContain('"state":"ready"');

  // A different dataset or map is rejected.
  cpSync(join(elsewhere, 'data'), join(elsewhere, 'others'), { recursive: true });
  writeFileSync(join(elsewhere, 'others', 'DailyMobility', 'profiles.json'), '[{"id":1,"home":500000001}]');
  writeFileSync(join(elsewhere, 'others', 'DailyMobility', 'map.pb'), '');
  for (const command of ['explain', 'runs report']) {
    expect(await there(...command.split(' '), copy, '-d', 'others')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/not the dataset of this run.*SHA-256/),
    });
    expect(
      await there(...command.split(' '), copy, '-d', 'data', '--map', 'others/DailyMobility/map.pb'),
    ).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/not the map of this run.*SHA-256/),
    });
  }

  mkdirSync(join(elsewhere, '.agentsociety-benchmark'), { recursive: true });
  renameSync(join(elsewhere, 'data'), join(elsewhere, '.agentsociety-benchmark', 'datasets'));
  expect((await there('explain', copy)).stdout).toBe(told.stdout);
  expect(await shown(copy, 'copy')).toMatchObject(isWhole);
});

test('a copied run on demo data is shown with the same data, generated again', async () => {
  await withDemo(join(folder, '.agentsociety-benchmark'), 'DailyMobility');
  const copy = await copyRun('demo', '--demo', '--people', '5');
  const told = await there('explain', copy);
  expect(told.stdout).toContain('Places where the most points are lost');
  expect(await shown(copy, 'demo')).toMatchObject({
    detail: { truth: 'shown' },
    replay: { state: expect.stringMatching(/working|ready/) },
  });
});
