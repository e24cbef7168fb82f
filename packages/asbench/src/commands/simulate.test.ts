import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { synthesizeCity, writeMap } from '@itinera/city';
import { synthesizePeople, writePeople } from '@itinera/people';
import { beforeAll, expect, test } from 'vitest';
import { asbench, bytesOf, testFolder } from './asbench.fixture.js';

const folder = testFolder();
const map = synthesizeCity({ seed: 1, size: 500 });
const { people } = synthesizePeople(map, { count: 40, seed: 1 });
const bench = (...args: string[]) => asbench(folder, '--home-dir', 'home', ...args);
const simulate = (...args: string[]) => bench('simulate', '--map', 'city.pb', '--step', '3600', '--json', ...args);
let run: { readonly run: string; readonly folder: string; readonly task: string; readonly [key: string]: unknown };

beforeAll(async () => {
  writeFileSync(join(folder, 'city.pb'), writeMap(map));
  await writePeople(join(folder, 'people'), people);
  const { stdout, stderr, status } = simulate('--people', 'people', '--days', '2', '--from', '2024-03-01');
  expect([status, stderr]).toEqual([0, 'SYNTHETIC people: they are made up, and nobody of them exists.\n']);
  run = JSON.parse(stdout);
});

test('people live through days, and what needs no score takes the run', () => {
  expect(run).toMatchObject({
    run: 'simulation-2d-3600s-from-2024-03-01-1',
    scores: null,
    synthetic: true,
    sums: { people: 40, failed_trips: 0, problems: 0 },
  });
  expect(bench('report', run.run, '-o', 'report.html')).toMatchObject({ status: 0 });
  expect(bench('measure', run.run, run.run, '--threads', '1')).toMatchObject({ status: 0 });
  expect(bench('explain', run.run).stdout).toContain('A simulation: nothing of it is scored. Hold it');
});

test('what needs a score says that there is none', () => {
  for (const command of [
    ['evaluate', run.task, run.run],
    ['compare', run.run, run.run],
    ['calibrate', run.task],
  ])
    expect(bench(...command)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`${run.task} is a simulation`),
    });
});

test('made in parts, of a file that is gone, its people did the same', async () => {
  await writePeople(join(folder, 'own.json'), people);
  for (const part of ['1/2', '2/2'])
    expect(simulate('--people', 'own.json', '--days', '2', '--from', '2024-03-01', '--part', part)).toMatchObject({
      status: 0,
    });
  rmSync(join(folder, 'own.json'));
  const made = readdirSync(join(folder, 'home/runs')).find((name) => name !== run.run)!;
  expect(bench('gather', made)).toMatchObject({ status: 0 });
  const tables = (path: string) => [...bytesOf(path)].filter(([name]) => name.endsWith('.arrow'));
  expect(tables(run.folder).length).toBeGreaterThan(3);
  expect(tables(join(folder, 'home/runs', made)).map(([name, bytes]) => [name, bytes.toString('base64')])).toEqual(
    tables(run.folder).map(([name, bytes]) => [name, bytes.toString('base64')]),
  );
});

test.each([
  [['--days', '366'], 'Expected a whole number from 1 to 365.', 2],
  [['--step', '7'], '7 seconds a step: expected a number that divides a day', 1],
  [['--from', '1.3.2024'], '1.3.2024: expected the first day as YYYY-MM-DD', 1],
  [['--people', 'elsewhere.csv'], '1 of 1 people live in AOIs that this map does not have, such as person 1 in 7.', 1],
])('%j is refused', (args, message, exit) => {
  writeFileSync(join(folder, 'elsewhere.csv'), 'id,home\n1,7\n');
  const { stderr, status } = simulate('--people', 'people', ...args);
  expect([status, stderr]).toEqual([exit, expect.stringContaining(message)]);
});
