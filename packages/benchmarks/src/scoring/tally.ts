import type { Sample } from './sample.js';

/** The different values of a sample, and how often each of them occurs. */
export interface Tally {
  /** Rising; those of the sample that a part was taken from, so that some may not occur. */
  readonly values: Sample['values'];
  readonly counts: Float64Array;
}

/** @returns the sample without its order */
export function tallyOf({ values }: Sample): Tally {
  const places = placesOf(values);
  const tally = emptyTally(places, values);
  for (const value of values) tally.counts[places.get(value)!]!++;
  return tally;
}

/**
 * The values of each row of a sample, counted once: rows can then be taken out of it, again and again, at the cost of the
 * few different values that each has, and in one go through the memory, in whatever order they were drawn.
 */
export class RowTallies {
  readonly rows: number;
  readonly #none: Tally;
  /** Row `r` has the values at `#places[#offsets[r]]` to `#places[#offsets[r + 1] - 1]`, each as often as `#times` says. */
  readonly #offsets: Uint32Array;
  readonly #places: Uint32Array;
  readonly #times: Uint32Array;

  constructor({ values, rows }: Sample) {
    const numbers = placesOf(values);
    const width = values.length / rows;
    const offsets = new Uint32Array(rows + 1);
    const places = new Uint32Array(values.length);
    const times = new Uint32Array(values.length);
    let end = 0;
    for (let row = 0; row < rows; row++) {
      for (let i = row * width; i < (row + 1) * width; i++) {
        const place = numbers.get(values[i]!)!;
        let at = offsets[row]!;
        while (at < end && places[at] !== place) at++;
        places[at] = place;
        times[at]!++;
        if (at === end) end++;
      }
      offsets[row + 1] = end;
    }
    this.rows = rows;
    this.#none = emptyTally(numbers, values);
    this.#offsets = offsets;
    this.#places = places.slice(0, end);
    this.#times = times.slice(0, end);
  }

  /** @param taken how often each row is taken */
  take(taken: Uint32Array): Tally {
    const [offsets, places, times] = [this.#offsets, this.#places, this.#times];
    const counts = new Float64Array(this.#none.counts.length);
    for (let row = 0; row < taken.length; row++) {
      const often = taken[row]!;
      if (often === 0) continue;
      for (let at = offsets[row]!; at < offsets[row + 1]!; at++) counts[places[at]!]! += often * times[at]!;
    }
    return { values: this.#none.values, counts };
  }
}

/** The different values with their places in rising order. */
function placesOf(values: Sample['values']): ReadonlyMap<number, number> {
  const different = Float64Array.from(new Set(values)).sort();
  return new Map(Array.from(different, (value, place) => [value, place]));
}

function emptyTally(places: ReadonlyMap<number, number>, like: Sample['values']): Tally {
  const values = like instanceof Float32Array ? Float32Array.from(places.keys()) : Float64Array.from(places.keys());
  return { values, counts: new Float64Array(places.size) };
}
