import type { MeasureMeta, SampleMeasure } from '../measure.js';
import { memoized } from '../memoized.js';
import { perPerson } from '../per-person.js';
import { placeNumbers } from '../place/place-numbers.js';
import { visits } from '../place/visits.js';
import type { Trajectories } from '../trajectories.js';
import { SuffixAutomaton } from './suffix-automaton.js';

const meta: MeasureMeta = {
  name: 'realEntropy',
  title: 'real entropy',
  unit: 'bit',
  range: [0, Infinity],
  better: null,
  digits: 2,
  misses: 'when visits happen; an estimate that is too high, even above log₂ N, on short records',
  source: 'C. Song et al. (2010), Limits of predictability in human mobility, doi:10.1126/science.1177170',
};

/**
 * Real entropy: the Lempel–Ziv estimate n log₂ n / Σ Λᵢ of the entropy of a person's sequence of n places, order
 * included. Λᵢ is the length of the shortest substring that begins at i and does not occur wholly before i; if the whole
 * rest occurs there, 1 more than its length. scikit-mobility takes sequences that reach the
 * end of the record for repeated without looking at their last place, and compares positions as text: its Λ are up to 1 larger
 * for the last few places, so its estimates are slightly lower (2e-5 for a thousand places).
 *
 * @returns bits per person, 0 or more; 0 with one point, NaN without; may exceed log₂ N on short sequences
 * @see C. Song et al. (2010), doi:10.1126/science.1177170; I. Kontoyiannis et al. (1998), doi:10.1109/18.669425
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 0.1, 0], lats: [0, 0, 0] });
 * realEntropy(day); // [1.18872]
 * ```
 */
export function realEntropy(trajectories: Trajectories): Float64Array {
  return entropies(trajectories).slice();
}

const entropies = memoized((trajectories: Trajectories) => {
  const { numbers, count } = placeNumbers(trajectories);
  const visited = visits(trajectories);
  const local = new Uint32Array(count);
  const automaton = new SuffixAutomaton();
  return perPerson(trajectories, (from, to, person) => {
    const first = visited.starts[person];
    const places = visited.starts[person + 1] - first;
    for (let i = 0; i < places; i++) local[visited.places[first + i]] = i;
    const sequence = new Uint32Array(to - from);
    for (let row = from; row < to; row++) sequence[row - from] = local[numbers[row]];
    return entropyOfLambdas(automaton.lambdas(sequence, places));
  });
});

/**
 * Λ by position of a sequence: the length of the shortest substring that begins there and does not occur wholly before
 * it; 1 more than the length of the rest if the rest does. Takes time linear in the length.
 *
 * @param sequence place numbers, any whole numbers from 0 to 2^32 − 1
 */
export function lempelZivLambdas(sequence: ArrayLike<number>): Uint32Array {
  const known = new Map<number, number>();
  const local = Uint32Array.from(sequence, (place) => {
    const number = known.get(place) ?? known.size;
    known.set(place, number);
    return number;
  });
  return new SuffixAutomaton().lambdas(local, known.size);
}

function entropyOfLambdas(lambdas: Uint32Array): number {
  const n = lambdas.length;
  let sum = 0;
  for (let i = 0; i < n; i++) sum += lambdas[i];
  return n === 0 ? Number.NaN : (n * Math.log2(n)) / sum;
}

realEntropy.measure = { meta, compare: 'sample', of: realEntropy } satisfies SampleMeasure;
