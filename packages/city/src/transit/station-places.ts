import type { CityMap } from '../map/city-map.js';
import type { Projection } from '../map/projection.js';
import type { LanePlace } from '../routing/route.js';
import type { StopPlace } from './bus-routes.js';
import type { Drops } from './drops.js';
import type { GtfsFeed } from './gtfs/gtfs-feed.js';
import { StationFinder } from './station-finder.js';

/** A stop of a feed that is in the map. */
export interface Station extends StopPlace {
  readonly name: string;
  /** The place where pedestrians reach it. */
  readonly walking: LanePlace;
}

export interface StationPlaces {
  readonly stations: readonly Station[];
  /** For each stop of the feed, 1 if it is in the map, and its row among the stations or -1. */
  readonly isInMap: Uint8Array;
  readonly rowOf: Int32Array;
}

/** The served stops of a feed that are accessible on foot in the map. */
export function stationsOf(city: CityMap, feed: GtfsFeed, { toXY }: Projection, drops: Drops): StationPlaces {
  const { stops } = feed;
  const count = stops.ids.length;
  const rowOf = new Int32Array(count).fill(-1);
  const isInMap = new Uint8Array(count);
  const finder = new StationFinder(city);
  const headings = headingsOf(feed, toXY);
  const isServed = new Uint8Array(count);
  for (const stop of feed.trips.stops) isServed[stop] = 1;
  const stations: Station[] = [];
  for (let stop = 0; stop < count; stop++) {
    if (isServed[stop] === 0 || Number.isNaN(stops.lon[stop])) continue;
    const { x, y } = toXY(stops.lon[stop], stops.lat[stop]);
    const isNumber = Number.isFinite(x) && Number.isFinite(y);
    const walking = isNumber ? finder.walkingPlace(x, y) : undefined;
    if (walking === undefined) {
      drops.add('stops farther than 200 m from any walking lane of the map', () => stops.ids[stop]!);
      continue;
    }
    rowOf[stop] = stations.length;
    isInMap[stop] = 1;
    const kerb = finder.kerb(x, y, headings[2 * stop]!, headings[2 * stop + 1]!);
    stations.push({ x, y, kerb, name: stops.names[stop]!, walking });
  }
  return { stations, isInMap, rowOf };
}

/** For each stop, the mean direction from the previous stop to the next, as a vector of length 0 … 1. */
function headingsOf({ trips, stops }: GtfsFeed, toXY: Projection['toXY']): Float64Array {
  const count = stops.ids.length;
  const xy = new Float64Array(2 * count);
  for (let stop = 0; stop < count; stop++) {
    if (Number.isNaN(stops.lon[stop])) continue;
    const { x, y } = toXY(stops.lon[stop], stops.lat[stop]);
    xy[2 * stop] = x;
    xy[2 * stop + 1] = y;
  }
  const sums = new Float64Array(2 * count);
  const passes = new Float64Array(count);
  for (let trip = 0; trip < trips.routes.length; trip++) {
    const [start, end] = [trips.offsets[trip], trips.offsets[trip + 1] - 1];
    for (let row = start; row <= end; row++) {
      const before = trips.stops[Math.max(start, row - 1)];
      const after = trips.stops[Math.min(end, row + 1)];
      const dx = xy[2 * after] - xy[2 * before];
      const dy = xy[2 * after + 1] - xy[2 * before + 1];
      const metres = Math.hypot(dx, dy);
      if (!(metres > 0)) continue;
      sums[2 * trips.stops[row]] += dx / metres;
      sums[2 * trips.stops[row] + 1] += dy / metres;
      passes[trips.stops[row]]++;
    }
  }
  return sums.map((sum, i) => (passes[i >> 1] > 0 ? sum / passes[i >> 1] : 0));
}
