import type { MeasureMeta, SampleMeasure } from '../measure.js';
import { perPerson } from '../per-person.js';
import type { Trajectories } from '../trajectories.js';
import { jumpLengths } from './jump-lengths.js';

const meta: MeasureMeta = {
  name: 'distanceStraightLine',
  title: 'distance travelled in straight lines',
  unit: 'm',
  range: [0, Infinity],
  better: null,
  digits: 0,
  misses: 'roads, and everything between two records; grows with the length and rate of recording',
  source:
    'N. E. Williams et al. (2015), Measures of human mobility using mobile phone records, doi:10.1371/journal.pone.0133630',
};

/**
 * Straight-line distance: the sum of a person's jumps.
 *
 * @returns metres per person, 0 or more; 0 without jumps
 * @see N. E. Williams et al. (2015), doi:10.1371/journal.pone.0133630
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 0.1, 0], lats: [0, 0, 0] });
 * distanceStraightLine(day); // [22239]
 * ```
 */
export function distanceStraightLine(trajectories: Trajectories): Float64Array {
  const { values, starts } = jumpLengths(trajectories);
  return perPerson(trajectories, (_from, _to, person) => {
    let sum = 0;
    for (let i = starts[person]; i < starts[person + 1]; i++) sum += values[i];
    return sum;
  });
}

distanceStraightLine.measure = { meta, compare: 'sample', of: distanceStraightLine } satisfies SampleMeasure;
