import { UserError } from '@itinera/metrics';
import type { MessageHeader, RecordBatch, Vector } from 'apache-arrow';
import { decompress } from 'fzstd';
import { columnOf, requiredFields } from './fields.js';
import { lz4Frame } from './lz4.js';
import { openBytes } from './open-bytes.js';
import { type ColumnCells, takeColumns, WallTime } from './take-columns.js';
import type { TrajectoryRows } from './trajectory-rows.js';

/** A column of a batch may not unpack to more. */
const MAX_BUFFER = 2 ** 30;

/** Reads an Arrow IPC file or stream a batch at a time. @throws UserError when it is none, or columns are missing */
export async function readArrow(path: string, rows: TrajectoryRows): Promise<void> {
  const arrow = await import('apache-arrow');
  arrow.compressionRegistry.set(arrow.CompressionType.LZ4_FRAME, { decode: (bytes) => lz4Frame(bytes, MAX_BUFFER) });
  arrow.compressionRegistry.set(arrow.CompressionType.ZSTD, { decode: (bytes) => decompress(bytes).slice() });
  let first = 1;
  try {
    const reader = await arrow.RecordBatchReader.from(openBytes(path));
    await reader.open();
    if (reader.isFile()) wantBatches(reader, arrow.MessageHeader.RecordBatch);
    for await (const batch of reader) {
      takeBatch(path, batch, arrow.DataType, first, rows);
      first += batch.numRows;
    }
  } catch (error) {
    if (error instanceof UserError || 'syscall' in (error as object)) throw error;
    throw new UserError(`${path}: expected an Arrow file, but it cannot be read (${(error as Error).message}).`);
  }
}

/**
 * Where the end of a file says that a batch lies, there is one, or it is an error: else apache-arrow looks there again, for
 * ever. That it can be told so is not in its types.
 */
function wantBatches(reader: object, batch: MessageHeader): void {
  const { _impl: file } = reader as {
    readonly _impl: { _readNextMessageAndValidate: (type?: MessageHeader) => unknown };
  };
  const next = file._readNextMessageAndValidate;
  file._readNextMessageAndValidate = (type = batch) => next.call(file, type);
}

function takeBatch(
  path: string,
  batch: RecordBatch,
  types: typeof import('apache-arrow').DataType,
  first: number,
  rows: TrajectoryRows,
): void {
  const names = batch.schema.fields.map(({ name }) => name);
  const fields = requiredFields(path, names);
  const cells = (field: string) => cellsOf(batch.getChildAt(columnOf(fields, field))!, types);
  takeColumns(fields, cells, batch.numRows, first, rows);
}

/** A cell as a number, a text, a date where a zone is named, or a time on the wall where none is. */
function cellsOf(column: Vector, types: typeof import('apache-arrow').DataType): ColumnCells {
  const { type } = column;
  if (types.isTimestamp(type)) {
    const isInstant = Boolean(type.timezone);
    return (row) => {
      const milliseconds = column.get(row) as number | null;
      if (milliseconds === null) return null;
      return isInstant ? new Date(milliseconds) : new WallTime(milliseconds / 1000);
    };
  }
  if (types.isDate(type)) return (row) => asWallTime(column.get(row));
  if ((types.isFloat(type) || types.isInt(type)) && column.nullCount === 0) {
    const values = column.toArray() as ArrayLike<number | bigint>;
    if (values.length === column.length) return (row) => values[row];
  }
  return (row) => column.get(row);
}

function asWallTime(value: unknown): unknown {
  return value === null || value === undefined ? null : new WallTime(Number(value) / 1000);
}
