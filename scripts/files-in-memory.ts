import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Bytes; tests have less than a quarter of them there at once. */
const ENOUGH = 2e9;

/**
 * Before all test files: what they write is kept in memory, if there is room and programs may run there. On a disk, creating and
 * deleting it takes 3 % of the processor time. A folder in `TMPDIR` is used as it is.
 */
export function setup(): void {
  if (process.env.TMPDIR || !existsSync(MEMORY)) return;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < ENOUGH) return;
  const folder = mkdtempSync(join(MEMORY, 'itinera '));
  const end = () => rmSync(folder, { recursive: true, force: true });
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  if (spawnSync(program).status !== 0) {
    end();
    return;
  }
  process.env.TMPDIR = folder;
  // Also if the tests are interrupted.
  process.once('exit', end);
}
