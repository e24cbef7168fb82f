/** Bytes of a chunk header: name and length. */
const HEADER = 8;

export interface Animation {
  /** Still pictures of one size, each a whole WebP file without transparency. */
  readonly frames: readonly Buffer[];
  readonly millisecondsAFrame: number;
}

/**
 * Combines still WebP pictures into an animation that loops forever.
 * @see https://developers.google.com/speed/webp/docs/riff_container
 */
export function animatedWebp({ frames, millisecondsAFrame }: Animation): Buffer {
  const { width, height } = sizeOf(pictureOf(frames[0]!));
  const size = Buffer.concat([u24(width - 1), u24(height - 1)]);
  const animated = 2;
  const head = chunk('VP8X', Buffer.concat([Buffer.from([animated, 0, 0, 0]), size]));
  const background = Buffer.from([255, 255, 255, 255]);
  const forEver = Buffer.from([0, 0]);
  const animation = chunk('ANIM', Buffer.concat([background, forEver]));
  // Each covers all of the one before: not blended with it, and left as it is.
  const notBlended = Buffer.from([2]);
  const pictures = frames.map((frame) =>
    chunk('ANMF', Buffer.concat([u24(0), u24(0), size, u24(millisecondsAFrame), notBlended, pictureOf(frame)])),
  );
  const body = Buffer.concat([Buffer.from('WEBP'), head, animation, ...pictures]);
  return chunk('RIFF', body);
}

/** The chunk of a still file that holds its picture. */
function pictureOf(file: Buffer): Buffer {
  for (let at = 12; at < file.length; ) {
    const name = file.toString('latin1', at, at + 4);
    const length = file.readUInt32LE(at + 4);
    const end = at + HEADER + length + (length % 2);
    if (name === 'VP8 ') return file.subarray(at, end);
    at = end;
  }
  throw new Error('A frame is not a WebP picture.');
}

/** @see RFC 6386, 9.1: a tag of 3 bytes, a start code of 3 bytes, then 14 bits each of width and height. */
function sizeOf(picture: Buffer): { readonly width: number; readonly height: number } {
  const at = HEADER + 6;
  return { width: picture.readUInt16LE(at) & 0x3fff, height: picture.readUInt16LE(at + 2) & 0x3fff };
}

function chunk(name: string, data: Buffer): Buffer {
  const header = Buffer.alloc(HEADER);
  header.write(name, 'latin1');
  header.writeUInt32LE(data.length, 4);
  return Buffer.concat([header, data, Buffer.alloc(data.length % 2)]);
}

function u24(value: number): Buffer {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntLE(value, 0, 3);
  return bytes;
}
