import { Random } from '@itinera/base';
import { DAY } from '../clock.js';
import type { Measure } from '../measure.js';
import { measures } from '../measures.js';
import type { Generator } from '../models/generator.js';
import { selectPeople } from '../select-rows.js';
import type { Trajectories } from '../trajectories.js';
import { canCompare, compareMeasure, excessJsd } from './compare-measure.js';
import { shuffle } from './groups.js';
import type { Sets } from './sets.js';

/** Maximum number of rows of the training set and of each model that floors use. */
const FLOOR_ROWS = 100_000;
/** Days that a model draws at most: ten years, also beside people with a time that is centuries off. */
const MOST_DAYS = 3653;

/** The JSD of a model beyond chance, by measure. */
export type ExcessByMeasure = (readonly [measure: string, excess: ReturnType<typeof excessJsd>])[];

/**
 * For each measure, the JSD of a model that is fitted to the training set and compared with the real one; without a
 * training set, fitted to one half of the real set and compared with the other. Less what chance gives at these sizes.
 */
export function floorOf({ real, train }: Sets, { fit }: Generator, seed: number): ExcessByMeasure {
  const [fitted, compared] = train ? [train, real] : halvesOf(real, seed);
  if (fitted.times.length === 0 || compared.times.length === 0) return [];
  const people = someOf(fitted, seed);
  const others = someOf(compared, seed);
  const made = someOf(fit(people).generate({ people: others.people.length, days: daysOf(others), seed }), seed);
  if (made.times.length === 0) return [];
  return excessOf(
    measures.filter((measure) => canCompare(measure, others, made)),
    others,
    made,
    seed,
  );
}

/** For each measure, how far a model's people are from others beyond chance. */
export function excessOf(
  compared: readonly Measure[],
  real: Trajectories,
  made: Trajectories,
  seed: number,
): ExcessByMeasure {
  return compared.map((measure) => [measure.meta.name, excessJsd(compareMeasure(measure, real, made), seed)]);
}

function halvesOf(set: Trajectories, seed: number): [Trajectories, Trajectories] {
  const order = Uint32Array.from({ length: set.people.length }, (_, i) => i);
  shuffle(order, new Random(seed, 6));
  const middle = order.length >> 1;
  return [selectPeople(set, order.slice(0, middle).sort()), selectPeople(set, order.slice(middle).sort())];
}

/** Random people with about `FLOOR_ROWS` rows; at least one person. */
export function someOf(set: Trajectories, seed: number): Trajectories {
  if (set.times.length <= FLOOR_ROWS) return set;
  const order = Uint32Array.from({ length: set.people.length }, (_, i) => i);
  shuffle(order, new Random(seed, 4));
  let rows = 0;
  let count = 0;
  while (count < order.length && (count === 0 || rows < FLOOR_ROWS)) {
    rows += set.starts[order[count] + 1] - set.starts[order[count]];
    count++;
  }
  return selectPeople(set, order.subarray(0, count).sort());
}

/** Number of calendar days that a set covers, as far as a model draws them. */
export function daysOf({ times, ends }: Trajectories): number {
  let first = Infinity;
  let last = -Infinity;
  for (let row = 0; row < times.length; row++) {
    first = Math.min(first, times[row]);
    last = Math.max(last, ends ? ends[row] : times[row]);
  }
  const days = Math.ceil((last + 1) / DAY) - Math.floor(first / DAY);
  return Math.max(1, Math.min(days, MOST_DAYS));
}
