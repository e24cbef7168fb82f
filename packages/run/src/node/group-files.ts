import { type FileToWrite, readWithin, writeTogether } from '@itinera/tables/node';
import { type EventTable, encodeEvents } from '../tables/event-table.js';
import { encodeRoutes, type RouteTable } from '../tables/route-table.js';
import { decodeStatuses, encodeStatuses, type StatusTable } from '../tables/status-table.js';
import { encodeTrips, type TripTable } from '../tables/trip-table.js';
import { LARGEST_TABLE, sealTable, soundSum } from './table-file.js';

/** The tables of a run, one folder each. Statuses come last: once they exist, their group is done. */
export const TABLES = ['events', 'trips', 'routes', 'statuses'] as const;
export type TableName = (typeof TABLES)[number];

/** The rows of a group of people. */
export interface GroupTables {
  readonly statuses: StatusTable;
  readonly events: EventTable;
  readonly trips: TripTable;
  /** Null if the run does not keep any. */
  readonly routes: RouteTable | null;
}

/** Writes the tables of a group: all of them are on disk before the first appears. */
export async function writeGroupTables(
  path: (table: TableName) => string,
  { statuses, events, trips, routes }: GroupTables,
): Promise<void> {
  const files: FileToWrite[] = [];
  const beside: Record<string, string> = {};
  const add = (table: TableName, bytes: Uint8Array) => {
    const { parts, sum } = sealTable(bytes);
    files.push({ path: path(table), parts });
    beside[table] = sum;
  };
  add('events', encodeEvents(events));
  add('trips', encodeTrips(trips));
  if (routes !== null) add('routes', encodeRoutes(routes));
  add('statuses', encodeStatuses(statuses, { ...beside }));
  await writeTogether(files);
}

/** True when all tables of a group exist, are complete, and belong to the same run. */
export function groupIsSound(path: (table: TableName) => string): boolean {
  try {
    const bytes = readWithin(path('statuses'), LARGEST_TABLE);
    if (soundSum(bytes) === null) return false;
    const { beside } = decodeStatuses(bytes).facts as { beside?: Record<string, string> };
    return Object.entries(beside!).every(
      ([table, sum]) => soundSum(readWithin(path(table as TableName), LARGEST_TABLE)) === sum,
    );
  } catch {
    return false;
  }
}
