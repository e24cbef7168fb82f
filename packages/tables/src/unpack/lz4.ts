/** Minimum length of a match. */
const LEAST_MATCH = 4;
/** Bytes of the two lengths before each block in Hadoop's framing. */
const HADOOP_HEADER = 8;

/**
 * Unpacks one LZ4 block.
 *
 * @param length unpacked length
 * @throws RangeError if the block is damaged or has another unpacked length
 * @see https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md
 */
export function lz4Block(input: Uint8Array, length: number): Uint8Array {
  const output = new Uint8Array(length);
  if (unpackInto(input, output, 0) !== length) throw damaged();
  return output;
}

const damaged = () => new RangeError('lz4: the data are damaged, or do not have the declared length');

/**
 * Unpacks a block after the output so far, to which matches may refer.
 * @returns the end of the output
 */
function unpackInto(input: Uint8Array, output: Uint8Array, start: number): number {
  let from = 0;
  let to = start;
  const lengthOf = (nibble: number) => {
    let sum = nibble;
    if (nibble < 15) return sum;
    for (let byte = 255; byte === 255; sum += byte) {
      if (from >= input.length) throw damaged();
      byte = input[from++]!;
    }
    return sum;
  };
  while (from < input.length) {
    const token = input[from++]!;
    const literals = lengthOf(token >> 4);
    if (from + literals > input.length || to + literals > output.length) throw damaged();
    output.set(input.subarray(from, from + literals), to);
    from += literals;
    to += literals;
    // The last sequence has literals only.
    if (from === input.length) break;
    if (from + 2 > input.length) throw damaged();
    const offset = input[from]! | (input[from + 1]! << 8);
    from += 2;
    const matched = lengthOf(token & 15) + LEAST_MATCH;
    if (offset === 0 || offset > to || to + matched > output.length) throw damaged();
    // Byte by byte: a match may overlap its own output.
    for (const end = to + matched; to < end; to++) output[to] = output[to - offset]!;
  }
  return to;
}

const FRAME_MAGIC = 0x184d2204;
/** Bits of a frame's first flag byte. */
const FLAG = { BLOCK_CHECKSUM: 16, CONTENT_SIZE: 8, CONTENT_CHECKSUM: 4, DICTIONARY: 1 };
/** Bit set in the size of an uncompressed block. */
const PLAIN = 0x80000000;

/**
 * Unpacks LZ4 frames, as used in Arrow. Checksums are ignored.
 *
 * @param length unpacked length
 * @throws RangeError if it is not a frame, is damaged or has another unpacked length
 * @see https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md
 */
export function lz4Frame(input: Uint8Array, length: number): Uint8Array {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  const output = new Uint8Array(length);
  let from = 0;
  let to = 0;
  do {
    if (from + 7 > input.length || view.getUint32(from, true) !== FRAME_MAGIC) throw damaged();
    const flags = input[from + 4]!;
    const checksum = flags & FLAG.BLOCK_CHECKSUM ? 4 : 0;
    from += 7 + (flags & FLAG.CONTENT_SIZE ? 8 : 0) + (flags & FLAG.DICTIONARY ? 4 : 0);
    for (;;) {
      if (from + 4 > input.length) throw damaged();
      const size = view.getUint32(from, true);
      from += 4;
      if (size === 0) break;
      const end = from + (size % PLAIN);
      if (end + checksum > input.length) throw damaged();
      const block = input.subarray(from, end);
      if (size < PLAIN) to = unpackInto(block, output, to);
      else {
        if (to + block.length > length) throw damaged();
        output.set(block, to);
        to += block.length;
      }
      from = end + checksum;
    }
    from += flags & FLAG.CONTENT_CHECKSUM ? 4 : 0;
  } while (from < input.length);
  if (to !== length) throw damaged();
  return output;
}

/**
 * Unpacks Parquet's LZ4: blocks in Hadoop's framing or, from some writers, one bare block.
 *
 * @throws RangeError as `lz4Block`
 */
export function lz4Hadoop(input: Uint8Array, length: number): Uint8Array {
  const frames = hadoopFrames(input, length);
  if (!frames) return lz4Block(input, length);
  const output = new Uint8Array(length);
  let to = 0;
  for (const { from, packed, unpacked } of frames) {
    output.set(lz4Block(input.subarray(from, from + packed), unpacked), to);
    to += unpacked;
  }
  return output;
}

/** Positions of the blocks, if all lengths add up. */
function hadoopFrames(input: Uint8Array, length: number) {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  const frames: { from: number; packed: number; unpacked: number }[] = [];
  let from = 0;
  let to = 0;
  while (from + HADOOP_HEADER <= input.length) {
    const [unpacked, packed] = [view.getUint32(from), view.getUint32(from + 4)];
    from += HADOOP_HEADER;
    frames.push({ from, packed, unpacked });
    from += packed;
    to += unpacked;
  }
  return from === input.length && to === length ? frames : undefined;
}
