import { Wire } from './wire-reader.js';

/**
 * Writes protobuf's wire format from the last byte to the first, so that the length of a message is known when it is written
 * and nothing is measured twice. Call in reverse: value, then tag; last field first.
 */
export class WireWriter {
  #bytes = new Uint8Array(65536);
  #view = new DataView(this.#bytes.buffer);
  /** Bytes written so far. */
  length = 0;

  int32(value: number): void {
    // A negative number is sign-extended to 64 bits: ten bytes.
    if (value < 0) {
      let at = this.#reserve(10);
      for (let i = 0; i < 10; i++) {
        const bits = i < 4 ? (value >> (7 * i)) & 0x7f : i === 4 ? ((value >> 28) & 0xf) | 0x70 : i < 9 ? 0x7f : 0x01;
        this.#bytes[at++] = i < 9 ? bits | 0x80 : bits;
      }
    } else this.uint32(value);
  }

  uint32(value: number): void {
    let at = this.#reserve(value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x200000 ? 3 : value < 0x10000000 ? 4 : 5);
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[at++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[at] = rest;
  }

  double(value: number): void {
    const at = this.#reserve(8);
    this.#view.setFloat64(at, value, true);
  }

  number(wireType: number, value: number): void {
    if (wireType === Wire.FIXED64) this.double(value);
    else this.int32(value);
  }

  /** A double with its tag. */
  tagged(tag: number, value: number): void {
    this.double(value);
    this.uint32(tag);
  }

  /** A message of two doubles, the second after the first; all tags have one byte. */
  pair(number: number, firstTag: number, first: number, secondTag: number, second: number): void {
    const at = this.#reserve(20);
    const view = this.#view;
    view.setUint8(at, number * 8 + 2);
    view.setUint8(at + 1, 18);
    view.setUint8(at + 2, firstTag);
    view.setFloat64(at + 3, first, true);
    view.setUint8(at + 11, secondTag);
    view.setFloat64(at + 12, second, true);
  }

  bytes(source: Uint8Array): void {
    const at = this.#reserve(source.length);
    this.#bytes.set(source, at);
  }

  /** The tag of the field written since `length` was `before`, with its length. */
  closeBytes(number: number, before: number): void {
    this.uint32(this.length - before);
    this.uint32(number * 8 + 2);
  }

  /** Returns what was written, and resets the writer; valid until more is written. */
  take(): Uint8Array {
    const bytes = this.#bytes.subarray(this.#bytes.length - this.length);
    this.length = 0;
    return bytes;
  }

  /** Reserves bytes before those already written; returns their start. */
  #reserve(count: number): number {
    const needed = this.length + count;
    if (needed > this.#bytes.length) {
      const bytes = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
      bytes.set(this.#bytes, bytes.length - this.#bytes.length);
      this.#bytes = bytes;
      this.#view = new DataView(bytes.buffer);
    }
    this.length = needed;
    return this.#bytes.length - needed;
  }
}
