import { field, flatNumbers } from './numbers.js';

/** A list of results, the least and the most that its values can be, and these in words. */
export type PossibleValues = readonly [list: string, least: number, most: number, expected: string];

/** Says which lists of the results contain impossible values. These may improve a score, since they stretch its bins. */
export function impossibleValues(results: unknown, possible: readonly PossibleValues[]): readonly string[] {
  return possible.flatMap(([list, least, most, expected]) => {
    const values = flatNumbers(field(results, list)) ?? new Float64Array();
    // Shares may exceed 1 by rounding.
    const wrong = values.find((value) => value < least || value > most + 1e-9);
    return wrong === undefined
      ? []
      : [`${list}: the results contain ${wrong}, expected ${expected}. The score is that of impossible values.`];
  });
}
