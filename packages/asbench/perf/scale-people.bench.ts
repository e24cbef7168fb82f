import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesizeCity } from '@itinera/city-build';
import { openBenchmark } from 'itinera';
import { apart } from '../../base/perf/apart.js';
import { exponent } from '../../base/perf/exponent.js';
import { folderMegabytes } from '../../base/perf/folder-size.js';
import type { Row } from '../../base/perf/row.js';
import { writeDataset } from './scale-dataset.js';

const program = join(process.cwd(), 'packages/asbench/bin/asbench.js');
const SIZES = [1000, 10_000, 100_000, 300_000, 1_000_000];
/** Larger sizes are skipped; `SCALE_PEOPLE=1000000` measures all, for half an hour. */
const MOST_PEOPLE = Number(process.env.SCALE_PEOPLE ?? 100_000);

/**
 * The cost per person and day in total (read, simulate, write, merge, score), with the commuter in a synthetic
 * city of 5,500 AOIs. Skipped if `SCALE_ONLY` does not name `people`.
 */
export default async function bench(): Promise<Row[]> {
  if (!(process.env.SCALE_ONLY ?? 'people').includes('people')) return [];
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
    const task = ['run', 'DailyMobility', '-d', data, '-a', 'commuter', '--people', String(size), '--no-routes'];
    const used = apart([process.execPath, program, '--home-dir', home, ...task, '--allow-problems']);
    const disk = folderMegabytes(join(home, 'runs'));
    for (const made of [data, join(home, 'runs'), join(home, 'inference_results')]) rmSync(made, { recursive: true });
    return { ...used, disk };
  };
  try {
    // The map and the floor of the scores are prepared once.
    run(SIZES[0]!);
    const sizes = SIZES.filter((size) => size <= MOST_PEOPLE);
    const runs = sizes.map(run);
    const growth = (of: (used: (typeof runs)[number]) => number) => exponent(sizes, runs.map(of));
    const [time, memory] = [growth(({ seconds }) => seconds), growth(({ megabytes }) => megabytes)];
    const files = growth(({ disk }) => disk);
    return runs.flatMap(({ seconds, wall, megabytes, disk }, i): Row[] => {
      const work = `${sizes[i]!.toLocaleString('en-GB')} people × a day, scored`;
      return [
        { work, ours: seconds, unit: 's', exponent: time },
        { work: `${work}, by the clock`, ours: wall, unit: 's' },
        { work: `${work}: memory`, ours: megabytes, unit: 'MB', exponent: memory },
        { work: `${work}: files of the run`, ours: disk, unit: 'MB', exponent: files },
      ];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
