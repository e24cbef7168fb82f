import { memoized } from '../memoized.js';
import { placeNumbers } from '../place/place-numbers.js';
import type { Trajectories } from '../trajectories.js';

/**
 * Degree of return of each person: the angle atan2(R, E) of the mean numbers of consecutive visits to known places, R, and to
 * new ones, E. The first visit to a place is an exploration, all later ones are returns; consecutive rows at one place are one
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
  const [low, high] = limitsOfThree(known(degreeOfReturn(real)).sort());
  return memoized((set) => {
    const degrees = known(degreeOfReturn(set));
    const share = (isOne: (degree: number) => boolean) =>
      Number.isNaN(low) || degrees.length === 0 ? Number.NaN : degrees.filter(isOne).length / degrees.length;
    return {
      scouters: share((degree) => degree < low),
      regulars: share((degree) => degree >= low && degree < high),
      routiners: share((degree) => degree >= high),
    };
  });
}

const known = (values: Float64Array) => values.filter((value) => !Number.isNaN(value));

/** Number of quantiles at which a cluster may begin. */
const QUANTILES = 40;

/** The limits between the three clusters of sorted values with the least variance within; NaN if they have fewer than three different quantiles. */
function limitsOfThree(values: Float64Array): readonly [low: number, high: number] {
  if (new Set(values).size < 3) return [Number.NaN, Number.NaN];
  const sums = new Float64Array(values.length + 1);
  values.forEach((value, i) => {
    sums[i + 1] = sums[i]! + value;
  });
  const mean = (from: number, to: number) => (sums[to]! - sums[from]!) / (to - from);
  // Minus a constant, the sum of squares within a cluster.
  const gain = (from: number, to: number) => (to > from ? (to - from) * mean(from, to) ** 2 : 0);
  const starts = [
    ...new Set(Array.from({ length: QUANTILES }, (_, i) => values[Math.floor((values.length * i) / QUANTILES)]!)),
  ].map((value) => values.indexOf(value));
  let [best, one, two] = [-1, 0, 0];
  for (const first of starts)
    for (const second of starts) {
      const total = gain(0, first) + gain(first, second) + gain(second, values.length);
      if (first > 0 && second > first && total > best) [best, one, two] = [total, first, second];
    }
  if (best < 0) return [Number.NaN, Number.NaN];
  return [(mean(0, one) + mean(one, two)) / 2, (mean(one, two) + mean(two, values.length)) / 2];
}
