/** Items grouped by row: row r has `items[offsets[r]] … items[offsets[r + 1] - 1]`. */
export interface GroupedRows {
  /** One entry per row, and one more. */
  readonly offsets: Uint32Array;
  readonly items: Uint32Array;
}

/**
 * Groups items by the row that they name.
 *
 * @param keys - the row that each item names; items with a negative key name none and are omitted
 * @returns the items of each row as offsets of `keys`, ascending
 */
export function groupByRow(rows: number, keys: Int32Array | Uint32Array): GroupedRows {
  const offsets = offsetsOf(rows, keys);
  return { offsets, items: itemsOf(offsets, keys) };
}

/**
 * Groups values by the row to which each belongs.
 *
 * @param keys - the row of each value; those with a negative one are omitted
 * @param values - at least 0
 * @returns the values of each row, in the same order
 */
export function groupValues(rows: number, keys: Int32Array | Uint32Array, values: Int32Array): GroupedRows {
  const { offsets, items } = groupByRow(rows, keys);
  for (let i = 0; i < items.length; i++) items[i] = values[items[i]];
  return { offsets, items };
}

function offsetsOf(rows: number, keys: Int32Array | Uint32Array): Uint32Array {
  const offsets = new Uint32Array(rows + 1);
  for (let item = 0; item < keys.length; item++) if (keys[item] >= 0) offsets[keys[item] + 1]++;
  for (let row = 0; row < rows; row++) offsets[row + 1] += offsets[row];
  return offsets;
}

function itemsOf(offsets: Uint32Array, keys: Int32Array | Uint32Array): Uint32Array {
  const items = new Uint32Array(offsets[offsets.length - 1]);
  const next = offsets.slice();
  for (let item = 0; item < keys.length; item++) if (keys[item] >= 0) items[next[keys[item]]++] = item;
  return items;
}
