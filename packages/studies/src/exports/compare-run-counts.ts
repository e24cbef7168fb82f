import { midnightOf, SECONDS_PER_DAY, UserError } from '@itinera/base';
import {
  type CountComparison,
  type CountIntervals,
  type CountPair,
  CountStations,
  compareCounts,
  countIntervals,
  type DemandScale,
  fitDemandScale,
  type MovementSettings,
} from '@itinera/city';
import { dateOfDay, type RunFolder, type RunManifest, readManifest } from '@itinera/run';
import { openGeography } from './export-run.js';
import type { Geography } from './geography.js';
import { countRoads } from './tables.js';

const HOURS = 24;

/** Vehicles counted at a place within an hour. */
export interface ObservedCount {
  /** Identifies the station. */
  readonly station: string;
  /** A road or a lane of it by its id, or a place in degrees with the direction of travel (clockwise from north). */
  readonly place:
    | { readonly road: number }
    | { readonly lane: number }
    | { readonly lon: number; readonly lat: number; readonly direction?: number | undefined };
  /** Day of the run from 0, or its date; null for a typical day. */
  readonly day?: number | string | undefined;
  /** 0 to 23, local time. */
  readonly hour: number;
  readonly count: number;
}

/** The days of a run that count as typical. */
export type UsualDays = 'all' | 'weekdays' | 'weekends';

export interface RunCountOptions {
  readonly home?: string | undefined;
  /** The map of the run, if it has moved. */
  readonly map?: string | undefined;
  /** Real vehicles per simulated one; default: by the `sampleFactor` of the run. */
  readonly scale?: number | undefined;
  readonly days?: UsualDays | undefined;
}

/** An observed and a simulated count. */
export interface RunCountRow {
  readonly station: string;
  /** Ids of the roads: two if both directions are counted. */
  readonly roads: readonly number[];
  readonly day: number | null;
  readonly hour: number;
  readonly simulated: number;
  readonly observed: number;
  readonly geh: number;
}

export interface RunCountComparison {
  readonly rows: readonly RunCountRow[];
  readonly all: CountComparison;
  readonly byHour: readonly ({ readonly hour: number; readonly intervals: CountIntervals | null } & CountComparison)[];
  /** 95 % intervals of the measures over stations; null for fewer than ten. */
  readonly intervals: CountIntervals | null;
  readonly scale: number;
  /** A factor on the demand that fits the counts; null for fewer than three stations. */
  readonly demand: DemandScale | null;
  /** Number of days of the run that are averaged. */
  readonly usualDays: number;
  /** Stations that are more than 50 m from every road for cars, and are omitted. */
  readonly offTheMap: readonly string[];
}

/**
 * Compares the traffic on the roads of a run with observed counts, by road and hour.
 * @throws UserError when the run has no routes, a road or all stations are not on its map, a day is not part of the
 * run, or
 *   counts are invalid or duplicated.
 */
export async function compareRunCounts(
  folder: RunFolder,
  observed: readonly ObservedCount[],
  { home, map, scale: given, days = 'all' }: RunCountOptions = {},
): Promise<RunCountComparison> {
  const manifest = readManifest(folder);
  const { sampleFactor = 1 } = (manifest.movement ?? {}) as MovementSettings;
  const scale = given ?? 1 / sampleFactor;
  const geography = await openGeography(folder, { home, map });
  const usual = daysOf(manifest, days);
  const roadsOf = roadFinder(geography);
  const counts = new Map<number, number>();
  const key = (road: number, hour: number) => hour * geography.map.roads.count + road;
  for (const { road, hour, count } of countRoads({ folder, manifest, geography: () => geography }).driving.counts())
    counts.set(key(road, hour), count);
  const on = (roads: readonly number[], day: number, hour: number) =>
    roads.reduce((sum, road) => sum + (counts.get(key(road, day * HOURS + hour)) ?? 0), 0);
  const offTheMap = new Set<string>();
  const rows: Omit<RunCountRow, 'geh'>[] = [];
  for (const { station, place, day: wanted, hour, count } of observed) {
    const roads = roadsOf(station, place);
    if (roads.length === 0) {
      offTheMap.add(station);
      continue;
    }
    const day = wanted === undefined ? null : dayOf(manifest, wanted, station);
    const among = day === null ? usual : [day];
    const simulated = (scale * among.reduce((sum, each) => sum + on(roads, each, hour), 0)) / among.length;
    const ids = roads.map((road) => geography.map.roads.id[road]!);
    rows.push({ station, roads: ids, day, hour, simulated, observed: count });
  }
  if (rows.length === 0)
    throw new UserError(
      `None of ${offTheMap.size} stations is within 50 m of a road for cars on the map. Check that the counts belong to this map.`,
    );
  const pairs = rows.map(pairOf);
  const all = compareCounts(pairs);
  const hours = [...new Set(rows.map(({ hour }) => hour))].sort((a, b) => a - b);
  return {
    rows: rows.map((row, i) => ({ ...row, geh: all.geh[i]! })),
    all,
    byHour: hours.map((hour) => {
      const own = rows.filter((row) => row.hour === hour).map(pairOf);
      return { hour, intervals: countIntervals(own), ...compareCounts(own) };
    }),
    intervals: countIntervals(pairs),
    scale,
    demand: fitDemandScale(pairs),
    usualDays: usual.length,
    offTheMap: [...offTheMap],
  };
}

function pairOf({ station, day, hour, simulated, observed }: Omit<RunCountRow, 'geh'>): CountPair {
  return { road: station, hour: (day ?? 0) * HOURS + hour, simulated, observed };
}

/** Returns the typical whole days of a run. @throws UserError when there is none. */
function daysOf({ clock }: RunManifest, kind: UsualDays): number[] {
  const all = Array.from({ length: Math.floor((clock.steps * clock.stepSeconds) / SECONDS_PER_DAY) }, (_, day) => day);
  const isWeekend = (day: number) => ['Saturday', 'Sunday'].includes(dateOfDay(clock, day)?.weekday ?? '');
  const usual = kind === 'all' ? all : all.filter((day) => isWeekend(day) === (kind === 'weekends'));
  if (usual.length > 0) return usual;
  throw new UserError(`--days ${kind}: none of the ${all.length} whole days of the run qualifies.`);
}

/** @throws UserError for a day outside the run. */
function dayOf({ clock }: RunManifest, wanted: number | string, station: string): number {
  const { firstDay } = clock;
  if (typeof wanted === 'string' && firstDay === undefined)
    throw new UserError(
      `${station}: counts of ${wanted}, but the run has no dates. Use the column "day", the day of the run from 0.`,
    );
  const day =
    typeof wanted === 'number'
      ? wanted
      : (midnightOf(wanted) - midnightOf(firstDay ?? wanted)) / (SECONDS_PER_DAY * 1000);
  const days = Math.ceil((clock.steps * clock.stepSeconds) / SECONDS_PER_DAY);
  if (Number.isInteger(day) && day >= 0 && day < days) return day;
  const range = firstDay === undefined ? '' : ` (${firstDay} to ${dateOfDay(clock, days - 1)!.date})`;
  throw new UserError(`${station}: counts of day ${wanted}, but the run has the days 0 to ${days - 1}${range}.`);
}

/** Returns the rows of the roads of a station, looked up once per station. */
function roadFinder(geography: Geography): (station: string, place: ObservedCount['place']) => readonly number[] {
  const known = new Map<string, readonly number[]>();
  let stations: CountStations | undefined;
  const find = (station: string, place: ObservedCount['place']): readonly number[] => {
    if ('lon' in place) {
      stations ??= new CountStations(geography.map);
      return stations.roadsAt(place);
    }
    const row = 'road' in place ? geography.map.roadIndex(place.road) : geography.roadOfLane(place.lane);
    if (row >= 0) return [row];
    const what = 'road' in place ? `road ${place.road}` : `lane ${place.lane} of a road`;
    throw new UserError(`${station}: the map of the run has no ${what}. Check that the counts belong to this map.`);
  };
  return (station, place) => {
    const key = JSON.stringify(place);
    const roads = known.get(key) ?? find(station, place);
    known.set(key, roads);
    return roads;
  };
}
