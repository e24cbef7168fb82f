import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SYNTHETIC_NOTICE } from '@itinera/benchmarks';
import {
  partPath,
  RunFolder,
  type RunManifest,
  readEvents,
  readManifest,
  readStatuses,
  readTrips,
  withPath,
} from '@itinera/run';
import { type Command, Option } from 'commander';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import { homeOf } from './home.js';

type Kind = 'whole' | 'real' | 'text';
type Row = Readonly<Record<string, number | string | null>>;

/** The tables, and what their columns hold. */
const tables = {
  statuses: {
    read: (folder: RunFolder, run: RunManifest): Iterable<object> => readStatuses(folder, run),
    columns: {
      id: 'whole',
      day: 'whole',
      t: 'whole',
      lng: 'real',
      lat: 'real',
      parent_id: 'whole',
      action: 'text',
      status: 'whole',
    },
  },
  events: {
    read: (folder: RunFolder, run: RunManifest): Iterable<object> => readEvents(folder, run),
    columns: {
      id: 'whole',
      time: 'real',
      kind: 'text',
      origin: 'whole',
      destination: 'whole',
      mode: 'text',
      reason: 'text',
      leg: 'text',
      subline: 'whole',
      seconds: 'real',
      metres: 'real',
    },
  },
  trips: {
    read: (folder: RunFolder, run: RunManifest): Iterable<object> => readTrips(folder, run),
    columns: {
      id: 'whole',
      trip: 'whole',
      departure: 'real',
      arrival: 'real',
      mode: 'text',
      origin: 'whole',
      destination: 'whole',
      seconds: 'real',
      metres: 'real',
      ended: 'text',
    },
  },
} as const satisfies Record<string, { read: unknown; columns: Record<string, Kind> }>;
const ROWS_AT_ONCE = 100_000;

interface ExportOptions {
  readonly table: keyof typeof tables;
  readonly format: 'csv' | 'parquet';
  readonly output?: string;
}

/** `asbench export RUN`: a table of a run as one file for other programs. */
export function addExport(program: Command): void {
  program
    .command('export')
    .description('write a table of a run as one CSV or Parquet file')
    .argument('<run>', 'name or folder of the run')
    .addOption(new Option('--table <table>', 'which table').choices(Object.keys(tables)).default('trips'))
    .addOption(new Option('--format <format>', 'which format').choices(['csv', 'parquet']).default('parquet'))
    .option('-o, --output <file>', 'where to (default: <run>-<table>.<format>)')
    .action(async (run: string, { table, format, output }: ExportOptions, command: Command) => {
      const folder = RunFolder.find(homeOf(command), run);
      const path = output ?? `${folder.name}-${table}.${format}`;
      const { columns, read } = tables[table];
      const manifest = readManifest(folder);
      if (manifest.dataset.synthetic) process.stderr.write(`${SYNTHETIC_NOTICE}\n`);
      const rows = read(folder, manifest) as Iterable<Row>;
      // It appears under its name when it is whole.
      const part = partPath(path);
      try {
        if (format === 'csv') await writeCsv(part, columns, rows);
        else await writeParquet(part, columns, rows);
        renameSync(part, path);
      } catch (error) {
        rmSync(part, { force: true });
        throw withPath(error, path);
      }
      process.stdout.write(`${path}\n`);
    });
}

async function writeCsv(path: string, columns: Readonly<Record<string, Kind>>, rows: Iterable<Row>): Promise<void> {
  const names = Object.keys(columns);
  const lines = function* () {
    yield `${names.join(',')}\n`;
    for (const row of rows) yield `${names.map((name) => csvCell(row[name])).join(',')}\n`;
  };
  await pipeline(Readable.from(lines()), createWriteStream(path));
}

function csvCell(value: number | string | null | undefined): string {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

async function writeParquet(path: string, columns: Readonly<Record<string, Kind>>, rows: Iterable<Row>): Promise<void> {
  const names = Object.entries(columns);
  const fields = names.map(([name, kind]) => ({ name, repetition_type: 'OPTIONAL' as const, ...parquetTypes[kind] }));
  const writer = new ParquetWriter({
    writer: fileWriter(path),
    schema: [{ name: 'root', num_children: fields.length }, ...fields],
  });
  const flush = async (held: readonly Row[]) => {
    const columnData = names.map(([name, kind]) => ({
      name,
      data: held.map((row) => (kind === 'whole' && row[name] !== null ? BigInt(row[name]!) : row[name])),
    }));
    await writer.write({ columnData });
  };
  let held: Row[] = [];
  for (const row of rows) {
    held.push(row);
    if (held.length < ROWS_AT_ONCE) continue;
    await flush(held);
    held = [];
  }
  if (held.length > 0) await flush(held);
  await writer.finish();
}

const parquetTypes = {
  whole: { type: 'INT64' },
  real: { type: 'DOUBLE' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
} as const;
