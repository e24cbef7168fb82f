import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const program = join(import.meta.dirname, '../../../../packages/asbench/bin/asbench.js');
const TRIES = 9;

/** The time until a new user sees the first output, compared with starting Node alone. Target: 0.15 s and 0.6 s. */
export default async function bench(): Promise<void> {
  const node = median(['-e', '0']);
  const rows = [
    ['asbench --version', [program, '--version']],
    ['asbench --help', [program, '--help']],
    ['asbench humob score --sample', [program, 'humob', 'score', '--sample']],
  ] as const;
  console.table(
    rows.map(([what, words]) => {
      const seconds = median(words);
      return { what, seconds: seconds.toFixed(3), 'times node -e 0': (seconds / node).toFixed(2) };
    }),
  );
}

/** Median of several runs, in seconds. */
function median(words: readonly string[]): number {
  const seconds = Array.from({ length: TRIES }, () => {
    const start = performance.now();
    spawnSync(process.execPath, words, { stdio: 'ignore' });
    return (performance.now() - start) / 1000;
  });
  return seconds.sort((a, b) => a - b)[TRIES >> 1]!;
}
