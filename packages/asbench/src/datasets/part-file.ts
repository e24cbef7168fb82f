import { readdirSync, renameSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { isAlive } from '@itinera/run';

let taken = 0;

/**
 * The file in which this process gathers `target` until it is whole. Its name holds host and process, so that two that
 * fetch the same file do not write into one; what a process that is gone has left is taken over, to go on from there.
 */
export function takePart(target: string): string {
  const stem = `${basename(target)}.${hostname()}-`;
  const own = join(dirname(target), `${stem}${process.pid}-${taken++}.part`);
  for (const name of readdirSync(dirname(target))) {
    const [, pid] = (name.startsWith(stem) && /^(\d{1,10})-\d+\.part$/.exec(name.slice(stem.length))) || [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    try {
      renameSync(join(dirname(target), name), own);
      return own;
    } catch (error) {
      // Another one was quicker.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return own;
}
