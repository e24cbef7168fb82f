import type { Random } from '@itinera/base';
import { fitMargins } from './ipf.js';
import { AGE_BANDS, type Marginals, OLDEST, SEXES, STATUSES } from './marginals.js';

/** People without homes yet, in columns. */
export interface DrawnPeople {
  /** Years. */
  readonly ages: Uint8Array;
  /** Indices into `SEXES` and `STATUSES`. */
  readonly sexes: Uint8Array;
  readonly statuses: Uint8Array;
  /** Largest difference of a marginal from its target, as a share of all people: of the fit, and of the people drawn. */
  readonly fitError: number;
  readonly drawError: number;
}

/**
 * Share of people of an age band who work, and who go to school. Employed: employment–population ratio by age, US Current
 * Population Survey 2019, table 3. Everyone up to 17 goes to school, as do half of the non-workers aged 18 to 24
 * (assumptions).
 */
function statusShares(firstAge: number): readonly [worker: number, student: number] {
  if (firstAge < 5) return [0, 0];
  if (firstAge < 15) return [0, 1];
  if (firstAge < 20) return [0.4 * 0.51, 0.6 + 0.4 * 0.245];
  if (firstAge < 25) return [0.51, 0.245];
  if (firstAge < 55) return [0.8, 0];
  if (firstAge < 65) return [0.63, 0];
  return [firstAge < 75 ? 0.26 : 0.09, 0];
}

/** Draws people whose age, sex and occupation match the marginals: each kind as often as in the fitted table, rounded. */
export function drawPeople(count: number, marginals: Marginals, random: Random): DrawnPeople {
  const sizes = [AGE_BANDS.length, SEXES.length, STATUSES.length];
  const seed = AGE_BANDS.flatMap((first, band) => {
    const [worker, student] = statusShares(first);
    return SEXES.flatMap(() => [worker, student, 1 - worker - student].map((share) => share * marginals.age[band]));
  });
  const margins = [
    { dimension: 0, totals: marginals.age },
    { dimension: 1, totals: marginals.sex },
    ...(marginals.status ? [{ dimension: 2, totals: marginals.status }] : []),
  ];
  const { table, error } = fitMargins(sizes, seed, margins);
  const cells = wholeNumbers(table, count);
  const ages = new Uint8Array(count);
  const sexes = new Uint8Array(count);
  const statuses = new Uint8Array(count);
  let at = 0;
  cells.forEach((people, cell) => {
    const status = cell % STATUSES.length;
    const sex = Math.floor(cell / STATUSES.length) % SEXES.length;
    const band = Math.floor(cell / STATUSES.length / SEXES.length);
    const end = AGE_BANDS[band + 1] ?? OLDEST + 1;
    for (let i = 0; i < people; i++) {
      ages[at] = AGE_BANDS[band] + random.integer(end - AGE_BANDS[band]);
      sexes[at] = sex;
      statuses[at++] = status;
    }
  });
  const drawError = Math.max(
    ...margins.map(({ dimension, totals }) => {
      const sums = new Float64Array(totals.length);
      const stride = sizes.slice(dimension + 1).reduce((product, size) => product * size, 1);
      cells.forEach((people, cell) => {
        sums[Math.floor(cell / stride) % totals.length] += people / count;
      });
      const all = totals.reduce((sum, value) => sum + value, 0);
      return Math.max(...sums.map((share, i) => Math.abs(share - totals[i] / all)));
    }),
  );
  return { ages, sexes, statuses, fitError: error, drawError };
}

/** Weights as whole numbers with a given sum, by largest remainders; ties to the first. */
export function wholeNumbers(weights: ArrayLike<number>, sum: number): Uint32Array {
  let all = 0;
  for (let i = 0; i < weights.length; i++) all += weights[i];
  const made = new Uint32Array(weights.length);
  if (!(all > 0)) return made;
  const rests: { i: number; rest: number }[] = [];
  let given = 0;
  for (let i = 0; i < weights.length; i++) {
    const wanted = (weights[i] / all) * sum;
    made[i] = Math.floor(wanted);
    given += made[i];
    if (weights[i] > 0) rests.push({ i, rest: wanted - made[i] });
  }
  rests.sort((a, b) => b.rest - a.rest || a.i - b.i);
  for (let k = 0; given < sum; k++, given++) made[rests[k % rests.length].i]++;
  return made;
}
