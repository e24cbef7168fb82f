import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DEFAULT_HOME, readResults } from '@itinera/run';
import { expect, test } from 'vitest';
import { withDemo } from '../../../benchmarks/src/demo.fixture.js';
import { asbench, makeDatasets, testFolder } from './asbench.fixture.js';

const folder = testFolder();
const code = `import { MobilityAgent } from 'itinera';
export default class Mine extends MobilityAgent {
  forward() { this.goToAoi(this.random.choice(this.environment.getAoiIds())); }
}\n`;
writeFileSync(join(folder, 'c.yml'), `env: {home_dir: ${DEFAULT_HOME}/agentsociety_data}\n`);
writeFileSync(join(folder, 'mine.ts'), code);
writeFileSync(join(folder, 'agent.yml'), 'agent_class: mine.ts\n');
mkdirSync(join(folder, 'Hurricane', 'groundtruth'), { recursive: true });
writeFileSync(join(folder, 'Hurricane', 'theirs.ts'), code);
const few = ['--people', '2', '--threads', '1'];
for (const home of [DEFAULT_HOME, join(DEFAULT_HOME, 'agentsociety_data')])
  await withDemo(join(folder, home), 'DailyMobility');
const run = (...args: string[]) => asbench(folder, 'run', 'DailyMobility', ...few, ...args);

test.each([
  ['--config c.yml', ['-c', 'c.yml']],
  ['--mode inference', ['--mode', 'inference']],
  ['--agent agent.yml', ['-a', 'agent.yml']],
  ['--agent Hurricane/theirs.ts of a dataset', ['-a', 'Hurricane/theirs.ts']],
])(
  'with %s, synthetic data do not replace missing real data, and the error shows how to get them',
  async (hint, args) => {
    const { status, stdout, stderr } = await run(...args);
    expect([status, stdout]).toEqual([1, '']);
    // The folder that clone uses, not the folder of runs.
    expect(stderr).toContain(`there is no dataset in ${join(DEFAULT_HOME, 'datasets', 'DailyMobility')}, and`);
    expect(stderr).toContain(`with ${hint} synthetic data are not used instead.`);
    expect(stderr).toContain('asbench clone DailyMobility; or pass its folder: -d FOLDER; or use SYNTHETIC demo data');
  },
);

test('a configuration of language models says nothing about data, so demo data are used as without it', async () => {
  writeFileSync(join(folder, 'llm.yml'), 'llm: [{provider: scripted}]\n');
  const { status, stdout, stderr } = await run('-c', 'llm.yml');
  expect([status, stdout], stderr).toEqual([0, expect.stringContaining('SYNTHETIC')]);
});

test('on demo data, every output and the results file are marked SYNTHETIC, and the results are not compared with the real truth', async () => {
  const asked = await run('-c', 'c.yml', '-a', 'mine.ts', '--mode', 'inference', '--demo');
  expect(asked.status, asked.stderr).toBe(0);
  expect(asked.stdout.match(/^SYNTHETIC/gm)).toHaveLength(1);
  expect(asked.stderr).not.toContain('SYNTHETIC');
  const file = resolve(folder, /^Results: (.*)$/m.exec(asked.stdout)![1]!);
  expect((await readResults(file)).metadata.data).toBe('SYNTHETIC');
  expect(readFileSync(file, 'latin1')).toContain('SYNTHETIC');

  const unasked = await run('-a', 'mine.ts');
  expect(unasked.status, unasked.stderr).toBe(0);
  expect(unasked.stdout.match(/^SYNTHETIC/gm)).toHaveLength(1);
  expect(unasked.stderr).not.toContain('SYNTHETIC');

  // An installed real dataset is not the truth for synthetic people.
  makeDatasets(join(folder, DEFAULT_HOME), 3);
  const evaluated = await asbench(folder, 'evaluate', 'DailyMobility', file, '-c', 'c.yml');
  expect(evaluated.status, evaluated.stderr).toBe(0);
  expect(evaluated.stdout).toContain('SYNTHETIC');
  const json = await asbench(folder, 'evaluate', 'DailyMobility', file, '-d', `${DEFAULT_HOME}/datasets`, '--json');
  expect(JSON.parse(json.stdout)).toMatchObject({ synthetic: true });
  const compared = await asbench(folder, 'runs', 'compare', file, file);
  expect(compared.stdout, compared.stderr).toContain('SYNTHETIC');
});

test('results of unknown origin are scored against a synthetic truth only with --demo', async () => {
  const place = testFolder();
  await withDemo(join(place, DEFAULT_HOME), 'DailyMobility');
  const results = { gyration_radius: [1, 2], daily_location_numbers: [1, 2] };
  writeFileSync(join(place, 'r.json'), JSON.stringify({ results, metadata: { task_name: 'DailyMobility' } }));
  writeFileSync(join(place, 'c.yml'), 'env: {home_dir: mine}\n');
  for (const more of [[], ['-c', 'c.yml']]) {
    const { status, stderr } = await asbench(place, 'evaluate', 'DailyMobility', 'r.json', ...more);
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('with results to be scored synthetic data are not used'),
    ]);
  }
  expect((await asbench(place, 'runs', 'compare', 'r.json', 'r.json')).stderr).toContain('asbench clone DailyMobility');
  const asked = await asbench(place, 'evaluate', 'DailyMobility', 'r.json', '--demo');
  // The results lack a part, so there is no final score.
  expect([asked.status, asked.stdout]).toEqual([1, expect.stringContaining('SYNTHETIC')]);
  // The default home folder is searched for datasets, whatever the configuration says about runs.
  makeDatasets(join(place, DEFAULT_HOME), 3);
  const real = await asbench(place, 'evaluate', 'DailyMobility', 'r.json', '-c', 'c.yml');
  expect([real.status, real.stdout]).toEqual([1, expect.not.stringContaining('SYNTHETIC')]);
  // Next to the runs, as in the original.
  const written = join('mine', 'evaluation_results', 'r_evaluation.json');
  expect(real.stderr).toContain(`Wrote ${written}: scores\n`);
  expect(JSON.parse(readFileSync(join(place, written), 'utf8')).itinera).toMatchObject({
    task: 'DailyMobility',
    synthetic: false,
  });
  const installed = (await asbench(place, 'list-installed')).stdout;
  expect(installed).toContain(join(place, DEFAULT_HOME, 'datasets', 'DailyMobility'));
});
