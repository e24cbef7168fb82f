import { UserError } from '@itinera/base';
import {
  type CityMap,
  type DayNumber,
  dateOf,
  isSyntheticMap,
  type openReach,
  projectionOf,
  type ReachMode,
  type ReachSettings,
  readTimetableFile,
  representativeDay,
  runsOn,
  type Timetable,
  timetablePathOf,
} from '@itinera/city';
import { COUNTED, type Opportunities, type ReachFacts } from './reach-files.js';

/** The options of `asbench traffic reach`. */
export interface ReachOptions {
  readonly map: string;
  readonly origin?: LatitudeLongitude;
  readonly minutes: readonly number[];
  readonly travelMode: ReachMode;
  readonly at: number;
  readonly date?: number;
  readonly departures: number;
  readonly percentile: number;
  readonly speeds?: string;
  readonly jobs?: string;
  readonly threads?: number;
  readonly output?: string;
  readonly json?: true;
}

export interface LatitudeLongitude {
  readonly lat: number;
  readonly lon: number;
}

/** Minutes between departures by public transport. */
const HEADWAY = 5;
/** A place farther from any street is off the map, metres. */
const FARTHEST = 500;

/** @throws UserError if the map has none */
export async function timetableOf(path: string, sha256: string): Promise<Timetable> {
  const timetable = await readTimetableFile(timetablePathOf(path), sha256);
  if (timetable !== undefined) return timetable;
  throw new UserError(
    `${path} has no timetable (${timetablePathOf(path)}), so public transport is unknown. Build one with: asbench map build city.osm.pbf --gtfs feed.zip`,
  );
}

/** The mode, limit and departures of a question. */
export function reachSettingsOf(
  { travelMode: mode, minutes, at, date, departures: window, percentile }: ReachOptions,
  timetable: Timetable | null,
): ReachSettings {
  const limit = Math.max(...minutes) * 60;
  if (timetable === null) return { mode, limit };
  const day = date ?? timetable.usualWeek;
  const times = Array.from({ length: Math.max(1, Math.ceil(window / HEADWAY)) }, (_, i) => at + i * HEADWAY * 60);
  return { mode, limit, departures: { day, times, percentile } };
}

/** The street positions at a point. @throws UserError if it is off the map */
export function reachOriginOf(
  reach: ReturnType<typeof openReach>['reach'],
  map: CityMap,
  { lat, lon }: LatitudeLongitude,
  mode: ReachMode,
) {
  const near = (east: number, north: number) => {
    const { x, y } = projectionOf(map).toXY(east, north);
    return reach.placesNear(x, y, FARTHEST);
  };
  const places = near(lon, lat);
  if (places.length > 0) return places;
  const name = map.header?.name ?? 'the map';
  const isSwapped = Math.abs(lon) <= 90 && near(lat, lon).length > 0;
  const next = isSwapped
    ? `It is longitude,latitude: write --origin ${lon},${lat}.`
    : 'Expected latitude,longitude of a place on the map.';
  throw new UserError(
    `--origin ${lat},${lon} has no street ${mode === 'car' ? 'for cars' : 'to walk on'} within ${FARTHEST} m on ${name}. ${next}`,
  );
}

/** Sums over the AOIs within a limit. */
export function sumsWithin(seconds: Float64Array, limit: number, opportunities: Opportunities) {
  const rows = Array.from(seconds.keys()).filter((row) => seconds[row]! <= limit);
  return Object.fromEntries(
    COUNTED.map((name) => [name, rows.reduce((sum, row) => sum + opportunities[name][row]!, 0)] as const),
  );
}

const MODE_NAMES = { car: 'by car', walk: 'on foot', pt: 'by public transport' } as const;

/** The question and how it is answered, in words; marked if the city is synthetic. */
export function reachFactsOf(
  map: CityMap,
  options: ReachOptions,
  settings: ReachSettings,
  timetable: Timetable | null = null,
): ReachFacts {
  const { departures } = settings;
  const isAtRest = timetable !== null && departures !== undefined && !hasTrips(timetable, departures.day);
  const rest = isAtRest ? ' The timetable has no trips on that day, so all times are on foot.' : '';
  const jobs = options.jobs === undefined ? ' Jobs are estimates by floor area, POIs and land use.' : '';
  const [title, description] = [titleOf(options), descriptionOf(options, settings) + rest + jobs];
  if (!isSyntheticMap(map)) return { title, description };
  return { title: `SYNTHETIC ${title}`, description: `SYNTHETIC city: it does not exist. ${description}` };
}

/** Whether any vehicle runs on a day. */
function hasTrips(timetable: Timetable, day: DayNumber): boolean {
  const running = representativeDay(timetable, day);
  return timetable.patterns.services.some((service) => runsOn(timetable.services, service, running));
}

function titleOf({ origin: from, travelMode: mode, minutes }: ReachOptions): string {
  const place = from === undefined ? 'every AOI' : `${from.lat},${from.lon}`;
  return `Within ${minutes.join(', ')} min ${MODE_NAMES[mode]} of ${place}`;
}

function descriptionOf(
  { travelMode: mode, at, speeds, percentile }: ReachOptions,
  { departures }: ReachSettings,
): string {
  const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 16);
  const onFoot = 'Walking at 1.34 m/s';
  if (mode === 'walk') return `${onFoot}.`;
  if (mode === 'car')
    return `A lone car with turns, acceleration and mean waits at lights${speeds === undefined ? '' : `, speeds of ${clock(at)} from ${speeds}`}.`;
  const { day, times } = departures!;
  const series = times.length === 1 ? clock(at) : `${clock(at)} to ${clock(times.at(-1)!)} every ${HEADWAY} min`;
  const rank = percentile === 50 ? 'median' : `percentile ${percentile}`;
  return `Departures on ${dateOf(day)} at ${series}${times.length === 1 ? '' : `, ${rank} of their times`}. ${onFoot}, up to 1200 m to and from stops.`;
}
