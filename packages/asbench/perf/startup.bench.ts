import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apart } from '../../base/perf/apart.js';
import type { Row } from '../../base/perf/row.js';

const program = join(import.meta.dirname, '../../../../packages/asbench/bin/asbench.js');
const TRIES = 9;
/** People of a run whose floor and ceiling are not in the demo. */
const PEOPLE = 90;

/**
 * Until a new user sees the first output, compared with starting Node alone; and a second run, which keeps what the first drew.
 * These commands are always the same, so that nothing grows.
 */
export default async function bench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'startup-bench-'));
  try {
    const node = { name: 'node -e 0', cost: median(['-e', '0']) };
    const starts = [['--version'], ['--help'], ['humob', 'score', '--sample']].map((words) => ({
      work: `asbench ${words.join(' ')}`,
      ours: median([program, ...words]),
      unit: 's' as const,
      peer: node,
    }));
    // As `npm ci` leaves the program.
    secondsOf([join(process.cwd(), 'scripts/build/ready-home.js')]);
    const run = (home: string, ...words: string[]) =>
      secondsOf([program, '--home-dir', join(folder, home), 'run', 'DailyMobility', ...words]);
    const first = run('first');
    const [drawn, kept] = [1, 2].map(() => run('second', '--people', String(PEOPLE))) as [number, number];
    const rows: Row[] = [
      ...starts,
      { work: 'asbench run DailyMobility in an empty home', ours: first, unit: 's', peer: node },
      {
        work: `asbench run DailyMobility --people ${PEOPLE}, again`,
        ours: kept,
        unit: 's',
        peer: { name: 'the first time, with floor and ceiling drawn', cost: drawn },
      },
    ];
    return rows.map((row) => ({ ...row, exponent: 'no size' }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const secondsOf = (words: readonly string[]): number => apart([process.execPath, ...words]).seconds;

function median(words: readonly string[]): number {
  return Array.from({ length: TRIES }, () => secondsOf(words)).sort((a, b) => a - b)[TRIES >> 1]!;
}
