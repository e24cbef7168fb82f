import { placeNumbers } from '../place/place-numbers.js';
import { visits } from '../place/visits.js';
import type { Trajectories } from '../trajectories.js';
import type { Networks } from './flows.js';

export interface LoopOptions {
  /** Count consecutive rows at one place as trips from it to itself. */
  readonly selfLoops?: boolean;
}

/**
 * Individual mobility network: a person's trips between consecutive places, by ordered pair.
 *
 * @returns entries of each person sorted by origin, then destination, in order of the places' first rows
 * @see S. Rinzivillo et al. (2014); C. M. Schneider et al. (2013), doi:10.1098/rsif.2013.0246
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 1, 0], lats: [0, 0, 0], places: [7, 8, 7] });
 * individualMobilityNetwork(day); // { starts: [0, 2], origins: [7, 8], destinations: [8, 7], trips: [1, 1] }
 * ```
 */
export function individualMobilityNetwork(
  trajectories: Trajectories,
  { selfLoops = false }: LoopOptions = {},
): Networks {
  const { starts: rows } = trajectories;
  const { entries, starts: entryStarts, places } = visits(trajectories);
  const { names, numbers } = placeNumbers(trajectories);
  const origins = new Uint32Array(numbers.length);
  const destinations = new Uint32Array(numbers.length);
  const trips = new Float64Array(numbers.length);
  const starts = new Uint32Array(rows.length);
  let used = 0;
  for (let person = 0; person + 1 < rows.length; person++) {
    starts[person] = used;
    const first = entryStarts[person];
    const width = entryStarts[person + 1] - first;
    const keys = new Float64Array(Math.max(0, rows[person + 1] - rows[person] - 1));
    let steps = 0;
    for (let row = rows[person]; row + 1 < rows[person + 1]; row++) {
      const from = entries[row];
      const to = entries[row + 1];
      if (selfLoops || from !== to) keys[steps++] = (from - first) * width + (to - first);
    }
    keys.subarray(0, steps).sort();
    for (let i = 0; i < steps; used++) {
      const key = keys[i];
      let count = 0;
      while (i < steps && keys[i] === key) {
        count++;
        i++;
      }
      const from = Math.floor(key / width);
      origins[used] = names[places[first + from]];
      destinations[used] = names[places[first + key - from * width]];
      trips[used] = count;
    }
  }
  starts[rows.length - 1] = used;
  return {
    starts,
    origins: origins.slice(0, used),
    destinations: destinations.slice(0, used),
    trips: trips.slice(0, used),
  };
}
