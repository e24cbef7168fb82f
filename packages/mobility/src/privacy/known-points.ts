import { PairNumbers } from '../pair-numbers.js';

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
  const pairs = new PairNumbers();
  const items = new Uint32Array(places.length);
  let lastSpan = Number.NaN;
  for (let i = 0; i < items.length; i++) {
    const span = Math.floor(times[i] / unit);
    items[i] =
      i > 0 && places[i] === places[i - 1] && span === lastSpan ? items[i - 1] : pairs.numberOf(places[i], span);
    lastSpan = span;
  }
  return { items, count: pairs.count };
}
