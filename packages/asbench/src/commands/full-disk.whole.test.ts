import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { benchmarkNamed, demoDataset } from '@itinera/benchmarks';
import { describe, expect, test } from 'vitest';
import { asbench, bytesOf, makeDatasets, program, testFolder } from './asbench.fixture.js';

const folder = testFolder();
const datasets = makeDatasets(folder, 6);
const home = join(folder, 'home');
writeFileSync(
  join(folder, 'walker.js'),
  `import { DailyMobilityAgent } from 'itinera';
export default class Walker extends DailyMobilityAgent {
  async forward() {
    this.goToAoi(this.status.get('work').aoiPosition.aoiId);
  }
}`,
);
const runWith = (agent: string) => ['run', 'DailyMobility', '-d', datasets, '-a', agent, '--threads', '1'];
const run = runWith('commuter');
const bench = (...args: string[]) => asbench(folder, '--home-dir', home, ...args);

/** Limits the size of files (`-f`), as a disk that becomes full does, or their number (`-n`). */
function limited(limit: string, ...args: string[]) {
  const command = `ulimit ${limit}; exec "$0" "$@"`;
  const words = ['-c', command, process.execPath, program, '--home-dir', home, ...args];
  return spawnSync('bash', words, { cwd: folder, encoding: 'utf8' });
}

// Short runs of built-in agents write in the main thread, those of files in another.
describe.each(['walker.js', 'commuter'])('a run of %s', (agent) => {
  test.skipIf(process.platform === 'win32')(
    'reports a full disk in one line with the file and the next step, and resumes once there is space',
    async () => {
      const { stdout } = await bench(...runWith(agent), '--json');
      const { run: calm, folder: made } = JSON.parse(stdout);
      const whole = bytesOf(made);
      for (const kibibytes of [2, 8]) {
        const { status, stderr } = limited(`-f ${kibibytes}`, ...runWith(agent), '--seed', '1');
        const said = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('Warning: '));
        expect([status, said]).toEqual([
          1,
          [expect.stringMatching(/^[\\/].*: the file exceeds the size limit of this disk .* resume/)],
        ]);
      }
      const names = readdirSync(join(home, 'runs'));
      for (const name of names.slice(names.indexOf(calm))) {
        expect(await bench('runs', 'resume', name)).toMatchObject({ status: 0 });
        expect(bytesOf(join(home, 'runs', name))).toEqual(whole);
      }
      const parts = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.part'));
      expect(parts).toEqual([]);
    },
  );
});

test.skipIf(process.platform === 'win32')(
  'a packed run that does not fit into the temporary folder is named',
  async () => {
    await bench('runs', 'pack', readdirSync(join(home, 'runs'))[0]!, '-o', 'packed.zip');
    const { status, stderr } = limited('-f 1', 'explain', 'packed.zip');
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^.*asbench-unpack.*: the file exceeds the size limit.*\n$/),
    ]);
  },
);

test.skipIf(process.platform === 'win32')('a board whose pages do not fit on the disk fails and is not written', () => {
  const { status, stderr } = limited('-f 64', 'runs', 'board', join(home, 'runs'), '-o', join(folder, 'board'));
  expect([status, stderr]).toEqual([1, expect.stringContaining('exceeds the size limit of this disk')]);
  expect(existsSync(join(folder, 'board', 'index.html'))).toBe(false);
});

test.skipIf(process.platform === 'win32')('too few files that may be open are reported in one line', () => {
  const { status, stderr } = limited('-n 30', ...runWith('walker.js'));
  expect([status, stderr.trim()]).toEqual([
    1,
    expect.stringMatching(/^(Warning: .*\n)*.*[Tt]oo many files are open.*$/),
  ]);
});

test.skipIf(!existsSync('/dev/full'))(
  'printed output that does not fit on the disk causes one warning and no failure',
  async () => {
    const agent = join(folder, 'chatty.ts');
    const code = "forward() { console.log('x'.repeat(4000)); }";
    writeFileSync(
      agent,
      `import { MobilityAgent } from 'itinera';\nexport default class Mine extends MobilityAgent {\n${code}\n}\n`,
    );
    const first = await bench(...run, '-a', agent, '--people', '4', '--mode', 'inference', '--json');
    const path = JSON.parse(first.stdout).folder;
    rmSync(join(path, 'prints.log'));
    symlinkSync('/dev/full', join(path, 'prints.log'));
    rmSync(join(path, 'statuses', '00000.arrow'));
    const { status, stderr } = await bench('runs', 'resume', path, '--allow-problems');
    expect(status).toBe(0);
    expect(stderr.match(/The output of agents is no longer recorded/g)).toHaveLength(1);
    expect(stderr).toContain(`${join(path, 'prints.log')}: the disk is full`);
  },
);

test('scores are printed even if they cannot be stored', async () => {
  const { stdout } = await bench(...run, '--seed', '3', '--json');
  const { folder: path, scores } = JSON.parse(stdout);
  // A folder with this name fails for every user, also root.
  renameSync(join(path, 'scores.json'), join(path, 'kept.json'));
  mkdirSync(join(path, 'scores.json'));
  writeFileSync(join(home, 'evaluations'), '');
  writeFileSync(join(home, 'evaluation_results'), '');
  const { status, stderr, stdout: told } = await bench('evaluate', 'DailyMobility', path, '--json');
  expect([status, JSON.parse(told).final_score]).toEqual([0, scores.final_score]);
  expect(stderr).toMatch(/The scores are not saved with the run\. .*scores\.json: it is a folder/);
  expect(stderr).toMatch(/The evaluation is not listed on the leaderboard\. .*evaluations: /);
  expect(stderr).toMatch(/The scores are printed, but not written\. .*evaluation_results: /);
});

test('files of demo data respect the umask', () => {
  const other = join(folder, 'other home');
  const dailyMobility = benchmarkNamed('DailyMobility');
  const village = { name: dailyMobility.name, demo: { ...dailyMobility.demo, city: { residents: 500 } } };
  const demo = demoDataset(other, village);
  expect(statSync(demo).mode).toBe(statSync(join(other, 'demo')).mode);
  expect(readFileSync(join(demo, 'profiles.json'), 'utf8')).toMatch(/^\[/);
});
