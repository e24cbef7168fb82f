import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { benchmarkNamed } from '../list/benchmarks.js';
import { demoDataset, writeDemo } from './make-demo.js';

const home = mkdtempSync(join(tmpdir(), 'itinera demo '));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const mapOf = (task: 'DailyMobility' | 'DiaryDay') =>
  readFileSync(join(demoDataset(home, benchmarkNamed(task)), 'map.pb'));

test('the demos of a home share one town, which is made anew when it is damaged', () => {
  const town = join(home, 'cache', 'demo-town-3.pb');
  mkdirSync(dirname(town));
  writeFileSync(town, 'damaged');
  const map = mapOf('DailyMobility');
  expect(map.length).toBeGreaterThan(1e6);
  expect(readFileSync(town).equals(map)).toBe(true);
  expect(mapOf('DiaryDay').equals(map)).toBe(true);
});

test('a demo that is shipped ready has the same files as one that is made', () => {
  const task = benchmarkNamed('DailyMobility');
  const [ready, made] = [demoDataset(home, task), join(home, 'made')];
  writeDemo(made, task);
  const filesOf = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
      .sort();
  expect(filesOf(made)).toContain('map.pb');
  expect(filesOf(ready)).toEqual(filesOf(made));
  for (const file of filesOf(made))
    expect(readFileSync(join(ready, file)).equals(readFileSync(join(made, file))), file).toBe(true);
});
