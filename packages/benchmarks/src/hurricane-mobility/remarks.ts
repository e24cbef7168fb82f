import { NdArray } from '@itinera/run/browser';
import { impossibleValues } from '../findings/impossible-values.js';
import { property } from '../scoring/sample.js';
import { DAYS } from './gather.js';

const LISTS = ['total_travel_times', 'hourly_travel_times'] as const;

/** Says which lists of the results contain negative numbers, or days that are not scored. */
export function hurricaneMobilityRemarks(results: unknown): string[] {
  return [
    ...impossibleValues(
      results,
      LISTS.map((list) => [list, 0, Number.POSITIVE_INFINITY, 'a number of trips of at least 0']),
    ),
    ...LISTS.flatMap((list) => {
      const days = rowsOf(property(results, list)).length;
      return days > DAYS ? [`${list} has ${days} days; only the first ${DAYS} are scored, as in the original.`] : [];
    }),
  ];
}

/** The days of a list that are scored. */
export const scoredDays = (list: unknown): readonly unknown[] => rowsOf(list).slice(0, DAYS);

function rowsOf(list: unknown): readonly unknown[] {
  const rows = list instanceof NdArray ? list.toNested() : list;
  return Array.isArray(rows) ? rows : [];
}
