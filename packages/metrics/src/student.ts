import { power } from '@itinera/base';

/** The 0.975 quantile of the normal distribution. */
const Z = 1.959963984540054;
/** The same quantile of Student's distribution with 1 and 2 degrees of freedom, for which the series is too inaccurate. */
const FEW = [12.706204736, 4.30265273];

/**
 * Returns the 0.975 quantile of Student's distribution, to 0.2 %: the series of Cornish and Fisher (Abramowitz and
 * Stegun 1964, 26.7.5).
 * @param freedom degrees of freedom, from 1.
 * @example
 * ```ts
 * studentQuantile(4); // 2.77558
 * ```
 */
export function studentQuantile(freedom: number): number {
  const few = FEW[freedom - 1];
  if (few !== undefined) return few;
  return (
    Z +
    (power(Z, 3) + Z) / (4 * freedom) +
    (5 * power(Z, 5) + 16 * power(Z, 3) + 3 * Z) / (96 * freedom ** 2) +
    (3 * power(Z, 7) + 19 * power(Z, 5) + 17 * power(Z, 3) - 15 * Z) / (384 * power(freedom, 3)) +
    (79 * power(Z, 9) + 776 * power(Z, 7) + 1482 * power(Z, 5) - 1920 * power(Z, 3) - 945 * Z) /
      (92_160 * power(freedom, 4))
  );
}
