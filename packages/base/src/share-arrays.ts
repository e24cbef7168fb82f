/**
 * Plain data with its typed arrays in memory that threads share, so that posting it copies none of them. Those that are there
 * already stay; of others, only what they cover of their buffer is copied.
 */
export function shareArrays<T>(data: T): T {
  if (ArrayBuffer.isView(data)) return shared(data) as T;
  if (typeof data !== 'object' || data === null || Object.getPrototypeOf(data) !== Object.prototype) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, shareArrays(value)])) as T;
}

type Numbers = Uint8Array | Int32Array | Uint32Array | Float64Array;

function shared(view: ArrayBufferView): Numbers {
  const array = view as Numbers;
  if (array.buffer instanceof SharedArrayBuffer) return array;
  const Type = array.constructor as new (buffer: SharedArrayBuffer) => Numbers;
  const copy = new Type(new SharedArrayBuffer(array.byteLength));
  copy.set(array);
  return copy;
}
