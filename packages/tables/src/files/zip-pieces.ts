import { constants, crc32, deflateRawSync } from 'node:zlib';
import { UserError } from '@itinera/base';

/** Zip files without the 64-bit extension. */
const MOST_BYTES = 2 ** 32 - 1;
export const MOST_FILES = 65_534;
const PIECE = 2 ** 20;
/** Sizes follow the data, and names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
/** Less than our own guard accepts when the archive is opened. */
const MOST_RATIO = 150;
/** The end of a stream. */
const LAST = deflateRawSync(new Uint8Array(0));
/** Midnight on 1 January 1980, the earliest date of the format: bytes must not depend on the time. */
const DATE = 0x21;

/** A file to pack, in pieces. */
export interface FileToPack {
  readonly name: string;
  readonly pieces: Iterable<Uint8Array>;
}

/**
 * The bytes of a zip archive in pieces. The same files give the same bytes with the same version of zlib.
 * @throws UserError if the archive would exceed 4 GB or 65,534 files
 */
export function* zipPieces(archive: string, files: Iterable<FileToPack>): Generator<Uint8Array> {
  const directory: Buffer[] = [];
  let at = 0;
  const place = (bytes: number) => {
    at += bytes;
    if (at > MOST_BYTES || directory.length / 2 > MOST_FILES)
      throw new UserError(`${archive} would exceed 4 GB or ${MOST_FILES} files. Pack the folder with tar instead.`);
  };
  for (const { name, pieces } of files) {
    const title = Buffer.from(name);
    const start = at;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    writeTerms(local, 4, title);
    yield local;
    yield title;
    let [crc, packed, unpacked] = [0, 0, 0];
    for (const piece of deflated(pieces, (bytes) => {
      crc = crc32(bytes, crc);
      unpacked += bytes.length;
    })) {
      packed += piece.length;
      yield piece;
    }
    const sizes = Buffer.alloc(16);
    for (const [i, value] of [0x08074b50, crc, packed, Math.min(unpacked, MOST_BYTES)].entries())
      sizes.writeUInt32LE(value >>> 0, 4 * i);
    yield sizes;
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    // Written on Unix, as a regular file.
    entry.writeUInt16LE(0x0314, 4);
    writeTerms(entry, 6, title);
    sizes.copy(entry, 16, 4);
    entry.writeUInt32LE(0o100644 * 2 ** 16, 38);
    entry.writeUInt32LE(start, 42);
    directory.push(entry, title);
    place(local.length + title.length + packed + sizes.length + Math.max(0, unpacked - MOST_BYTES));
  }
  const length = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length / 2, 8);
  end.writeUInt16LE(directory.length / 2, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(at, 16);
  yield* directory;
  yield end;
}

/** Version, flags, method and date, then the length of the name, at their places. */
function writeTerms(header: Buffer, at: number, title: Buffer): void {
  for (const [i, value] of [20, FLAGS, DEFLATE, 0, DATE].entries()) header.writeUInt16LE(value, at + 2 * i);
  header.writeUInt16LE(title.length, at + 22);
}

const FLUSHED = { finishFlush: constants.Z_SYNC_FLUSH };

/** Each piece ends at a byte, so that the pieces form one stream. Repetitive ones are packed to an eighth at least. */
function* deflated(pieces: Iterable<Uint8Array>, see: (bytes: Uint8Array) => void): Generator<Uint8Array> {
  for (const piece of pieces)
    for (let at = 0; at < piece.length; at += PIECE) {
      const bytes = piece.subarray(at, at + PIECE);
      see(bytes);
      const packed = deflateRawSync(bytes, FLUSHED);
      yield MOST_RATIO * packed.length > bytes.length
        ? packed
        : deflateRawSync(bytes, { ...FLUSHED, strategy: constants.Z_HUFFMAN_ONLY });
    }
  yield LAST;
}
