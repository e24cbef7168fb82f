import type { ColumnKind } from '@itinera/run';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { ExportTable } from '../export-table.js';
import { type FileInfo, factsOf } from './file-info.js';
import { inBatches, rowsPerBatch } from './pieces.js';

/** Parquet with Snappy compression; the rows in memory at once form a row group. */
export function* parquetOf(table: ExportTable, info: FileInfo): Generator<Uint8Array> {
  const { columns, rows } = table;
  const names = Object.entries(columns);
  const fields = names.flatMap(([name, kind]) => elements(name, kind));
  const writer = new ByteWriter();
  const schema = [{ name: 'root', num_children: names.length }, ...fields];
  const kvMetadata = Object.entries(factsOf(table, info)).map(([key, value]) => ({ key, value }));
  const file = new ParquetWriter({ writer, schema, kvMetadata });
  /** Returns the bytes written since the last call. */
  const written = (): Uint8Array => {
    const bytes = new Uint8Array(writer.buffer, 0, writer.index).slice();
    writer.index = 0;
    return bytes;
  };
  for (const batch of inBatches(rows(), rowsPerBatch(columns))) {
    const columnData = names.map(([name, kind]) => ({ name, data: batch.map((row) => cellOf(row[name], kind)) }));
    file.write({ columnData, rowGroupSize: batch.length });
    yield written();
  }
  file.finish();
  yield written();
}

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

function elements(name: string, kind: ColumnKind): SchemaElement[] {
  if (kind !== 'wholes') return [{ name, repetition_type: 'OPTIONAL', ...types[kind] }];
  return [
    { name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type: 'REQUIRED', type: 'INT32' },
  ];
}

function cellOf(value: unknown, kind: ColumnKind): unknown {
  if (value === null || value === undefined) return null;
  if (kind === 'whole') return BigInt(value as number);
  return kind === 'wholes' ? Array.from(value as ArrayLike<number>) : value;
}

const types = {
  whole: { type: 'INT64' },
  real: { type: 'DOUBLE' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
} as const;
