import type { MeasureMeta, SampleMeasure } from '../measure.js';
import { perPerson } from '../per-person.js';
import { visits } from '../place/visits.js';
import type { Trajectories } from '../trajectories.js';

const meta: MeasureMeta = {
  name: 'numberOfLocations',
  title: 'number of locations',
  unit: '',
  range: [0, Infinity],
  better: null,
  digits: 1,
  misses: 'how often and when each is visited; depends on how points became places',
  source: 'C. Song et al. (2010), Modelling the scaling properties of human mobility, doi:10.1038/nphys1760',
};

/**
 * Number of locations: distinct places per person.
 *
 * @returns a whole number per person; 0 without points
 * @see C. Song et al. (2010), doi:10.1038/nphys1760
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 0.1, 0], lats: [0, 0, 0] });
 * numberOfLocations(day); // [2]
 * ```
 */
export function numberOfLocations(trajectories: Trajectories): Float64Array {
  const { starts } = visits(trajectories);
  return perPerson(trajectories, (_from, _to, person) => starts[person + 1] - starts[person]);
}

numberOfLocations.measure = { meta, compare: 'sample', of: numberOfLocations } satisfies SampleMeasure;
