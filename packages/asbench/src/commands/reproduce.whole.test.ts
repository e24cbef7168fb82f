import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withDemo, withScales } from '../../../benchmarks/src/demo.fixture.js';
import { hasPython } from '../../../engine/src/python/toy-host.fixture.js';
import { asbench, jsonOf, makeDatasets, testFolder } from './asbench.fixture.js';

const folder = testFolder();
const datasets = makeDatasets(folder, 6);
const home = join(folder, 'home');
await withScales(home);
const bench = (...args: string[]) => asbench(folder, '--home-dir', home, ...args);
const single = ['--threads', '1'];

/** An agent with its modules, in a separate folder. */
function writeAgent(name: string): string {
  const place = join(folder, name);
  mkdirSync(join(place, 'lib'), { recursive: true });
  writeFileSync(join(folder, 'outside.ts'), 'export const hour = 9;\n');
  writeFileSync(join(place, 'lib', 'deep.ts'), 'export const home = (time: number) => time > 60000;\n');
  writeFileSync(join(place, 'hours.ts'), "export { home } from './lib/deep.js';\nexport const start = 30000;\n");
  writeFileSync(
    join(place, 'mine.ts'),
    `import { DailyMobilityAgent } from 'itinera';
import { home, start } from './hours.js';
export default class Mine extends DailyMobilityAgent {
  forward() {
    const [, time] = this.environment.getDatetime();
    if (time < start + 3000 * this.random.next()) return;
    this.logIntention(home(time) ? 'home activity' : 'work');
    this.goToAoi(this.status.get(home(time) ? 'home' : 'work').aoiPosition.aoiId);
  }
}
`,
  );
  return join(place, 'mine.ts');
}

test('a copied run folder is evaluated, compared and reproduced, even if home folder, agent and dataset are gone or have moved', async () => {
  const agent = writeAgent('agents');
  const ran = await bench('run', 'DailyMobility', '-d', datasets, '-a', agent, ...single, '--json');
  expect(ran.status, ran.stderr).toBe(0);
  const report = JSON.parse(ran.stdout);
  const written = readFileSync(join(report.folder, 'run.json'), 'utf8');
  expect(written).not.toContain(JSON.stringify(folder).slice(1, -1));
  const manifest = JSON.parse(written);
  expect(Object.keys(manifest.agent.files)).toEqual(['hours.ts', 'lib/deep.ts', 'mine.ts']);
  expect(manifest.dataset).toMatchObject({ name: 'DailyMobility', hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(manifest.map).toMatchObject({ name: 'map.pb', hash: expect.stringMatching(/^[0-9a-f]{64}$/) });

  const elsewhere = testFolder();
  const copy = join(elsewhere, 'a copy');
  cpSync(report.folder, copy, { recursive: true });
  rmSync(home, { recursive: true });
  rmSync(join(folder, 'agents'), { recursive: true });
  renameSync(datasets, join(elsewhere, 'data'));
  const there = (...args: string[]) => asbench(elsewhere, ...args);
  const lost = await there('runs', 'reproduce', copy);
  expect(lost.status).toBe(1);
  expect(lost.stderr).toContain(`its map map.pb (SHA-256 ${manifest.map.hash.slice(0, 16)}…) is neither at`);

  const data = ['-d', 'data'];
  const again = await there('runs', 'reproduce', copy, ...data, ...single, '--json');
  expect(again.status, again.stderr).toBe(0);
  const { isEqual, files } = JSON.parse(again.stdout);
  expect(isEqual).toBe(true);
  expect(files.map(({ name }: { name: string }) => name)).toEqual([
    'events',
    'trips',
    'routes',
    'statuses',
    'problems.ndjson',
    'results.json',
    'results.pkl',
    'scores.json',
  ]);
  expect(jsonOf(await there('evaluate', 'DailyMobility', copy, ...data, '--json')).final_score).toBe(
    report.scores.final_score,
  );
  expect(await there('runs', 'compare', copy, copy, ...data)).toMatchObject({ status: 0 });

  // Datasets in the home folder are found by their hashes.
  renameSync(join(elsewhere, 'data'), join(elsewhere, '.agentsociety-benchmark', 'datasets'));
  expect((await there('runs', 'compare', copy, copy)).status).toBe(0);
  expect((await there('runs', 'reproduce', copy, ...single)).stdout).toContain(
    'a copy: reproduced, every byte is equal.',
  );

  const scores = JSON.parse(readFileSync(join(copy, 'scores.json'), 'utf8'));
  writeFileSync(join(copy, 'scores.json'), `${JSON.stringify({ ...scores, final_score: 99 }, null, 2)}\n`);
  const edited = await there('runs', 'reproduce', copy, ...single);
  expect(edited.status).toBe(1);
  expect(edited.stdout).toMatch(/scores\.json +1 file +differs/);
  expect(edited.stdout).toContain('NOT reproduced');
});

test.skipIf(!hasPython)('a run on demo data that called a model is reproduced from its folder alone', async () => {
  const place = join(folder, 'python');
  mkdirSync(place);
  writeFileSync(join(place, 'helper.py'), 'TEXT = "Where to?"\n');
  writeFileSync(
    join(place, 'asks.py'),
    `import helper
from agentsociety_benchmark.benchmarks import DailyMobilityAgent


class Asks(DailyMobilityAgent):
    async def forward(self):
        day, time = self.environment.get_datetime()
        if time == 30601:
            await self.llm.atext_request([{"role": "user", "content": helper.TEXT}])
            await self.go_to_aoi((await self.status.get("work"))["aoi_position"]["aoi_id"])
`,
  );
  writeFileSync(join(folder, 'c.yml'), 'llm: [{provider: scripted}]\n');
  const agent = join(place, 'asks.py');
  await withDemo(home, 'DailyMobility');
  const ran = await bench(
    'run',
    'DailyMobility',
    '--demo',
    '-c',
    'c.yml',
    '-a',
    agent,
    '--people',
    '5',
    ...single,
    '--json',
  );
  expect(ran.status, ran.stderr).toBe(0);
  const copy = join(testFolder(), 'copied');
  cpSync(JSON.parse(ran.stdout).folder, copy, { recursive: true });
  rmSync(home, { recursive: true });
  rmSync(place, { recursive: true });
  expect(existsSync(join(copy, 'agent', 'helper.py'))).toBe(true);
  const again = await asbench(copy, '--home-dir', 'fresh', 'runs', 'reproduce', '.');
  expect(again.status, again.stderr + again.stdout).toBe(0);
  expect(again.stdout).toContain('5 answers from the language model were read from the cassette.');

  // A replay also takes agent, people and data from the run, and rejects others.
  const replay = async (...args: string[]) =>
    await asbench(copy, '--home-dir', 'fresh', 'run', 'DailyMobility', '--replay', '.', ...args);
  const replayed = await replay('--json');
  expect(replayed.status, replayed.stderr).toBe(0);
  expect(JSON.parse(replayed.stdout).scores.final_score).toBe(JSON.parse(ran.stdout).scores.final_score);
  writeFileSync(join(copy, 'other.py'), `${readFileSync(join(copy, 'agent', 'asks.py'), 'utf8')}# another\n`);
  for (const [option, value, fault] of [
    ['--agent', 'other.py', 'the agent differs'],
    ['--agent', 'commuter', 'the agent differs'],
    ['--seed', '2', '--seed was 1 there and is 2 here'],
    ['--people', '4', '--people was 5 there and is 4 here'],
    ['-d', datasets, ''],
  ] as const)
    expect(await replay(option, value)).toMatchObject({ status: 1, stderr: expect.stringContaining(fault) });
});
