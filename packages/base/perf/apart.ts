import { spawnSync } from 'node:child_process';

/** What a program needed. */
export interface Apart {
  /** Processor time of all its threads, and the time by the clock. */
  readonly seconds: number;
  readonly wall: number;
  /** At its peak. */
  readonly megabytes: number;
  readonly printed: string;
}

/**
 * Runs a program to its end; GNU time measures it.
 *
 * @param folder where it runs
 * @throws if it fails, with what it wrote to standard error
 */
export function apart(words: readonly string[], folder?: string): Apart {
  const { status, stdout, stderr, error } = spawnSync('/usr/bin/time', ['-f', '%U %S %e %M', ...words], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (status !== 0) throw new Error(stderr || String(error));
  const [user, system, wall, kilobytes] = stderr.trim().split('\n').at(-1)!.split(' ').map(Number);
  return { seconds: user! + system!, wall: wall!, megabytes: kilobytes! / 1024, printed: stdout.trim() };
}
