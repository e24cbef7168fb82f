import { haversine } from '../distance.js';
import type { MeasureMeta, SampleMeasure } from '../measure.js';
import { entryCentres, homeEntries } from '../place/home-location.js';
import { type WorkOptions, workEntries } from '../place/work-location.js';
import type { Trajectories } from '../trajectories.js';

const meta: MeasureMeta = {
  name: 'homeWorkDistance',
  title: 'distance between home and work',
  unit: 'm',
  range: [0, Infinity],
  better: null,
  digits: 0,
  misses: 'people without work; home and work are inferred from the hours',
  source: 'K. S. Kung et al. (2014), Exploring universal patterns in human home-work commuting from mobile phone data',
};

/**
 * Home–work distance: great circle between home and work.
 *
 * @returns metres per person, 0 or more; NaN without work
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 32400, 64800], lons: [0, 0.1, 0], lats: [0, 0, 0] });
 * homeWorkDistance(day); // [11119.5]
 * ```
 */
export function homeWorkDistance(trajectories: Trajectories, options: WorkOptions = {}): Float64Array {
  const homes = homeEntries(trajectories, options.night);
  const works = workEntries(trajectories, options);
  const { lons, lats } = entryCentres(trajectories);
  return Float64Array.from(homes, (home, person) => {
    const work = works[person];
    return work < 0 ? Number.NaN : haversine(lons[home], lats[home], lons[work], lats[work]);
  });
}

homeWorkDistance.measure = {
  meta,
  compare: 'sample',
  of: (trajectories) => homeWorkDistance(trajectories),
} satisfies SampleMeasure;
