export type ColumnArray = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array;

const constructors = {
  uint8: Uint8Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  float64: Float64Array,
} as const;
export type ColumnType = keyof typeof constructors;

/** Position of a column in the buffer: `length` elements from `byteOffset`, a multiple of 8. */
export interface ColumnPlace {
  readonly type: ColumnType;
  readonly byteOffset: number;
  readonly length: number;
}

/** A file from which a buffer is filled page by page. Plain data: threads share the pages, and open the file themselves. */
export interface ColumnPages {
  readonly path: string;
  /** What tells the file from another that later has its name. */
  readonly crc: number;
  readonly size: number;
  /** First byte of the columns in the file. */
  readonly start: number;
  /** By page: 1 if it is in the buffer. */
  readonly isRead: Uint8Array;
}

/**
 * Named typed arrays in one buffer. It is shared memory where the platform has it, so that posting `{buffer, layout}`
 * to a worker thread copies nothing; `layout` is plain data.
 */
export interface SharedColumns {
  readonly buffer: ArrayBufferLike;
  readonly layout: { readonly [name: string]: ColumnPlace };
  /** Where the content comes from, when it is needed; absent if it is in the buffer. */
  readonly pages?: ColumnPages | undefined;
}

/** The columns of an object that has more, to be posted. */
export function columnsOf({ buffer, layout, pages }: SharedColumns): SharedColumns {
  return { buffer, layout, pages };
}

/** Copies columns into one buffer, in the order of the record. */
export function packColumns(columns: { readonly [name: string]: ColumnArray }): SharedColumns {
  const layout: { [name: string]: ColumnPlace } = {};
  let byteLength = 0;
  for (const [name, column] of Object.entries(columns)) {
    layout[name] = { type: typeOf(column), byteOffset: byteLength, length: column.length };
    byteLength += Math.ceil(column.byteLength / 8) * 8;
  }
  const buffer = allocate(byteLength);
  for (const [name, column] of Object.entries(columns)) viewColumn(buffer, layout[name]).set(column);
  return { buffer, layout };
}

/**
 * The column at a position in the buffer, without copying.
 * @throws RangeError if it is outside the buffer
 */
export function viewColumn(buffer: ArrayBufferLike, place: ColumnPlace): ColumnArray {
  const Type = constructors[place.type] as new (
    buffer: ArrayBufferLike,
    byteOffset: number,
    length: number,
  ) => ColumnArray;
  return new Type(buffer, place.byteOffset, place.length);
}

/** Memory that worker threads can share, if the platform supports it. */
export function allocate(byteLength: number): ArrayBufferLike {
  return typeof SharedArrayBuffer === 'undefined' ? new ArrayBuffer(byteLength) : new SharedArrayBuffer(byteLength);
}

function typeOf(column: ColumnArray): ColumnType {
  return (Object.keys(constructors) as ColumnType[]).find((name) => column instanceof constructors[name])!;
}
