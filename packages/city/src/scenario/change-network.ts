import { UserError } from '@itinera/base';
import type { CityMap } from '../map/city-map.js';
import { projectionOf } from '../map/projection.js';
import { addTransit } from '../transit/add-transit.js';
import type { GtfsFeed } from '../transit/gtfs/gtfs-feed.js';
import { dayOf, serviceRange } from '../transit/service-days.js';
import { StationFinder } from '../transit/station-finder.js';
import type { Timetable } from '../transit/timetable.js';
import type { TransitReport } from '../transit/transit-report.js';
import { addRoad } from './add-road.js';
import { busLineFeed } from './bus-line.js';
import { changeLanes, changeSpeed, type SpeedChange } from './change-roads.js';
import { MapEdit } from './map-edit.js';
import type { BusLine, NewRoad } from './scenario.js';

/** A change of the network for the whole time of a simulation. Roads are rows of the map. */
export type NetworkChange =
  | { readonly kind: 'speed'; readonly roads: readonly number[]; readonly change: SpeedChange }
  | {
      readonly kind: 'lanes';
      readonly roads: readonly number[];
      readonly count: number;
      readonly busLanes?: number | undefined;
    }
  | { readonly kind: 'road'; readonly road: NewRoad; readonly what: string }
  | { readonly kind: 'bus'; readonly line: BusLine }
  | { readonly kind: 'feed'; readonly feed: GtfsFeed };

/** The calendar of new lines on a map without a timetable. */
const ALWAYS = [dayOf('2000-01-03'), dayOf('2099-12-31')] as const;

/**
 * The map and the timetable after changes, and reports on the added feeds. Existing rows keep their positions and ids, so that people, gates and timetables of
 * the original map remain valid.
 * @throws UserError if a change is impossible
 */
export function changeNetwork(
  city: CityMap,
  timetable: Timetable | undefined,
  changes: readonly NetworkChange[],
): { readonly map: CityMap; readonly timetable: Timetable | undefined; readonly feeds: readonly TransitReport[] } {
  const edit = new MapEdit(city);
  for (const change of changes) {
    if (change.kind === 'speed') changeSpeed(edit, change.roads, change.change);
    if (change.kind === 'lanes') changeLanes(edit, change.roads, change.count, change.busLanes);
    if (change.kind === 'road') addRoad(edit, change.road, change.what);
  }
  const feeds: TransitReport[] = [];
  let changed: { map: CityMap; timetable: Timetable | undefined } = { map: edit.finish(), timetable };
  for (const change of changes) {
    if (change.kind !== 'bus' && change.kind !== 'feed') continue;
    if (change.kind === 'bus') requireStops(changed.map, change.line);
    const days = (changed.timetable && serviceRange(changed.timetable.services)) ?? ALWAYS;
    const feed = change.kind === 'bus' ? busLineFeed(change.line, days) : change.feed;
    const { report, ...added } = addTransit(changed.map, feed, { onto: changed.timetable });
    changed = added;
    if (change.kind === 'feed') feeds.push(report);
  }
  return { ...changed, feeds };
}

/** @throws UserError if a stop of a line is not on the map */
function requireStops(city: CityMap, { name, stops }: BusLine): void {
  const { toXY } = projectionOf(city);
  const finder = new StationFinder(city);
  stops.forEach(([lon, lat], i) => {
    const { x, y } = toXY(lon, lat);
    if (Number.isFinite(x) && Number.isFinite(y) && finder.walkingPlace(x, y) !== undefined) return;
    throw new UserError(
      `bus line ${name}: stop ${i + 1}, [${lon}, ${lat}], is farther than 200 m from any street with a pavement on the map. Expected longitude, latitude of a stop on the map.`,
    );
  });
}
