import { asUserError, UserError, withPath } from '@itinera/base';
import { type ByteSource, csvChunks } from '@itinera/tables';
import { type LinePosition, STEP_COLUMNS } from './csv-scan.js';
import type { OnProgress } from './progress.js';

/** Maximum bytes of a line; a longer one is rejected before it fills the memory. */
export const MAX_LINE = 65_536;

const CHUNK = 1 << 20;
const LF = 10;
const CR = 13;

/**
 * The bytes of a CSV file, plain or gzip, in blocks of whole lines; a table of another format as CSV. Lines end with LF,
 * CRLF or CR; the last one may have none. A byte-order mark is passed on. Memory: about 3 MB, whatever the size of the
 * file.
 *
 * @param position lines consumed so far, for the error about a line that is too long
 * @param onProgress receives the number of bytes read
 * @returns views of one buffer, each valid until the next is requested
 * @throws UserError when the file cannot be opened or read, is damaged, or has a line longer than `MAX_LINE`
 */
export async function* readLineBlocks(
  file: ByteSource,
  position: LinePosition,
  onProgress?: OnProgress,
): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(CHUNK + MAX_LINE);
  let kept = 0;
  for await (const chunk of readChunks(file, onProgress)) {
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
        `${file.name}: line ${position.line + 1} is longer than ${MAX_LINE} bytes, so this is not a table of steps. ` +
          'Pass a CSV file with one step per line.',
      );
    }
  }
  if (kept > 0) yield buffer.subarray(0, kept);
}

async function* readChunks(file: ByteSource, onProgress?: OnProgress): AsyncGenerator<Uint8Array> {
  try {
    let read = 0;
    const stream = async function* () {
      for await (const chunk of file.stream()) {
        read += chunk.length;
        yield chunk;
      }
    };
    for await (const chunk of csvChunks({ ...file, stream }, STEP_COLUMNS)) {
      onProgress?.(`reading ${file.name}`, read, Number.isFinite(file.size) ? file.size : 0);
      for (let from = 0; from < chunk.length; from += CHUNK) yield chunk.subarray(from, from + CHUNK);
    }
  } catch (error) {
    throw asUserError(withPath(error, file.name));
  }
}

function endOfLastLine(buffer: Uint8Array, length: number): number {
  const end = buffer.lastIndexOf(LF, length - 1) + 1;
  if (end > 0 && length - end <= MAX_LINE) return end;
  // Files of old Macs end lines with CR alone. A final CR may be the first half of a CRLF.
  return length < 2 ? end : Math.max(end, buffer.lastIndexOf(CR, length - 2) + 1);
}
