import { DAY } from '../../clock.js';
import { spansTheDateLine } from '../../person/radius-of-gyration.js';
import { localClock, type Trajectories } from '../../trajectories.js';

/** People on a clock of half hours, as the papers use them. */
export interface SlotPeople {
  /** One place number per slot. */
  readonly places: readonly ArrayLike<number>[];
  /** Person number of each sequence; without it, every sequence is a different person. */
  readonly owners?: readonly number[];
  /** One more than the largest possible place number, the same in compared sets. */
  readonly placeCount: number;
  /** Degrees, one per place number. */
  readonly lon: (place: number) => number;
  readonly lat: (place: number) => number;
  /** The activity of a place, if activities are known. */
  readonly category?: (place: number) => number;
}

/** A run of equal places. */
export interface Run {
  readonly place: number;
  readonly slot: number;
  readonly slots: number;
}

export const SLOTS_A_DAY = 48;
const HALF_HOUR = 1800;

/** Runs of equal places in order, the last one included. */
export function runsOf(own: ArrayLike<number>): Run[] {
  const runs: Run[] = [];
  for (let from = 0; from < own.length; ) {
    let to = from + 1;
    while (to < own.length && own[to] === own[from]) to++;
    runs.push({ place: own[from], slot: from, slots: to - from });
    from = to;
  }
  return runs;
}

/** Each person and day with records as 48 half hours: the place of the last row that begins before the slot ends. */
export function slotPeople(trajectories: Trajectories): SlotPeople {
  const { starts, times, places, lons, lats, activities } = localClock(trajectories);
  const numbers = places ?? new Uint32Array(times.length);
  const firstRow = new Map<number, number>();
  let greatest = 0;
  numbers.forEach((place, row) => {
    if (!firstRow.has(place)) firstRow.set(place, row);
    if (place > greatest) greatest = place;
  });
  const turn = spansTheDateLine(lons, 0, lons.length) ? 360 : 0;
  const sequences: Uint32Array[] = [];
  const owners: number[] = [];
  for (let person = 0; person + 1 < starts.length; person++) {
    for (let from = starts[person]; from < starts[person + 1]; ) {
      const midnight = Math.floor(times[from] / DAY) * DAY;
      let to = from;
      while (to < starts[person + 1] && times[to] < midnight + DAY) to++;
      let row = from;
      owners.push(person);
      sequences.push(
        Uint32Array.from({ length: SLOTS_A_DAY }, (_, slot) => {
          while (row + 1 < to && times[row + 1] < midnight + (slot + 1) * HALF_HOUR) row++;
          return numbers[row];
        }),
      );
      from = to;
    }
  }
  const at = (place: number) => firstRow.get(place) ?? 0;
  return {
    places: sequences,
    owners,
    placeCount: greatest + 1,
    lon: (place) => lons[at(place)] + (lons[at(place)] < 0 ? turn : 0),
    lat: (place) => lats[at(place)],
    ...(activities && { category: (place: number) => activities[at(place)] }),
  };
}
