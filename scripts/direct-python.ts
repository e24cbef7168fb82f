import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const HOSTS = ['packages/engine', 'packages/asbench/bundle/engine'].map((path) =>
  join(import.meta.dirname, '..', path, 'python', 'itinera_host'),
);

/**
 * Before all test files: `python3` is the interpreter itself. The script of a version manager, which finds it, takes longer than Python
 * to start. Not a link, by which an interpreter would not find its virtual environment. The host of agents, which leaves no
 * bytecode behind, is compiled once instead of at each of its starts.
 */
export function setup(): (() => void) | undefined {
  if (process.platform === 'win32') return undefined;
  const { stdout } = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' });
  if (!stdout?.trim()) return undefined;
  spawnSync(stdout.trim(), ['-m', 'compileall', '-q', ...HOSTS]);
  const folder = mkdtempSync(join(tmpdir(), 'itinera python '));
  writeFileSync(join(folder, 'python3'), `#!/bin/sh\nexec '${stdout.trim()}' "$@"\n`, { mode: 0o755 });
  process.env.PATH = `${folder}${delimiter}${process.env.PATH}`;
  return () => rmSync(folder, { recursive: true, force: true });
}
