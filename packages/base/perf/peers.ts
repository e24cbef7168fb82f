import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Path of another program to measure against, in the folder `ITINERA_PEERS`; undefined if it is not there. Then a bench
 * compares with a plain port, or with nothing, and says so.
 */
export function peer(path: string): string | undefined {
  const folder = process.env.ITINERA_PEERS;
  if (!folder) return undefined;
  const there = resolve(folder, path);
  return existsSync(there) ? there : undefined;
}

/** What another program needed. */
export interface Peer {
  /** Processor time of all its threads. */
  readonly seconds: number;
}

/** Runs a program to its end in a folder, where it may leave files. @returns undefined if it is not installed or fails */
export function timed(words: readonly string[], folder: string): Peer | undefined {
  const file = join(folder, 'seconds');
  const { status } = spawnSync('/usr/bin/time', ['-f', '%U %S', '-o', file, ...words], {
    cwd: folder,
    stdio: 'ignore',
  });
  if (status !== 0) return undefined;
  const [user, system] = readFileSync(file, 'utf8').trim().split(' ').map(Number);
  return { seconds: user! + system! };
}
