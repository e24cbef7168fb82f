import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Bytes; tests have less than a quarter of them there at once. */
const ENOUGH = 2e9;

/**
 * Before all test files: what they write is in memory where there is room, and where programs may be. On a disk, creating and
 * deleting it takes 3 % of the processor time. Not where `TMPDIR` names another folder.
 */
export function setup(): (() => void) | undefined {
  if (process.env.TMPDIR || !existsSync(MEMORY)) return undefined;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < ENOUGH) return undefined;
  const folder = mkdtempSync(join(MEMORY, 'itinera '));
  const end = () => rmSync(folder, { recursive: true, force: true });
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  if (spawnSync(program).status === 0) {
    process.env.TMPDIR = folder;
    return end;
  }
  end();
  return undefined;
}
