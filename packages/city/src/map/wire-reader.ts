import { UserError } from '@itinera/metrics';

/** How a field is written, the low three bits of its tag. */
export const Wire = { VARINT: 0, FIXED64: 1, BYTES: 2, FIXED32: 5 } as const;

/**
 * Reads protobuf's wire format and never past `end`: every length is checked before it is used.
 * What is wrong is a `UserError` with the offset.
 */
export class WireReader {
  position = 0;
  end: number;
  readonly view: DataView;

  constructor(
    readonly bytes: Uint8Array,
    /** What the bytes are called in errors. */
    readonly name: string,
  ) {
    this.end = bytes.length;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** A varint's low 32 bits, signed, as int32 and enum fields want it. */
  int32(): number {
    const { bytes, end } = this;
    let at = this.position;
    // Most numbers and lengths take one byte.
    if (at < end && bytes[at] < 0x80) {
      this.position = at + 1;
      return bytes[at];
    }
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (at >= end) this.fail('ends inside a number');
      const byte = bytes[at++];
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        this.position = at;
        return value;
      }
    }
    return this.fail('holds a number of more than ten bytes');
  }

  double(): number {
    const at = this.position;
    if (at + 8 > this.end) this.fail('ends inside a number');
    this.position = at + 8;
    return this.view.getFloat64(at, true);
  }

  /** The tag of the next field: field number × 8 + wire type. */
  tag(): number {
    const tag = this.int32() >>> 0;
    if (tag < 8) this.fail('holds field number 0, which cannot be');
    return tag;
  }

  /** Reads a length and gives the position where that many bytes end. */
  lengthEnd(): number {
    const from = this.position;
    let length = this.bytes[from];
    if (from < this.end && length < 0x80 && from + 1 + length <= this.end) {
      this.position = from + 1;
      return from + 1 + length;
    }
    length = 0;
    let scale = 1;
    for (let at = from; ; at++) {
      if (at >= this.end || at - from >= 10) this.fail('ends inside a length');
      const byte = this.bytes[at];
      length += (byte & 0x7f) * scale;
      scale *= 128;
      if (byte < 0x80) {
        this.position = at + 1;
        break;
      }
    }
    const left = this.end - this.position;
    if (length > left) {
      this.position = from;
      this.fail(`says that ${length} bytes follow where ${left} are left`);
    }
    return this.position + length;
  }

  /** Moves past the value of a field that has the tag. */
  skip(tag: number): void {
    switch (tag & 7) {
      case Wire.VARINT:
        this.int32();
        return;
      case Wire.FIXED64:
        this.#jump(8);
        return;
      case Wire.BYTES:
        this.position = this.lengthEnd();
        return;
      case Wire.FIXED32:
        this.#jump(4);
        return;
      default:
        this.fail(`holds wire type ${tag & 7}, which maps do not use`);
    }
  }

  fail(what: string): never {
    throw new UserError(
      `${this.name}: the file ${what} (at byte ${this.position} of ${this.bytes.length}). ` +
        'It is damaged or no city.map.v2 map; get it again.',
    );
  }

  #jump(length: number): void {
    if (this.position + length > this.end) this.fail('ends inside a number');
    this.position += length;
  }
}
