import type { Trajectories } from '../trajectories.js';

/** Without rows that repeat the previous one: same person, time, position, end and activity. */
export function withoutRepeats(set: Trajectories): Trajectories {
  const { starts, times, lons, lats, ends, shifts, endShifts, places, activities } = set;
  const repeats = (row: number) =>
    times[row] === times[row - 1] &&
    lons[row] === lons[row - 1] &&
    lats[row] === lats[row - 1] &&
    (!ends || ends[row] === ends[row - 1]) &&
    (!activities || activities[row] === activities[row - 1]);
  const kept = new Uint32Array(times.length);
  const newStarts = new Uint32Array(starts.length);
  let length = 0;
  for (let person = 0; person + 1 < starts.length; person++) {
    newStarts[person] = length;
    for (let row = starts[person]!; row < starts[person + 1]!; row++) {
      if (row === starts[person]! || !repeats(row)) kept[length++] = row;
    }
  }
  if (length === times.length) return set;
  newStarts[starts.length - 1] = length;
  const rows = kept.subarray(0, length);
  const pick = (column: Float64Array) => Float64Array.from(rows, (row) => column[row]!);
  return {
    people: set.people,
    starts: newStarts,
    times: pick(times),
    lons: pick(lons),
    lats: pick(lats),
    ...(ends && { ends: pick(ends) }),
    ...(shifts && { shifts: pick(shifts) }),
    ...(endShifts && { endShifts: pick(endShifts) }),
    ...(places && { places: Uint32Array.from(rows, (row) => places[row]!) }),
    ...(activities && { activities: Uint8Array.from(rows, (row) => activities[row]!) }),
  };
}
