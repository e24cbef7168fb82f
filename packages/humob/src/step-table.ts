/**
 * Steps in columns, in the order of their file: 15 bytes per step, in shared memory if there is any, so that threads read
 * them without a copy. Columns may be longer than `length`; values beyond it are undefined.
 */
export interface StepColumns {
  readonly length: number;
  /** Person, 0 to 2^31 − 1; all 0 in a file of 4 columns. */
  readonly uid: Int32Array;
  /** Day, from 0. */
  readonly d: Uint16Array;
  /** Half hour of the day, 0 to 47. */
  readonly t: Uint8Array;
  /** Cell, 1 to 200, or 999 where masked. */
  readonly x: Int16Array;
  readonly y: Int16Array;
  /** Line of the file, from 1. */
  readonly line: Int32Array;
}

/** Steps in columns that grow. */
export class StepTable implements StepColumns {
  length = 0;
  uid = new Int32Array(0);
  d = new Uint16Array(0);
  t = new Uint8Array(0);
  x = new Int16Array(0);
  y = new Int16Array(0);
  line = new Int32Array(0);

  constructor(capacity = 0) {
    this.reserve(capacity);
  }

  /** Reserves space for `capacity` steps in total; grows by half when full. */
  reserve(capacity: number): void {
    const old = this.uid.length;
    if (capacity <= old) return;
    const size = Math.max(capacity, Math.ceil(old * 1.5));
    this.uid = enlarged(this.uid, size);
    this.d = enlarged(this.d, size);
    this.t = enlarged(this.t, size);
    this.x = enlarged(this.x, size);
    this.y = enlarged(this.y, size);
    this.line = enlarged(this.line, size);
  }

  push(uid: number, d: number, t: number, x: number, y: number, line: number): void {
    if (this.length === this.uid.length) this.reserve(Math.max(64, this.length + 1));
    const i = this.length++;
    this.uid[i] = uid;
    this.d[i] = d;
    this.t[i] = t;
    this.x[i] = x;
    this.y[i] = y;
    this.line[i] = line;
  }
}

/** Memory that threads share; browsers only have it for pages that their server isolates. */
export const SharedMemory = globalThis.SharedArrayBuffer ?? ArrayBuffer;

/** An empty column of the same kind, of `size` values in shared memory. */
export function sharedLike<T extends Int32Array | Uint16Array | Int16Array | Uint8Array>(column: T, size: number): T {
  const SharedColumn = column.constructor as new (buffer: ArrayBufferLike) => T;
  return new SharedColumn(new SharedMemory(size * column.BYTES_PER_ELEMENT));
}

/** The values in shared memory. */
export function sharedIntegers(values: readonly number[]): Int32Array {
  const column = sharedLike(new Int32Array(0), values.length);
  column.set(values);
  return column;
}

function enlarged<T extends Int32Array | Uint16Array | Int16Array | Uint8Array>(column: T, size: number): T {
  const larger = sharedLike(column, size);
  larger.set(column);
  return larger;
}
