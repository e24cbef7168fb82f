import type { Counts, MeasureMeta, RankMeasure } from '../measure.js';
import type { Trajectories } from '../trajectories.js';
import { placeNumbers } from './place-numbers.js';
import { type PlaceValues, placeValues } from './place-values.js';
import { visits } from './visits.js';

const meta: MeasureMeta = {
  name: 'visitsPerLocation',
  title: 'visits per location (G-rank)',
  unit: 'share',
  range: [0, 1],
  better: null,
  digits: 3,
  misses: 'who visits and when, and how close two places are',
  source: 'J. Feng et al. (2020), Learning to simulate human mobility, doi:10.1145/3394486.3412862',
};

/**
 * Visits per location: rows of all people at each place.
 *
 * @see L. Pappalardo, F. Simini (2018), doi:10.1007/s10618-017-0548-4
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 1, 0], lats: [0, 0, 0], places: [7, 8, 7] });
 * visitsPerLocation(day); // { places: [7, 8], lons: [0, 1], lats: [0, 0], values: [2, 1] }
 * ```
 */
export function visitsPerLocation(trajectories: Trajectories): PlaceValues {
  const { numbers, count } = placeNumbers(trajectories);
  const values = new Float64Array(count);
  for (let row = 0; row < numbers.length; row++) values[numbers[row]]++;
  return placeValues(trajectories, values);
}

function visitsByPlace(trajectories: Trajectories): Counts {
  const { names } = placeNumbers(trajectories);
  const { starts, places, counts } = visits(trajectories);
  return { keys: Float64Array.from(places, (place) => names[place]), counts: Float64Array.from(counts), starts };
}

visitsPerLocation.measure = {
  meta,
  compare: 'rank',
  of: visitsByPlace,
  needs: ['places'],
  label: (place) => `place ${place}`,
} satisfies RankMeasure;
