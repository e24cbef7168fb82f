const MOST_BYTES = 2 ** 32 - 1;
/** Midnight on 1 January 1980: bytes do not depend on the time. */
const DATE = 0x21;

/** A zip archive of files in memory. @param folder in which they are */
export async function zipOf(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<Blob> {
  const parts: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let [at, listed] = [0, 0];
  for (const [path, bytes] of files) {
    const name = new TextEncoder().encode(`${folder}/${path}`);
    const packed = await deflated(bytes);
    const terms = [0x0800, 8, 0, DATE, crc32(bytes), packed.length, bytes.length] as const;
    parts.push(header(0x04034b50, [20, ...terms], [name.length, 0]), name, packed);
    const entry = header(0x02014b50, [0x0314, 20, ...terms], [name.length, 0, 0, 0, 0], 0o100644 * 2 ** 16, at);
    directory.push(entry, name);
    at += 30 + name.length + packed.length;
    listed += 46 + name.length;
    if (at > MOST_BYTES) throw new Error('The run exceeds 4 GB.');
  }
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, files.size, true);
  end.setUint16(10, files.size, true);
  end.setUint32(12, listed, true);
  end.setUint32(16, at, true);
  return new Blob([...parts, ...directory, end.buffer], { type: 'application/zip' });
}

type Terms = readonly [
  ...versions: number[],
  flags: number,
  method: number,
  time: number,
  date: number,
  crc: number,
  packed: number,
  size: number,
];

/** A header of a file: its mark, its terms, of which the last three have 32 bits, 16-bit lengths, and 32-bit numbers. */
function header(mark: number, terms: Terms, lengths: readonly number[], ...numbers: readonly number[]): ArrayBuffer {
  const short = terms.slice(0, -3);
  const long = terms.slice(-3);
  const view = new DataView(new ArrayBuffer(4 + 2 * short.length + 12 + 2 * lengths.length + 4 * numbers.length));
  let at = 0;
  const put = (value: number, bytes: 2 | 4) => {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value >>> 0, true);
    at += bytes;
  };
  put(mark, 4);
  for (const value of short) put(value, 2);
  for (const value of long) put(value, 4);
  for (const value of lengths) put(value, 2);
  for (const value of numbers) put(value, 4);
  return view.buffer;
}

async function deflated(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes.slice()]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let sum = -1;
  for (const byte of bytes) sum = TABLE[(sum ^ byte) & 0xff]! ^ (sum >>> 8);
  return ~sum >>> 0;
}
