import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_HOME } from '@itinera/benchmarks';
import { expect, test } from 'vitest';
import { asbench, makeDatasets, testFolder } from './asbench.fixture.js';

test('cloned datasets are found whatever env.home_dir the configuration has', async () => {
  const folder = testFolder();
  const datasets = makeDatasets(join(folder, DEFAULT_HOME), 4);
  expect(datasets).toBe(join(folder, DEFAULT_HOME, 'datasets'));
  writeFileSync(join(folder, 'c.yml'), `env: {home_dir: ${DEFAULT_HOME}/agentsociety_data}\n`);
  const { stdout, stderr, status } = await asbench(
    folder,
    'run',
    '-c',
    'c.yml',
    '-a',
    'random',
    'DailyMobility',
    '--json',
  );
  expect(status, stderr).toBe(0);
  const { scores, folder: run } = JSON.parse(stdout);
  expect(scores).toMatchObject({ synthetic: false, run: { people: 4 } });
  expect(run).toContain('agentsociety_data');
});
