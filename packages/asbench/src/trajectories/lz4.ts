/** Bytes of a match beside what its length says. */
const LEAST_MATCH = 4;
/** Bytes of the two lengths before each block of Hadoop's frames. */
const HADOOP_HEADER = 8;

/**
 * Unpacks one LZ4 block.
 *
 * @param length of what comes out
 * @throws RangeError when the block is damaged or comes to another length
 * @see https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md
 */
export function lz4Block(input: Uint8Array, length: number): Uint8Array {
  const output = new Uint8Array(length);
  const damaged = () => new RangeError(`lz4: the block is damaged, or is not of ${length} bytes`);
  let from = 0;
  let to = 0;
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
    if (from + literals > input.length || to + literals > length) throw damaged();
    output.set(input.subarray(from, from + literals), to);
    from += literals;
    to += literals;
    // The last sequence is literals alone.
    if (from === input.length) break;
    if (from + 2 > input.length) throw damaged();
    const offset = input[from]! | (input[from + 1]! << 8);
    from += 2;
    const matched = lengthOf(token & 15) + LEAST_MATCH;
    if (offset === 0 || offset > to || to + matched > length) throw damaged();
    // Byte by byte: a match may reach into what it writes.
    for (const end = to + matched; to < end; to++) output[to] = output[to - offset]!;
  }
  if (to !== length) throw damaged();
  return output;
}

/**
 * Unpacks what Parquet calls LZ4: blocks in Hadoop's frames, or, of some writers, one bare block.
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

/** Where the blocks lie, if all lengths add up. */
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
