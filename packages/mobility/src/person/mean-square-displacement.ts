import { HOUR } from '../clock.js';
import { haversine } from '../distance.js';
import type { MeasureMeta, SampleMeasure } from '../measure.js';
import { perPerson } from '../per-person.js';
import type { Trajectories } from '../trajectories.js';

const meta: MeasureMeta = {
  name: 'meanSquareDisplacement',
  title: 'squared displacement after 12 hours',
  unit: 'm²',
  range: [0, Infinity],
  better: null,
  digits: 0,
  misses: 'all positions except the first and one other; a few long trips outweigh the rest',
  source: 'D. Brockmann et al. (2006), The scaling laws of human travel, doi:10.1038/nature04292',
};

/** Time after a person's first record at which the displacement is measured. */
export interface DisplacementOptions {
  readonly seconds?: number;
}

/**
 * Mean square displacement: the mean over people of d(r(0), r(t))², where r(0) is the first record and r(t) the last one
 * up to t after it.
 *
 * @returns m², 0 or more; NaN without rows
 * @see D. Brockmann et al. (2006), doi:10.1038/nature04292
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 32400, 64800], lons: [0, 0.1, 0], lats: [0, 0, 0] });
 * meanSquareDisplacement(day); // 123_643_000
 * ```
 */
export function meanSquareDisplacement(trajectories: Trajectories, options: DisplacementOptions = {}): number {
  let sum = 0;
  let people = 0;
  for (const squared of squareDisplacements(trajectories, options)) {
    if (Number.isNaN(squared)) continue;
    sum += squared;
    people++;
  }
  return sum / people;
}

/**
 * d(r(0), r(t))² per person, m²; NaN without rows.
 *
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 32400, 64800], lons: [0, 0.1, 0], lats: [0, 0, 0] });
 * squareDisplacements(day); // [123_643_000]
 * ```
 */
export function squareDisplacements(
  trajectories: Trajectories,
  { seconds = 12 * HOUR }: DisplacementOptions = {},
): Float64Array {
  const { times, lons, lats } = trajectories;
  return perPerson(trajectories, (from, to) => {
    if (from === to) return Number.NaN;
    let row = from;
    while (row + 1 < to && times[row + 1] <= times[from] + seconds) row++;
    return haversine(lons[from], lats[from], lons[row], lats[row]) ** 2;
  });
}

meanSquareDisplacement.measure = {
  meta,
  compare: 'sample',
  of: (trajectories) => squareDisplacements(trajectories),
} satisfies SampleMeasure;
