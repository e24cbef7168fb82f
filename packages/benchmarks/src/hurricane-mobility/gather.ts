import { SECONDS_PER_DAY, UserError } from '@itinera/base';
import { requireColumn, type StatusRow } from '../port/status-row.js';

/** The results of a run of HurricaneMobility. Days are before, during and after; "times" are counts of trips. */
export interface HurricaneMobilityResults {
  /** Trips by day. */
  readonly total_travel_times: number[];
  /** Departures by day and hour. */
  readonly hourly_travel_times: number[][];
}

export const DAYS = 3;
export const HOURS = 24;

/** Trips and departures of one person; the results are their sum. */
export interface PersonTrips {
  readonly id: number;
  /** Trips by day. */
  readonly trips: Uint32Array;
  /** Departures, day × 24 + hour. */
  readonly departures: Uint32Array;
}

/** The last AOI of a person on a day. 0 means none yet, as in the original. */
interface DayState {
  lastAoi: number;
  lastParent: number | null;
}

/**
 * Counts trips and departures by person from status rows. Each day starts again: a change over midnight is not a trip.
 * A trip is an AOI other than the last one of that day; a departure is a row outside any AOI right after one inside.
 * Rows count in the given order; days other than 0 to 2 are ignored.
 *
 * @param aoiIds AOIs of the map; any other parent_id, or none, means travelling
 * @returns people in the order of first occurrence
 * @throws UserError when a row lacks id, day or parent_id, or departs at an invalid time of day
 */
export function gatherPersonTrips(rows: Iterable<StatusRow>, aoiIds: ReadonlySet<number>): PersonTrips[] {
  const people = new Map<number, { counts: PersonTrips; days: DayState[] }>();
  let index = -1;
  for (const row of rows) {
    index++;
    for (const column of ['id', 'day', 'parent_id'] as const) requireColumn(row, index, column);
    let person = people.get(row.id);
    if (!person) {
      person = { counts: noTrips(row.id), days: Array.from({ length: DAYS }, () => ({ lastAoi: 0, lastParent: 0 })) };
      people.set(row.id, person);
    }
    const state = typeof row.day === 'number' ? person.days[row.day] : undefined;
    if (!state) continue;
    const parent = row.parent_id;
    if (isIn(aoiIds, parent)) {
      if (state.lastAoi !== 0 && parent !== state.lastAoi) person.counts.trips[row.day]!++;
      state.lastAoi = parent;
    } else if (isIn(aoiIds, state.lastParent)) {
      person.counts.departures[row.day * HOURS + hourOf(row, index)]!++;
    }
    state.lastParent = parent;
  }
  return Array.from(people.values(), ({ counts }) => counts);
}

/** Gathers the results of HurricaneMobility: the sums of `gatherPersonTrips`. */
export function gatherHurricaneMobility(
  rows: Iterable<StatusRow>,
  aoiIds: ReadonlySet<number>,
): HurricaneMobilityResults {
  return sumTrips(gatherPersonTrips(rows, aoiIds));
}

/** Sums up the results of all people, or of those at the given indices, each as often as it occurs. */
export function sumTrips(people: readonly PersonTrips[], places?: ArrayLike<number>): HurricaneMobilityResults {
  const sum = noTrips(0);
  const count = places ? places.length : people.length;
  for (let i = 0; i < count; i++) {
    const { trips, departures } = people[places ? places[i]! : i]!;
    for (let k = 0; k < trips.length; k++) sum.trips[k]! += trips[k]!;
    for (let k = 0; k < departures.length; k++) sum.departures[k]! += departures[k]!;
  }
  return toResults(sum.trips, sum.departures);
}

/** @param trips by day @param departures day × 24 + hour */
export function toResults(trips: ArrayLike<number>, departures: ArrayLike<number>): HurricaneMobilityResults {
  const hourly = Array.from(departures);
  return {
    total_travel_times: Array.from(trips),
    hourly_travel_times: Array.from({ length: DAYS }, (_, day) => hourly.slice(day * HOURS, (day + 1) * HOURS)),
  };
}

function noTrips(id: number): PersonTrips {
  return { id, trips: new Uint32Array(DAYS), departures: new Uint32Array(DAYS * HOURS) };
}

function isIn(aoiIds: ReadonlySet<number>, parent: number | null): parent is number {
  return parent !== null && aoiIds.has(parent);
}

/** A negative t counts back from midnight, like the original's list index. */
function hourOf({ t }: StatusRow, index: number): number {
  if (!(typeof t === 'number' && t >= -SECONDS_PER_DAY && t < SECONDS_PER_DAY)) {
    throw new UserError(`Row ${index} departs at t = ${t}; expected seconds since midnight, 0 to ${SECONDS_PER_DAY}.`);
  }
  return Math.floor((t < 0 ? t + SECONDS_PER_DAY : t) / 3600);
}
