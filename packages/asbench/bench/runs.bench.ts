import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { RandomStream } from '@itinera/bench';
import { synthesizeCity, writeMap } from '@itinera/city';

const program = join(process.cwd(), 'packages/asbench/bin/asbench.js');
const SIZES = [1000, 2000, 4000, 8000] as const;

/** What a person costs, from the command line to the results, with the commuter in an invented town; linear in people. */
export default async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'runs-bench-'));
  try {
    writeDataset(join(folder, 'DailyMobility'), SIZES.at(-1)!);
    const seconds = (...args: string[]) => {
      const begin = performance.now();
      const common = ['--home-dir', join(folder, 'home'), 'run', 'DailyMobility', '-d', folder];
      execFileSync(process.execPath, [program, ...common, '--mode', 'inference', ...args], { stdio: 'ignore' });
      return (performance.now() - begin) / 1000;
    };
    // The first run prepares the map.
    seconds('--people', '1');
    const start = seconds('--people', '1');
    const rows = SIZES.map((people) => {
      const taken = seconds('--people', String(people), '--threads', '1') - start;
      return { people, seconds: taken, 'ms a person': (1000 * taken) / people };
    });
    const first = rows[0]!['ms a person'];
    console.table(
      rows.map((row) => ({
        people: row.people,
        seconds: row.seconds.toFixed(2),
        'ms a person': row['ms a person'].toFixed(3),
        'against the first': (row['ms a person'] / first).toFixed(2),
      })),
    );
    const threads = availableParallelism();
    const many = seconds('--people', String(SIZES.at(-1)), '--threads', String(threads)) - start;
    console.log(`${threads} threads against 1: ${(rows.at(-1)!.seconds / many).toFixed(2)} times as fast`);
    const limits = ['--people', '100', '--mode', 'inference'];
    console.log(
      `100 people, from the command to the results: ${seconds(...limits).toFixed(2)} s, of them start-up ${start.toFixed(2)} s`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeDataset(folder: string, people: number): void {
  mkdirSync(folder, { recursive: true });
  const map = synthesizeCity({ seed: 1, size: 'town' });
  const random = new RandomStream(1, 0);
  const profiles = Array.from({ length: people }, (_, n) => ({
    id: n + 1,
    home: random.choice(map.aois.id),
    work: random.choice(map.aois.id),
  }));
  writeFileSync(join(folder, 'map.pb'), writeMap(map));
  writeFileSync(join(folder, 'profiles.json'), JSON.stringify(profiles));
}
