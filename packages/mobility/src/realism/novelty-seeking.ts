import { placeNumbers } from '../place-numbers.js';
import type { Trajectories } from '../trajectories.js';

/** More rounds than clusters of numbers need. */
const ROUNDS = 200;

/**
 * Degree of return of each person: the angle atan2(R, E) of the mean numbers of consecutive visits to known places, R, and to
 * new ones, E. The first visit to a place is an exploration, all later ones are returns; rows in a row at one place are one
 * visit.
 *
 * @returns radians per person, 0 (only new places) to π/2; NaN with fewer than two visits
 * @see L. Amichi, A. C. Viana, M. Crovella, A. A. F. Loureiro (2020), Understanding individuals' proclivity for novelty seeking,
 *   SIGSPATIAL; the formula as in the documentation of fastmob, github.com/gefgu/fastmob
 */
export function degreeOfReturn(set: Trajectories): Float64Array {
  const { numbers } = placeNumbers(set);
  return Float64Array.from(set.people, (_, person) => {
    const known = new Set<number>();
    // Visits and blocks of visits, to new places and to known ones.
    const visits = [0, 0] as [number, number];
    const blocks = [0, 0] as [number, number];
    let last = -1;
    let kind = -1;
    for (let row = set.starts[person]!; row < set.starts[person + 1]!; row++) {
      const place = numbers[row]!;
      if (place === last) continue;
      const now = known.has(place) ? 1 : 0;
      visits[now]++;
      if (now !== kind) blocks[now]++;
      known.add(place);
      last = place;
      kind = now;
    }
    if (visits[0] + visits[1] < 2) return Number.NaN;
    const mean = (now: 0 | 1) => (blocks[now] === 0 ? 0 : visits[now] / blocks[now]);
    return Math.atan2(mean(1), mean(0));
  });
}

/** The people of a set by how they seek new places; shares that add up to 1. */
export interface NoveltyShares {
  readonly scouters: number;
  readonly regulars: number;
  readonly routiners: number;
}

/**
 * Returns a function that divides people into scouters (low degree of return), regulars and routiners (high). The limits are
 * those of the three clusters of the given people (k-means), so that shares of other sets are comparable.
 */
export function noveltyProfiles(real: Trajectories): (set: Trajectories) => NoveltyShares {
  const values = known(degreeOfReturn(real)).sort();
  const [low, high] = limitsOfThree(values);
  return (set) => {
    const degrees = known(degreeOfReturn(set));
    const share = (isOne: (degree: number) => boolean) =>
      Number.isNaN(low) || degrees.length === 0 ? Number.NaN : degrees.filter(isOne).length / degrees.length;
    return {
      scouters: share((degree) => degree < low),
      regulars: share((degree) => degree >= low && degree < high),
      routiners: share((degree) => degree >= high),
    };
  };
}

const known = (values: Float64Array) => values.filter((value) => !Number.isNaN(value));

/** The limits between three clusters of sorted values, which start at their thirds; NaN with fewer than three different values. */
function limitsOfThree(values: Float64Array): readonly [low: number, high: number] {
  if (new Set(values).size < 3) return [Number.NaN, Number.NaN];
  const mean = (from: number, to: number) =>
    values.subarray(from, to).reduce((sum, value) => sum + value, 0) / (to - from);
  const firstFrom = (limit: number) => {
    const found = values.findIndex((value) => value >= limit);
    return found < 0 ? values.length : found;
  };
  let [low, high] = [values[Math.floor(values.length / 3)]!, values[Math.floor((2 * values.length) / 3)]!];
  for (let round = 0; round < ROUNDS; round++) {
    // No cluster is ever empty.
    const one = Math.min(Math.max(1, firstFrom(low)), values.length - 2);
    const two = Math.min(Math.max(one + 1, firstFrom(high)), values.length - 1);
    const centres = [mean(0, one), mean(one, two), mean(two, values.length)] as const;
    const next = [(centres[0] + centres[1]) / 2, (centres[1] + centres[2]) / 2] as const;
    if (next[0] === low && next[1] === high) return next;
    [low, high] = next;
  }
  return [low, high];
}
