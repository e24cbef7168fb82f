import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesizeCity } from '@itinera/city-build';
import { openBenchmark } from 'itinera';
import { exponent } from '../../base/perf/exponent.js';
import { writeDataset } from './scale-dataset.js';

const program = join(process.cwd(), 'packages/asbench/bin/asbench.js');
const SIZES = [1000, 10_000, 30_000, 100_000, 300_000, 1_000_000];
/** `SCALE_PEOPLE` skips larger sizes. */
const MOST_PEOPLE = Number(process.env.SCALE_PEOPLE ?? SIZES.at(-1));

/**
 * The cost per person and day in total (read, simulate, write, merge, score), with the commuter in a synthetic
 * city of 5,500 AOIs: by size, and from each size to the next. Skipped if `SCALE_ONLY` does not name `people`.
 */
export default async function bench(): Promise<void> {
  if (!(process.env.SCALE_ONLY ?? 'people').includes('people')) return;
  const { demo } = await openBenchmark('DailyMobility');
  const map = synthesizeCity({ seed: 1, size: 'city' });
  const folder = mkdtempSync(join(tmpdir(), 'scale-people-bench-'));
  const run = (size: number) => {
    const data = join(folder, 'data', 'DailyMobility');
    const home = join(folder, 'home');
    const residents = writeDataset(data, size, map);
    mkdirSync(join(data, 'groundtruth'));
    for (const [name, bytes] of Object.entries(demo.truth(residents.slice(0, demo.population.people), map, 1)))
      writeFileSync(join(data, 'groundtruth', name), bytes);
    const time = join(folder, 'time');
    const timed = ['-f', '%e %U %S %M', '-o', time, process.execPath, program];
    const task = ['run', 'DailyMobility', '-d', data, '-a', 'commuter', '--people', String(size), '--no-routes'];
    execFileSync('/usr/bin/time', [...timed, '--home-dir', home, ...task, '--allow-problems'], { stdio: 'ignore' });
    const [seconds, user, system, kilobytes] = readFileSync(time, 'utf8').trim().split(' ').map(Number);
    for (const made of [data, join(home, 'runs'), join(home, 'inference_results')]) rmSync(made, { recursive: true });
    return { size, seconds: seconds!, core: user! + system!, kilobytes: kilobytes! };
  };
  try {
    // The map and the floor of the scores are prepared once.
    run(SIZES[0]!);
    const rows = SIZES.filter((size) => size <= MOST_PEOPLE).map(run);
    console.table(
      rows.map(({ size, seconds, core, kilobytes }, i) => {
        const before = rows[i - 1];
        const more = (now: number, then: number) => (now - then) / (size - before!.size);
        return {
          people: size,
          seconds: seconds.toFixed(1),
          'core seconds': core.toFixed(1),
          'core ms per added person': before ? (1000 * more(core, before.core)).toFixed(2) : '',
          MB: (kilobytes / 1024).toFixed(0),
          'KB per added person': before ? more(kilobytes, before.kilobytes).toFixed(2) : '',
        };
      }),
    );
    const growth = exponent(
      rows.map(({ size }) => size),
      rows.map(({ core }) => core),
    );
    console.log(`Cost by number of people: exponent ${growth.toFixed(2)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
