import { SublineType } from '../map/message.js';
import { NumberList } from '../map/number-list.js';
import type { Drops } from './drops.js';
import type { GtfsFeed } from './gtfs/gtfs-feed.js';

/** Trips of a route with the same stops in the map, in one direction. */
export interface LinePattern {
  readonly route: number;
  /** `SublineType`. */
  readonly kind: SublineType;
  readonly headsign: string;
  /** Rows of the feed. */
  readonly stops: readonly number[];
  readonly flags: readonly number[];
  /** Trips of the feed, by departure. */
  readonly trips: number[];
}

/** All patterns of a feed, and their times. */
export interface LinePatterns {
  readonly patterns: readonly LinePattern[];
  /** For a trip of the feed: start of its times in the lists, one per stop of its pattern. */
  readonly eventStarts: Int32Array;
  readonly arrivals: Int32Array;
  readonly departures: Int32Array;
}

/** Rail route types: trams, metros, railways, monorails, funiculars, and the extended ones. All others are buses. */
export function kindOf(routeType: number): SublineType {
  const isOnRails =
    [0, 1, 2, 5, 7, 12].includes(routeType) ||
    (routeType >= 100 && routeType < 200) ||
    (routeType >= 400 && routeType < 500) ||
    (routeType >= 900 && routeType < 1000) ||
    (routeType >= 1400 && routeType < 1500);
  return isOnRails ? SublineType.SUBWAY : SublineType.BUS;
}

/**
 * Groups the trips of a feed into patterns.
 * @param isInMap by stop of the feed, 1 if it is in the map; other stops are passed without stopping
 */
export function linePatterns(feed: GtfsFeed, isInMap: Uint8Array, drops: Drops): LinePatterns {
  const { trips, routes, stops: feedStops } = feed;
  const found = new Map<string, LinePattern>();
  const arrivals = new NumberList(Int32Array);
  const departures = new NumberList(Int32Array);
  const eventStarts = new Int32Array(trips.routes.length).fill(-1);
  for (let trip = 0; trip < trips.routes.length; trip++) {
    const [start, end] = [trips.offsets[trip], trips.offsets[trip + 1]];
    const rows: number[] = [];
    for (let row = start; row < end; row++) if (isInMap[trips.stops[row]] === 1) rows.push(row);
    const outside = end - start - rows.length;
    if (outside > 0) {
      const first = () => trips.stops.subarray(start, end).find((stop) => isInMap[stop] !== 1)!;
      drops.add('stop times at stops outside the map', () => feedStops.ids[first()]!, outside);
    }
    if (rows.length < 2) {
      drops.add('trips with fewer than two stops in the map', () => feedStops.ids[trips.stops[start]]!);
      continue;
    }
    const route = trips.routes[trip];
    const stops = rows.map((row) => trips.stops[row]);
    const flags = rows.map((row) => trips.flags[row]);
    const key = `${route} ${trips.directions[trip]} ${stops.join()} ${flags.join('')}`;
    let pattern = found.get(key);
    if (pattern === undefined) {
      const kind = kindOf(routes.types[route]);
      pattern = { route, kind, headsign: trips.headsigns[trip]!, stops, flags, trips: [] };
      found.set(key, pattern);
    }
    pattern.trips.push(trip);
    eventStarts[trip] = arrivals.length;
    for (const row of rows) {
      arrivals.push(trips.arrivals[row]);
      departures.push(trips.departures[row]);
    }
  }
  for (const { trips } of found.values())
    trips.sort((a, b) => departures.at(eventStarts[a]) - departures.at(eventStarts[b]) || a - b);
  return {
    patterns: [...found.values()],
    eventStarts,
    arrivals: arrivals.view(),
    departures: departures.view(),
  };
}
