import { visits } from '../place/visits.js';
import type { Trajectories } from '../trajectories.js';
import { type PersonPlaces, personPlaces } from './person-places.js';

/**
 * Recency rank: a person's places by the time of the last visit, most recent first; values are 1, 2, …
 *
 * @see H. Barbosa et al. (2015), The effect of recency to human mobility, doi:10.1140/epjds/s13688-015-0059-8
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 1, 0], lats: [0, 0, 0], places: [7, 8, 7] });
 * recencyRank(day); // { starts: [0, 2], places: [7, 8], lons: [0, 1], lats: [0, 0], values: [1, 2] }
 * ```
 */
export function recencyRank(trajectories: Trajectories): PersonPlaces {
  const { starts, lastRows } = visits(trajectories);
  return personPlaces(
    trajectories,
    (person) =>
      Uint32Array.from({ length: starts[person + 1] - starts[person] }, (_, i) => starts[person] + i).sort(
        (a, b) => lastRows[b] - lastRows[a],
      ),
    (_entry, rank) => rank + 1,
  );
}
