import { DAY } from './clock.js';
import { localClock, type Trajectories } from './trajectories.js';

/**
 * People at whole multiples of `seconds`: the last recorded position and activity of each. Begins at the first multiple
 * not before a person's first row, ends with the last row, and omits slots that are more than a day after a row.
 *
 * @param seconds length of a slot, 1 to a day
 * @returns points at the times of slots
 * @throws RangeError for any other length
 */
export function everySlot(trajectories: Trajectories, seconds: number): Trajectories {
  if (!(seconds >= 1 && seconds <= DAY))
    throw new RangeError(`everySlot: seconds must be between 1 and a day, got ${seconds}.`);
  const { people, starts, times, lons, lats, ends: own, places, activities } = localClock(trajectories);
  const rows: number[] = [];
  const slots: number[] = [];
  const newStarts = new Uint32Array(starts.length);
  for (let person = 0; person < people.length; person++) {
    const last = starts[person + 1] - 1;
    for (let row = starts[person]; row <= last; row++) {
      const until = row < last ? times[row + 1] : own ? own[row] : times[row] + 1;
      const end = Math.min(until, times[row] + DAY);
      for (let slot = Math.ceil(times[row] / seconds); slot * seconds < end; slot++) {
        rows.push(row);
        slots.push(slot * seconds);
      }
    }
    newStarts[person + 1] = rows.length;
  }
  return {
    people,
    starts: newStarts,
    times: Float64Array.from(slots),
    lons: Float64Array.from(rows, (row) => lons[row]),
    lats: Float64Array.from(rows, (row) => lats[row]),
    ...(places && { places: Uint32Array.from(rows, (row) => places[row]) }),
    ...(activities && { activities: Uint8Array.from(rows, (row) => activities[row]) }),
  };
}
