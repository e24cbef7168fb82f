import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { withDemo } from '../../../benchmarks/src/demo.fixture.js';
import { asbench, jsonOf, testFolder } from './asbench.fixture.js';

const folder = testFolder();
const run = join(folder, 'broken');
const bench = (...args: string[]) => asbench(folder, '--home-dir', 'home', ...args);
let original: string;

beforeAll(async () => {
  await withDemo(join(folder, 'home'), 'DailyMobility');
  writeFileSync(join(folder, 'counts.csv'), 'road,hour,count\n200000000,8,1\n');
  original = jsonOf(await bench('run', 'DailyMobility', '--demo', '--people', '2', '-a', 'commuter', '--json')).folder;
});

const OF_RESULTS = ['evaluate DailyMobility RUN', 'runs compare RUN RUN', 'runs submit-check RUN'];
const OF_SCORES = ['explain RUN', 'runs report RUN'];
const REPLAY = 'run DailyMobility --demo --people 2 -a commuter --replay RUN';
const OTHERS = [
  'runs gather RUN',
  'runs resume RUN',
  'runs reproduce RUN',
  'runs export RUN --table stays',
  'runs calls RUN',
  'runs progress RUN',
  'traffic counts RUN counts.csv',
  'measure RUN RUN',
];
const ALL = [...OF_RESULTS, ...OF_SCORES, REPLAY, ...OTHERS];

test.each([
  ['run.json', null, ALL.filter((line) => !line.startsWith('measure'))],
  ['run.json', '', ALL],
  ['run.json', 'null', ALL],
  ['run.json', 'a folder', ALL],
  ['scores.json', '{"a":', OF_SCORES],
  ['scores.json', 'a folder', OF_SCORES],
  ['results.json', null, OF_RESULTS],
  ['results.json', '{"a":', OF_RESULTS],
  ['results.json', 'a folder', OF_RESULTS],
])('a run whose %s is %j ends every command that needs it with one line', async (file, content, lines) => {
  rmSync(run, { recursive: true, force: true });
  cpSync(original, run, { recursive: true });
  rmSync(join(run, file));
  if (content === 'a folder') mkdirSync(join(run, file));
  else if (content !== null) writeFileSync(join(run, file), content);
  for (const line of lines) {
    const { status, stderr } = await bench(...line.split(' ').map((arg) => (arg === 'RUN' ? run : arg)));
    expect([line, status], stderr).toEqual([line, 1]);
    expect(stderr, line).toMatch(/^(?!Warning)[^\n]+\n$/);
    expect(stderr, line).toMatch(content === null && file === 'results.json' ? /is not finished/ : RegExp(file));
  }
});

test('a run that is refused while its Python agent loads leaves no temporary files', async () => {
  writeFileSync(join(folder, 'broken.py'), 'raise RuntimeError("no")\n');
  const { status, stderr } = await bench(
    'run',
    'DailyMobility',
    '--demo',
    '--people',
    '40',
    '-a',
    'broken.py',
    '--threads',
    '2',
  );
  expect([status, stderr]).toEqual([1, expect.stringContaining('broken.py')]);
  const left = readdirSync(join(folder, 'home', 'runs'), { recursive: true, encoding: 'utf8' });
  expect(left.filter((name) => name.endsWith('.part'))).toEqual([]);
});
