import { memoized } from '../memoized.js';
import type { Trajectories } from '../trajectories.js';
import { placeNumbers } from './place-numbers.js';

/**
 * Visits by person and place: one entry per place of each person, those of person i start at `starts[i]`, in order of
 * first visit.
 */
export interface Visits {
  readonly starts: Uint32Array;
  /** Dense place number (`placeNumbers`). */
  readonly places: Uint32Array;
  /** Rows of the person at the place. */
  readonly counts: Uint32Array;
  /** The person's first and last row there. */
  readonly firstRows: Uint32Array;
  readonly lastRows: Uint32Array;
  /** For each row, its entry. */
  readonly entries: Uint32Array;
}

/** Visits by person and place, computed once per set of trajectories. */
export const visits: (trajectories: Trajectories) => Visits = memoized((trajectories) => {
  const { starts } = trajectories;
  const { numbers, count } = placeNumbers(trajectories);
  const n = numbers.length;
  const entryOf = new Int32Array(count).fill(-1);
  const out = {
    places: new Uint32Array(n),
    counts: new Uint32Array(n),
    firstRows: new Uint32Array(n),
    lastRows: new Uint32Array(n),
  };
  const entries = new Uint32Array(n);
  const entryStarts = new Uint32Array(starts.length);
  let used = 0;
  for (let person = 0; person + 1 < starts.length; person++) {
    const from = used;
    entryStarts[person] = from;
    for (let row = starts[person]; row < starts[person + 1]; row++) {
      const place = numbers[row];
      let entry = entryOf[place];
      // Entries below `from` belong to another person.
      if (entry < from) {
        entry = used++;
        entryOf[place] = entry;
        out.places[entry] = place;
        out.firstRows[entry] = row;
      }
      out.counts[entry]++;
      out.lastRows[entry] = row;
      entries[row] = entry;
    }
  }
  entryStarts[starts.length - 1] = used;
  return {
    starts: entryStarts,
    places: out.places.slice(0, used),
    counts: out.counts.slice(0, used),
    firstRows: out.firstRows.slice(0, used),
    lastRows: out.lastRows.slice(0, used),
    entries,
  };
});

/** The entries of a person from the most visited place to the least; ties: the first visited. */
export function byVisits({ starts, counts }: Visits, person: number): Uint32Array {
  const entries = Uint32Array.from({ length: starts[person + 1] - starts[person] }, (_, i) => starts[person] + i);
  return entries.sort((a, b) => counts[b] - counts[a] || a - b);
}
