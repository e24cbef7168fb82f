import type { MeasureMeta, SampleMeasure, Values } from '../measure.js';
import { memoized } from '../memoized.js';
import type { Trajectories } from '../trajectories.js';
import { placeNumbers } from './place-numbers.js';

const meta: MeasureMeta = {
  name: 'stayDurations',
  title: 'stay durations',
  unit: 's',
  range: [0, Infinity],
  better: null,
  digits: 0,
  misses: 'where and when people stay; the record cuts the first and last stay',
  source: 'C. Song et al. (2010), Modelling the scaling properties of human mobility, doi:10.1038/nphys1760',
};

/**
 * Stay durations: departure − arrival where rows are stays. Points are treated as slots of a clock: each run of one place
 * lasts until the next place begins, and the last run, which is included, for the span of its records plus one slot.
 *
 * @param options `slot`: seconds of a slot; by default the median waiting time of all people (0 without any)
 * @returns seconds, 0 or more, several per person
 * @see C. Song et al. (2010), doi:10.1038/nphys1760
 * @example
 * ```ts
 * const visits = fromColumns({ uids: [1, 1, 1], times: [0, 4, 7], ends: [3, 6, 9], lons: [0, 0.1, 0], lats: [0, 0, 0] });
 * stayDurations(visits); // { values: [3, 2, 2], starts: [0, 3] }
 * ```
 */
export function stayDurations(trajectories: Trajectories, { slot }: { slot?: number } = {}): Values {
  const { starts, times, ends } = trajectories;
  if (ends) return { values: ends.map((end, row) => end - times[row]), starts };
  const { numbers } = placeNumbers(trajectories);
  const last = slot ?? medianStep(trajectories);
  const values = new Float64Array(times.length);
  const runStarts = new Uint32Array(starts.length);
  let used = 0;
  for (let person = 0; person + 1 < starts.length; person++) {
    runStarts[person] = used;
    const to = starts[person + 1];
    for (let from = starts[person]; from < to; ) {
      let next = from + 1;
      while (next < to && numbers[next] === numbers[from]) next++;
      values[used++] = next < to ? times[next] - times[from] : times[to - 1] - times[from] + last;
      from = next;
    }
  }
  runStarts[starts.length - 1] = used;
  return { values: values.slice(0, used), starts: runStarts };
}

/** The median of the seconds between consecutive rows; 0 without any. */
export const medianStep: (trajectories: Trajectories) => number = memoized(({ starts, times }) => {
  const steps = new Float64Array(Math.max(0, times.length - 1));
  let used = 0;
  for (let person = 0; person + 1 < starts.length; person++) {
    for (let row = starts[person]; row + 1 < starts[person + 1]; row++) steps[used++] = times[row + 1] - times[row];
  }
  return used === 0 ? 0 : smallest(steps.subarray(0, used), used >> 1);
});

/** The value of a rank, by Hoare's selection: values are reordered. */
function smallest(values: Float64Array, rank: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const pivot = values[(low + high) >> 1];
    let i = low;
    let j = high;
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i > j) break;
      const kept = values[i];
      values[i++] = values[j];
      values[j--] = kept;
    }
    if (rank <= j) high = j;
    else if (rank >= i) low = i;
    else return pivot;
  }
  return values[rank];
}

stayDurations.measure = {
  meta,
  compare: 'sample',
  of: (trajectories) => stayDurations(trajectories),
} satisfies SampleMeasure;
