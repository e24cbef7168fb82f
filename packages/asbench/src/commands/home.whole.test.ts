import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_HOME } from '@itinera/run';
import { expect, test } from 'vitest';
import { asbench, jsonOf, makeDatasets, testFolder } from './asbench.fixture.js';

test('cloned datasets are found with any env.home_dir in the configuration', async () => {
  const folder = testFolder();
  const datasets = makeDatasets(join(folder, DEFAULT_HOME), 4);
  expect(datasets).toBe(join(folder, DEFAULT_HOME, 'datasets'));
  writeFileSync(join(folder, 'c.yml'), `env: {home_dir: ${DEFAULT_HOME}/agentsociety_data}\n`);
  const args = ['-c', 'c.yml', '-a', 'random', 'DailyMobility', '--json'];
  const { scores, folder: run } = jsonOf(await asbench(folder, 'run', ...args));
  expect(scores).toMatchObject({ synthetic: false, run: { people: 4 } });
  expect(run).toContain('agentsociety_data');
});
