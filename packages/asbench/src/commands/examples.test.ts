import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { asbench, makeDatasets, program, testFolder } from './asbench.fixture.js';

const examples = join(import.meta.dirname, '../../../../examples');
const folder = testFolder();
const datasets = makeDatasets(folder, 20);

function script(name: string, ...args: string[]) {
  return spawnSync(process.execPath, [join(examples, name), ...args], { encoding: 'utf8' });
}

test('examples are numbered and short', async () => {
  for (const name of readdirSync(examples).filter((name) => /^\d/.test(name)))
    expect(readFileSync(join(examples, name), 'utf8').trimEnd().split('\n').length, name).toBeLessThanOrEqual(30);
});

test('the agents run, and the scripts read and score what they left', async () => {
  const run = async (task: string, agent: string) => {
    const { stdout, stderr } = await asbench(
      folder,
      'run',
      task,
      '-a',
      join(examples, agent),
      '-d',
      datasets,
      '--people',
      '20',
      '--json',
    );
    // A village is no city, and that is said.
    expect(stderr.replace(/^Warning: In .* people live .*\n/gm, '')).toBe('');
    return JSON.parse(stdout || '{}');
  };
  const storm = await run('HurricaneMobility', '02-storm-agent.ts');
  expect(storm.problems).toBe(0);
  const { folder: path, problems, scores } = await run('DailyMobility', '01-first-agent.ts');
  expect(problems).toBe(0);
  expect(script('03-read-a-run.js', path).stdout).toMatch(/^DailyMobility, 20 people, seed 1\n 0 /);
  const truth = join(datasets, 'DailyMobility', 'groundtruth');
  const { stdout } = script('04-score-results.js', join(path, 'results.pkl'), truth);
  expect(stdout).toContain(`documented ${scores.final_score.toFixed(2)} (`);
});

test('the script that runs and scores from code prints every built-in agent and who is ahead', async () => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join(examples, '05-run-and-score.js'), 'DailyMobility', '20'],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, ITINERA_HOME: join(folder, 'home of 05') },
    },
  );
  expect([status, stderr]).toEqual([0, '']);
  const number = String.raw`\d+\.\d`;
  for (const agent of ['random', 'commuter', 'day-pattern'])
    expect(stdout).toMatch(new RegExp(String.raw`^${agent} +${number} \(${number} to ${number}\)$`, 'm'));
  expect(stdout).toMatch(/^the best is ahead by \d+\.\d, p = [01]\.\d{3}$/m);
  expect(stdout).toContain('SYNTHETIC');
});

test('what `asbench new agent` writes runs, and is not written over', async () => {
  expect((await asbench(folder, 'new', 'agent', 'my-agent')).status).toBe(0);
  const again = await asbench(folder, 'new', 'agent', 'my-agent');
  expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('exists already')]);
  const { stdout, status } = await asbench(
    folder,
    'run',
    'DailyMobility',
    '-a',
    'my-agent.ts',
    '-d',
    datasets,
    '--json',
  );
  expect(status).toBe(0);
  expect(JSON.parse(stdout).problems).toBe(0);
});

test('the test that `asbench new agent` writes passes', async () => {
  expect((await asbench(folder, 'new', 'agent', 'storm-agent', '--task', 'HurricaneMobility')).status).toBe(0);
  const bin = join(folder, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(program, join(bin, 'asbench'));
  // Vitest has its own NODE_OPTIONS, and node:test tells its children that they are its own.
  const env = { ...process.env, NODE_OPTIONS: '', NODE_TEST_CONTEXT: undefined };
  const tested = spawnSync(process.execPath, ['--test', 'storm-agent.test.mjs'], {
    cwd: folder,
    encoding: 'utf8',
    env,
  });
  expect(tested.stdout).toContain('# pass 1');
});

test('the script for SLURM makes the part that SLURM says, in a home that all share', async () => {
  const home = join(folder, 'shared home');
  mkdirSync(home);
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
  expect(part({ PART: '1/2' }).stdout).toMatch(/^Part 1 of 2 is done: 16 people\./);
});

test('the files for Kubernetes and Compose ask for parts as asbench takes them', async () => {
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
});
