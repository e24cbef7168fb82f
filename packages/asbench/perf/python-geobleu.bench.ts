import { execFileSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { exponent } from '../../base/perf/exponent.js';
import { python } from '../../base/perf/peers.js';
import type { Row } from '../../base/perf/row.js';
import { runOriginal } from '../../metrics/perf/original.js';
import type { Point } from '../../metrics/perf/plain-geobleu.js';

/** Of the data frames. */
const USERS = [6250, 12_500, 25_000];

interface Calls {
  readonly days: [Point[], Point[]][];
  readonly rows: {
    readonly work: string;
    readonly score: string;
    readonly ours: number;
    readonly plain: number | null;
  }[];
}

interface Frames {
  readonly rows: number;
  readonly seconds: number;
  readonly megabytes: number;
  readonly merge: number;
}

/** GEO-BLEU and DTW called from Python, compared with the Python original, else with a plain port in Python. */
export default async function bench(): Promise<Row[]> {
  const { days, rows } = run<Calls>('geobleu_bench.py');
  const original = runOriginal(days);
  const names = ['GEO-BLEU, N 3', 'GEO-BLEU, N 5', 'DTW'];
  const calls = rows.map(({ work, score, ours, plain }): Row => {
    const seconds = original?.[names.indexOf(score)]?.seconds;
    const peer = seconds
      ? { name: 'Python original', cost: (1e6 * seconds) / days.length }
      : { name: 'plain port in Python', cost: plain ?? undefined };
    return { work: `${score}: ${work}, by the clock`, ours, unit: 'µs', peer, exponent: 'no size' };
  });
  return [...calls, ...frames()];
}

/** Needs pandas, and Linux. */
function frames(): Row[] {
  let runs: Frames[];
  try {
    runs = USERS.map((users) => run<Frames>('score_steps_bench.py', users));
  } catch (error) {
    console.log(`Data frames are not measured: ${(error as Error).message.trim().split('\n').at(-1)}`);
    return [];
  }
  const growth = (of: (frames: Frames) => number) => exponent(USERS, runs.map(of));
  const found = runs.at(-1)!;
  const work = `score_steps of two data frames of ${found.rows.toLocaleString('en-GB')} rows`;
  return [
    {
      work,
      ours: found.seconds,
      unit: 's',
      peer: { name: 'pandas, joining alone', cost: found.merge },
      exponent: growth(({ seconds }) => seconds),
    },
    {
      work: `${work}: memory of Node.js`,
      ours: found.megabytes,
      unit: 'MB',
      exponent: growth(({ megabytes }) => megabytes),
    },
  ];
}

/** What a program in python/perf prints. */
function run<T>(name: string, ...words: number[]): T {
  const folder = join(process.cwd(), 'python');
  const env = {
    ...process.env,
    ITINERA_ASBENCH: join(process.cwd(), 'packages', 'asbench', 'bin', 'asbench.js'),
    PYTHONPATH: [join(folder, 'src'), process.env.PYTHONPATH ?? ''].join(delimiter),
  };
  const printed = execFileSync(python(), [join(folder, 'perf', name), ...words.map(String)], {
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  return JSON.parse(printed.trim().split('\n').at(-1)!) as T;
}
