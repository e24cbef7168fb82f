import type { MeasureMeta, SampleMeasure, Values } from '../measure.js';
import { perStep } from '../per-person.js';
import type { Trajectories } from '../trajectories.js';

const meta: MeasureMeta = {
  name: 'waitingTimes',
  title: 'waiting times',
  unit: 's',
  range: [0, Infinity],
  better: null,
  digits: 0,
  misses: 'whether people moved in between: with a fixed clock it is a constant',
  source: 'C. Song et al. (2010), Modelling the scaling properties of human mobility, doi:10.1038/nphys1760',
};

/**
 * Waiting times: seconds between consecutive rows (between arrivals, where rows are stays).
 *
 * @returns seconds, 0 or more, several per person; none for people with one point
 * @see C. Song et al. (2010), doi:10.1038/nphys1760
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 0.1, 0], lats: [0, 0, 0] });
 * waitingTimes(day); // { values: [3600, 3600], starts: [0, 2] }
 * ```
 */
export function waitingTimes(trajectories: Trajectories): Values {
  const { times } = trajectories;
  return perStep(trajectories, (row, next) => times[next] - times[row]);
}

waitingTimes.measure = { meta, compare: 'sample', of: waitingTimes } satisfies SampleMeasure;
