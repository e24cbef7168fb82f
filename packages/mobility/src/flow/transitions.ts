import type { FlowsMeasure, MeasureMeta } from '../measure.js';
import type { Trajectories } from '../trajectories.js';
import type { Networks } from './flows.js';
import { individualMobilityNetwork } from './individual-mobility-network.js';

const meta: MeasureMeta = {
  name: 'transitions',
  title: 'transitions between records',
  unit: '',
  range: [0, Infinity],
  better: null,
  digits: 0,
  misses: 'when they happen; with a fine clock most are from a place to itself',
  source:
    'S. Gambs, M.-O. Killijian, M. Núñez del Prado Cortez (2012), Next place prediction using mobility Markov chains',
};

/**
 * Ordered pairs of places of consecutive rows, staying included: the transitions of a Markov chain of order 1.
 *
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 1, 0], lats: [0, 0, 0], places: [7, 8, 7] });
 * transitions(day); // { starts: [0, 2], origins: [7, 8], destinations: [8, 7], trips: [1, 1] }
 * ```
 */
export function transitions(trajectories: Trajectories): Networks {
  return individualMobilityNetwork(trajectories, { selfLoops: true });
}

transitions.measure = { meta, compare: 'flows', needs: ['places'], of: transitions } satisfies FlowsMeasure;
