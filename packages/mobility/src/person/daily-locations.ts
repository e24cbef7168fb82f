import type { MeasureMeta, SampleMeasure, Values } from '../measure.js';
import { placeNumbers } from '../place/place-numbers.js';
import type { Trajectories } from '../trajectories.js';
import { personDays } from './person-days.js';

const meta: MeasureMeta = {
  name: 'dailyLocations',
  title: 'locations per day',
  unit: '',
  range: [1, Infinity],
  better: null,
  digits: 2,
  misses: 'which places and in which order; grows with the rate of recording',
  source: 'C. M. Schneider et al. (2013), Unravelling daily human mobility motifs, doi:10.1098/rsif.2013.0246',
};

/**
 * Daily locations: distinct places on each day with records of a person. A stay counts on every day it touches.
 *
 * @returns whole numbers of 1 or more, one per person and day with records
 * @see C. M. Schneider et al. (2013), doi:10.1098/rsif.2013.0246
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 0.1, 0], lats: [0, 0, 0] });
 * dailyLocations(day); // { values: [2], starts: [0, 1] }
 * ```
 */
export function dailyLocations(trajectories: Trajectories): Values {
  const { starts, days, rowStarts, rows } = personDays(trajectories);
  const { numbers, count } = placeNumbers(trajectories);
  const lastEntry = new Int32Array(count).fill(-1);
  const values = new Float64Array(days.length);
  for (let entry = 0; entry < days.length; entry++) {
    for (let i = rowStarts[entry]; i < rowStarts[entry + 1]; i++) {
      const place = numbers[rows[i]];
      if (lastEntry[place] !== entry) values[entry]++;
      lastEntry[place] = entry;
    }
  }
  return { values, starts };
}

dailyLocations.measure = { meta, compare: 'sample', of: dailyLocations } satisfies SampleMeasure;
