import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { UserError } from '@itinera/metrics';
import { checkParquet } from './check-parquet.js';

/** Rows in memory at once. */
const PIECE = 1 << 14;
/** A column of a group of rows may not unpack to more. */
const MAX_PAGE = 2 ** 30;
const STEP_NAMES = ['uid', 'd', 't', 'x', 'y'];

/**
 * The columns of steps in a Parquet file as lines of CSV with a header, so that one reader checks them all. Row n is line
 * n + 2.
 *
 * @param chunks the bytes of the file; they are put together, since its list of contents stands at the end
 * @throws UserError when it is damaged or packed in a way that is not known
 */
export async function* parquetLines(path: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const pieces: Buffer[] = [];
  for await (const chunk of chunks) pieces.push(chunk);
  const bytes = Buffer.concat(pieces);
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  try {
    const { parquetMetadata, parquetReadObjects, parquetSchema } = await import('hyparquet');
    const metadata = parquetMetadata(file);
    const names = parquetSchema(metadata).children.map(({ element }) => element.name);
    const steps = names.filter((name) => STEP_NAMES.includes(name.toLowerCase()));
    // Without columns of steps the header says to the user what there is.
    yield Buffer.from(`${(steps.length > 0 ? steps : names).join(',')}\n`);
    await checkParquet(file, metadata, steps);
    const rows = Number(metadata.num_rows);
    for (let rowStart = 0; rowStart < rows && steps.length > 0; rowStart += PIECE) {
      const rowEnd = Math.min(rows, rowStart + PIECE);
      const table = await parquetReadObjects({ file, metadata, columns: steps, rowStart, rowEnd, compressors });
      yield Buffer.from(table.map((row) => `${steps.map((name) => row[name] ?? '').join(',')}\n`).join(''));
    }
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`${path}: expected Parquet, but it cannot be read (${(error as Error).message}).`);
  }
}

const limit = (length: number) => ({ maxOutputLength: Math.min(MAX_PAGE, Math.max(1, length)) });

/** Beside Snappy and plain bytes, which are read without help. */
const compressors = {
  GZIP: (bytes: Uint8Array, length: number) => gunzipSync(bytes, limit(length)),
  BROTLI: (bytes: Uint8Array, length: number) => brotliDecompressSync(bytes, limit(length)),
};
