import { NdArray } from '@itinera/run/browser';

/** The reason why a value cannot be computed, as shown in reports. */
export type Reason = 'missing' | 'empty' | 'not numeric' | 'non-finite';

/** All numbers of one result list or truth array, and the number of people (or rows). */
export interface Sample {
  /** Values by person, the same number for each; 32-bit if stored so, since numpy's bins depend on it. */
  readonly values: Float64Array | Float32Array;
  readonly rows: number;
}

/**
 * Reads numbers from nested lists of equal lengths, typed arrays or an array from a file. Booleans count as 0 and 1.
 *
 * @returns the reason if it is not a sample of finite numbers
 */
export function toSample(value: unknown): Sample | Reason {
  if (value === undefined || value === null) return 'missing';
  const sample = value instanceof NdArray ? fromNdArray(value) : fromNested(value);
  if (sample === null) return 'not numeric';
  if (sample.values.length === 0) return 'empty';
  return sample.values.every(Number.isFinite) ? sample : 'non-finite';
}

/** Returns a property of an untrusted object, or a row of an untrusted array. */
export function property(source: unknown, key: string): unknown {
  if (source instanceof NdArray) return property(source.toNested(), key);
  return typeof source === 'object' && source !== null ? (source as Record<string, unknown>)[key] : undefined;
}

function fromNdArray({ data, shape }: NdArray): Sample | null {
  const values = fromTyped(data);
  return values && { values, rows: shape[0] ?? 1 };
}

function fromNested(value: unknown): Sample | null {
  if (!isList(value)) {
    const single = toNumber(value);
    return single === null ? null : { values: Float64Array.of(single), rows: 1 };
  }
  const count = flatten(value, null, 0);
  if (count === null) return null;
  const values = allSingle(value) ? new Float32Array(count) : new Float64Array(count);
  flatten(value, values, 0);
  return { values, rows: value.length };
}

/**
 * Writes the numbers of nested lists to an array, starting at an index; without an array it only counts them.
 * @returns their number; null if the lists are ragged or contain anything else
 */
function flatten(list: List, into: Sample['values'] | null, from: number): number | null {
  let firstWidth = 0;
  let width = 0;
  for (let i = 0; i < list.length; i++) {
    const number = toNumber(list[i]);
    let partWidth = NUMBER;
    if (number === null) {
      const part = nested(list[i]);
      const inner = isList(part) ? flatten(part, into, from + width) : null;
      if (inner === null) return null;
      partWidth = inner;
    } else if (into !== null) into[from + width] = number;
    if (i === 0) firstWidth = partWidth;
    if (partWidth !== firstWidth) return null;
    width += Math.abs(partWidth);
  }
  return width;
}

/** The width of a single number. */
const NUMBER = -1;

type List = ArrayLike<unknown>;

function isList(value: unknown): value is List {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

/** Returns whether every number is stored in 32 bits. */
function allSingle(value: unknown): boolean {
  if (value instanceof NdArray) return value.data instanceof Float32Array;
  return value instanceof Float32Array || (Array.isArray(value) && value.length > 0 && value.every(allSingle));
}

function fromTyped(data: NdArray['data']): Float64Array | Float32Array | null {
  if (data instanceof Float64Array || data instanceof Float32Array) return data;
  if (Array.isArray(data)) return data.length === 0 ? new Float64Array() : null;
  return Float64Array.from(data as ArrayLike<number | bigint>, Number);
}

function toNumber(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean' || typeof value === 'bigint') return Number(value);
  return value instanceof NdArray && value.shape.length === 0 ? toNumber(nested(value)) : null;
}

function nested(value: unknown): unknown {
  return value instanceof NdArray ? value.toNested() : value;
}
