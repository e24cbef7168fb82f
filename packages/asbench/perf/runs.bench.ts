import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeMap } from '@itinera/city';
import { synthesizeCity } from '@itinera/city-build';
import {
  encodeEvents,
  encodeRoutes,
  encodeStatuses,
  encodeTrips,
  RunFolder,
  readEventTables,
  readManifest,
  readRouteTables,
  readStatusTables,
  readTripTables,
} from '@itinera/run';
import { RandomStream } from 'itinera';
import { exponent } from '../../base/perf/exponent.js';

const program = join(process.cwd(), 'packages/asbench/bin/asbench.js');
const SIZES = [1000, 2000, 4000, 8000] as const;

/**
 * The cost per person, from the command line to the results, with the commuter in a synthetic town; linear in the
 * number of people. Then the cost of writing tables that other programs can open.
 */
export default async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'runs-bench-'));
  try {
    writeDataset(join(folder, 'DailyMobility'), SIZES.at(-1)!);
    /** Seconds by the clock, and of processors. */
    const costOf = (...args: string[]) => {
      const time = join(folder, 'time');
      const timed = ['-f', '%e %U %S', '-o', time, process.execPath, program];
      const common = ['--home-dir', join(folder, 'home'), 'run', 'DailyMobility', '-d', folder];
      execFileSync('/usr/bin/time', [...timed, ...common, '--mode', 'inference', ...args], { stdio: 'ignore' });
      const [wall, user, system] = readFileSync(time, 'utf8').trim().split(' ').map(Number);
      return { wall: wall!, core: user! + system! };
    };
    // The first run prepares the map.
    costOf('--people', '1');
    const start = costOf('--people', '1');
    const rows = SIZES.map((people) => {
      const { wall, core } = costOf('--people', String(people), '--threads', '1');
      const seconds = core - start.core;
      return { people, seconds, wall: wall - start.wall, 'ms per person': (1000 * seconds) / people };
    });
    const first = rows[0]!['ms per person'];
    console.table(
      rows.map((row) => ({
        people: row.people,
        'core seconds': row.seconds.toFixed(2),
        'ms per person': row['ms per person'].toFixed(3),
        'against the first': (row['ms per person'] / first).toFixed(2),
      })),
    );
    const growth = exponent(
      SIZES,
      rows.map((row) => row.seconds),
    );
    console.log(`Cost by number of people, one thread: exponent ${growth.toFixed(2)}`);
    compareFormats(
      new RunFolder(join(folder, 'home', 'runs', `daily-mobility-${SIZES.length + 2}`)),
      rows.at(-1)!.seconds,
    );
    const threads = availableParallelism();
    const many = costOf('--people', String(SIZES.at(-1)), '--threads', String(threads)).wall - start.wall;
    console.log(`${threads} threads against 1: ${(rows.at(-1)!.wall / many).toFixed(2)} times as fast`);
    const { core } = costOf('--people', '100');
    console.log(
      `100 people, from the command to the results: ${core.toFixed(2)} core seconds, including ${start.core.toFixed(2)} to start`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A run's tables as Arrow files, compared with plain columns: the same numbers after a line that describes them. */
function compareFormats(folder: RunFolder, runSeconds: number): void {
  const run = readManifest(folder);
  const tables = {
    statuses: [...readStatusTables(folder, run)].map((table) => [table, () => encodeStatuses(table, {})] as const),
    events: [...readEventTables(folder, run)].map((table) => [table, () => encodeEvents(table)] as const),
    trips: [...readTripTables(folder, run)].map((table) => [table, () => encodeTrips(table)] as const),
    routes: [...readRouteTables(folder, run)].map((table) => [table, () => encodeRoutes(table)] as const),
  };
  const rows = Object.entries(tables).map(([table, groups]) => {
    const arrow = leastSeconds(() => groups.reduce((sum, [, encode]) => sum + digested([encode()]), 0));
    const plain = leastSeconds(() => groups.reduce((sum, [columns]) => sum + digested(plainColumns(columns)), 0));
    return {
      table,
      'MB in Arrow': (arrow.result / 1e6).toFixed(1),
      'times plain columns': (arrow.result / plain.result).toFixed(2),
      'time of a run, times one with plain columns': (
        runSeconds /
        (runSeconds - arrow.seconds + plain.seconds)
      ).toFixed(3),
    };
  });
  console.table(rows);
}

/** The arrays of a table, with the metadata to read them back. */
function plainColumns(table: object): Uint8Array[] {
  const arrays: Uint8Array[] = [];
  const header = JSON.stringify(table, (_, value) => {
    if (!ArrayBuffer.isView(value)) return value;
    arrays.push(new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice());
    return value.byteLength;
  });
  return [new TextEncoder().encode(header), ...arrays];
}

/** Counts the bytes of these parts and computes their checksum, as for every file of a run. */
function digested(parts: readonly Uint8Array[]): number {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  hash.digest();
  return parts.reduce((sum, { length }) => sum + length, 0);
}

/** The lowest processor time of five runs, in seconds. */
function leastSeconds<T>(work: () => T): { readonly result: T; readonly seconds: number } {
  const tries = Array.from({ length: 5 }, () => {
    const begin = process.cpuUsage();
    const result = work();
    const { user, system } = process.cpuUsage(begin);
    return { result, seconds: (user + system) / 1e6 };
  });
  return tries.reduce((best, next) => (next.seconds < best.seconds ? next : best));
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
