import { checkParquet } from '@itinera/humob';
import { UserError } from '@itinera/metrics';
import type { AsyncBuffer, ColumnData, FileMetaData } from 'hyparquet';
import { columnOf, requiredFields } from './fields.js';
import { parquetCompressors } from './parquet-compressors.js';
import { takeColumns, WallTime } from './take-columns.js';
import type { TrajectoryRows } from './trajectory-rows.js';

/** Rows that are in memory beside those that are kept. */
const PIECE = 1 << 18;

/** Reads a Parquet file a group of rows at a time. @throws UserError when it is none, or columns are missing */
export async function readParquet(path: string, rows: TrajectoryRows): Promise<void> {
  const parquet = await import('hyparquet');
  try {
    const file = await parquet.asyncBufferFromFile(path);
    const metadata = await parquet.parquetMetadataAsync(file);
    const names = parquet.parquetSchema(metadata).children.map(({ element }) => element.name);
    const fields = requiredFields(path, names);
    const columns = Object.values(fields).map((at) => names[at]!);
    await checkParquet(file, metadata, columns);
    let from = 0;
    for (const group of metadata.row_groups) {
      const to = from + Number(group.num_rows);
      for (let start = from; start < to; start += PIECE) {
        const end = Math.min(to, start + PIECE);
        const table = await piece(parquet, { file, metadata }, columns, start, end);
        const cells = (field: string) => cellsOf(table, names[columnOf(fields, field)]!, wallColumns(metadata));
        takeColumns(fields, cells, end - start, start + 1, rows);
      }
      from = to;
    }
  } catch (error) {
    if (error instanceof UserError || 'syscall' in (error as object)) throw error;
    throw new UserError(`${path}: expected Parquet, but it cannot be read (${(error as Error).message}).`);
  }
}

async function piece(
  parquet: typeof import('hyparquet'),
  source: { readonly file: AsyncBuffer; readonly metadata: FileMetaData },
  columns: string[],
  rowStart: number,
  rowEnd: number,
): Promise<Map<string, unknown[]>> {
  const table = new Map(columns.map((name) => [name, new Array<unknown>(rowEnd - rowStart).fill(null)]));
  await parquet.parquetRead({
    ...source,
    columns,
    rowStart,
    rowEnd,
    compressors: parquetCompressors,
    onChunk({ columnName, columnData, rowStart: first, rowEnd: last }: ColumnData) {
      const target = table.get(columnName)!;
      for (let row = Math.max(first, rowStart); row < Math.min(last, rowEnd); row++)
        target[row - rowStart] = columnData[row - first];
    },
  });
  return table;
}

function cellsOf(table: ReadonlyMap<string, unknown[]>, name: string, walls: ReadonlySet<string>) {
  const column = table.get(name)!;
  if (!walls.has(name)) return (row: number) => column[row];
  return (row: number) => {
    const value = column[row];
    return value instanceof Date ? new WallTime(value.getTime() / 1000) : value;
  };
}

/** Columns of times that no zone is named for. */
function wallColumns({ schema }: FileMetaData): Set<string> {
  return new Set(
    schema
      .filter(({ logical_type: type }) => type?.type === 'TIMESTAMP' && type.isAdjustedToUTC === false)
      .map(({ name }) => name),
  );
}
