import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_HOME } from '@itinera/benchmarks';
import { readResults } from '@itinera/run';
import { expect, test } from 'vitest';
import { asbench, makeDatasets, testFolder } from './asbench.fixture.js';

const folder = testFolder();
const code = `import { MobilityAgent } from '@itinera/bench';
export default class Mine extends MobilityAgent {
  forward() { this.goToAoi(this.random.choice(this.environment.getAoiIds())); }
}\n`;
writeFileSync(join(folder, 'c.yml'), `env: {home_dir: ${DEFAULT_HOME}/agentsociety_data}\n`);
writeFileSync(join(folder, 'mine.ts'), code);
writeFileSync(join(folder, 'agent.yml'), 'agent_class: mine.ts\n');
mkdirSync(join(folder, 'Hurricane', 'groundtruth'), { recursive: true });
writeFileSync(join(folder, 'Hurricane', 'theirs.ts'), code);
const few = ['--people', '2', '--threads', '1'];
const run = (...args: string[]) => asbench(folder, 'run', 'DailyMobility', ...few, ...args);

test.each([
  ['--config c.yml', ['-c', 'c.yml']],
  ['--mode inference', ['--mode', 'inference']],
  ['--agent agent.yml', ['-a', 'agent.yml']],
  ['--agent Hurricane/theirs.ts of a dataset', ['-a', 'Hurricane/theirs.ts']],
])('with %s made-up data are not taken for real ones, and it is said how to get these', async (hint, args) => {
  const { status, stdout, stderr } = await run(...args);
  expect([status, stdout]).toEqual([1, '']);
  // Where clone puts it, wherever runs go.
  expect(stderr).toContain(`there is no dataset in ${join(DEFAULT_HOME, 'datasets', 'DailyMobility')}, and`);
  expect(stderr).toContain(`with ${hint} made-up data are not taken for it.`);
  expect(stderr).toContain(
    'asbench clone DailyMobility; or name its folder: -d FOLDER; or say that SYNTHETIC demo data',
  );
});

test('on demo data, asked for or not, SYNTHETIC stands in every output and in the results file, and these are held against no real truth', async () => {
  const asked = await run('-c', 'c.yml', '-a', 'mine.ts', '--mode', 'inference', '--demo');
  expect(asked.status, asked.stderr).toBe(0);
  expect([asked.stderr, asked.stdout]).toEqual(Array(2).fill(expect.stringContaining('SYNTHETIC')));
  const file = /^Results: (.*)$/m.exec(asked.stdout)![1]!;
  expect((await readResults(file)).metadata.data).toBe('SYNTHETIC');
  expect(readFileSync(file, 'latin1')).toContain('SYNTHETIC');

  const unasked = await run('-a', 'mine.ts');
  expect(unasked.status, unasked.stderr).toBe(0);
  expect([unasked.stderr, unasked.stdout]).toEqual(Array(2).fill(expect.stringContaining('SYNTHETIC')));

  // Real ones appear beside it, and are no truth about made-up people.
  makeDatasets(join(folder, DEFAULT_HOME), 3);
  const evaluated = await asbench(folder, 'evaluate', 'DailyMobility', file, '-c', 'c.yml');
  expect(evaluated.status, evaluated.stderr).toBe(0);
  expect(evaluated.stdout).toContain('SYNTHETIC');
  const json = await asbench(folder, 'evaluate', 'DailyMobility', file, '-d', `${DEFAULT_HOME}/datasets`, '--json');
  expect(JSON.parse(json.stdout)).toMatchObject({ synthetic: true });
  const compared = await asbench(folder, 'compare', file, file);
  expect(compared.stdout, compared.stderr).toContain('SYNTHETIC');
});

test('results of which nothing is known are scored against no made-up truth unless that is asked for', async () => {
  const place = testFolder();
  const results = { gyration_radius: [1, 2], daily_location_numbers: [1, 2] };
  writeFileSync(join(place, 'r.json'), JSON.stringify({ results, metadata: { task_name: 'DailyMobility' } }));
  writeFileSync(join(place, 'c.yml'), 'env: {home_dir: mine}\n');
  for (const more of [[], ['-c', 'c.yml']]) {
    const { status, stderr } = await asbench(place, 'evaluate', 'DailyMobility', 'r.json', ...more);
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('with results to be scored made-up data are not taken'),
    ]);
  }
  expect((await asbench(place, 'compare', 'r.json', 'r.json')).stderr).toContain('asbench clone DailyMobility');
  const asked = await asbench(place, 'evaluate', 'DailyMobility', 'r.json', '--demo');
  expect([asked.status, asked.stdout]).toEqual([0, expect.stringContaining('SYNTHETIC')]);
  // What was cloned into the default home is found, whatever the configuration says of where runs go.
  makeDatasets(join(place, DEFAULT_HOME), 3);
  const real = await asbench(place, 'evaluate', 'DailyMobility', 'r.json', '-c', 'c.yml');
  expect([real.status, real.stdout]).toEqual([0, expect.not.stringContaining('SYNTHETIC')]);
  // Beside the runs, as in the original.
  const written = join('mine', 'evaluation_results', 'r_evaluation.json');
  expect(real.stdout).toContain(`Scores: ${written}`);
  expect(JSON.parse(readFileSync(join(place, written), 'utf8'))).toMatchObject({
    task: 'DailyMobility',
    synthetic: false,
  });
  const installed = (await asbench(place, 'list-installed')).stdout;
  expect(installed).toContain(join(place, DEFAULT_HOME, 'datasets', 'DailyMobility'));
});
