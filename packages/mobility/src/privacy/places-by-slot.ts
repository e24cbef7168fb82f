import { DAY } from '../clock.js';
import { localClock, type Trajectories } from '../trajectories.js';

/** Rule for assigning rows to slots. */
export interface SlotOptions {
  /** Seconds, default 3600; a day is a whole number of them. */
  readonly slot?: number;
  /** Slots per person, from the midnight before the set's first row; default: up to the set's last row. */
  readonly slots?: number;
}

/**
 * The place of each person in every slot: that of the last row that starts before the slot ends; before the first row,
 * that of the first row.
 *
 * @param trajectories with places; compared sets must share their numbering
 * @returns one sequence per person, all of equal length
 * @throws RangeError when the trajectories have no places
 */
export function placesBySlot(trajectories: Trajectories, { slot = 3600, slots }: SlotOptions = {}): Uint32Array[] {
  const { starts, times, places, people } = localClock(trajectories);
  if (!places) throw new RangeError('placesBySlot: the trajectories have no places; number them first with places().');
  const from = firstMidnight(times);
  const length = slots ?? slotsOf(trajectories, { slot });
  return people.map((_, person) => {
    const sequence = new Uint32Array(length);
    const end = starts[person + 1];
    for (let i = 0, row = starts[person]; i < length; i++) {
      while (row + 1 < end && times[row + 1] < from + (i + 1) * slot) row++;
      sequence[i] = places[row];
    }
    return sequence;
  });
}

/** Number of slots from the midnight before the first row to the last row; 0 without rows. */
export function slotsOf(trajectories: Trajectories, { slot = 3600 }: SlotOptions = {}): number {
  const { times } = localClock(trajectories);
  let last = -Infinity;
  for (let i = 0; i < times.length; i++) if (times[i] > last) last = times[i];
  return times.length === 0 ? 0 : Math.floor((last - firstMidnight(times)) / slot) + 1;
}

function firstMidnight(times: Float64Array): number {
  let first = Infinity;
  for (let i = 0; i < times.length; i++) if (times[i] < first) first = times[i];
  return Math.floor(first / DAY) * DAY;
}
