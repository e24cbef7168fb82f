import {
  CityMap,
  columnsOf,
  createWorld,
  type LearnedTraffic,
  type MovementSettings,
  openRoutingData,
  type RoadRule,
  type SharedColumns,
  Timetable,
  type TransitRule,
  type World,
} from '@itinera/city/browser';
import type { CityView } from '../agents/city-view.js';
import { MapCityView } from '../agents/map-city-view.js';

/** The city of a run as shared memory and plain data, opened in every thread that simulates. */
export interface SharedCity {
  readonly map: SharedColumns;
  readonly routing: SharedColumns;
  /** Public transport; null if the map has none. */
  readonly timetable: SharedColumns | null;
  /** Seed of differences between people, such as walking speed. */
  readonly seed: number;
  readonly congestion: 'off' | 'bpr' | 'queue';
  /** Movement options other than the defaults. */
  readonly movement?: MovementSettings;
  /** True if congestion couples people. */
  readonly coupled: boolean;
  /** Closed or charged roads, closed lines and stations. */
  readonly rules?: readonly (RoadRule | TransitRule)[];
}

/** A map, read once for all threads. */
export interface PreparedCity {
  readonly path: string;
  /** SHA-256 of the map file. */
  readonly hash: string;
  readonly map: CityMap;
  readonly view: CityView;
  readonly routing: SharedColumns;
  /** Public transport with the SHA-256 of its columns; null if the map has none. */
  readonly timetable: (SharedColumns & { readonly hash: string }) | null;
}

/** Returns the part of a city that the threads of a run share. */
export function shareCity(
  { map, routing, timetable }: Pick<PreparedCity, 'map' | 'routing' | 'timetable'>,
  { seed, congestion, movement }: Pick<SharedCity, 'seed' | 'congestion' | 'movement'>,
): SharedCity {
  return {
    map: columnsOf(map),
    routing,
    timetable,
    seed,
    congestion,
    coupled: congestion !== 'off',
    ...(movement && { movement }),
  };
}

/**
 * Opens the map for one thread, and an empty world on it.
 * @param firstDay the date of day 0, for timetables; a typical Monday if days have no dates
 * @param warn receives warnings about the requests of agents; null: these are not checked
 */
export function openCity(
  { map: columns, routing, timetable, seed, congestion, movement, rules }: SharedCity,
  firstDay: string | undefined,
  warn: ((message: string) => void) | null,
): {
  readonly city: CityView;
  /** Opened when it is first read. */
  readonly world: World;
  /** Opens another world, with the traffic of earlier ones. */
  readonly openWorld: (learned: LearnedTraffic) => World;
} {
  const map = CityMap.open(columns);
  const data = openRoutingData(routing, map);
  if (data === null) throw new Error('openCity: the routing data belong to another map or version.');
  const transit = timetable === null ? undefined : Timetable.open(timetable);
  const settings = { ...movement, seed, congestion, transit: { date: firstDay ?? null } };
  const openWorld = (learned?: LearnedTraffic) => createWorld(map, settings, data, transit, rules, learned);
  let own: World | undefined;
  return {
    city: new MapCityView(map, warn),
    get world() {
      own ??= openWorld();
      return own;
    },
    openWorld,
  };
}
