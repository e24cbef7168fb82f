import type { FlowsMeasure, MeasureMeta } from '../measure.js';
import { placeNumbers } from '../place/place-numbers.js';
import type { Trajectories } from '../trajectories.js';
import type { Flows } from './flows.js';
import { individualMobilityNetwork, type LoopOptions } from './individual-mobility-network.js';

const meta: MeasureMeta = {
  name: 'odMatrix',
  title: 'origin–destination flows',
  unit: '',
  range: [0, Infinity],
  better: null,
  digits: 0,
  misses: 'when trips are made and by whom; most pairs of a fine grid have one trip or none',
  source: 'M. Lenormand et al. (2012), A universal model of commuting networks, doi:10.1371/journal.pone.0045985',
};

/**
 * OD matrix: trips of all people between consecutive places, by ordered pair.
 *
 * @param options `selfLoops`: count consecutive rows at one place as trips
 * @returns pairs with trips, sorted by origin, then destination
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 1, 0], lats: [0, 0, 0], places: [7, 8, 7] });
 * odMatrix(day); // { origins: [7, 8], destinations: [8, 7], flows: [1, 1] }
 * ```
 */
export function odMatrix(trajectories: Trajectories, { selfLoops = false }: LoopOptions = {}): Flows {
  const { starts } = trajectories;
  const { numbers, names, count } = placeNumbers(trajectories);
  const keys = new Float64Array(numbers.length);
  let trips = 0;
  for (let person = 0; person + 1 < starts.length; person++) {
    for (let row = starts[person]; row + 1 < starts[person + 1]; row++) {
      const from = numbers[row];
      const to = numbers[row + 1];
      if (selfLoops || from !== to) keys[trips++] = from * count + to;
    }
  }
  const sorted = keys.subarray(0, trips).sort();
  const origins = new Uint32Array(trips);
  const destinations = new Uint32Array(trips);
  const flows = new Float64Array(trips);
  let used = 0;
  for (let i = 0; i < trips; i++) {
    if (i === 0 || sorted[i] !== sorted[i - 1]) {
      const from = Math.floor(sorted[i] / count);
      origins[used] = names[from];
      destinations[used++] = names[sorted[i] - from * count];
    }
    flows[used - 1]++;
  }
  return {
    origins: origins.slice(0, used),
    destinations: destinations.slice(0, used),
    flows: flows.slice(0, used),
  };
}

odMatrix.measure = {
  meta,
  compare: 'flows',
  needs: ['places'],
  of: (trajectories) => individualMobilityNetwork(trajectories),
} satisfies FlowsMeasure;
