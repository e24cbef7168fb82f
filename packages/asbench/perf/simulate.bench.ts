import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apart } from '../../base/perf/apart.js';
import { exponent } from '../../base/perf/exponent.js';
import { folderMegabytes } from '../../base/perf/folder-size.js';
import type { Row } from '../../base/perf/row.js';
import { extracts } from '../../city/perf/extracts.js';

const program = join(process.cwd(), 'packages/asbench/bin/asbench.js');
const SIZES = [1000, 2000, 4000, 10_000];
const PROFILED_RUNS = 3;
/** `BENCH_MONTHS=1` and `BENCH_MILLION=1` simulate these as well, each for about half an hour on two quiet cores. */
const LONG = { BENCH_MONTHS: { people: 100_000, days: 75 }, BENCH_MILLION: { people: 1_000_000, days: 7 } };

/** People in Honolulu, who drive freely and of whom no routes are kept. Needs `ITINERA_DATA`. */
export default async function bench(): Promise<Row[]> {
  const [extract] = extracts(['osm-honolulu/honolulu.osm.pbf']);
  if (extract === undefined) {
    console.log('Without ITINERA_DATA, the folder of the data sets, there is nothing to measure.');
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), 'simulate-bench-'));
  const asbench = (words: readonly string[], flags: readonly string[] = []) =>
    apart([process.execPath, ...flags, program, '--home-dir', join(folder, 'home'), ...words]);
  try {
    const map = join(folder, 'honolulu.pb');
    const made = join(folder, 'home', 'runs');
    asbench(['map', 'build', extract, '-o', map]);
    const simulate = (people: number, days: number, threads: number, flags: readonly string[] = []) => {
      const profiles = join(folder, `${people}.json`);
      asbench(['data', 'people', '--map', map, '-n', String(people), '-o', profiles]);
      const size = ['--draw', String(people), '--days', String(days), '--threads', String(threads)];
      const how = ['--no-routes', '--congestion', 'off'];
      const used = asbench(['simulate', '--map', map, '--profiles', profiles, ...size, ...how], flags);
      const disk = folderMegabytes(made);
      rmSync(made, { recursive: true });
      return { ...used, disk };
    };
    // The map is prepared once.
    simulate(10, 1, 1);
    const rows = [1, 2].flatMap((threads) => {
      const runs = SIZES.map((people) => simulate(people, 1, threads));
      const growth = (of: (run: (typeof runs)[number]) => number) => exponent(SIZES, runs.map(of));
      const [time, memory] = [growth(({ seconds }) => seconds), growth(({ megabytes }) => megabytes)];
      const rows = runs.flatMap(({ seconds, megabytes }, i): Row[] => {
        const work = workOf(SIZES[i]!, 1, threads);
        return [
          { work, ours: seconds, unit: 's', exponent: time },
          { work: `${work}: memory`, ours: megabytes, unit: 'MB', exponent: memory },
        ];
      });
      const work = `${workOf(SIZES.at(-1)!, 1, threads)}: files of the run`;
      return [...rows, { work, ours: runs.at(-1)!.disk, unit: 'MB' as const, exponent: growth(({ disk }) => disk) }];
    });
    const shares = Array.from({ length: PROFILED_RUNS }, (_, i) => {
      const profiled = join(folder, `profiles-${i}`);
      simulate(SIZES[0]!, 1, 1, ['--cpu-prof', '--cpu-prof-dir', profiled]);
      return 100 * collected(profiled);
    });
    const work = `${workOf(SIZES[0]!, 1, 1)}: share of garbage collection`;
    rows.push({ work, ours: shares.sort((a, b) => a - b)[PROFILED_RUNS >> 1]!, unit: '%' });
    for (const [variable, { people, days }] of Object.entries(LONG)) {
      if (!process.env[variable]) continue;
      const { wall, megabytes, disk } = simulate(people, days, 2);
      const work = workOf(people, days, 2);
      rows.push({ work: `${work}, by the clock`, ours: wall, unit: 's' });
      rows.push({ work: `${work}: memory`, ours: megabytes, unit: 'MB' });
      rows.push({ work: `${work}: files of the run`, ours: disk, unit: 'MB' });
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const workOf = (people: number, days: number, threads: number) =>
  `${people.toLocaleString('en-GB')} people × ${days} d in Honolulu, threads: ${threads}`;

interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: { readonly functionName: string } }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** The share of garbage collection in the time that the busiest thread of a program was not idle. */
function collected(folder: string): number {
  const threads = readdirSync(folder).map((name) => {
    const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Profile;
    const names = new Map(nodes.map(({ id, callFrame }) => [id, callFrame.functionName]));
    const sum = (isCounted: (name: string | undefined) => boolean) =>
      samples.reduce((total, id, i) => total + (isCounted(names.get(id)) ? timeDeltas[i]! : 0), 0);
    return {
      busy: sum((name) => name !== '(idle)' && name !== '(program)'),
      collecting: sum((name) => name === '(garbage collector)'),
    };
  });
  const busiest = threads.reduce((most, thread) => (thread.busy > most.busy ? thread : most));
  return busiest.collecting / busiest.busy;
}
