import { readSync, writeSync } from 'node:fs';

/**
 * A message between a program in another language and this one:
 *
 *     length of the head (u32, little-endian)   length of the body (u32)   head: JSON   body: bytes
 */
export interface Frame {
  readonly head: Readonly<Record<string, unknown>>;
  readonly body: Uint8Array;
}

const LENGTHS = 8;

/** Waits for the next message. @returns null when the other side is gone. */
export function readFrame(file: number): Frame | null {
  const lengths = readBytes(file, LENGTHS);
  if (lengths === null) return null;
  const view = new DataView(lengths.buffer);
  const head = readBytes(file, view.getUint32(0, true));
  const body = readBytes(file, view.getUint32(4, true));
  if (head === null || body === null) return null;
  return { head: JSON.parse(new TextDecoder().decode(head)) as Frame['head'], body };
}

export function writeFrame(file: number, head: unknown, body: Uint8Array = new Uint8Array()): void {
  const text = new TextEncoder().encode(JSON.stringify(head));
  const bytes = new Uint8Array(LENGTHS + text.length + body.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, text.length, true);
  view.setUint32(4, body.length, true);
  bytes.set(text, LENGTHS);
  bytes.set(body, LENGTHS + text.length);
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
}

function readBytes(file: number, length: number): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array(length);
  for (let read = 0; read < length; ) {
    const more = readSome(file, bytes, read);
    if (more === 0) return null;
    read += more;
  }
  return bytes;
}

/** Windows says that a pipe has ended by an error. */
function readSome(file: number, bytes: Uint8Array, from: number): number {
  try {
    return readSync(file, bytes, from, bytes.length - from, null);
  } catch (error) {
    if ((error as { code?: string }).code === 'EOF') return 0;
    throw error;
  }
}
