import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asbench, bytesOf, differences, faultOf, firstLine } from './asbench.js';
import { agents, makeHome } from './home.js';
import type { Tally, Trial, TrialContext } from './trial.js';

/** Maximum size of a file, or free space, KiB. */
const ROOM = [4, 64, 0, 1024, 16, 256, 1];

/** The tested commands, each of which writes files. */
function commands(home: string): readonly (readonly string[])[] {
  const at = ['--home-dir', home];
  const map = join(home, 'demo', 'DailyMobility-3.1', 'map.pb');
  const data = join(home, 'demo', 'DailyMobility-3.1');
  return [
    [...at, 'run', 'DailyMobility', '--people', '20', '-d', data],
    [...at, 'run', 'DailyMobility', '--people', '20', '-d', data, '-a', agents.python],
    [...at, 'run', 'DailyMobility', '--people', '20', '-d', data, '-a', agents.printing],
    [...at, 'run', 'HurricaneMobility', '--people', '20'],
    [...at, 'runs', 'resume', 'daily-mobility-1'],
    [...at, 'evaluate', 'DailyMobility', 'daily-mobility-1', '-o', 'scores.json'],
    [...at, 'runs', 'leaderboard', '--rebuild'],
    [...at, 'runs', 'report', 'daily-mobility-1', '-o', 'report.html'],
    [...at, 'runs', 'export', 'daily-mobility-1', '--format', 'csv', '-o', 'trips.csv'],
    [...at, 'runs', 'export', 'daily-mobility-1', '-o', 'trips.parquet'],
    [...at, 'study', 'calibrate', 'DailyMobility', '--people', '20'],
    ['map', 'synth', '--seed', '1', '--size', '600', '-o', 'village.pb'],
    ['map', 'draw', map, '-o', 'village.svg'],
    ['data', 'people', '--map', map, '-n', '500', '-o', 'people'],
    ['humob', 'synth', '-o', 'steps.csv.gz'],
    ['new', 'agent', 'my-agent'],
  ];
}

/** Full disks: a limit on file sizes and, if mounting is permitted, a small real disk that is full or read-only. */
export const disk: Trial = {
  name: 'disk',
  about: 'full and read-only disks: a one-line error, no corrupt files, all runs resumed',
  async run({ folder, scale }: TrialContext): Promise<Tally> {
    const home = await makeHome(folder);
    const failures: string[] = [];
    let tries = 0;
    const check = (words: string, ended: Parameters<typeof faultOf>[0]) => {
      tries++;
      const fault =
        faultOf(ended) ??
        (ended.code === 0 || namesAFile(ended.errors) ? null : `names no file: ${firstLine(ended.errors)}`);
      if (fault !== null) failures.push(`${words}: ${fault}`);
    };
    const room = ROOM.slice(0, Math.max(1, Math.round(4 * scale)));
    for (const kibibytes of room)
      for (const [n, args] of commands(home).entries()) {
        const cwd = join(folder, `limit-${kibibytes}-${n}`);
        cpSync(home, join(cwd, 'home'), { recursive: true });
        const own = args.map((word) => word.replace(home, join(cwd, 'home')));
        check(`ulimit -f ${kibibytes}; asbench ${own.join(' ')}`, await asbench(own, { cwd, fileLimit: kibibytes }));
        for (const fault of await resumeAll(join(cwd, 'home'), home)) failures.push(`${own.join(' ')}: ${fault}`);
      }
    if (!mounts(folder)) return { tries, failures, note: 'no disk could be mounted: tested with file limits only' };
    for (const kind of ['full', 'read-only'] as const)
      for (const kibibytes of kind === 'full' ? room : [0])
        for (const [n, args] of commands(home).entries()) {
          const disk = join(folder, `disk-${kind}-${kibibytes}-${n}`);
          mkdirSync(disk);
          execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk]);
          try {
            cpSync(home, join(disk, 'home'), { recursive: true });
            const own = args.map((word) => word.replace(home, join(disk, 'home')));
            if (kind === 'full') fill(disk, kibibytes);
            else execFileSync('mount', ['-o', 'remount,ro', disk]);
            const ended = await asbench(own, { cwd: disk });
            check(`${kind} disk, ${kibibytes} KiB left; asbench ${own.join(' ')}`, ended);
            if (own.includes('evaluate') && !/final_score/.test(ended.output) && !own.includes('-o'))
              failures.push(`${kind} disk: evaluate printed no scores: ${firstLine(ended.errors)}`);
            if (kind === 'full') {
              execFileSync('mount', ['-o', 'remount,size=128m', disk]);
              for (const fault of await resumeAll(join(disk, 'home'), home))
                failures.push(`${kind} ${kibibytes} ${own.join(' ')}: ${fault}`);
            }
          } finally {
            execFileSync('umount', ['-l', disk]);
          }
        }
    return { tries, failures };
  },
};

/** A message has to name the file, or the folder as it was given. */
function namesAFile(errors: string): boolean {
  return /[\w-]+\.(\w+)|[\\/]|^[\w-]+: /m.test(errors);
}

/** Fills a disk up to the given free space. */
function fill(path: string, kibibytes: number): void {
  const { bavail, bsize } = statfsSync(path);
  writeFileSync(join(path, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - kibibytes * 1024)));
}

/** With free space again, every run resumes, and runs of one seed have the same bytes; one of the agents moves nobody. */
async function resumeAll(home: string, original: string): Promise<string[]> {
  const faults: string[] = [];
  const runs = join(home, 'runs');
  const expected = bytesOf(join(original, 'runs', 'daily-mobility-1'));
  for (const name of existsSync(runs) ? readdirSync(runs) : []) {
    if (!existsSync(join(runs, name, 'run.json'))) {
      faults.push(`${name} has no run.json`);
      continue;
    }
    const { code, errors } = await asbench(['--home-dir', home, 'runs', 'resume', name, '--allow-problems'], {
      cwd: home,
    });
    if (code !== 0) faults.push(`${name} is not resumed: ${firstLine(errors)}`);
    if (name !== 'daily-mobility-1') continue;
    const differ = differences(bytesOf(join(runs, name)), expected);
    if (differ.length > 0) faults.push(`${name} differs in ${differ.join(', ')}`);
  }
  return faults;
}

function mounts(folder: string): boolean {
  const trial = join(folder, 'mount');
  mkdirSync(trial);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', trial], { stdio: 'ignore' });
    execFileSync('umount', [trial]);
    return true;
  } catch {
    return false;
  }
}
