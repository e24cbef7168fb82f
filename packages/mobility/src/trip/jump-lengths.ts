import { haversine } from '../distance.js';
import type { MeasureMeta, SampleMeasure, Values } from '../measure.js';
import { memoized } from '../memoized.js';
import { perStep } from '../per-person.js';
import { placeNumbers } from '../place/place-numbers.js';
import type { Trajectories } from '../trajectories.js';

const meta: MeasureMeta = {
  name: 'jumpLengths',
  title: 'jump lengths',
  unit: 'm',
  range: [0, Infinity],
  better: null,
  digits: 0,
  misses: 'where jumps begin and in which order; depends on how often positions are recorded',
  source: 'D. Brockmann et al. (2006), The scaling laws of human travel, doi:10.1038/nature04292',
};

/**
 * Jump lengths: great-circle distances between consecutive rows. Jumps of 0 are kept, as in scikit-mobility; `moveLengths` has
 * only those between different places.
 *
 * @returns metres, several per person; none for people with one point
 * @see D. Brockmann et al. (2006), doi:10.1038/nature04292
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 0.1, 0], lats: [0, 0, 0] });
 * jumpLengths(day); // { values: [11119.5, 11119.5], starts: [0, 2] }
 * ```
 */
export function jumpLengths(trajectories: Trajectories): Values {
  return allJumps(trajectories);
}

/**
 * Move lengths: the jump lengths between consecutive rows at different places.
 *
 * @returns metres, several per person; none for people who stay at one place
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 0.1, 0], lats: [0, 0, 0] });
 * moveLengths(day); // { values: [11119.5, 11119.5], starts: [0, 2] }
 * ```
 */
export function moveLengths(trajectories: Trajectories): Values {
  return movesOnly(trajectories, allJumps(trajectories));
}

const allJumps = memoized((trajectories: Trajectories): Values => {
  const { lons, lats } = trajectories;
  return perStep(trajectories, (row, next) => {
    const lon = lons[row];
    const lat = lats[row];
    return lon === lons[next] && lat === lats[next] ? 0 : haversine(lon, lat, lons[next], lats[next]);
  });
});

function movesOnly(trajectories: Trajectories, jumps: Values): Values {
  const { numbers } = placeNumbers(trajectories);
  const { starts: rows } = trajectories;
  const starts = new Uint32Array(rows.length);
  const values = new Float64Array(jumps.values.length);
  let used = 0;
  for (let person = 0; person + 1 < rows.length; person++) {
    starts[person] = used;
    const offset = rows[person] - jumps.starts[person];
    for (let i = jumps.starts[person]; i < jumps.starts[person + 1]; i++) {
      if (numbers[i + offset] !== numbers[i + offset + 1]) values[used++] = jumps.values[i];
    }
  }
  starts[rows.length - 1] = used;
  return { values: values.slice(0, used), starts };
}

jumpLengths.measure = { meta, compare: 'sample', of: jumpLengths } satisfies SampleMeasure;

moveLengths.measure = {
  meta: {
    ...meta,
    name: 'moveLengths',
    title: 'move lengths',
    misses: 'how often people stay; where moves begin and in which order',
  },
  compare: 'sample',
  of: moveLengths,
} satisfies SampleMeasure;
