import type { MeasureMeta, SampleMeasure } from '../measure.js';
import { entryTotals, type HomeOptions, homeEntries } from '../place/home-location.js';
import { visits } from '../place/visits.js';
import type { Trajectories } from '../trajectories.js';

const meta: MeasureMeta = {
  name: 'shareOfTimeAtHome',
  title: 'share of time at home',
  unit: 'share',
  range: [0, 1],
  better: null,
  digits: 3,
  misses: 'when people are at home; for points it is the share of records',
  source: 'L. Canzian, M. Musolesi (2015), Trajectories of depression, doi:10.1145/2750858.2805845',
};

/**
 * Share of a person's seconds (rows, where rows are points) spent at home.
 *
 * @returns 0 to 1 per person; NaN without rows, or when all stays have length 0
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 0.1, 0], lats: [0, 0, 0] });
 * shareOfTimeAtHome(day); // [0.666667]
 * ```
 */
export function shareOfTimeAtHome(trajectories: Trajectories, { night }: HomeOptions = {}): Float64Array {
  const { starts } = visits(trajectories);
  const totals = entryTotals(trajectories);
  return Float64Array.from(homeEntries(trajectories, night), (home, person) => {
    let sum = 0;
    for (let entry = starts[person]; entry < starts[person + 1]; entry++) sum += totals[entry];
    return home < 0 ? Number.NaN : totals[home] / sum;
  });
}

shareOfTimeAtHome.measure = {
  meta,
  compare: 'sample',
  of: (trajectories) => shareOfTimeAtHome(trajectories),
} satisfies SampleMeasure;
