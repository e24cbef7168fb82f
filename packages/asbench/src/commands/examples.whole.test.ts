import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DEFAULT_HOME } from '@itinera/run';
import { expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { withDemo, withScales } from '../../../benchmarks/src/demo.fixture.js';
import { asbench, jsonOf, makeDatasets, program, testFolder } from './asbench.fixture.js';

const examples = join(import.meta.dirname, '../../../../examples');
const folder = testFolder();
const datasets = makeDatasets(folder, 20);
await withScales(join(folder, DEFAULT_HOME));

/** Runs a script in this process, where the packages are already loaded. @returns what it prints */
async function script(name: string, ...args: string[]): Promise<string> {
  const path = join(examples, name);
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const { argv } = process;
  process.argv = [argv[0]!, path, ...args];
  try {
    await import(pathToFileURL(path).href);
    return log.mock.calls.map((words) => `${words.join(' ')}\n`).join('');
  } finally {
    process.argv = argv;
    log.mockRestore();
  }
}

test('examples are numbered and short', async () => {
  for (const name of readdirSync(examples).filter((name) => /^\d/.test(name)))
    expect(readFileSync(join(examples, name), 'utf8').trimEnd().split('\n').length, name).toBeLessThanOrEqual(30);
});

test('the example agents run, and the example scripts read and score their runs', async () => {
  const run = async (task: string, agent: string) => {
    const args = ['-a', join(examples, agent), '-d', datasets, '--people', '20', '--json', '--allow-problems'];
    const ended = await asbench(folder, 'run', task, ...args);
    // A village causes this warning.
    expect(ended.stderr.replace(/^Warning: In .* people live .*\n/gm, '')).toBe('');
    return jsonOf(ended);
  };
  const storm = await run('HurricaneMobility', '02-storm-agent.ts');
  expect(storm.problems).toBe(0);
  const { folder: path, problems, scores } = await run('DailyMobility', '01-first-agent.ts');
  expect(problems).toBe(0);
  expect(await script('03-read-a-run.js', path)).toMatch(/^DailyMobility, 20 people, seed 1\n 0 /);
  const truth = join(datasets, 'DailyMobility', 'groundtruth');
  expect(await script('04-score-results.js', join(path, 'results.pkl'), truth)).toContain(
    `documented ${scores.final_score.toFixed(2)} (`,
  );
});

test('the script that runs and scores from code prints every built-in agent and the best one', async () => {
  const home = join(folder, 'home of 05');
  await withDemo(home, 'DailyMobility');
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join(examples, '05-run-and-score.js'), 'DailyMobility', '6'],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, ITINERA_HOME: home },
    },
  );
  expect([status, stderr]).toEqual([0, '']);
  const number = String.raw`\d+\.\d`;
  for (const agent of ['random', 'commuter', 'day-pattern'])
    expect(stdout).toMatch(new RegExp(String.raw`^${agent} +${number} \(${number} to ${number}\)$`, 'm'));
  expect(stdout).toMatch(/^the best is ahead by \d+\.\d, p = [01]\.\d{3}$/m);
  expect(stdout).toContain('SYNTHETIC');
});

test('the script for SLURM runs the part that SLURM assigns, in a shared home folder', async () => {
  const home = join(folder, 'shared home');
  await withScales(home);
  symlinkSync(datasets, join(home, 'datasets'));
  const env = {
    ...process.env,
    ASBENCH: `${process.execPath} ${program}`,
    ITINERA_HOME: home,
    PEOPLE: '20',
    SLURM_ARRAY_TASK_ID: '1',
    SLURM_ARRAY_TASK_COUNT: '2',
  };
  const part = (more: object) =>
    spawnSync('bash', [join(examples, 'cluster/slurm.sh')], { encoding: 'utf8', env: { ...env, ...more } });
  const { stdout, stderr } = part({});
  expect(stdout, stderr).toMatch(/^Part 2 of 2 is done: 4 people\./);
  const array = { SLURM_ARRAY_JOB_ID: '77' };
  expect(part({ ...array, PART: '1/2' }).stdout).toMatch(/^Part 1 of 2 is done: 16 people\./);
  // The second job that the script prints.
  expect(part({ GATHER: '77' }).stdout).toMatch(/\nRun: [\s\S]* scores \d+\.\d of 100/);
});

test('the files for Kubernetes and Compose pass parts and queues in the format of asbench', async () => {
  const yaml = (name: string) => parse(readFileSync(join(examples, 'cluster', name), 'utf8'), { merge: true });
  const { completionMode, completions, template } = yaml('kubernetes.yaml').spec;
  const [{ command, env }] = template.spec.containers;
  expect(completionMode).toBe('Indexed');
  expect(env).toEqual([{ name: 'JOB_COMPLETIONS', value: String(completions) }]);
  expect(command.at(-1)).toBe('--part');
  const { gather, ...parts } = yaml('compose.yaml').services;
  const numbers = Object.values(parts).map((part) => /--part (\S+)/.exec((part as { command: string }).command)?.[1]);
  expect(numbers).toEqual(['1/2', '2/2']);
  expect(Object.keys(gather.depends_on)).toEqual(Object.keys(parts));
  const { queue, worker, run } = yaml('workers.yaml').services;
  expect(queue.command).toContain('redis-server');
  for (const { command, depends_on } of [worker, run]) {
    expect(command).toMatch(/--queue redis:\/\/queue$/);
    expect(depends_on).toHaveProperty('queue');
  }
});
