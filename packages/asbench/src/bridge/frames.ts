import { readSync, writeSync } from 'node:fs';

/**
 * A message between a program in another language and this one:
 *
 *     length of the head (u32, little-endian)   length of the body (u32)   head: JSON   body: bytes
 *
 * The other side pads the head with blanks, so that a body of doubles is aligned.
 */
export interface Frame {
  /** As its sender describes the request: parsed JSON. */
  readonly head: { readonly ask?: string };
  /** Valid until the next message is read. */
  readonly body: Uint8Array<ArrayBuffer>;
}

const LENGTHS = 8;
/** Large enough to read most messages in one go. */
const shared = new Uint8Array(1 << 16);
const sharedView = new DataView(shared.buffer);
const out = Buffer.alloc(1 << 12);
const decoder = new TextDecoder();

/** Waits for the next message. @returns null at the end of the input. */
export function readFrame(file: number): Frame | null {
  let read = readAtLeast(file, shared, 0, LENGTHS);
  if (read === null) return null;
  const bodyAt = LENGTHS + sharedView.getUint32(0, true);
  const end = bodyAt + sharedView.getUint32(4, true);
  const bytes = end <= shared.length ? shared : new Uint8Array(end);
  if (bytes !== shared) bytes.set(shared.subarray(0, read));
  read = readAtLeast(file, bytes, read, end);
  if (read === null) return null;
  const head = JSON.parse(decoder.decode(bytes.subarray(LENGTHS, bodyAt))) as Frame['head'];
  return { head, body: bytes.subarray(bodyAt, end) };
}

export function writeFrame(file: number, head: unknown, body: Uint8Array = new Uint8Array()): void {
  const text = JSON.stringify(head);
  const bodyAt = LENGTHS + Buffer.byteLength(text);
  const end = bodyAt + body.length;
  const bytes = end <= out.length ? out : Buffer.alloc(end);
  bytes.writeUInt32LE(bodyAt - LENGTHS, 0);
  bytes.writeUInt32LE(body.length, 4);
  bytes.write(text, LENGTHS);
  bytes.set(body, bodyAt);
  for (let written = 0; written < end; ) {
    written += patiently(() => writeSync(file, bytes, written, end - written)) ?? 0;
  }
}

/**
 * Reads until `bytes` are filled up to `length` or beyond. @returns the end of what was read; null at the end of the
 * input.
 */
function readAtLeast(file: number, bytes: Uint8Array, from: number, length: number): number | null {
  let read = from;
  while (read < length) {
    const more = patiently(() => readSync(file, bytes, read, bytes.length - read, null));
    if (more === 0) return null;
    read += more ?? 0;
  }
  return read;
}

const clock = new Int32Array(new SharedArrayBuffer(4));

/** @returns null if the pipe is full or empty, after a short wait; 0 at its end, which is an error on Windows. */
function patiently(step: () => number): number | null {
  try {
    return step();
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'EOF') return 0;
    if (code !== 'EAGAIN') throw error;
    Atomics.wait(clock, 0, 0, 1);
    return null;
  }
}
