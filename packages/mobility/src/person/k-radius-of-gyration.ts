import type { MeasureMeta, SampleMeasure } from '../measure.js';
import { perPerson } from '../per-person.js';
import { placeNumbers } from '../place/place-numbers.js';
import { byVisits, visits } from '../place/visits.js';
import type { Trajectories } from '../trajectories.js';
import { radiusOfRows } from './radius-of-gyration.js';

const meta: MeasureMeta = {
  name: 'kRadiusOfGyration',
  title: 'radius of gyration of the two most visited places',
  unit: 'm',
  range: [0, Infinity],
  better: null,
  digits: 0,
  misses: 'everything beyond home and the second most visited place',
  source: 'L. Pappalardo et al. (2015), Returners and explorers dichotomy in human mobility, doi:10.1038/ncomms9166',
};

/**
 * k-radius of gyration: the radius of gyration over a person's k most visited places only, weighted by visits.
 *
 * @param options `k`: number of places, 1 or more; people with fewer are measured over all of theirs
 * @returns metres per person, 0 or more; NaN without points
 * @throws RangeError when k is not a whole number of 1 or more
 * @see L. Pappalardo et al. (2015), doi:10.1038/ncomms9166
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 0.1, 0], lats: [0, 0, 0] });
 * kRadiusOfGyration(day); // [5241.78]
 * ```
 */
export function kRadiusOfGyration(trajectories: Trajectories, { k = 2 }: { k?: number } = {}): Float64Array {
  if (!Number.isInteger(k) || k < 1) {
    throw new RangeError(`kRadiusOfGyration: k must be a whole number of 1 or more, got ${k}.`);
  }
  const { lons, lats } = trajectories;
  const { numbers, count } = placeNumbers(trajectories);
  const visited = visits(trajectories);
  const chosen = new Uint8Array(count);
  return perPerson(trajectories, (from, to, person) => {
    const best = byVisits(visited, person).subarray(0, k);
    for (const entry of best) chosen[visited.places[entry]] = 1;
    const length = best.reduce((sum, entry) => sum + visited.counts[entry], 0);
    const ownLons = new Float64Array(length);
    const ownLats = new Float64Array(length);
    for (let row = from, i = 0; row < to; row++) {
      if (chosen[numbers[row]] === 0) continue;
      ownLons[i] = lons[row];
      ownLats[i++] = lats[row];
    }
    for (const entry of best) chosen[visited.places[entry]] = 0;
    return radiusOfRows(ownLons, ownLats, 0, length);
  });
}

kRadiusOfGyration.measure = {
  meta,
  compare: 'sample',
  of: (trajectories) => kRadiusOfGyration(trajectories),
} satisfies SampleMeasure;
