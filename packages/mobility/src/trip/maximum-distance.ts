import type { MeasureMeta, SampleMeasure } from '../measure.js';
import { perPerson } from '../per-person.js';
import type { Trajectories } from '../trajectories.js';
import { jumpLengths } from './jump-lengths.js';

const meta: MeasureMeta = {
  name: 'maximumDistance',
  title: 'longest jump',
  unit: 'm',
  range: [0, Infinity],
  better: null,
  digits: 0,
  misses: 'all jumps but one; grows with the length of the record',
  source:
    'N. E. Williams et al. (2015), Measures of human mobility using mobile phone records, doi:10.1371/journal.pone.0133630',
};

/**
 * Maximum distance: the longest jump of each person, not the greatest distance between any two of their points.
 *
 * @returns metres per person, 0 or more; NaN with fewer than two points
 * @see N. E. Williams et al. (2015), doi:10.1371/journal.pone.0133630
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 0.1, 0], lats: [0, 0, 0] });
 * maximumDistance(day); // [11119.5]
 * ```
 */
export function maximumDistance(trajectories: Trajectories): Float64Array {
  const { values, starts } = jumpLengths(trajectories);
  return perPerson(trajectories, (_from, _to, person) => {
    let greatest = Number.NaN;
    for (let i = starts[person]; i < starts[person + 1]; i++) if (!(values[i] <= greatest)) greatest = values[i];
    return greatest;
  });
}

maximumDistance.measure = { meta, compare: 'sample', of: maximumDistance } satisfies SampleMeasure;
