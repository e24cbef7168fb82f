import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { humob } from 'itinera';
import { exponent } from '../../base/perf/exponent.js';
import { duckdb, pandas } from './peers.js';

/** A task of the size of task 1 of 2023: 20,000 people, 15 days. */
const USERS = 20_000;
const PAST_DAYS = 14;
const DAYS = [60, 74] as const;

/** Scores a whole task from two CSV files, and compares each part with a naive implementation. */
export default async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'humob-bench-'));
  try {
    const sizes = [USERS / 4, USERS / 2, USERS];
    const tasks: Task[] = [];
    for (const users of sizes) tasks.push(await writeTask(folder, users));
    const task = tasks.at(-1) as Task;

    const plain = await seconds(() => void readPlainly(task.reference));
    const scanned = await seconds(() => humob.readSteps(task.reference));
    const megabytes = statSync(task.reference).size / 1e6;
    console.log(`Reading ${task.steps} steps, ${megabytes.toFixed(0)} MB`);
    console.table([
      { how: 'split lines, split commas', 'MB/s': (megabytes / plain).toFixed(0), ratio: '1 ×' },
      { how: 'readSteps', 'MB/s': (megabytes / scanned).toFixed(0), ratio: `${(plain / scanned).toFixed(1)} ×` },
    ]);

    console.log(`Two SYNTHETIC files of ${USERS} people × 15 days to GEO-BLEU and DTW, reading included`);
    const runs = (
      [
        [1, 'javascript', 'humob2023'],
        [2, 'javascript', 'humob2023'],
        [1, 'auto', 'humob2023'],
        [2, 'auto', 'humob2023'],
        [2, 'auto', 'giscup2025'],
      ] as const
    ).map(([processes, kernel, rules]) => ({
      rules,
      kernel,
      processes,
      ...scoreApart(task, { rules, processes, kernel }),
    }));
    const slowest = runs[0]?.seconds as number;
    console.table(
      runs.map(({ rules, kernel, processes, seconds, cpuSeconds, megabytes }) => ({
        rules,
        kernel,
        threads: processes,
        seconds: seconds.toFixed(2),
        'processor seconds': cpuSeconds.toFixed(2),
        'than the first': `${(slowest / seconds).toFixed(2)} × as fast`,
        'peak memory': `${megabytes.toFixed(0)} MB`,
      })),
    );

    const costs = tasks.map((one) => scoreApart(one, { rules: 'humob2023', processes: 1 }).cpuSeconds);
    console.log('Reading and scoring in one thread, against reading and joining alone (processor time)');
    const others = { DuckDB: duckdb(task, folder), pandas: pandas(task, folder) };
    const row = (how: string, cpuSeconds: number) => ({
      how,
      'processor seconds': cpuSeconds.toFixed(2),
      ratio: `${(cpuSeconds / costs.at(-1)!).toFixed(2)} ×`,
    });
    console.table([
      row('scored', costs.at(-1)!),
      ...Object.entries(others).flatMap(([name, run]) => (run ? [row(`joined by ${name}`, run.seconds)] : [])),
    ]);
    for (const [name, run] of Object.entries(others)) if (!run) console.log(`${name} is not installed.`);

    console.log(`Cost by number of people, one thread: exponent ${exponent(sizes, costs).toFixed(2)}`);
    console.table(tasks.map(({ users }, i) => ({ users, 'processor seconds': costs[i]!.toFixed(2) })));
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

/** Scores in a separate process, so that its memory is measured alone. */
function scoreApart(task: Task, options: humob.ScoreOptions) {
  const program = `
    import { humob } from 'itinera';
    const start = performance.now();
    await humob.scoreFiles(${JSON.stringify(task)}, ${JSON.stringify(options)});
    const { user, system } = process.cpuUsage();
    console.log(JSON.stringify({
      seconds: (performance.now() - start) / 1e3,
      cpuSeconds: (user + system) / 1e6,
      megabytes: process.resourceUsage().maxRSS / 1e3,
    }));`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
  return JSON.parse(printed) as { seconds: number; cpuSeconds: number; megabytes: number };
}

async function seconds(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return (performance.now() - start) / 1e3;
}
