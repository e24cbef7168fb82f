/** Items of people, indexed in both directions: items with counts by person, and people by item. */
export interface KnownPoints {
  readonly people: number;
  /** Items of person i: entries `starts[i]` to `starts[i + 1]`, each item once. */
  readonly starts: Uint32Array;
  readonly items: Uint32Array;
  /** How often the person has the item. */
  readonly counts: Uint32Array;
  /** People of item j: entries `itemStarts[j]` to `itemStarts[j + 1]`, rising. */
  readonly itemStarts: Uint32Array;
  readonly holders: Uint32Array;
  /** The entry of each person, in the order of `holders`. */
  readonly holderEntries: Uint32Array;
}

/** Inverts items by person: an inverted index, by counting. */
export function indexPoints(
  { starts, items, counts }: Pick<KnownPoints, 'starts' | 'items' | 'counts'>,
  itemCount: number,
): KnownPoints {
  const itemStarts = new Uint32Array(itemCount + 1);
  for (let i = 0; i < items.length; i++) itemStarts[items[i] + 1]++;
  for (let j = 0; j < itemCount; j++) itemStarts[j + 1] += itemStarts[j];
  const next = itemStarts.slice();
  const holders = new Uint32Array(items.length);
  const holderEntries = new Uint32Array(items.length);
  const people = starts.length - 1;
  for (let person = 0; person < people; person++) {
    for (let entry = starts[person]; entry < starts[person + 1]; entry++) {
      const at = next[items[entry]]++;
      holders[at] = person;
      holderEntries[at] = entry;
    }
  }
  return { people, starts, items, counts, itemStarts, holders, holderEntries };
}

/** The distinct items of each person's rows, in order of first row, with counts. */
export function countItems(starts: Uint32Array, itemsByRow: Uint32Array, itemCount: number) {
  const entryOf = new Int32Array(itemCount).fill(-1);
  const items = new Uint32Array(itemsByRow.length);
  const counts = new Uint32Array(itemsByRow.length);
  const entryStarts = new Uint32Array(starts.length);
  let used = 0;
  for (let person = 0; person + 1 < starts.length; person++) {
    const from = used;
    for (let row = starts[person]; row < starts[person + 1]; row++) {
      const item = itemsByRow[row];
      // Entries below `from` belong to another person.
      if (entryOf[item] < from) {
        entryOf[item] = used;
        items[used++] = item;
      }
      counts[entryOf[item]]++;
    }
    entryStarts[person + 1] = used;
  }
  return { starts: entryStarts, items: items.slice(0, used), counts: counts.slice(0, used) };
}

/**
 * A dense number for each distinct pair of a place and a time span.
 *
 * @param places dense numbers, one per row
 * @param unit length of a span in seconds; spans are counted from 1970-01-01
 */
export function placeTimeItems(places: Uint32Array, times: Float64Array, unit: number) {
  const n = places.length;
  const spans = new Float64Array(n);
  for (let i = 0; i < n; i++) spans[i] = Math.floor(times[i] / unit);
  const mask = 2 ** Math.ceil(Math.log2(Math.max(2 * n, 16))) - 1;
  const table = new Int32Array(mask + 1).fill(-1);
  const firstRow = new Uint32Array(n);
  const items = new Uint32Array(n);
  let count = 0;
  for (let i = 0; i < n; i++) {
    if (i > 0 && places[i] === places[i - 1] && spans[i] === spans[i - 1]) {
      items[i] = items[i - 1];
      continue;
    }
    let hash = Math.imul(places[i], 0x9e3779b1) ^ Math.imul(spans[i] | 0, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0x27d4eb2f);
    let slot = (hash ^ (hash >>> 13)) & mask;
    while (table[slot] >= 0) {
      const row = firstRow[table[slot]];
      if (places[row] === places[i] && spans[row] === spans[i]) break;
      slot = (slot + 1) & mask;
    }
    if (table[slot] < 0) {
      table[slot] = count;
      firstRow[count++] = i;
    }
    items[i] = table[slot];
  }
  return { items, count };
}
