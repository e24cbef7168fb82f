import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
import { apart } from '../../base/perf/apart.js';
import { exponent } from '../../base/perf/exponent.js';
import { processorSeconds } from '../../base/perf/processor-seconds.js';
import type { Row } from '../../base/perf/row.js';

const program = join(process.cwd(), 'packages/asbench/bin/asbench.js');
const SIZES = [16_000, 32_000, 64_000] as const;
/** People in the tables: routes of more than 10,000 are not kept. */
const IN_TABLES = 8000;

/**
 * The cost of people, from the command line to the results, with the commuter in a synthetic town; what a second thread
 * saves; and the cost of writing tables that other programs can open.
 */
export default async function bench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'runs-bench-'));
  try {
    const most = SIZES.at(-1)!;
    writeDataset(join(folder, 'DailyMobility'), most);
    const run = (people: number, threads = 1) => {
      const words = [program, '--home-dir', join(folder, 'home'), 'run', 'DailyMobility', '-d', folder];
      const how = ['--mode', 'inference', '--people', String(people), '--threads', String(threads)];
      return apart([process.execPath, ...words, ...how]);
    };
    // The first run prepares the map.
    run(1);
    const start = run(1);
    const runs = SIZES.map((people) => run(people));
    const alone = runs.at(-1)!;
    const seconds = runs.map((one) => one.seconds - start.seconds);
    run(IN_TABLES);
    const tables = new RunFolder(join(folder, 'home', 'runs', `daily-mobility-${SIZES.length + 3}`));
    return [
      {
        work: `a run of ${most} people, without the start`,
        ours: seconds.at(-1)!,
        unit: 's',
        exponent: exponent(SIZES, seconds),
      },
      {
        work: `a run of ${most} people in 2 threads, by the clock`,
        ours: run(most, 2).wall,
        unit: 's',
        peer: { name: 'one thread', cost: alone.wall },
      },
      {
        work: 'a run of 100 people',
        ours: run(100).seconds,
        unit: 's',
        peer: { name: 'one of 1', cost: start.seconds },
      },
      ...compareFormats(tables),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A run's tables as Arrow files, compared with plain columns: the same numbers after a line that describes them. */
function compareFormats(folder: RunFolder): Row[] {
  const run = readManifest(folder);
  const tables = {
    statuses: [...readStatusTables(folder, run)].map((table) => [table, () => encodeStatuses(table, {})] as const),
    events: [...readEventTables(folder, run)].map((table) => [table, () => encodeEvents(table)] as const),
    trips: [...readTripTables(folder, run)].map((table) => [table, () => encodeTrips(table)] as const),
    routes: [...readRouteTables(folder, run)].map((table) => [table, () => encodeRoutes(table)] as const),
  };
  return Object.entries(tables).flatMap(([table, groups]) => {
    const arrow = leastSeconds(() => groups.reduce((sum, [, encode]) => sum + digested([encode()]), 0));
    const plain = leastSeconds(() => groups.reduce((sum, [columns]) => sum + digested(plainColumns(columns)), 0));
    const row = (what: string, unit: 's' | 'MB', ours: number, cost: number) => ({
      work: `${table} of a run of ${IN_TABLES} people as Arrow files${what}`,
      ours,
      unit,
      peer: { name: 'plain columns', cost },
    });
    return [row('', 's', arrow.seconds, plain.seconds), row(': size', 'MB', arrow.result / 1e6, plain.result / 1e6)];
  });
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
    const start = processorSeconds();
    const result = work();
    return { result, seconds: processorSeconds() - start };
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
