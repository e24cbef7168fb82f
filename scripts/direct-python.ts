import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Before all test files: `python3` is the interpreter itself. The script of a version manager, which finds it, takes longer than Python to start. */
export function setup(): (() => void) | undefined {
  if (process.platform === 'win32') return undefined;
  const { stdout } = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' });
  if (!stdout?.trim()) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'itinera python '));
  symlinkSync(stdout.trim(), join(folder, 'python3'));
  process.env.PATH = `${folder}${delimiter}${process.env.PATH}`;
  return () => rmSync(folder, { recursive: true, force: true });
}
