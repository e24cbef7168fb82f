import { basename, dirname, join } from 'node:path';
import { UserError } from '@itinera/base';
import type { Clock } from '../clock.js';
import { type UnderWay, underWay } from '../derive/under-way.js';
import { type Grouping, groupsOf } from '../groups.js';
import type { Problem } from '../problem.js';
import { decodeEvents, type EventRow, type EventTable, eventRows } from '../tables/event-table.js';
import type { TableName } from '../tables/group-tables.js';
import { decodeRoutes, type RouteRow, type RouteTable, routeRows } from '../tables/route-table.js';
import { countActions, decodeStatuses, type LoggedRow, type StatusTable, statusRow } from '../tables/status-table.js';
import { decodeTrips, type TripRow, type TripTable, tripRows } from '../tables/trip-table.js';
import type { RunFolder } from './run-folder.js';
import { readTableFile } from './table-file.js';

/** The tables of a run, one group of people at a time: by person and then by time. @throws UserError for damaged files. */
export function* readTables<T>(
  folder: RunFolder,
  run: Grouping,
  table: TableName,
  decode: (bytes: Uint8Array, name: string) => T,
): Generator<T> {
  const groups = groupsOf(run).length;
  for (let group = 0; group < groups; group++) {
    const path = folder.tablePath(table, group);
    yield decode(readTableFile(path), join(folder.name, basename(dirname(path)), basename(path)));
  }
}

/** @throws UserError when a table contains other people or steps than `run` states. */
export function* readStatusTables(
  folder: RunFolder,
  run: Grouping & { readonly clock?: Clock },
): Generator<StatusTable> {
  const groups = groupsOf(run).values();
  for (const table of readTables(folder, run, 'statuses', decodeStatuses)) {
    const { from, to } = groups.next().value!;
    const { people = to - from } = table.facts;
    const [rows, steps] = [table.action.keys.length, run.clock?.steps];
    const fault =
      people !== to - from
        ? `${people} people where run.json states ${to - from}`
        : steps !== undefined && rows !== people * steps
          ? `${rows} rows where run.json states ${steps} for each of ${people} people`
          : null;
    if (fault !== null) throw new UserError(`${folder.name}: its tables contain ${fault}, so run.json was edited.`);
    yield table;
  }
}

export function readEventTables(folder: RunFolder, run: Grouping): Generator<EventTable> {
  return readTables(folder, run, 'events', decodeEvents);
}

export function readTripTables(folder: RunFolder, run: Grouping): Generator<TripTable> {
  return readTables(folder, run, 'trips', decodeTrips);
}

export function readRouteTables(folder: RunFolder, run: Grouping): Generator<RouteTable> {
  return readTables(folder, run, 'routes', decodeRoutes);
}

/** The rows of a run, by person and then by time; one group of people is in memory at a time. */
export function* readStatuses(folder: RunFolder, run: Grouping): Generator<LoggedRow> {
  // One generator: delegating to another for each table takes half as long again.
  for (const table of readStatusTables(folder, run))
    for (let row = 0; row < table.id.length; row++) yield statusRow(table, row);
}

/** Events of people on their routes, by person and then by time. */
export function* readEvents(folder: RunFolder, run: Grouping): Generator<EventRow> {
  for (const table of readEventTables(folder, run)) yield* eventRows(table);
}

/** The trips of a run, by person and then by departure. */
export function* readTrips(folder: RunFolder, run: Grouping): Generator<TripRow> {
  for (const table of readTripTables(folder, run)) yield* tripRows(table);
}

/** The routes of these trips, in the same order. @throws UserError when the run has kept none. */
export function* readRoutes(folder: RunFolder, run: Grouping): Generator<RouteRow> {
  for (const table of readRouteTables(folder, run)) yield* routeRows(table);
}

/** Totals of a run in addition to its rows. */
export interface RunTotals {
  /** Number of trips that began, with their seconds and metres. */
  readonly trips: number;
  readonly seconds: number;
  readonly metres: number;
  /** Those of them that had not ended with the run. */
  readonly underWay: UnderWay;
  readonly people: number;
  readonly problemCount: number;
  /** Decisions that used the agent's fallback; they are among the problems. */
  readonly fallbacks: number;
  /** Trips that could not be made; the events state the reason. */
  readonly failedTrips: number;
  /** Steps in which an agent made no decision because it failed or timed out. */
  readonly lostSteps: number;
  /** Rows by activity. */
  readonly actions: ReadonlyMap<string, number>;
}

/** Sums over all people. */
export function readTotals(folder: RunFolder, run: Grouping): RunTotals {
  const totals = {
    people: 0,
    trips: 0,
    seconds: 0,
    metres: 0,
    problemCount: 0,
    fallbacks: 0,
    failedTrips: 0,
    lostSteps: 0,
  };
  const actions = new Map<string, number>();
  for (const table of readStatusTables(folder, run)) {
    const { facts } = table;
    countActions(actions, table);
    for (const key of ['people', 'problemCount', 'fallbacks', 'failedTrips', 'lostSteps'] as const)
      totals[key] += facts[key] ?? 0;
  }
  const late = { trips: 0, seconds: 0 };
  for (const table of readTripTables(folder, run)) {
    totals.trips += table.id.length;
    for (const value of table.seconds) totals.seconds += value;
    for (const value of table.metres) totals.metres += value;
    const { trips, seconds } = underWay([table]);
    late.trips += trips;
    late.seconds += seconds;
  }
  return { ...totals, underWay: late, actions };
}

/** The problems of a run, by person and then by time, one group of people at a time. */
export function* readProblems(folder: RunFolder, run: Grouping): Generator<readonly Problem[]> {
  for (const { facts } of readStatusTables(folder, run)) yield facts.problems;
}
