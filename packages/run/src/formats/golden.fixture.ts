import { readFileSync } from 'node:fs';
import { NdArray } from './nd-array.js';

const root = new URL('../../fixtures/agentsociety/', import.meta.url);

export function goldenBytes(path: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(path, root)));
}

/** Converts the strings that represent floats in the JSON. */
export function goldenJson<T>(path: string): T {
  return JSON.parse(readFileSync(new URL(path, root), 'utf8'), (_, value) =>
    value === 'NaN' || value === 'Infinity' || value === '-Infinity' ? Number(value) : value,
  );
}

/** Converts the golden files' tagged form to that of the readers. */
export function untag(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(untag);
  if (typeof value !== 'object' || value === null) return value;
  const [[tag, content] = ['', undefined]] = Object.entries(value as Record<string, unknown>);
  const bytes = () => new Uint8Array(Buffer.from(content as string, 'hex'));
  switch (tag) {
    case '$np':
      return untag((value as { value: unknown }).value);
    case '$ndarray':
      return { ndarray: untag(content) };
    case '$tuple':
      return (content as unknown[]).map(untag);
    case '$set':
      return new Set((content as unknown[]).map(untag));
    case '$bytes':
    case '$bytearray':
      return bytes();
    case '$path':
    case '$uuid':
    case '$datetime':
      return content;
    case '$path_parts': {
      const [drive, ...rest] = content as string[];
      return drive + rest.join('\\');
    }
    case '$int':
      return BigInt(content as string);
    case '$dict':
      return new Map((content as [unknown, unknown][]).map(([key, item]) => [untag(key), untag(item)]));
    default:
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, untag(item)]));
  }
}

/** Arrays in the form that `untag` returns. */
export function spellArrays(value: unknown): unknown {
  if (value instanceof NdArray) {
    return { ndarray: { dtype: value.dtype, shape: value.shape, data: value.toNested() } };
  }
  if (Array.isArray(value)) return value.map(spellArrays);
  if (value instanceof Map || value instanceof Set || value instanceof Uint8Array) return value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, spellArrays(item)]));
}
