import { SECONDS_PER_DAY } from '@itinera/base';
import type { CityView } from '@itinera/engine';
import { type DiaryStay, type DiaryTrip, formatDay, MINUTES_PER_DAY } from '@itinera/mobility';
import type { TripRow } from '@itinera/run';
import { requireColumn, type StatusRow } from '../port/status-row.js';
import type { DiaryResults } from './score.js';

/** A person's day, for resampling. */
export interface PersonDay {
  readonly id: number;
  readonly sequence: string;
}

interface Leg {
  readonly from: number;
  readonly to: number;
  readonly mode: string;
  readonly origin: number | null;
  readonly destination: number | null;
}

/**
 * Gathers the day of each person from the rows of day 0: stays with the person's words for what they do there, `home` at the
 * AOI where the day began, and trips with times, modes and the straight line between their ends from the run's record of
 * trips. Without that record, a trip is a change of AOI from one row to the next, without a mode.
 * @throws UserError when a row lacks id, day, t, parent_id or action
 */
export function gatherDiaryDay(
  rows: Iterable<StatusRow>,
  city: CityView,
  trips: Iterable<TripRow> = [],
): { readonly results: DiaryResults; readonly people: readonly PersonDay[] } {
  const people = new Map<number, StatusRow[]>();
  let index = 0;
  for (const row of rows) {
    for (const column of ['id', 'day', 't', 'parent_id', 'action'] as const) requireColumn(row, index, column);
    index++;
    if (row.day !== 0) continue;
    const own = people.get(row.id);
    if (own) own.push(row);
    else people.set(row.id, [row]);
  }
  const legs = new Map<number, Leg[]>();
  let isRecorded = false;
  for (const { id, departure, arrival, mode, origin, destination } of trips) {
    isRecorded = true;
    if (departure >= SECONDS_PER_DAY) continue;
    const to = arrival === null ? MINUTES_PER_DAY : minuteOf(arrival);
    const leg = { from: minuteOf(departure), to, mode: mode.toLowerCase(), origin, destination };
    const own = legs.get(id);
    if (own) own.push(leg);
    else legs.set(id, [leg]);
  }
  const days = Array.from(people, ([id, own]): PersonDay => {
    const day = dayOf(own, isRecorded ? (legs.get(id) ?? []) : legsOfRows(own), city);
    return { id, sequence: formatDay(day) };
  });
  return { results: { days }, people: days };
}

const minuteOf = (seconds: number) => Math.min(MINUTES_PER_DAY, Math.max(0, Math.round(seconds / 60)));

function dayOf(rows: readonly StatusRow[], legs: readonly Leg[], city: CityView) {
  const home = rows[0]!.parent_id;
  const stays: DiaryStay[] = [];
  const trips: DiaryTrip[] = [];
  let at = 0;
  const stay = (to: number, aoi: number | null) => {
    if (to > at) stays.push({ place: aoi !== null && aoi === home ? 'home' : activityOf(rows, at, to), from: at, to });
    at = Math.max(at, to);
  };
  let aoi = home;
  for (const { from, to, mode, origin, destination } of legs) {
    stay(from, aoi);
    const metres = distanceOf(city, origin ?? aoi, destination);
    trips.push({ mode, from: at, to: Math.max(at, to), metres, destination: '' });
    at = Math.max(at, to);
    aoi = destination;
  }
  stay(MINUTES_PER_DAY, aoi);
  return { stays, trips };
}

/** Returns the most frequent word of a stay's rows; of the first row after it began if no row falls into it. */
function activityOf(rows: readonly StatusRow[], from: number, to: number): string {
  const counts = new Map<string, number>();
  for (const { t, action } of rows)
    if (t >= from * 60 && t < to * 60) counts.set(action, (counts.get(action) ?? 0) + 1);
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  const word = most?.[0] ?? rows.find(({ t }) => t >= from * 60)?.action ?? rows.at(-1)!.action;
  // Words for being at home describe a stay elsewhere, such as a night at a friend's.
  return word === 'sleep' || word === 'home activity'
    ? 'visit'
    : word.replaceAll(/[^\w -]/g, ' ').slice(0, 40) || 'other';
}

/** A trip begins in the first row outside an AOI, or in the row that is in another one. */
function legsOfRows(rows: readonly StatusRow[]): Leg[] {
  const legs: Leg[] = [];
  let origin = rows[0]!.parent_id;
  let left: number | null = null;
  for (const { t, parent_id } of rows) {
    if (parent_id === null) left ??= t;
    else {
      if (parent_id !== origin)
        legs.push({ from: minuteOf(left ?? t), to: minuteOf(t), mode: '', origin, destination: parent_id });
      origin = parent_id;
      left = null;
    }
  }
  return legs;
}

function distanceOf(city: CityView, origin: number | null, destination: number | null): number | null {
  if (origin === null || destination === null) return null;
  const [a, b] = [city.aoiCentre(origin), city.aoiCentre(destination)];
  return a === undefined || b === undefined ? null : Math.hypot(a.x - b.x, a.y - b.y);
}
