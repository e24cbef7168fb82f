const FRAME_MAGIC = 0xfd2fb528;
/** The first 28 bits of a frame without data. */
const SKIPPED_MAGIC = 0x184d2a5;
/** The largest window that the format asks every decoder to support. */
const USUAL_WINDOW = 2 ** 23;

const damaged = () => new RangeError('zstd: the data are damaged, or do not have the declared length');

/**
 * Unpacks Zstandard data.
 *
 * @param length unpacked length; no more than this is kept in memory
 * @throws RangeError if the data are damaged or have another unpacked length
 * @see https://www.rfc-editor.org/rfc/rfc8878
 */
export async function unpackZstd(bytes: Uint8Array, length: number): Promise<Uint8Array> {
  return (await zstdDecoder())(bytes, length);
}

export async function zstdDecoder(): Promise<(bytes: Uint8Array, length: number) => Uint8Array> {
  const { Decompress } = await import('fzstd');
  return (bytes, length) => {
    const output = new Uint8Array(length);
    let to = 0;
    // Block by block: into a buffer, fzstd cuts what is longer and returns zeros for what is missing.
    const stream = new Decompress((block) => {
      if (to + block.length > length) throw damaged();
      output.set(block, to);
      to += block.length;
    });
    try {
      checkWindows(bytes, length);
      stream.push(bytes, true);
    } catch {
      // Offsets beyond the end, and the errors of fzstd.
      throw damaged();
    }
    if (to !== length) throw damaged();
    return output;
  };
}

/** Refuses frames whose window, which is allocated first, exceeds both their output and the usual size. */
function checkWindows(bytes: Uint8Array, length: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const magic = view.getUint32(at, true);
    if (magic >>> 4 === SKIPPED_MAGIC) {
      at += 8 + view.getUint32(at + 4, true);
      continue;
    }
    if (magic !== FRAME_MAGIC) throw damaged();
    const flags = view.getUint8(at + 4);
    const isSingle = (flags & 32) !== 0;
    const sizeBytes = flags >> 6 === 0 ? Number(isSingle) : 1 << (flags >> 6);
    const sizeAt = at + 5 + Number(!isSingle) + [0, 1, 2, 4][flags & 3]!;
    const [exponent, mantissa] = [view.getUint8(at + 5) >> 3, view.getUint8(at + 5) & 7];
    const window = isSingle ? numberAt(view, sizeAt, sizeBytes) : 2 ** (10 + exponent) * (1 + mantissa / 8);
    if (window > Math.max(length, isSingle ? 0 : USUAL_WINDOW)) throw damaged();
    at = sizeAt + sizeBytes;
    for (let isLast = false; !isLast; ) {
      const block = numberAt(view, at, 3);
      isLast = (block & 1) === 1;
      // A block of one repeated byte stores that byte.
      at += 3 + (((block >> 1) & 3) === 1 ? 1 : block >> 3);
    }
    at += flags & 4 ? 4 : 0;
  }
}

/** A little-endian number; those of two bytes are 256 larger, as the format defines. */
function numberAt(view: DataView, at: number, bytes: number): number {
  let value = bytes === 2 ? 256 : 0;
  for (let i = 0; i < bytes; i++) value += view.getUint8(at + i) * 2 ** (8 * i);
  return value;
}
