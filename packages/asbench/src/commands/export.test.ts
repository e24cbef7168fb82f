import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunFolder, readEvents, readManifest, readStatuses, readTrips } from '@itinera/run';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, expect, test } from 'vitest';
import { asbench, makeDatasets } from './asbench.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'asbench-export-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a table comes out as one Parquet or CSV file, with every row as it is in the run', async () => {
  const datasets = makeDatasets(folder, 20);
  const run = asbench(folder, 'run', 'DailyMobility', '-d', datasets, '--people', '20', '-m', 'inference', '--json');
  const [{ folder: path }] = [JSON.parse(run.stdout)].flat() as [{ folder: string }];
  const opened = new RunFolder(path);
  const manifest = readManifest(opened);
  for (const [table, read] of [
    ['statuses', readStatuses],
    ['events', readEvents],
    ['trips', readTrips],
  ] as const) {
    const out = join(folder, `${table}.parquet`);
    const { status, stderr } = asbench(folder, 'export', path, '--table', table, '-o', out);
    expect(status, stderr).toBe(0);
    const bytes = readFileSync(out);
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
    const rows = (await parquetReadObjects({ file })).map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
      ),
    );
    expect(rows).toEqual([...(read(opened, manifest) as Iterable<object>)]);
    const csv = join(folder, `${table}.csv`);
    expect(asbench(folder, 'export', path, '--table', table, '--format', 'csv', '-o', csv).status).toBe(0);
    const lines = readFileSync(csv, 'utf8').trimEnd().split('\n');
    expect(lines[0]).toBe(Object.keys(rows[0]!).join(','));
    expect(lines).toHaveLength(rows.length + 1);
  }
});
