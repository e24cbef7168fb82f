import type { Counts, MeasureMeta, RankMeasure } from '../measure.js';
import { byVisits, visits } from '../place/visits.js';
import type { Trajectories } from '../trajectories.js';
import { type PersonPlaces, personPlaces } from './person-places.js';

const meta: MeasureMeta = {
  name: 'locationFrequency',
  title: 'location frequency by rank',
  unit: 'share',
  range: [0, 1],
  better: null,
  digits: 3,
  misses: 'which places they are; measures only how unequally visits are distributed',
  source: 'M. C. González et al. (2008), Understanding individual human mobility patterns, doi:10.1038/nature06958',
};

/**
 * Location frequency: a person's visits by place, the most visited first (ties: the first visited).
 *
 * @param options `normalize`: shares of the person's visits (default), else counts
 * @see M. C. González et al. (2008), doi:10.1038/nature06958
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 1, 0], lats: [0, 0, 0], places: [7, 8, 7] });
 * locationFrequency(day);
 * // { starts: [0, 2], places: [7, 8], lons: [0, 1], lats: [0, 0], values: [0.666667, 0.333333] }
 * ```
 */
export function locationFrequency(
  trajectories: Trajectories,
  { normalize = true }: { normalize?: boolean } = {},
): PersonPlaces {
  const visited = visits(trajectories);
  const { starts } = trajectories;
  return personPlaces(
    trajectories,
    (person) => byVisits(visited, person),
    (entry, _rank, person) => visited.counts[entry] / (normalize ? starts[person + 1] - starts[person] : 1),
  );
}

/**
 * Location frequency by rank (Zipf): the share of visits to the place of each rank, as a mean over the people with that
 * many places.
 *
 * @returns shares by rank, the most visited first; empty without people
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 0.1, 0], lats: [0, 0, 0] });
 * locationFrequencyByRank(day); // [0.666667, 0.333333]
 * ```
 */
export function locationFrequencyByRank(trajectories: Trajectories): Float64Array {
  const { starts, values } = locationFrequency(trajectories);
  let most = 0;
  for (let person = 0; person + 1 < starts.length; person++) most = Math.max(most, starts[person + 1] - starts[person]);
  const sums = new Float64Array(most);
  const people = new Uint32Array(most);
  for (let person = 0; person + 1 < starts.length; person++) {
    for (let i = starts[person]; i < starts[person + 1]; i++) {
      sums[i - starts[person]] += values[i];
      people[i - starts[person]]++;
    }
  }
  return sums.map((sum, rank) => sum / people[rank]);
}

/** Visits by rank: bin 0 holds the visits of all people to their most visited place. */
function visitsByRank(trajectories: Trajectories): Counts {
  const { starts, values } = locationFrequency(trajectories, { normalize: false });
  const keys = new Float64Array(values.length);
  for (let person = 0; person + 1 < starts.length; person++) {
    for (let i = starts[person]; i < starts[person + 1]; i++) keys[i] = i - starts[person];
  }
  return { keys, counts: values, starts };
}

locationFrequency.measure = {
  meta,
  compare: 'rank',
  of: visitsByRank,
  label: (key) => `place of rank ${key + 1}`,
} satisfies RankMeasure;
