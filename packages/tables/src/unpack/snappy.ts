const damaged = () => new RangeError('snappy: the data are damaged, or do not have the declared length');

/**
 * Unpacks a Snappy block.
 *
 * @param length unpacked length
 * @throws RangeError if the block is damaged or has another unpacked length
 * @see https://github.com/google/snappy/blob/main/format_description.txt
 */
export function snappyBlock(input: Uint8Array, length: number): Uint8Array {
  const output = new Uint8Array(length);
  let from = 0;
  let to = 0;
  const number = (bytes: number) => {
    if (from + bytes > input.length) throw damaged();
    let value = 0;
    for (let i = 0; i < bytes; i++) value += input[from++]! * 2 ** (8 * i);
    return value;
  };
  // The length, seven bits per byte.
  let declared = 0;
  for (let byte = 0x80, bits = 0; byte >= 0x80; bits += 7) {
    if (bits > 28) throw damaged();
    byte = number(1);
    declared += (byte % 0x80) * 2 ** bits;
  }
  if (declared !== length) throw damaged();
  while (from < input.length) {
    const tag = input[from++]!;
    const kind = tag & 3;
    if (kind === 0) {
      const short = tag >> 2;
      const literals = (short < 60 ? short : number(short - 59)) + 1;
      if (from + literals > input.length || to + literals > length) throw damaged();
      output.set(input.subarray(from, from + literals), to);
      from += literals;
      to += literals;
      continue;
    }
    const matched = kind === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1;
    const offset = kind === 1 ? (tag >> 5) * 256 + number(1) : number(kind === 2 ? 2 : 4);
    if (offset === 0 || offset > to || to + matched > length) throw damaged();
    // Byte by byte: a match may overlap its own output.
    for (const end = to + matched; to < end; to++) output[to] = output[to - offset]!;
  }
  if (to !== length) throw damaged();
  return output;
}
