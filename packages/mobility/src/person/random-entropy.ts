import type { MeasureMeta, SampleMeasure } from '../measure.js';
import type { Trajectories } from '../trajectories.js';
import { numberOfLocations } from './number-of-locations.js';

const meta: MeasureMeta = {
  name: 'randomEntropy',
  title: 'random entropy',
  unit: 'bit',
  range: [0, Infinity],
  better: null,
  digits: 2,
  misses: 'how often each place is visited and in which order',
  source: 'C. Song et al. (2010), Limits of predictability in human mobility, doi:10.1126/science.1177170',
};

/**
 * Random entropy: log₂ N of a person's N distinct places, the entropy if all were visited equally.
 *
 * @returns bits per person, 0 or more; NaN without points
 * @see C. Song et al. (2010), doi:10.1126/science.1177170
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 0.1, 0], lats: [0, 0, 0] });
 * randomEntropy(day); // [1]
 * ```
 */
export function randomEntropy(trajectories: Trajectories): Float64Array {
  return numberOfLocations(trajectories).map((places) => (places === 0 ? Number.NaN : Math.log2(places)));
}

randomEntropy.measure = { meta, compare: 'sample', of: randomEntropy } satisfies SampleMeasure;
