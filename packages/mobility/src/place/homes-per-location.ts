import type { Counts, CountsMeasure, MeasureMeta } from '../measure.js';
import type { Trajectories } from '../trajectories.js';
import { type HomeOptions, homeEntries } from './home-location.js';
import { placeNumbers } from './place-numbers.js';
import { type PlaceValues, placeValues } from './place-values.js';
import { visits } from './visits.js';

const meta: MeasureMeta = {
  name: 'homesPerLocation',
  title: 'homes per location',
  unit: 'share',
  range: [0, 1],
  better: null,
  digits: 3,
  misses: 'all movement; home is inferred from the hours',
  source:
    'L. Pappalardo, F. Simini (2018), Data-driven generation of spatio-temporal routines, doi:10.1007/s10618-017-0548-4',
};

/**
 * Homes per location: number of people who live at each place.
 *
 * @see L. Pappalardo, F. Simini (2018), doi:10.1007/s10618-017-0548-4
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 1, 0], lats: [0, 0, 0], places: [7, 8, 7] });
 * homesPerLocation(day); // { places: [7, 8], lons: [0, 1], lats: [0, 0], values: [1, 0] }
 * ```
 */
export function homesPerLocation(trajectories: Trajectories, { night }: HomeOptions = {}): PlaceValues {
  const { places } = visits(trajectories);
  const values = new Float64Array(placeNumbers(trajectories).count);
  for (const home of homeEntries(trajectories, night)) if (home >= 0) values[places[home]]++;
  return placeValues(trajectories, values);
}

function homesByPlace(trajectories: Trajectories): Counts {
  const { names } = placeNumbers(trajectories);
  const { places } = visits(trajectories);
  const homes = homeEntries(trajectories);
  const starts = new Uint32Array(homes.length + 1);
  homes.forEach((home, person) => {
    starts[person + 1] = starts[person] + (home < 0 ? 0 : 1);
  });
  const keys = Float64Array.from(
    homes.filter((home) => home >= 0),
    (home) => names[places[home]],
  );
  return { keys, counts: new Float64Array(keys.length).fill(1), starts };
}

homesPerLocation.measure = {
  meta,
  compare: 'counts',
  of: homesByPlace,
  needs: ['places'],
  label: (place) => `place ${place}`,
} satisfies CountsMeasure;
