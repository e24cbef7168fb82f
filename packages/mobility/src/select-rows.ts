import type { Trajectories } from './trajectories.js';

/** The rows of a set for which `keep` is 1, with all people, including those without rows left. */
export function selectRows(trajectories: Trajectories, keep: Uint8Array): Trajectories {
  const { people, starts, times, lons, lats, ends, shifts, endShifts, places, activities } = trajectories;
  const kept = new Uint32Array(starts.length);
  for (let person = 0; person + 1 < starts.length; person++) {
    let count = 0;
    for (let row = starts[person]; row < starts[person + 1]; row++) count += keep[row];
    kept[person + 1] = kept[person] + count;
  }
  const chosen = (_: number, row: number) => keep[row] === 1;
  return {
    people,
    starts: kept,
    times: times.filter(chosen),
    lons: lons.filter(chosen),
    lats: lats.filter(chosen),
    ...(ends && { ends: ends.filter(chosen) }),
    ...(shifts && { shifts: shifts.filter(chosen) }),
    ...(endShifts && { endShifts: endShifts.filter(chosen) }),
    ...(places && { places: places.filter(chosen) }),
    ...(activities && { activities: activities.filter(chosen) }),
  };
}

/** A set of some of the people, in their order; a person may occur more than once, under ids that you provide. */
export function selectPeople(
  trajectories: Trajectories,
  persons: ArrayLike<number>,
  id: (person: number, at: number) => string = (person) => trajectories.people[person],
): Trajectories {
  const { starts, times, lons, lats, ends, shifts, endShifts, places, activities } = trajectories;
  const kept = new Uint32Array(persons.length + 1);
  for (let at = 0; at < persons.length; at++) {
    kept[at + 1] = kept[at] + starts[persons[at] + 1] - starts[persons[at]];
  }
  const pick = <Column extends Float64Array | Uint32Array | Uint8Array>(column: Column, out: Column): Column => {
    for (let at = 0; at < persons.length; at++) {
      out.set(column.subarray(starts[persons[at]], starts[persons[at] + 1]), kept[at]);
    }
    return out;
  };
  const rows = kept[persons.length];
  return {
    people: Array.from(persons, id),
    starts: kept,
    times: pick(times, new Float64Array(rows)),
    lons: pick(lons, new Float64Array(rows)),
    lats: pick(lats, new Float64Array(rows)),
    ...(ends && { ends: pick(ends, new Float64Array(rows)) }),
    ...(shifts && { shifts: pick(shifts, new Float64Array(rows)) }),
    ...(endShifts && { endShifts: pick(endShifts, new Float64Array(rows)) }),
    ...(places && { places: pick(places, new Uint32Array(rows)) }),
    ...(activities && { activities: pick(activities, new Uint8Array(rows)) }),
  };
}
