import { byVisits, visits } from '../place/visits.js';
import type { Trajectories } from '../trajectories.js';
import { type PersonPlaces, personPlaces } from './person-places.js';

/**
 * Frequency rank: a person's places by visits, the most visited first (ties: the first visited); values are 1, 2, …
 *
 * @see H. Barbosa et al. (2015), The effect of recency to human mobility, doi:10.1140/epjds/s13688-015-0059-8
 */
export function frequencyRank(trajectories: Trajectories): PersonPlaces {
  const visited = visits(trajectories);
  return personPlaces(
    trajectories,
    (person) => byVisits(visited, person),
    (_entry, rank) => rank + 1,
  );
}
