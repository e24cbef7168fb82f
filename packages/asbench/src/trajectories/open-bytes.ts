import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { UserError } from '@itinera/metrics';

const PIECE = 1 << 20;

/** The bytes of a file in pieces, unpacked when its name ends in .gz. @throws UserError when they cannot be unpacked */
export async function* openBytes(path: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: PIECE });
  const stream = /\.gz$/i.test(path) ? file.pipe(createGunzip({ chunkSize: PIECE })) : file;
  // A pipe does not hand errors on.
  if (stream !== file) file.on('error', (error) => stream.destroy(error));
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) {
      throw new UserError(`${path}: expected gzip, but it cannot be unpacked. Is the file whole?`);
    }
    throw error;
  } finally {
    file.destroy();
  }
}

/** All bytes of a file. @throws UserError when they are more than `most` */
export async function wholeBytes(path: string, most: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of openBytes(path)) {
    length += piece.length;
    if (length > most) {
      throw new UserError(
        `${path}: holds more than ${most} bytes, which this format has to have in memory at once. Convert it to CSV or Parquet.`,
      );
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
