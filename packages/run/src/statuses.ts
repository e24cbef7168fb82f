import { dayOfStep, secondOfStep } from './clock.js';
import { readColumns } from './columns.js';
import { DEGREES, type GroupHeader, NO_PARENT } from './group-file.js';
import { groupsOf } from './groups.js';
import type { RunManifest } from './manifest.js';
import type { Problem } from './problem.js';
import type { RunFolder } from './run-folder.js';

/** What says how many files a run's people are in; a manifest will do. */
export type RunSize = Pick<RunManifest, 'people' | 'congestion' | 'order'>;

function groupCount({ people, congestion, order }: RunSize): number {
  return groupsOf(people, congestion !== 'off' || order === 'step').length;
}

/** A row of a run, with the names of the documents. */
export interface LoggedRow {
  readonly id: number;
  readonly day: number;
  /** Seconds since midnight. */
  readonly t: number;
  /** Degrees. */
  readonly lng: number;
  readonly lat: number;
  /** The AOI, else the lane, else null. */
  readonly parent_id: number | null;
  /** What the person said that it does, else `Planning`. */
  readonly action: string;
  /** How it moves, as the documents number it. */
  readonly status: number;
}

/** The rows of a run, by person and then by time; one group of people is in memory at a time. */
export function* readStatuses(folder: RunFolder, run: RunSize): Generator<LoggedRow> {
  const groups = groupCount(run);
  for (let group = 0; group < groups; group++) {
    const { header, columns } = readColumns(folder.groupPath(group));
    const { ids, clock, actions } = header as unknown as GroupHeader;
    const { lng, lat, parent, status, action } = columns as Record<string, ArrayLike<number>>;
    let row = 0;
    for (const id of ids)
      for (let step = 0; step < clock.steps; step++, row++)
        yield {
          id,
          day: dayOfStep(clock, step),
          t: secondOfStep(clock, step),
          lng: lng![row]! * DEGREES,
          lat: lat![row]! * DEGREES,
          parent_id: parent![row] === NO_PARENT ? null : parent![row]!,
          action: actions[action![row]!]!,
          status: status![row]!,
        };
  }
}

/** What a run adds up to beside its rows. */
export interface RunTotals {
  /** Trips that were ended, and the seconds and metres that they took. */
  readonly trips: number;
  readonly seconds: number;
  readonly metres: number;
  readonly people: number;
  readonly problemCount: number;
  /** Decisions that took the agent's fallback; they are among the problems. */
  readonly fallbacks: number;
  /** Trips that could not be made; the events say why. */
  readonly failedTrips: number;
}

/** Sums over all people. */
export function readTotals(folder: RunFolder, run: RunSize): RunTotals {
  const groups = groupCount(run);
  const totals = { people: 0, trips: 0, seconds: 0, metres: 0, problemCount: 0, fallbacks: 0, failedTrips: 0 };
  for (let group = 0; group < groups; group++) {
    const { header, columns } = readColumns(folder.groupPath(group));
    const { ids, problemCount, fallbacks, failedTrips } = header as unknown as GroupHeader;
    totals.people += ids.length;
    totals.problemCount += problemCount;
    totals.fallbacks += fallbacks;
    totals.failedTrips += failedTrips;
    for (const key of ['trips', 'seconds', 'metres'] as const)
      for (const value of columns[key] as ArrayLike<number> & Iterable<number>) totals[key] += value;
  }
  return totals;
}

/** The problems of a run, by person and then by time, a group of people at a time. */
export function* readProblems(folder: RunFolder, run: RunSize): Generator<readonly Problem[]> {
  const groups = groupCount(run);
  for (let group = 0; group < groups; group++) {
    const { header } = readColumns(folder.groupPath(group));
    yield (header as unknown as GroupHeader).problems;
  }
}
