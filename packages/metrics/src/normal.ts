/**
 * Probability of a value at or below `z` under the standard normal distribution.
 *
 * Marsaglia's series about 0, and a continued fraction in the tails; good to 1e-15, and in the lower tail to
 * a relative 1e-12.
 *
 * @returns 0 to 1; NaN when `z` is NaN
 * @see G. Marsaglia (2004), Evaluating the normal distribution, doi:10.18637/jss.v011.i04
 * @example
 * ```ts
 * normalCdf(1.96); // 0.975002
 * ```
 */
export function normalCdf(z: number): number {
  if (Math.abs(z) > 3) return z > 0 ? 1 - upperTail(z) : upperTail(-z);
  let term = z;
  let sum = z;
  for (let i = 3; Math.abs(term) > 1e-18; i += 2) {
    term *= (z * z) / i;
    sum += term;
  }
  return 0.5 + sum * density(z);
}

/**
 * Quantile `p` of the standard normal distribution. @returns NaN outside 0 to 1
 * @example
 * ```ts
 * normalQuantile(0.975); // 1.95996
 * ```
 */
export function normalQuantile(p: number): number {
  if (!(p >= 0 && p <= 1)) return Number.NaN;
  if (p === 0 || p === 1) return p === 0 ? -Infinity : Infinity;
  if (p > 0.5) return -normalQuantile(1 - p);
  // A rational guess (Abramowitz and Stegun 26.2.23, off by at most 4.5e-4), then Newton's method.
  const t = Math.sqrt(-2 * Math.log(p));
  let z = (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t;
  for (let i = 0; i < 3; i++) z -= (normalCdf(z) - p) / density(z);
  return z;
}

function density(z: number): number {
  return Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
}

/** Probability above z, for z of 3 or more: density(z) / (z + 1/(z + 2/(z + 3/(z + ...)))). */
function upperTail(z: number): number {
  if (z === Infinity) return 0;
  let fraction = z;
  for (let i = 100; i > 0; i--) fraction = z + i / fraction;
  return density(z) / fraction;
}
