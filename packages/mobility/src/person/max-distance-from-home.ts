import { haversine } from '../distance.js';
import type { MeasureMeta, SampleMeasure } from '../measure.js';
import { perPerson } from '../per-person.js';
import { entryCentres, type HomeOptions, homeEntries } from '../place/home-location.js';
import type { Trajectories } from '../trajectories.js';

const meta: MeasureMeta = {
  name: 'maxDistanceFromHome',
  title: 'greatest distance from home',
  unit: 'm',
  range: [0, Infinity],
  better: null,
  digits: 0,
  misses: 'all points but one; home is inferred from the hours',
  source: 'L. Canzian, M. Musolesi (2015), Trajectories of depression, doi:10.1145/2750858.2805845',
};

/**
 * Greatest great-circle distance of a person's rows from their home.
 *
 * @returns metres per person, 0 or more; NaN without rows
 * @see L. Canzian, M. Musolesi (2015), doi:10.1145/2750858.2805845
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 0.1, 0], lats: [0, 0, 0] });
 * maxDistanceFromHome(day); // [11119.5]
 * ```
 */
export function maxDistanceFromHome(trajectories: Trajectories, { night }: HomeOptions = {}): Float64Array {
  const { lons, lats } = trajectories;
  const homes = homeEntries(trajectories, night);
  const centres = entryCentres(trajectories);
  return perPerson(trajectories, (from, to, person) => {
    if (from === to) return Number.NaN;
    const lon = centres.lons[homes[person]];
    const lat = centres.lats[homes[person]];
    let greatest = 0;
    for (let row = from; row < to; row++) {
      const distance = haversine(lons[row], lats[row], lon, lat);
      if (distance > greatest) greatest = distance;
    }
    return greatest;
  });
}

maxDistanceFromHome.measure = {
  meta,
  compare: 'sample',
  of: (trajectories) => maxDistanceFromHome(trajectories),
} satisfies SampleMeasure;
