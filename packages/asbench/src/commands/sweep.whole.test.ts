import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Library } from '@itinera/viewer';
import { expect, test } from 'vitest';
import { setupsOf } from '../../../viewer/src/server/comparison.js';
import { asbench, jsonOf, makeDatasets, testFolder } from './asbench.fixture.js';

const folder = testFolder();
const datasets = makeDatasets(folder, 4);
const planned = (name: string, plan: object) => {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(plan));
  return path;
};
const sweep = async (path: string, ...more: string[]) =>
  await asbench(folder, '--home-dir', join(folder, 'home'), 'study', 'sweep', path, ...more);
const runs = () => readdirSync(join(folder, 'home/runs'));

test('a plan is run, compared and extended, and failures do not stop the other runs', async () => {
  writeFileSync(join(folder, 'broken.ts'), 'export default 7;\n');
  const common = { task: 'DailyMobility', datasets, people: 4 };
  const first = planned('plan.json', { ...common, agents: ['commuter', 'broken.ts'], seeds: 2 });
  const { stdout, stderr, status } = await sweep(first, '--csv', join(folder, 'runs.csv'));
  expect(status).toBe(1);
  expect(stdout).toMatch(/^commuter +\d+\.\d+ +\d/m);
  expect(stdout).toContain('Failed: broken.ts, seed 1 and 1 other run: ');
  expect(stderr).toContain('4 of 4: broken.ts, seed 2:');
  const lines = readFileSync(join(folder, 'runs.csv'), 'utf8').trim().split('\n');
  expect(lines[0]).toMatch(
    /^agent,model,map,seed,final_score,calls,cost,problems,synthetic,run,error,low,high,jsd_.*,seconds$/,
  );
  expect(lines.length).toBe(5);
  const before = runs().filter((name) =>
    readFileSync(join(folder, 'home/runs', name, 'run.json'), 'utf8').includes('finished'),
  );
  expect(before.length).toBe(2);

  // With more agents and seeds, finished runs are not repeated.
  const more = planned('more.json', { ...common, agents: ['commuter', 'random'], seeds: [1, 2, 3] });
  const written = (name: string) =>
    JSON.parse(readFileSync(join(folder, 'home/runs', name, 'run.json'), 'utf8')).startedAt;
  const began = before.map(written);
  const { stdout: json } = await sweep(more, '--json');
  const { rows, runs: all, verdicts: sentences } = JSON.parse(json);
  expect(before.map(written)).toEqual(began);
  expect(all.length).toBe(6);
  expect(rows.map(({ score }: { score: { n: number } }) => score.n)).toEqual([3, 3]);
  const [commuter, random] = rows;
  expect(commuter.toBest).toBeNull();
  expect(random.toBest.mean).toBeCloseTo(random.score.mean - commuter.score.mean, 9);
  const twice = jsonOf(await sweep(more, '--json'));
  expect(twice).toEqual(JSON.parse(json));

  // The page shows the same numbers and sentences.
  const library = new Library({ runs: join(folder, 'home/runs'), home: join(folder, 'home') });
  const { sweeps, runs: listed } = await library.list(new URLSearchParams());
  const ends = ({ low, high }: { low: number; high: number }) => [low, high].map((end) => end.toFixed(9));
  const paged = sweeps.map(({ score }) => ends(score as { low: number; high: number }));
  expect(paged.sort()).toEqual(rows.map(({ score }: { score: { low: number; high: number } }) => ends(score)).sort());
  const names = listed.filter(({ score }) => score?.value != null).map(({ name }) => name);
  const { rows: setups, verdicts } = (await setupsOf(library, names))!;
  // Runs that do not belong together are not left out without a word.
  const unlike = await setupsOf(library, [names[0]!, names[0]!]);
  expect(unlike).toEqual({ rows: [], verdicts: [expect.stringContaining('is named twice')] });
  await library.close();
  expect(setups.map(({ toBest }) => toBest?.value?.toFixed(9))).toEqual(
    rows.map(({ toBest }: { toBest: { mean: number } | null }) => toBest?.mean.toFixed(9)),
  );
  expect(verdicts.length).toBe(1);
  expect(sentences).toEqual(verdicts);
  expect((await sweep(more)).stdout).toContain(verdicts[0]);
});

test('a dry run estimates calls and cost without calling a model', async () => {
  const config = join(folder, 'model.json');
  writeFileSync(config, JSON.stringify({ llm: [{ provider: 'openai', model: 'gpt-4o-mini', api_key: 'none' }] }));
  const plan = planned('dry.json', {
    task: 'DailyMobility',
    datasets,
    people: 4,
    agents: 'diarist',
    models: 'model.json',
    seeds: 5,
  });
  const before = runs();
  const { stdout, status } = await sweep(plan, '--dry-run');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^diarist · model\.json +5 +40 /m);
  expect(stdout).toContain('5 runs, $');
  expect(runs()).toEqual(before);
});

test('an agent under faults of its model and shocks of the world is compared with itself as usual', async () => {
  writeFileSync(join(folder, 'llm.json'), JSON.stringify({ llm: { provider: 'scripted' } }));
  const robust = [
    '--home-dir',
    join(folder, 'home'),
    'study',
    'robustness',
    'DailyMobility',
    '-d',
    datasets,
    '-n',
    '4',
  ];
  const { stdout, status } = await asbench(folder, ...robust, '-a', 'diarist', '-c', 'llm.json', '--seeds', '1');
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /^DailyMobility, diarist · llm\.json: final_score of seed 1 with the 95 % interval over people$/m,
  );
  expect(stdout).toMatch(/ vs as usual /);
  const row = (name: string) => stdout.split('\n').find((line) => line.startsWith(`${name} `) && / {2}\d/.test(line))!;
  const problems = (name: string) => Number(row(name).trim().split(/\s+/).at(-1));
  expect(problems('as usual')).toBe(0);
  expect(problems('20 % of requests fail')).toBeGreaterThan(0);
  expect(row('30 % of workers work at home')).toMatch(/ {2}[+−]?\d+\.\d+ {3}[+−]?\d+\.\d+ to /);
  expect(stdout).toContain('is corrected for 7 pairs of setups');
});
