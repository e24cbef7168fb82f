import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '@itinera/base/node';
import { beforeAll, expect, test } from 'vitest';
import { withDemo } from '../../../benchmarks/src/demo.fixture.js';
import { asbench, program, testFolder } from './asbench.fixture.js';

const folder = testFolder();
const runs = join(folder, 'home', 'runs');
const agent =
  'import time\nfrom agentsociety_benchmark.benchmarks import DailyMobilityAgent\n\n\nclass Slow(DailyMobilityAgent):\n    async def forward(self):\n        print("on")\n        time.sleep(0.2)\n';

beforeAll(async () => {
  await withDemo(join(folder, 'home'), 'DailyMobility');
  writeFileSync(join(folder, 'slow.py'), agent);
});

const filesIn = (path: string) => (existsSync(path) ? readdirSync(path) : []);
const printed = () => filesIn(runs).some((run) => filesIn(join(runs, run)).includes('prints.log'));

test.each([
  {
    line: 'run DailyMobility --demo --people 2 -a slow.py --threads 1',
    signal: 'SIGTERM',
    isWorking: printed,
    end: [1, null],
    says: /To finish it: asbench runs resume/,
  },
  {
    line: 'ui --no-open',
    signal: 'SIGHUP',
    isWorking: (text: string) => text.includes('http:'),
    end: [0, null],
    says: /^/,
  },
  {
    line: 'humob synth --users 20000 -o synthetic.csv',
    signal: 'SIGINT',
    isWorking: () => filesIn(folder).some((name) => name.endsWith('.part')),
    end: [null, 'SIGINT'],
    says: /^$/,
  },
] as const)('$line ends at $signal without a stack trace, a child or an incomplete file', async (given) => {
  const { line, signal, isWorking, end, says } = given;
  const child = spawn(process.execPath, [program, '--home-dir', 'home', ...line.split(' ')], { cwd: folder });
  const ended = new Promise<unknown[]>((resolve) => child.once('close', (...how) => resolve(how)));
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  while (!isWorking(text)) {
    expect(child.exitCode, text).toBe(null);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const children = childrenOf(child.pid!);
  child.kill(signal);
  expect([await ended, text]).toEqual([end, expect.stringMatching(says)]);
  expect(text).not.toMatch(/^ {4}at /m);
  expect(children.filter(isAlive)).toEqual([]);
  expect(existsSync(join(folder, 'synthetic.csv'))).toBe(false);
  for (const run of filesIn(runs))
    expect(JSON.parse(readFileSync(join(runs, run, 'run.json'), 'utf8'))).toMatchObject({
      state: 'stopped',
      error: 'Stopped.',
    });
  // A command that ends at once leaves its temporary file to the next one in the folder.
  if (end[1] !== null) await asbench(folder, '--home-dir', 'home', 'humob', 'synth', '--users', '2', '-o', 'small.csv');
  expect(filesIn(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});

function childrenOf(pid: number): number[] {
  const tasks = filesIn(`/proc/${pid}/task`);
  const texts = tasks.map((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim());
  return texts.flatMap((text) => (text === '' ? [] : text.split(' ').map(Number)));
}
