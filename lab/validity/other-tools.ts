import { readFileSync } from 'node:fs';
import { CityMap, LaneType, type MovementSettings, projectionOf, TripMode } from '@itinera/city';
import { PlaceFinder, PUSHED } from './places.js';
import { makeTrips, type TripMade } from './trips.js';
import type { Means } from './valhalla.js';

/** Cities with figures from other tools, and their extracts. */
export const CITIES = {
  monaco: 'osm-monaco/monaco-latest.osm.pbf',
  helsinki: 'osm-helsinki-centre/Helsinki.osm.pbf',
  liechtenstein: 'osm-liechtenstein/liechtenstein-latest.osm.pbf',
  harrisburg: 'osm-harrisburg/harrisburg.osm.pbf',
  newport: 'osm-gtfs-newport/newport-2023-06-13.osm.pbf',
  honolulu: 'osm-honolulu/honolulu.osm.pbf',
  malta: 'osm-malta/malta-latest.osm.pbf',
} as const;
export type ComparedCity = keyof typeof CITIES;

/** Of routes that count as the same: maximum difference in length, distance of each point, metres, and least length. */
const SAME_WAY = 0.03;
const SAME_STREET = 20;
const LEAST_METRES = 500;
const NONE = { straight: 0, left: 0, right: 0, around: 0 };

export type Distance = readonly [lon: number, lat: number, toLon: number, toLat: number, metres: number | null];
/** A lone car of SUMO that has green everywhere: its ends, its route by length and some of its points, and its time. */
export type Drive = readonly [
  lon: number,
  lat: number,
  heading: number,
  toLon: number,
  toLat: number,
  toHeading: number,
  metres: number,
  seconds: number,
  points: readonly (readonly [lon: number, lat: number])[],
];
interface Figures {
  readonly valhalla_car?: readonly Distance[];
  readonly valhalla_foot?: readonly Distance[];
  readonly valhalla_bike?: readonly Distance[];
  readonly sumo_car?: readonly Drive[];
}

/** Our figures and those of another tool, trip by trip, if both have a route. */
export interface Compared {
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
  /** Number of trips of the other tool, and of those without a route here. */
  readonly trips: number;
  readonly without: number;
}

/** The figures of other tools for a city. */
export function figuresOf(city: ComparedCity): Figures {
  const lines = readFileSync('lab/validity/figures/other-tools.ndjson', 'utf8').trimEnd().split('\n');
  const lists = lines.map((line) => JSON.parse(line) as { city: string; figures: string; rows: unknown });
  return Object.fromEntries(lists.filter((list) => list.city === city).map(({ figures, rows }) => [figures, rows]));
}

/** Shortest distances between points on streets, metres, beside those of another tool. */
export function compareDistances(map: CityMap, rows: readonly Distance[], by: Means): Compared {
  return compared(
    rows.map((row) => row[4]),
    shortestTrips(map, rows, by).map((trip) => trip?.metres ?? null),
  );
}

/** The shortest trips between points on streets; null without a route. */
export function shortestTrips(map: CityMap, rows: readonly Distance[], by: Means): (TripMade | null)[] {
  const finder = new PlaceFinder(map, by);
  const mode = { car: TripMode.DRIVE_ONLY, foot: TripMode.WALK_ONLY, bike: TripMode.BIKE_WALK }[by];
  const trips = rows.map(([lon, lat, toLon, toLat]) => ({
    from: finder.street(lon, lat),
    to: finder.street(toLon, toLat),
    departure: 0,
    mode,
  }));
  return makeTrips(mapOfOneCost(map, by), trips, { settings: { turnPenalties: NONE, signals: 'none' } });
}

/** The map on which the best routes are the shortest. */
export function mapOfOneCost(map: CityMap, by: Means): CityMap {
  return by === 'car' ? ofOneSpeed(map) : by === 'bike' ? ofOneRide(map) : map;
}

/** Times of lone cars on the same route without lights, seconds. */
export function compareDriving(map: CityMap, rows: readonly Drive[], settings: MovementSettings = {}): Compared {
  const finder = new PlaceFinder(map);
  const trips = rows.map(([lon, lat, heading, toLon, toLat, toHeading]) => ({
    from: finder.lane(lon, lat, heading),
    to: finder.lane(toLon, toLat, toHeading),
    departure: 0,
    mode: TripMode.DRIVE_ONLY,
  }));
  const made = makeTrips(map, trips, { settings: { routeCosts: 'driving-time', signals: 'none', ...settings } });
  const { toXY } = projectionOf(map);
  const same = rows.flatMap(([, , , , , , metres, seconds, points], i) => {
    const trip = made[i];
    const isSame =
      trip &&
      Math.min(trip.metres, metres) > LEAST_METRES &&
      Math.abs(trip.metres / metres - 1) <= SAME_WAY &&
      points.every(([lon, lat]) => isOnWay(map, trip.laneIds, toXY(lon, lat)));
    return isSame ? [{ trip, seconds }] : [];
  });
  return {
    ours: same.map(({ trip }) => trip.seconds),
    theirs: same.map(({ seconds }) => seconds),
    trips: rows.length,
    without: made.filter((trip) => trip === null).length,
  };
}

/** Whether a point is on one of the lanes (ids). */
function isOnWay(map: CityMap, laneIds: readonly number[], { x, y }: { readonly x: number; readonly y: number }) {
  const { offsets, xy } = map.lanes.centerLine.nodes;
  return laneIds.some((id) => {
    const lane = map.laneIndex(id);
    for (let i = offsets[lane]! + 1; i < offsets[lane + 1]!; i++) {
      const [ax, ay] = [xy[2 * i - 2]!, xy[2 * i - 1]!];
      const [dx, dy] = [xy[2 * i]! - ax, xy[2 * i + 1]! - ay];
      const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
      if (Math.hypot(ax + along * dx - x, ay + along * dy - y) < SAME_STREET) return true;
    }
    return false;
  });
}

/** The map with one speed on all lanes, so that the fastest route is the shortest. */
function ofOneSpeed(map: CityMap): CityMap {
  const message = map.toMessage();
  return CityMap.fromMessage({ ...message, lanes: message.lanes.map((lane) => ({ ...lane, maxSpeed: 10 })) });
}

/** The map on which all rides are equally fast and pleasant, so that the best route is the shortest. */
function ofOneRide(map: CityMap): CityMap {
  const message = map.toMessage();
  const evened = (percent: number | undefined) => (percent !== undefined && percent > PUSHED ? 100 : percent);
  const isDriving = (id: number) => map.lanes.type[map.laneIndex(id)] === LaneType.DRIVING;
  // Paths of their own are preferred to streets, as are slow streets: no lane knows its road, and none is fast.
  const withCars = new Set(message.roads.filter(({ laneIds }) => laneIds.some(isDriving)).map(({ id }) => id));
  const lanes = message.lanes.map((lane) => {
    const { rideAlong, rideAgainst, parentId } = lane;
    return {
      ...lane,
      maxSpeed: 1,
      parentId: withCars.has(parentId) ? parentId : -1,
      ...(rideAlong !== undefined && { rideAlong: evened(rideAlong)!, rideAgainst: evened(rideAgainst)! }),
    };
  });
  return CityMap.fromMessage({ ...message, lanes });
}

function compared(theirs: readonly (number | null)[], ours: readonly (number | null)[]): Compared {
  const known = theirs.flatMap((value, i) => (value === null || value === 0 ? [] : [i]));
  const both = known.filter((i) => ours[i] !== null);
  return {
    ours: both.map((i) => ours[i]!),
    theirs: both.map((i) => theirs[i]!),
    trips: known.length,
    without: known.length - both.length,
  };
}
