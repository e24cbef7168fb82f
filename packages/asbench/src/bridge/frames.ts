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

/** Waits for the next message. @returns null at the end of the input. */
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
  for (let written = 0; written < bytes.length; ) written += patiently(() => writeSync(file, bytes, written)) ?? 0;
}

function readBytes(file: number, length: number): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array(length);
  for (let read = 0; read < length; ) {
    const more = patiently(() => readSync(file, bytes, read, length - read, null));
    if (more === 0) return null;
    read += more ?? 0;
  }
  return bytes;
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
