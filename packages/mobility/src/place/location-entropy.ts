import type { Trajectories } from '../trajectories.js';
import { placeNumbers } from './place-numbers.js';
import { type PlaceValues, placeValues } from './place-values.js';
import { visits } from './visits.js';

/**
 * Random location entropy: log₂ of the number of people who visit a place.
 *
 * @returns bits per place, 0 or more
 * @see E. Cho, S. A. Myers, J. Leskovec (2011), doi:10.1145/2020408.2020579
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 1, 0], lats: [0, 0, 0], places: [7, 8, 7] });
 * randomLocationEntropy(day); // { places: [7, 8], lons: [0, 1], lats: [0, 0], values: [0, 0] }
 * ```
 */
export function randomLocationEntropy(trajectories: Trajectories): PlaceValues {
  const people = new Float64Array(placeNumbers(trajectories).count);
  for (const place of visits(trajectories).places) people[place]++;
  return placeValues(trajectories, people.map(Math.log2));
}

/**
 * Uncorrelated location entropy: −Σ p log₂ p over the shares p of a place's visits by person.
 *
 * @param options `normalize`: divide by log₂ of the number of visitors, for a share of the maximum; 0 with one visitor
 * @returns bits per place, 0 or more, or shares
 * @see E. Cho, S. A. Myers, J. Leskovec (2011), doi:10.1145/2020408.2020579
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 1, 0], lats: [0, 0, 0], places: [7, 8, 7] });
 * uncorrelatedLocationEntropy(day); // { places: [7, 8], lons: [0, 1], lats: [0, 0], values: [0, 0] }
 * ```
 */
export function uncorrelatedLocationEntropy(
  trajectories: Trajectories,
  { normalize = false }: { normalize?: boolean } = {},
): PlaceValues {
  const { count } = placeNumbers(trajectories);
  const { places, counts } = visits(trajectories);
  const totals = new Float64Array(count);
  const people = new Uint32Array(count);
  for (let entry = 0; entry < places.length; entry++) {
    totals[places[entry]] += counts[entry];
    people[places[entry]]++;
  }
  const sums = new Float64Array(count);
  for (let entry = 0; entry < places.length; entry++) {
    const share = counts[entry] / totals[places[entry]];
    sums[places[entry]] -= share * Math.log2(share);
  }
  return placeValues(
    trajectories,
    sums.map((sum, place) => (people[place] === 1 ? 0 : normalize ? sum / Math.log2(people[place]) : sum)),
  );
}
