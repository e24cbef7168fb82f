import { counted, fixed } from '@itinera/base';
import type { TripTable } from '../tables/trip-table.js';

/** Trips that had begun but neither arrived nor were broken off when the run ended, and the seconds that they had taken. */
export interface UnderWay {
  readonly trips: number;
  readonly seconds: number;
}

/** Counts them in tables. */
export function underWay(tables: Iterable<Pick<TripTable, 'id' | 'seconds' | 'ended'>>): UnderWay {
  const found = { trips: 0, seconds: 0 };
  for (const { id, seconds, ended } of tables)
    for (let row = 0; row < id.length; row++)
      if (ended.texts[ended.keys[row]!] === 'under-way') {
        found.trips++;
        found.seconds += seconds[row]!;
      }
  return found;
}

/** A sentence on them for below the numbers of all trips; none without any. */
export const underWaySays = ({ trips, seconds }: UnderWay): string[] =>
  trips === 0
    ? []
    : [
        `${counted(trips, 'of these trips was', 'of these trips were')} still under way at the end, after ${fixed(seconds / 60, 0)} min in total.`,
      ];
