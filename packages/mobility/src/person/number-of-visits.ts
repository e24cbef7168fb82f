import type { MeasureMeta, SampleMeasure } from '../measure.js';
import { perPerson } from '../per-person.js';
import type { Trajectories } from '../trajectories.js';

const meta: MeasureMeta = {
  name: 'numberOfVisits',
  title: 'number of visits',
  unit: '',
  range: [0, Infinity],
  better: null,
  digits: 1,
  misses: 'everything except the number of records; describes recording rather than movement',
  source: 'C. Song et al. (2010), Modelling the scaling properties of human mobility, doi:10.1038/nphys1760',
};

/**
 * Number of visits: rows per person.
 *
 * @see C. Song et al. (2010), doi:10.1038/nphys1760
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 0.1, 0], lats: [0, 0, 0] });
 * numberOfVisits(day); // [3]
 * ```
 */
export function numberOfVisits(trajectories: Trajectories): Float64Array {
  return perPerson(trajectories, (from, to) => to - from);
}

numberOfVisits.measure = { meta, compare: 'sample', of: numberOfVisits } satisfies SampleMeasure;
