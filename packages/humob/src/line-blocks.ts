import { createReadStream, statSync } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { UserError } from '@itinera/metrics';
import { isParquet, refuseArchive } from './file-kinds.js';
import { parquetLines } from './parquet-lines.js';
import type { OnProgress } from './progress.js';

/** No line of steps is longer than this many bytes; one that is longer is refused before it fills the memory. */
export const MAX_LINE = 65_536;

/** The path that stands for standard input. */
export const STDIN = '-';

const CHUNK = 1 << 20;
const LF = 10;
const CR = 13;

/** Where a reader stands in its file; whoever consumes the lines keeps it up. */
export interface LinePosition {
  /** Lines consumed so far. */
  line: number;
}

/**
 * The bytes of a text file, plain or gzip (told by its first two bytes), in blocks of whole lines. Lines end with LF,
 * CRLF or CR; the last may lack its end. A byte-order mark is passed on. Memory: some 3 MB, whatever the file's size.
 *
 * @param position lines consumed so far, for the error about a line that is too long
 * @param onProgress told of the file's bytes
 * @returns views of one buffer, each valid until the next is asked for
 * @throws UserError when the file cannot be opened or read, its gzip stream is broken or cut off, or a line is longer
 *   than `MAX_LINE`
 */
export async function* readLineBlocks(
  path: string,
  position: LinePosition,
  onProgress?: OnProgress,
): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(CHUNK + MAX_LINE);
  let kept = 0;
  for await (const chunk of readChunks(path, onProgress)) {
    buffer.set(chunk, kept);
    const length = kept + chunk.length;
    const end = endOfLastLine(buffer, length);
    if (end > 0) {
      yield buffer.subarray(0, end);
      buffer.copyWithin(0, end, length);
    }
    kept = length - end;
    if (kept > MAX_LINE) {
      throw new UserError(
        `${path}: line ${position.line + 1} is longer than ${MAX_LINE} bytes, so this is not a table of steps. ` +
          'Give a CSV file with one step a line.',
      );
    }
  }
  if (kept > 0) yield buffer.subarray(0, kept);
}

async function* readChunks(path: string, onProgress?: OnProgress): AsyncGenerator<Uint8Array> {
  const size = fileSize(path);
  const source = path === STDIN ? process.stdin : createReadStream(path, { highWaterMark: CHUNK });
  let read = 0;
  try {
    const chunks = source[Symbol.asyncIterator]() as AsyncIterableIterator<Buffer>;
    const first = await chunks.next();
    if (first.done) return;
    refuseArchive(path, first.value);
    const whole = counted(rejoin(first.value, chunks), (bytes) => {
      read += bytes;
    });
    const plain = isParquet(first.value) ? parquetLines(path, whole) : isGzip(first.value) ? gunzipped(whole) : whole;
    for await (const chunk of plain) {
      onProgress?.(`reading ${path}`, read, size);
      for (let from = 0; from < chunk.length; from += CHUNK) yield chunk.subarray(from, from + CHUNK);
    }
  } catch (error) {
    throw fileError(path, error, read);
  } finally {
    source.destroy();
  }
}

async function* counted(chunks: AsyncIterable<Buffer>, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    onBytes(chunk.length);
    yield chunk;
  }
}

async function* rejoin(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

function gunzipped(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const gunzip = createGunzip({ chunkSize: CHUNK });
  pipeline(Readable.from(bytes), gunzip, () => {}); // its error comes out of whoever reads
  return gunzip;
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function endOfLastLine(buffer: Uint8Array, length: number): number {
  const end = buffer.lastIndexOf(LF, length - 1) + 1;
  if (end > 0 && length - end <= MAX_LINE) return end;
  // Files of old Macs end lines with CR alone. One in the last place may be the first half of a CRLF.
  return length < 2 ? end : Math.max(end, buffer.lastIndexOf(CR, length - 2) + 1);
}

/** Bytes of a file; 0 when it is none or cannot be looked at, which reading it will tell. */
export function fileSize(path: string): number {
  try {
    const stat = statSync(path);
    return stat.isFile() ? stat.size : 0;
  } catch {
    return 0;
  }
}

/** What the user should read when a file could not be read or written; anything unforeseen is given back unchanged. */
export function fileError(path: string, error: unknown, bytesRead = 0): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const problem: Record<string, string> = {
    ENOENT: 'no such file or folder. Check the path.',
    EISDIR: 'is a directory, not a file. Give the CSV file itself.',
    EACCES: 'no permission to open it. Check the rights of the file.',
    EPERM: 'no permission to open it. Check the rights of the file.',
    ENOTDIR: 'a part of this path is a file, not a directory. Check the path.',
    ENOSPC: 'no space left on the disk.',
    EROFS: 'the file system is read-only.',
    EMFILE: 'too many open files.',
    ENAMETOOLONG: 'the name is too long.',
    Z_BUF_ERROR: `the gzip stream is cut off after ${bytesRead} bytes. Copy or download the file again.`,
    Z_DATA_ERROR: 'the gzip stream is damaged. Copy or download the file again.',
  };
  const isOfSystem = error instanceof Error && 'syscall' in error;
  const text = problem[code] ?? (isOfSystem ? `the system says ${error.message}.` : undefined);
  return text === undefined ? error : new UserError(`${path}: ${text}`);
}
