import { existsSync } from 'node:fs';
import {
  decodeRoutes,
  decodeStatuses,
  decodeTrips,
  type RunFolder,
  type StatusTable,
  type TripRow,
  tripRows,
  type WayPart,
} from '@itinera/run';
import { tableOf } from '../run-list.js';

/** Whether a run keeps its routes; otherwise people are moved through the map again. */
export const hasRoutes = (folder: RunFolder): boolean => existsSync(folder.tablePath('routes', 0));

/** Reads the rows of each group. */
export function* statusesOf(folder: RunFolder, groups: readonly number[]): Generator<StatusTable> {
  for (const group of groups) yield decodeStatuses(...tableOf(folder, 'statuses', group));
}

/** Reads the trips and routes of each group. */
export function* storedWays(folder: RunFolder, groups: readonly number[]): Generator<WayPart> {
  for (const [i, group] of groups.entries()) {
    const routes = decodeRoutes(...tableOf(folder, 'routes', group));
    yield { trips: tripsOf(folder, group), routes, share: (i + 1) / groups.length };
  }
}

/** Reads the trips of a group. */
export function tripsOf(folder: RunFolder, group: number): TripRow[] {
  return [...tripRows(decodeTrips(...tableOf(folder, 'trips', group)))];
}
