import type { NumberList } from '@itinera/city/map-making';

/** The numbers `first`, `first + 1` …, `count` of them. */
export function countFrom(first: number, count: number): Int32Array {
  const numbers = new Int32Array(count);
  for (let i = 0; i < count; i++) numbers[i] = first + i;
  return numbers;
}

/** A column that is present where it is not zero. */
export function whereSet(values: Uint8Array): { present: Uint8Array; values: Uint8Array } {
  const present = new Uint8Array(values.length);
  for (let row = 0; row < values.length; row++) if (values[row] > 0) present[row] = 1;
  return { present, values };
}

/** The starts of lists and the end of the last one, from their ends. */
export function offsetsOf(stops: NumberList<Int32Array>): Uint32Array {
  const offsets = new Uint32Array(stops.length + 1);
  offsets.set(stops.view(), 1);
  return offsets;
}
