import { placeNumbers } from '../place/place-numbers.js';
import type { Trajectories } from '../trajectories.js';
import type { FewestSharers } from './fewest-sharers.js';

/** People who have the points known up to now, and the first row at which the next one may be. */
interface Found {
  readonly people: Uint32Array;
  readonly next: Uint32Array;
}

/**
 * For places known in order: tries the sequences of k rows of a person for the one that the fewest people also have, with
 * other rows in between. Of several rows at one place the first after the last known one suffices: most rows follow it.
 *
 * @returns a function of the person's number
 */
export function fewestSequenceSharers(
  trajectories: Trajectories,
  k: number,
  maxSets: number,
): (person: number) => FewestSharers {
  const { starts } = trajectories;
  const { numbers: places, count } = placeNumbers(trajectories);
  const rows = rowsByPlace(places, count);
  const everybody: Found = {
    people: Uint32Array.from(trajectories.people, (_, i) => i),
    next: starts.subarray(0, trajectories.people.length),
  };

  /** The people who have the place after the rows found up to now. */
  const followedBy = ({ people, next }: Found, place: number): Found => {
    const found = { people: new Uint32Array(people.length), next: new Uint32Array(people.length) };
    let used = 0;
    for (let i = 0, at = rows.starts[place]; i < people.length; i++) {
      at = firstFrom(rows.rows, at, rows.starts[place + 1], next[i]);
      if (at === rows.starts[place + 1]) break;
      if (rows.rows[at] >= starts[people[i] + 1]) continue;
      found.people[used] = people[i];
      found.next[used++] = rows.rows[at] + 1;
    }
    return { people: found.people.slice(0, used), next: found.next.slice(0, used) };
  };
  // The first row of each person is requested repeatedly.
  const firstKnown: Found[] = [];
  const followingRow = (known: Found, place: number): Found => {
    if (known !== everybody) return followedBy(known, place);
    firstKnown[place] ??= followedBy(everybody, place);
    return firstKnown[place];
  };

  return (person) => {
    const end = starts[person + 1];
    const size = Math.min(k, end - starts[person]);
    let fewest = Infinity;
    let tried = 0;
    let cut = false;
    const extend = (from: number, wanted: number, known: Found): boolean => {
      for (const row of firstRows(places, from, end - wanted + 1, rows)) {
        if (wanted === 1 && tried === maxSets) {
          cut = true;
          return false;
        }
        const found = followingRow(known, places[row]);
        if (found.people.length === 1) fewest = 1;
        else if (wanted > 1) {
          if (!extend(row + 1, wanted - 1, found)) return false;
        } else {
          tried++;
          fewest = Math.min(fewest, found.people.length);
        }
        if (fewest === 1) return false;
      }
      return true;
    };
    if (size > 0) extend(starts[person], size, everybody);
    return { fewest, cut };
  };
}

/** The first row at each place between two rows, the rarest place first. */
function firstRows(places: Uint32Array, from: number, to: number, rows: RowsByPlace): number[] {
  const seen = new Set<number>();
  const first: number[] = [];
  for (let row = from; row < to; row++) {
    if (seen.has(places[row])) continue;
    seen.add(places[row]);
    first.push(row);
  }
  const visitsOf = (row: number) => rows.starts[places[row] + 1] - rows.starts[places[row]];
  return first.sort((a, b) => visitsOf(a) - visitsOf(b) || a - b);
}

interface RowsByPlace {
  readonly starts: Uint32Array;
  readonly rows: Uint32Array;
}

/** The rows at each place, ascending; those of one person are adjacent. */
function rowsByPlace(places: Uint32Array, count: number): RowsByPlace {
  const starts = new Uint32Array(count + 1);
  for (let row = 0; row < places.length; row++) starts[places[row] + 1]++;
  for (let place = 0; place < count; place++) starts[place + 1] += starts[place];
  const next = starts.slice();
  const rows = new Uint32Array(places.length);
  for (let row = 0; row < places.length; row++) rows[next[places[row]]++] = row;
  return { starts, rows };
}

/** The first position of an ascending list, between two others, whose value is at least a minimum. */
function firstFrom(rising: Uint32Array, from: number, to: number, least: number): number {
  // In doubling steps, then by halves: the next one is often near.
  let step = 1;
  while (from + step < to && rising[from + step] < least) step *= 2;
  let low = from + (step >> 1);
  let high = Math.min(from + step, to);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rising[middle] < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
