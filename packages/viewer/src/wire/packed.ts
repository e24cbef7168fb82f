const types = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  f64: Float64Array,
} as const;
type Type = keyof typeof types;

export type PackedArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

/** Plain data with named arrays of numbers. */
export interface Packed<Head = Readonly<Record<string, unknown>>, Arrays = Readonly<Record<string, PackedArray>>> {
  readonly head: Head;
  readonly arrays: Arrays;
}

const ALIGNMENT = 8;
const padded = (length: number) => Math.ceil(length / ALIGNMENT) * ALIGNMENT;

/** Packs into one buffer: length of the head (u32), the head as JSON with the layout, the arrays, each at a multiple of 8. */
export function pack({ head, arrays }: Packed): Uint8Array<ArrayBuffer> {
  const layout = Object.entries(arrays).map(([name, array]) => ({ name, type: typeOf(array), length: array.length }));
  const text = new TextEncoder().encode(JSON.stringify({ ...head, arrays: layout }));
  let offset = padded(4 + text.length);
  const starts = Object.values(arrays).map((array) => {
    const start = offset;
    offset += padded(array.byteLength);
    return start;
  });
  const bytes = new Uint8Array(offset);
  new DataView(bytes.buffer).setUint32(0, text.length, true);
  bytes.set(text, 4);
  Object.values(arrays).forEach((array, i) => {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), starts[i]!);
  });
  return bytes;
}

/** Unpacks a buffer as whoever packed it describes it; the arrays are views of it. @throws RangeError if it is cut short */
export function unpack<Head = Packed['head'], Arrays = Packed['arrays']>(buffer: ArrayBuffer): Packed<Head, Arrays> {
  const length = new DataView(buffer).getUint32(0, true);
  const { arrays: layout, ...head } = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length))) as {
    arrays: { name: string; type: Type; length: number }[];
  };
  let offset = padded(4 + length);
  const arrays: Record<string, PackedArray> = {};
  for (const { name, type, length: count } of layout) {
    arrays[name] = new types[type](buffer, offset, count);
    offset += padded(arrays[name].byteLength);
  }
  const found: object = { head, arrays };
  return found as Packed<Head, Arrays>;
}

function typeOf(array: PackedArray): Type {
  return (Object.keys(types) as Type[]).find((type) => array instanceof types[type])!;
}
