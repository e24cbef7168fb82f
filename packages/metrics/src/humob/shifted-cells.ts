/** Cells moved by one must be this many times as often those of the truth, and in this share of all steps. */
const TIMES_AS_OFTEN = 5;
const OFTEN = 0.1;

/**
 * Whether cells are counted from another number than those of the truth: the number to add to x and y, if with it they are five
 * times as often exactly those of the truth as without, and in a tenth of the steps; null otherwise. Row i of both is the same step.
 * @returns `shift`: 1 or -1; `same` and `shifted`: shares of steps, 0 to 1, without and with it
 * @example
 * ```ts
 * shiftedCells([9, 19], [29, 39], [10, 20], [30, 40]); // { shift: 1, same: 0, shifted: 1 }
 * ```
 */
export function shiftedCells(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  trueX: ArrayLike<number>,
  trueY: ArrayLike<number>,
): { readonly shift: 1 | -1; readonly same: number; readonly shifted: number } | null {
  let [same, above, below] = [0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    const apart = x[i]! - trueX[i]!;
    if (apart !== y[i]! - trueY[i]!) continue;
    if (apart === 0) same++;
    else if (apart === -1) below++;
    else if (apart === 1) above++;
  }
  const shifted = Math.max(above, below);
  if (!(shifted > TIMES_AS_OFTEN * same && shifted >= OFTEN * x.length)) return null;
  return { shift: below > above ? 1 : -1, same: same / x.length, shifted: shifted / x.length };
}

/** A warning for the reader of scores. @param name of the file or side whose cells are shifted */
export function shiftedCellsWarning(name: string, found: ReturnType<typeof shiftedCells>): string[] {
  if (found === null) return [];
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const [change, first] = found.shift === 1 ? ['added to', '0'] : ['subtracted from', '2'];
  return [
    `${name}: cells are probably counted from ${first}. ${percent(found.same)} of its steps are at the cell of the truth, but ` +
      `${percent(found.shifted)} with 1 ${change} x and y. Expected cells counted from 1, as in the data.`,
  ];
}
