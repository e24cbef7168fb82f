import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { humob } from 'itinera';
import { type Apart, apart } from '../../base/perf/apart.js';
import { exponent } from '../../base/perf/exponent.js';
import { processorSeconds } from '../../base/perf/processor-seconds.js';
import type { Row } from '../../base/perf/row.js';
import { duckdb, pandas } from './peers.js';

/** A task of the size of task 1 of 2023: 20,000 people, 15 days. */
const USERS = 20_000;
const PAST_DAYS = 14;
const DAYS = [60, 74] as const;
const program = join(import.meta.dirname, '../../../../packages/asbench/bin/asbench.js');

/** Scores a whole task from two CSV files, and compares each part with a naive implementation. */
export default async function bench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'humob-bench-'));
  try {
    const sizes = [USERS / 4, USERS / 2, USERS];
    const tasks: Task[] = [];
    for (const users of sizes) tasks.push(await writeTask(folder, users));
    const task = tasks.at(-1)!;
    const plain = await secondsOf(() => void readPlainly(task.reference));
    const read = await secondsOf(() => humob.readSteps(task.reference));
    const runs = tasks.map((one) => score(one));
    const scored = runs.at(-1)!;
    const detailed = score(
      task,
      '--parts',
      '--by',
      'hour',
      '--per-user',
      join(folder, 'u.csv'),
      '-o',
      join(folder, 'page.html'),
    );
    const threaded = score(task, '--threads', '2');
    const work = `${USERS.toLocaleString('en-GB')} people × 15 days scored`;
    const row = (peer: string, cost: number | undefined): Row => ({
      work: `${work}, reading included`,
      ours: scored.seconds,
      unit: 's',
      peer: { name: peer, cost },
    });
    return [
      {
        work: `${task.steps} steps read`,
        ours: read,
        unit: 's',
        peer: { name: 'split lines, split commas', cost: plain },
      },
      {
        ...row('DuckDB, joining alone', duckdb(task, folder)),
        exponent: exponent(
          sizes,
          runs.map(({ seconds }) => seconds),
        ),
      },
      row('pandas, joining alone', pandas(task, folder)),
      { work: `${work}: memory`, ours: scored.megabytes, unit: 'MB' },
      {
        work: `${work} with everything`,
        ours: detailed.seconds,
        unit: 's',
        peer: { name: 'the score alone', cost: scored.seconds },
      },
      { work: `${work} with everything: memory`, ours: detailed.megabytes, unit: 'MB' },
      {
        work: `${work} with everything: size of the page`,
        ours: statSync(join(folder, 'page.html')).size / 1e6,
        unit: 'MB',
      },
      {
        work: `${work} in two threads, by the clock`,
        ours: threaded.wall,
        unit: 's',
        peer: { name: 'one thread', cost: scored.wall },
      },
      { work: `${work} in two threads: memory`, ours: threaded.megabytes, unit: 'MB' },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Task {
  readonly users: number;
  readonly steps: number;
  readonly generated: string;
  readonly reference: string;
}

/** The last 15 days of synthetic people, and the prediction of a baseline from the two weeks before. */
async function writeTask(folder: string, users: number): Promise<Task> {
  const past = new humob.StepTable();
  const future = new humob.StepTable();
  const [firstDay, lastDay] = DAYS;
  humob.synthesize({ users, days: lastDay + 1, fromDay: firstDay - PAST_DAYS, seed: 1 }, (uid, d, t, x, y) => {
    const side = d < firstDay ? past : future;
    side.push(uid, d, t, x, y, side.length + 1);
  });
  const group = (path: string, steps: humob.StepTable) => humob.groupByPerson({ path, columns: 5, steps });
  const { steps } = humob.predictSteps(group('past', past), group('future', future), 'bigram');
  const [generated, reference] = [join(folder, `g${users}.csv`), join(folder, `r${users}.csv`)];
  await humob.writeColumns(generated, steps);
  await humob.writeColumns(reference, future);
  return { users, steps: future.length, generated, reference };
}

/** The obvious way. */
function readPlainly(path: string): number[][] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').map(Number));
}

/** Scores by the command, in one thread unless said otherwise. */
function score({ generated, reference }: Task, ...options: string[]): Apart {
  const words = [program, 'humob', 'score', generated, '--reference', reference, '--threads', '1', ...options];
  return apart([process.execPath, ...words]);
}

async function secondsOf(run: () => unknown): Promise<number> {
  const start = processorSeconds();
  await run();
  return processorSeconds() - start;
}
