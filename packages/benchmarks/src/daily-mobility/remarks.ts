import { INTENTIONS } from '@itinera/run/browser';
import { field, flatNumbers } from '../findings/numbers.js';

/** What values of each list cannot be. They would stretch the bins, and so may even improve the score. */
const POSSIBLE = [
  ['gyration_radius', 0, Number.POSITIVE_INFINITY, 'a radius in metres of at least 0'],
  ['daily_location_numbers', 0, Number.POSITIVE_INFINITY, 'a number of places of at least 0'],
  ['intention_sequences', 0, INTENTIONS.length, `codes up to ${INTENTIONS.length}`],
  ['intention_proportions', 0, 1, 'shares from 0 to 1'],
] as const;

/** Says which lists of the results contain impossible values. */
export function dailyMobilityRemarks(results: unknown): readonly string[] {
  return POSSIBLE.flatMap(([name, least, most, expected]) => {
    const wrong = (flatNumbers(field(results, name)) ?? new Float64Array()).find(
      (value) => value < least || value > most + 1e-9,
    );
    return wrong === undefined
      ? []
      : [`${name}: the results contain ${wrong}, expected ${expected}. The score is that of impossible values.`];
  });
}
