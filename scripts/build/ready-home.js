import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packages } from './compile.js';

// npm run ready-home [-- PROGRAM [HOME]]: adds what the first command of the README makes to the built program, so that it need
// not be made by everyone who runs it. Part of npm ci and of what is published; a mere build removes it, so that it is never older
// than the program. HOME is a home in which the first command has run.
const program = process.argv[2] ?? join(packages, 'asbench');
const target = join(program, 'bundle/benchmarks/dist/demo/ready-home');
const draft = `${target}-${process.pid}`;
const given = process.argv[3];
const home = given ?? mkdtempSync(join(tmpdir(), 'ready home '));
try {
  mkdirSync(draft, { recursive: true });
  // Programs that run meanwhile find all of it or nothing, and this one makes everything anew.
  rmSync(target, { recursive: true, force: true });
  if (given === undefined) {
    const words = [join(program, 'bin/asbench.js'), 'run', 'DailyMobility', '--home-dir', home];
    const { status, stderr } = spawnSync(process.execPath, words, { cwd: home, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  }
  // The map of the demo is the town. Map and routes as prepared for runs are too large to be published.
  const parts = ['demo', ...readdirSync(join(home, 'cache')).map((name) => `cache/${name}`)];
  for (const part of parts)
    cpSync(join(home, part), join(draft, part), {
      recursive: true,
      filter: (path) => !/[\\/]map\.pb$/.test(path),
    });
  try {
    renameSync(draft, target);
  } catch (error) {
    // Another one was quicker.
    if (!existsSync(target)) throw error;
  }
} finally {
  rmSync(draft, { recursive: true, force: true });
  if (given === undefined) rmSync(home, { recursive: true, force: true });
}
