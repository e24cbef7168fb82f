/** A power law with an exponential cut-off: p(x) ∝ x^(−exponent) e^(−x / cutoff) from `least` to `most`. */
export interface TruncatedPowerLaw {
  readonly exponent: number;
  /** Infinity if the values fall no faster than a power law. */
  readonly cutoff: number;
  /** Number of values within the range. */
  readonly n: number;
}

const STEPS = 400;
const ITERATIONS = 60;

/**
 * Fits a power law with an exponential cut-off by maximum likelihood: an exponential family with the sufficient statistics
 * ln x and x, whose mean values the fit reproduces. Newton's method, with moments by Simpson's rule in ln x.
 *
 * @param values any numbers; those outside the range are ignored
 * @param range above 0; the same for the samples that are compared
 * @returns NaN with fewer than 10 values, or if all are equal
 * @see A. Clauset et al. (2009), Power-law distributions in empirical data, doi:10.1137/070710111
 */
export function fitTruncatedPowerLaw(
  values: ArrayLike<number>,
  { least, most }: { readonly least: number; readonly most: number },
): TruncatedPowerLaw {
  // In units of `most`, so that both parameters are of the order of 1.
  let [n, meanLog, mean, first] = [0, 0, 0, Number.NaN];
  let isConstant = true;
  for (let i = 0; i < values.length; i++) {
    const x = values[i] / most;
    if (!(x >= least / most && x <= 1)) continue;
    if (n === 0) first = x;
    else isConstant &&= x === first;
    n++;
    meanLog += Math.log(x);
    mean += x;
  }
  meanLog /= n;
  mean /= n;
  if (n < 10 || isConstant) return { exponent: Number.NaN, cutoff: Number.NaN, n };
  const moments = momentsOf(Math.log(least / most));
  let [exponent, rate] = [1, 0];
  for (let i = 0; i < ITERATIONS; i++) {
    const m = moments(exponent, rate);
    // Where the cut-off would be negative, the law is a pure power law.
    const isFree = rate > 0 || mean < m.x;
    const [a, b] = [m.log - meanLog, m.x - mean];
    const determinant = m.varLog * m.varX - m.covariance ** 2;
    const [stepExponent, stepRate] = isFree
      ? [(a * m.varX - b * m.covariance) / determinant, (b * m.varLog - a * m.covariance) / determinant]
      : [a / m.varLog, 0];
    // Halved until neither parameter leaves a range in which the moments are finite.
    const scale = Math.min(1, 2 / Math.max(Math.abs(stepExponent), Math.abs(stepRate) / (1 + rate), 1e-12));
    exponent += scale * stepExponent;
    rate = Math.max(0, rate + scale * stepRate);
    if (Math.abs(stepExponent) + Math.abs(stepRate) / (1 + rate) < 1e-10) break;
  }
  return { exponent, cutoff: rate > 0 ? most / rate : Infinity, n };
}

/** Moments of ln x and x under a law on [e^from, 1]. */
function momentsOf(from: number) {
  const step = -from / STEPS;
  return (exponent: number, rate: number) => {
    let [sum, log, x, logLog, xx, logX] = [0, 0, 0, 0, 0, 0];
    // The largest exponent is taken out, so that no term overflows.
    const powerOf = (u: number) => (1 - exponent) * u - rate * Math.exp(u);
    const top = Math.max(
      powerOf(from),
      powerOf(0),
      powerOf(Math.min(0, Math.max(from, Math.log((1 - exponent) / rate) || 0))),
    );
    for (let i = 0; i <= STEPS; i++) {
      const u = from + i * step;
      const value = Math.exp(u);
      const weight = (i === 0 || i === STEPS ? 1 : i % 2 === 1 ? 4 : 2) * Math.exp(powerOf(u) - top);
      sum += weight;
      log += weight * u;
      x += weight * value;
      logLog += weight * u * u;
      xx += weight * value * value;
      logX += weight * u * value;
    }
    log /= sum;
    x /= sum;
    return {
      log,
      x,
      varLog: logLog / sum - log * log,
      varX: xx / sum - x * x,
      covariance: logX / sum - log * x,
    };
  };
}
