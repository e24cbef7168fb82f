import type { CityMap } from '../map/city-map.js';
import { LaneType } from '../map/message.js';
import { projectionOf } from '../map/projection.js';
import { Signals } from '../map/signals.js';
import { LaneFinder } from '../routing/lane-finder.js';
import type { LanePlace } from '../routing/route.js';
import { Router } from '../routing/router.js';
import { buildRoutingData } from '../routing/routing-data.js';
import { Journey } from './journey.js';
import { type MovementSettings, resolveMovementOptions } from './options.js';
import { Pace } from './pace.js';
import { TripMode } from './world.js';

/** An observed trip by car: its ends in degrees, departure in milliseconds since midnight, and seconds. */
export interface ObservedTime {
  readonly from: readonly [lon: number, lat: number];
  readonly to: readonly [lon: number, lat: number];
  readonly departure: number;
  readonly seconds: number;
}

/** Medians of simulated / observed time in one hour: of all trips before, and of trips held out after the calibration. */
export interface HourError {
  readonly hour: number;
  readonly trips: number;
  readonly before: number;
  readonly after: number;
}

export interface SpeedCalibration {
  readonly hourlySpeedFactors: number[];
  readonly hours: readonly HourError[];
  /** Trips with a route. */
  readonly trips: number;
}

/** Maximum distance from the end of a trip to a street, and between lanes of one street, metres. */
const REACH = 60;
const STREET = 8;
/** Fewest trips behind a factor: hours with fewer are pooled with those around them. */
const LEAST_TRIPS = 20;
const FOLDS = 10;
const ROUNDS = 4;
const HOUR = 3_600_000;
const HOURS = 24;

/**
 * Fits 24 factors on the speed of cars to observed travel times: the median of simulated / observed time becomes 1 around
 * each hour. Every trip is predicted once by factors fitted to the other nine tenths of the trips.
 * @param settings movement options; their `hourlySpeedFactors` are replaced
 */
export function calibrateSpeeds(
  city: CityMap,
  observed: readonly ObservedTime[],
  settings: MovementSettings = {},
): SpeedCalibration {
  const router = new Router(city, buildRoutingData(city, { routeCosts: 'driving-time', hierarchies: false }));
  const { laneRoads } = router.driveNetwork;
  const finder = new LaneFinder(city, (lane) => city.lanes.type[lane] === LaneType.DRIVING && laneRoads[lane] >= 0);
  const { toXY } = projectionOf(city);
  const placesAt = ([lon, lat]: ObservedTime['from']): LanePlace[] => {
    const { x, y } = toXY(lon, lat);
    const near = finder.near(x, y, REACH);
    return near.filter(({ distance }) => distance < near[0].distance + STREET);
  };
  const trips = observed.flatMap((time) => {
    const way = router.route('drive', placesAt(time.from), placesAt(time.to));
    return way === null ? [] : [{ ...time, way, hour: Math.floor(time.departure / HOUR) % HOURS }];
  });
  type Drive = (typeof trips)[number];
  const signals = new Signals(city);
  const ratios = (some: readonly Drive[], hourlySpeedFactors: readonly number[] | null) => {
    const pace = new Pace(city, signals, resolveMovementOptions({ ...settings, hourlySpeedFactors }));
    return some.map(({ way, departure, seconds }) => {
      const spot = { aoi: -1, lane: way.lanes[0], s: way.startS };
      const plan = {
        way,
        spot,
        to: -1,
        mode: TripMode.DRIVE_ONLY,
        travel: 'drive',
        isRolling: false,
        egress: 0,
      } as const;
      const journey = new Journey({ ...plan, departure, begin: departure });
      pace.extend(journey, Infinity, 0);
      return (journey.arrival - departure) / 1000 / seconds;
    });
  };
  const fit = (some: readonly Drive[]): number[] => {
    const factors = new Array<number>(HOURS).fill(1);
    const around = factors.map((_, hour) => pool(some, hour));
    for (let round = 0; round < ROUNDS; round++) {
      const now = ratios(some, factors);
      // The factor that each trip asks for, by that of its own hour.
      const wanted = now.map((ratio, i) => ratio * factors[some[i].hour]);
      around.forEach((rows, hour) => {
        if (rows.length > 0) factors[hour] = Math.min(5, Math.max(0.01, median(rows.map((i) => wanted[i]))));
      });
    }
    return factors.map((factor) => Math.round(factor * 1000) / 1000);
  };
  const before = ratios(trips, null);
  const after = new Array<number>(trips.length);
  for (let fold = 0; fold < FOLDS; fold++) {
    const held = trips.flatMap((_, i) => (i % FOLDS === fold ? [i] : []));
    const factors = fit(trips.filter((_, i) => i % FOLDS !== fold));
    ratios(
      held.map((i) => trips[i]),
      factors,
    ).forEach((ratio, i) => {
      after[held[i]] = ratio;
    });
  }
  const hours = Array.from({ length: HOURS }, (_, hour): HourError => {
    const rows = trips.flatMap((trip, i) => (trip.hour === hour ? [i] : []));
    return {
      hour,
      trips: rows.length,
      before: median(rows.map((i) => before[i])),
      after: median(rows.map((i) => after[i])),
    };
  });
  return { hourlySpeedFactors: fit(trips), hours: hours.filter((row) => row.trips > 0), trips: trips.length };
}

/** The trips (indices) of an hour, and of as many hours around it as are needed. */
function pool(trips: readonly { readonly hour: number }[], hour: number): number[] {
  for (let reach = 0; ; reach++) {
    const rows = trips.flatMap((trip, i) => {
      const apart = Math.abs(trip.hour - hour);
      return Math.min(apart, HOURS - apart) <= reach ? [i] : [];
    });
    if (rows.length >= LEAST_TRIPS || reach >= HOURS / 2) return rows;
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
