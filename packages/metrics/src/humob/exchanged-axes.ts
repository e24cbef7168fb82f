/** Cells must be this much nearer with their axes exchanged, */
const NEARER = 0.5;
/** or this many times as often be exactly those of the truth, and in this share of all steps: people far away decide the mean. */
const TIMES_AS_EXACT = 5;
const EXACT = 0.1;

/**
 * The mean distances of cells from those of the truth, as they are and with x and y exchanged, if exchanged they are more
 * than twice as near, or five times as often the same in a tenth of the steps; null otherwise. Row i of both is the same step.
 * @example
 * ```ts
 * exchangedAxes([10, 20], [30, 40], [30, 40], [10, 20]); // { apart: 28.2843, exchanged: 0 }
 * ```
 */
export function exchangedAxes(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  trueX: ArrayLike<number>,
  trueY: ArrayLike<number>,
): { readonly apart: number; readonly exchanged: number } | null {
  let apart = 0;
  let exchanged = 0;
  let same = 0;
  let sameExchanged = 0;
  for (let i = 0; i < x.length; i++) {
    apart += Math.sqrt((x[i]! - trueX[i]!) ** 2 + (y[i]! - trueY[i]!) ** 2);
    exchanged += Math.sqrt((y[i]! - trueX[i]!) ** 2 + (x[i]! - trueY[i]!) ** 2);
    if (x[i] === trueX[i] && y[i] === trueY[i]) same++;
    if (y[i] === trueX[i] && x[i] === trueY[i]) sameExchanged++;
  }
  const isNearer = exchanged < NEARER * apart;
  const isMoreExact = sameExchanged > TIMES_AS_EXACT * same && sameExchanged >= EXACT * x.length;
  return isNearer || isMoreExact ? { apart: apart / x.length, exchanged: exchanged / x.length } : null;
}

/** A warning for the reader of scores. @param name of the file or side with the exchanged axes */
export function exchangedAxesWarning(name: string, found: ReturnType<typeof exchangedAxes>): string[] {
  if (found === null) return [];
  return [
    `${name}: x and y are probably swapped. Its cells are ${found.apart.toFixed(1)} cells from the truth on average, but ` +
      `${found.exchanged.toFixed(1)} with the two columns swapped. Expected uid, d, t, x, y.`,
  ];
}
