import { INTENTIONS } from '@itinera/run/browser';
import { impossibleValues } from '../findings/impossible-values.js';

/** Says which lists of the results contain impossible values. */
export const dailyMobilityRemarks = (results: unknown): readonly string[] =>
  impossibleValues(results, [
    ['gyration_radius', 0, Number.POSITIVE_INFINITY, 'a radius in metres of at least 0'],
    ['daily_location_numbers', 0, Number.POSITIVE_INFINITY, 'a number of places of at least 0'],
    ['intention_sequences', 0, INTENTIONS.length, `codes up to ${INTENTIONS.length}`],
    ['intention_proportions', 0, 1, 'shares from 0 to 1'],
  ]);
