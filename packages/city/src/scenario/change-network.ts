import type { CityMap } from '../map/city-map.js';
import { addTransit } from '../transit/add-transit.js';
import type { GtfsFeed } from '../transit/gtfs/gtfs-feed.js';
import { dayOf, serviceRange } from '../transit/service-days.js';
import type { Timetable } from '../transit/timetable.js';
import { addRoad, type NewRoad } from './add-road.js';
import { type BusLine, busLineFeed } from './bus-line.js';
import { changeLanes, changeSpeed, type SpeedChange } from './change-roads.js';
import { MapEdit } from './map-edit.js';

/** A change of the network for the whole time of a simulation. Roads are rows of the map. */
export type NetworkChange =
  | { readonly kind: 'speed'; readonly roads: readonly number[]; readonly change: SpeedChange }
  | { readonly kind: 'lanes'; readonly roads: readonly number[]; readonly count: number }
  | { readonly kind: 'road'; readonly road: NewRoad; readonly what: string }
  | { readonly kind: 'bus'; readonly line: BusLine }
  | { readonly kind: 'feed'; readonly feed: GtfsFeed };

/** The calendar of new lines on a map without a timetable. */
const ALWAYS = [dayOf('2000-01-03'), dayOf('2099-12-31')] as const;

/**
 * The map and the timetable after changes. Existing rows keep their positions and ids, so that people, gates and timetables of
 * the original map remain valid.
 * @throws UserError if a change is impossible
 */
export function changeNetwork(
  city: CityMap,
  timetable: Timetable | undefined,
  changes: readonly NetworkChange[],
): { readonly map: CityMap; readonly timetable: Timetable | undefined } {
  const edit = new MapEdit(city);
  for (const change of changes) {
    if (change.kind === 'speed') changeSpeed(edit, change.roads, change.change);
    if (change.kind === 'lanes') changeLanes(edit, change.roads, change.count);
    if (change.kind === 'road') addRoad(edit, change.road, change.what);
  }
  let changed = { map: edit.finish(), timetable };
  for (const change of changes) {
    if (change.kind !== 'bus' && change.kind !== 'feed') continue;
    const days = (changed.timetable && serviceRange(changed.timetable.services)) ?? ALWAYS;
    const feed = change.kind === 'bus' ? busLineFeed(change.line, days) : change.feed;
    changed = addTransit(changed.map, feed, { onto: changed.timetable });
  }
  return changed;
}
