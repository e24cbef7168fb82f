export type ColumnArray = Uint8Array | Int32Array | Uint32Array | Float64Array;

const constructors = { uint8: Uint8Array, int32: Int32Array, uint32: Uint32Array, float64: Float64Array } as const;
export type ColumnType = keyof typeof constructors;

/** Where a column lies in the buffer: `length` elements from `byteOffset`, a multiple of 8. */
export interface ColumnPlace {
  readonly type: ColumnType;
  readonly byteOffset: number;
  readonly length: number;
}

/**
 * Named typed arrays in one buffer. It is shared memory where the platform has it, so that posting `{buffer, layout}`
 * to a worker thread copies nothing; `layout` is plain data.
 */
export interface SharedColumns {
  readonly buffer: ArrayBufferLike;
  readonly layout: { readonly [name: string]: ColumnPlace };
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
  for (const [name, place] of Object.entries(layout)) viewColumn(buffer, place).set(columns[name]);
  return { buffer, layout };
}

/** The column at a place in the buffer, without copying. @throws RangeError when it does not lie in the buffer. */
export function viewColumn(buffer: ArrayBufferLike, place: ColumnPlace): ColumnArray {
  const Type = constructors[place.type] as new (
    buffer: ArrayBufferLike,
    byteOffset: number,
    length: number,
  ) => ColumnArray;
  return new Type(buffer, place.byteOffset, place.length);
}

/** Memory that worker threads can share, where there is such. */
export function allocate(byteLength: number): ArrayBufferLike {
  return typeof SharedArrayBuffer === 'undefined' ? new ArrayBuffer(byteLength) : new SharedArrayBuffer(byteLength);
}

function typeOf(column: ColumnArray): ColumnType {
  if (column instanceof Float64Array) return 'float64';
  if (column instanceof Int32Array) return 'int32';
  return column instanceof Uint32Array ? 'uint32' : 'uint8';
}
