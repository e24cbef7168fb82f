import { counted, SECONDS_PER_DAY, UserError } from '@itinera/base';
import { FIRST_AOI } from '@itinera/benchmarks';
import { wilcoxonSignedRank } from '@itinera/metrics';
import { type MonthLaw, monthLaws, type PersonMonth, radiusOfRows } from '@itinera/mobility';
import {
  dateOfDay,
  firstWeekdayOf,
  type LoggedRow,
  type RunFolder,
  readManifest,
  readStatuses,
  readTrips,
  requireFinished,
  type TripRow,
} from '@itinera/run';
import { agentFileOf, manifestHere, peopleOf, readDatasetOfRun } from '@itinera/runner';
import { byPerson } from '../exports/people-of-run.js';
import { monthOf, type UsualPlaces, usualPlaces } from './months-of-run.js';
import type { PairedValue } from './paired-value.js';
import { pairing } from './pairing.js';

const DAYS_PER_WEEK = 7;

/** A person's run, in order of time. */
export interface Life extends UsualPlaces {
  readonly rows: readonly LoggedRow[];
  readonly trips: readonly TripRow[];
}

/** Measures of one person over a number of days; NaN where undefined. */
const measures: Readonly<Record<string, (life: Life, days: number) => number>> = {
  'trips per day': ({ trips }, days) => trips.length / days,
  'km per trip': ({ trips }) => trips.reduce((sum, { metres }) => sum + metres, 0) / 1000 / trips.length,
  'days without a trip, %': ({ trips }, days) => 100 * (1 - new Set(trips.map(dayOf)).size / days),
  'different places': ({ rows }) => new Set(rows.filter(isThere).map(({ parent_id }) => parent_id)).size,
  'radius of gyration, km': ({ rows }) => radiusOf(rows.filter(isThere)) / 1000,
  'time at home, %': ({ rows, home }) => shareOf(rows, (row) => isThere(row) && row.parent_id === home),
  'time at work or school, %': ({ rows, home, duties }) =>
    shareOf(rows, (row) => isThere(row) && row.parent_id !== home && duties.includes(row.parent_id)),
  'time elsewhere, %': ({ rows, home, duties }) =>
    shareOf(rows, (row) => isThere(row) && row.parent_id !== home && !duties.includes(row.parent_id)),
  'time travelling, %': ({ rows }) => shareOf(rows, (row) => !isThere(row)),
};

/** Means over the people for whom a measure is defined; NaN if there are none. */
export type DriftMeans = Readonly<Record<string, number>>;

/** A measure in the first and the last week, of the people for whom it is defined in both. */
export interface DriftChange extends PairedValue {
  readonly measure: string;
  /** Of Wilcoxon's signed-rank test, times the number of measures (Bonferroni), at most 1. */
  readonly pValue: number;
}

export interface Drift {
  readonly people: number;
  /** Complete weeks, from the first day of the run on. */
  readonly weeks: readonly DriftMeans[];
  readonly days: readonly DriftMeans[];
  /** The last week minus the first. */
  readonly changes: readonly DriftChange[];
}

export interface RunDrift extends Drift {
  readonly folder: RunFolder;
  readonly agent: string;
  readonly synthetic: boolean;
  readonly task: string;
  /** By day; null for a clock without dates. */
  readonly dates: readonly (string | null)[];
  /** Published laws of mobility over weeks. */
  readonly laws: readonly MonthLaw[];
}

/**
 * Compares the last complete week of a run with the first, person by person. Both have the same weekdays.
 * @throws UserError if the run is not finished, shorter than two weeks, or of people who were moved to another map
 */
export async function driftOfRun(
  folder: RunFolder,
  { home, seed = 0 }: { readonly home: string; readonly seed?: number | undefined },
): Promise<RunDrift> {
  const written = readManifest(folder);
  requireFinished(folder, written.state === 'finished');
  const { clock, agent, task } = written;
  const days = (clock.steps * clock.stepSeconds) / SECONDS_PER_DAY;
  if (days < 2 * DAYS_PER_WEEK)
    throw new UserError(
      `${folder.name}: ${counted(Number(days.toFixed(2)), 'day')}, expected at least 14 to compare its weeks. Run it again: asbench simulate --days 14`,
    );
  if (written.dataset.relocated !== null)
    throw new UserError(
      `${folder.name}: its people were moved to another map, so their homes are unknown. Simulate people of this map: asbench simulate --days 14`,
    );
  const manifest = await manifestHere(folder, { home });
  const profiles = peopleOf(readDatasetOfRun(manifest), manifest.people);
  const rows = byPerson<LoggedRow>(readStatuses(folder, manifest));
  const trips = byPerson<TripRow>(readTrips(folder, manifest));
  const months: PersonMonth[] = [];
  function* lives(): Generator<Life> {
    for (const profile of profiles) {
      const life = { ...usualPlaces(profile), rows: rows(profile.id), trips: trips(profile.id) };
      months.push(monthOf(life, life.trips));
      yield life;
    }
  }
  const drift = driftOf(lives(), Math.floor(days), seed);
  const firstWeekday = firstWeekdayOf(clock);
  return {
    ...drift,
    laws: monthLaws(months, { weeks: drift.weeks.length, firstWeekday, seed }),
    folder,
    agent: agentFileOf(agent.source),
    synthetic: manifest.dataset.synthetic,
    task,
    dates: Array.from({ length: Math.floor(days) }, (_, day) => dateOfDay(clock, day)?.date ?? null),
  };
}

/** Compares the weeks of people, the last complete one minus the first. @param days 14 or more */
export function driftOf(lives: Iterable<Life>, days: number, seed = 0): Drift {
  const names = Object.keys(measures);
  const weeks = Array.from({ length: Math.floor(days / DAYS_PER_WEEK) }, () => new Values(names));
  const byDay = Array.from({ length: days }, () => new Values(names));
  let people = 0;
  for (const life of lives) {
    people++;
    const ofDays = splitDays(life, days);
    for (const [i, day] of ofDays.entries()) byDay[i]!.add(day, 1);
    for (const [i, week] of weeks.entries())
      week.add(joined(ofDays.slice(DAYS_PER_WEEK * i, DAYS_PER_WEEK * (i + 1))), DAYS_PER_WEEK);
  }
  const paired = pairing(seed);
  const changes = names.map((measure) => {
    const [first, last] = [weeks[0]!.of(measure), weeks.at(-1)!.of(measure)];
    const both = first.flatMap((value, i) => (Number.isNaN(value + last[i]!) ? [] : [i]));
    const before = both.map((i) => first[i]!);
    const after = both.map((i) => (isEqual(first[i]!, last[i]!) ? first[i]! : last[i]!));
    const { pValue } = wilcoxonSignedRank(after, before);
    return { measure, ...paired(before, after), pValue: Math.min(1, pValue * names.length) };
  });
  return { people, weeks: weeks.map((week) => week.means()), days: byDay.map((day) => day.means()), changes };
}

/** Sums of the same trips in another order differ by rounding, which has a sign and a rank. */
function isEqual(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.abs(a);
}

/** The values of people by measure. */
class Values {
  readonly #values: ReadonlyMap<string, number[]>;

  constructor(names: readonly string[]) {
    this.#values = new Map(names.map((name) => [name, []]));
  }

  add(life: Life, days: number): void {
    for (const [name, values] of this.#values) values.push(measures[name]!(life, days));
  }

  of(name: string): readonly number[] {
    return this.#values.get(name)!;
  }

  means(): DriftMeans {
    return Object.fromEntries([...this.#values].map(([name, values]) => [name, meanOfDefined(values)]));
  }
}

function meanOfDefined(values: readonly number[]): number {
  const defined = values.filter((value) => !Number.isNaN(value));
  return defined.reduce((sum, value) => sum + value, 0) / defined.length;
}

function splitDays(life: Life, days: number): Life[] {
  const rows: LoggedRow[][] = Array.from({ length: days }, () => []);
  const trips: TripRow[][] = Array.from({ length: days }, () => []);
  for (const row of life.rows) rows[row.day]?.push(row);
  for (const trip of life.trips) trips[dayOf(trip)]?.push(trip);
  return rows.map((ofDay, day) => ({ ...life, rows: ofDay, trips: trips[day]! }));
}

function joined(days: readonly Life[]): Life {
  return { ...days[0]!, rows: days.flatMap(({ rows }) => rows), trips: days.flatMap(({ trips }) => trips) };
}

function dayOf({ departure }: TripRow): number {
  return Math.floor(departure / SECONDS_PER_DAY);
}

function isThere({ parent_id }: LoggedRow): boolean {
  return parent_id !== null && parent_id >= FIRST_AOI;
}

function shareOf(rows: readonly LoggedRow[], is: (row: LoggedRow) => boolean): number {
  return (100 * rows.filter(is).length) / rows.length;
}

function radiusOf(rows: readonly LoggedRow[]): number {
  const [lons, lats] = [Float64Array.from(rows, ({ lng }) => lng), Float64Array.from(rows, ({ lat }) => lat)];
  return radiusOfRows(lons, lats, 0, rows.length);
}
