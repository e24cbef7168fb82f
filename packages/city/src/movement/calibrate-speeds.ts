import type { CityMap } from '../map/city-map.js';
import { LaneTurn, LaneType } from '../map/message.js';
import { projectionOf } from '../map/projection.js';
import { Signals } from '../map/signals.js';
import { LaneFinder } from '../routing/lane-finder.js';
import type { LanePlace } from '../routing/route.js';
import { Router } from '../routing/router.js';
import { buildRoutingData } from '../routing/routing-data.js';
import { Journey } from './journey.js';
import { type MovementSettings, resolveMovementOptions } from './options.js';
import { limitRange, Pace } from './pace.js';
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
  /** 95 % intervals of those, by chance of which trips are observed, by the ranks of the median; null for fewer than 20 trips. */
  readonly hourlySpeedIntervals: readonly (readonly [low: number, high: number])[] | null;
  /** By speed limit; absent if trips that are left out are not predicted better with them. */
  readonly limitSpeedFactors?: number[];
  /** Mean error of single trips, |simulated / observed − 1|: before, and held out after the calibration. */
  readonly error: { readonly before: number; readonly after: number };
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
/** Of the trips to which factors are fitted, to decide whether to use factors by speed limit. */
const INNER_FOLDS = 5;
/** Weight of a factor of 1 for each range of speed limits, in trips. */
const PRIOR_TRIPS = 5;
const ROUNDS = 4;
/** Two-sided 95 % of a normal distribution. */
const Z = 1.96;
const HOUR = 3_600_000;
const HOURS = 24;

/** Hour of a time in milliseconds, which may be before midnight. */
const hourOfDay = (time: number) => ((Math.floor(time / HOUR) % HOURS) + HOURS) % HOURS;

/**
 * Fits 24 factors on the speed of cars to observed travel times: the median of simulated / observed time becomes 1 around
 * each hour. Factors by speed limit are fitted by least squares, and used if they reduce the error of trips that are left out
 * of the fit. Every trip is predicted once by factors that are chosen and fitted with the other nine tenths of the trips.
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
    return way === null ? [] : [{ ...time, way, hour: hourOfDay(time.departure) }];
  });
  type Drive = (typeof trips)[number];
  const signals = new Signals(city);
  // The speeds of all lanes take longer than the trips, so paces that differ only by the hour share them.
  const paceHours = new Array<number>(HOURS).fill(1);
  let latest: { readonly limits: string; readonly pace: Pace } | undefined;
  const paceOf = ({ hourlySpeedFactors, limitSpeedFactors }: Partial<Factors>): Pace => {
    const limits = JSON.stringify(limitSpeedFactors ?? null);
    if (latest?.limits !== limits) {
      const options = resolveMovementOptions({ ...settings, limitSpeedFactors });
      latest = { limits, pace: new Pace(city, signals, { ...options, hourlySpeedFactors: paceHours }) };
    }
    paceHours.forEach((_, hour) => {
      paceHours[hour] = hourlySpeedFactors?.[hour] ?? 1;
    });
    return latest.pace;
  };
  const journeys = (some: readonly Drive[], factors: Partial<Factors>) => {
    const pace = paceOf(factors);
    return some.map(({ way, departure }) => {
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
      return journey;
    });
  };
  const ratios = (some: readonly Drive[], all: Partial<Factors>) =>
    journeys(some, all).map((journey, i) => (journey.arrival - some[i].departure) / 1000 / some[i].seconds);
  const fitHours = (some: readonly Drive[], limits: Partial<Factors>): Factors => {
    const factors = new Array<number>(HOURS).fill(1);
    const around = factors.map((_, hour) => pool(some, hour));
    const intervals = factors.map(() => [Number.NaN, Number.NaN] as readonly [number, number]);
    for (let round = 0; round < ROUNDS; round++) {
      const now = ratios(some, { ...limits, hourlySpeedFactors: factors });
      // The factor that each trip asks for, by that of its own hour.
      const wanted = now.map((ratio, i) => ratio * factors[some[i].hour]);
      around.forEach((rows, hour) => {
        if (rows.length === 0) return;
        const own = rows.map((i) => wanted[i]);
        factors[hour] = possible(median(own));
        intervals[hour] = medianInterval(own);
      });
    }
    const hourlySpeedIntervals = some.length < LEAST_TRIPS ? null : intervals;
    return { ...limits, hourlySpeedFactors: factors.map(rounded), hourlySpeedIntervals };
  };
  const fitLimits = (some: readonly Drive[]): Factors => {
    const hours = fitHours(some, {});
    // Seconds on straight lanes by speed limit, and elsewhere, as shares of the observed time.
    const shares = journeys(some, hours).map((journey, i) => {
      const share = (milliseconds: number) => milliseconds / 1000 / some[i].seconds;
      const row = [0, 0, 0, share(journey.arrival - some[i].departure)];
      journey.lanes.forEach((lane, k) => {
        if (city.lanes.turn[lane] !== LaneTurn.STRAIGHT) return;
        const own = share(journey.reached[k] - journey.entered[k]);
        row[limitRange(city, lane)] += own;
        row[3] -= own;
      });
      return row;
    });
    const slowness = leastSquares(shares);
    return fitHours(some, {
      limitSpeedFactors: slowness.map((value) => rounded(1 / Math.min(2, Math.max(0.5, value)))),
    });
  };
  /** Ratios of trips, each predicted by factors that are fitted to those of the other folds. */
  const heldOut = (some: readonly Drive[], folds: number, fitTo: (rest: readonly Drive[]) => Factors) => {
    const all = new Array<number>(some.length);
    for (let fold = 0; fold < folds; fold++) {
      const held = some.flatMap((_, i) => (i % folds === fold ? [i] : []));
      const factors = fitTo(some.filter((_, i) => i % folds !== fold));
      ratios(
        held.map((i) => some[i]),
        factors,
      ).forEach((ratio, i) => {
        all[held[i]] = ratio;
      });
    }
    return all;
  };
  const fit = (some: readonly Drive[]): Factors => {
    const byHour = (rest: readonly Drive[]) => fitHours(rest, {});
    const [plain, withLimits] = [byHour, fitLimits].map((one) => meanError(heldOut(some, INNER_FOLDS, one)));
    return withLimits < plain ? fitLimits(some) : byHour(some);
  };
  const before = ratios(trips, {});
  const after = heldOut(trips, FOLDS, fit);
  const hours = Array.from({ length: HOURS }, (_, hour): HourError => {
    const rows = trips.flatMap((trip, i) => (trip.hour === hour ? [i] : []));
    return {
      hour,
      trips: rows.length,
      before: median(rows.map((i) => before[i])),
      after: median(rows.map((i) => after[i])),
    };
  });
  return {
    ...fit(trips),
    error: { before: rounded(meanError(before)), after: rounded(meanError(after)) },
    hours: hours.filter((row) => row.trips > 0),
    trips: trips.length,
  };
}

type Factors = Pick<SpeedCalibration, 'hourlySpeedFactors' | 'hourlySpeedIntervals' | 'limitSpeedFactors'>;

const rounded = (value: number) => Math.round(value * 1000) / 1000;
const possible = (factor: number) => Math.min(5, Math.max(0.01, factor));
const meanError = (ratios: readonly number[]) =>
  ratios.reduce((sum, ratio) => sum + Math.abs(ratio - 1), 0) / ratios.length;

/**
 * The slowness of three ranges for which the sum of their shares and the rest is nearest to 1, each with a prior of 1.
 * @param shares by trip: of each range, and the rest
 */
function leastSquares(shares: readonly (readonly number[])[]): number[] {
  const slowness = [1, 1, 1];
  // Coordinate by coordinate: three unknowns converge in a few rounds.
  for (let round = 0; round < 20; round++)
    for (let range = 0; range < slowness.length; range++) {
      const mean = shares.reduce((sum, row) => sum + row[range] ** 2, 0) / Math.max(1, shares.length);
      let up = PRIOR_TRIPS * mean;
      let down = PRIOR_TRIPS * mean;
      for (const row of shares) {
        const others = slowness.reduce((sum, value, i) => sum + (i === range ? 0 : value * row[i]), row[3]);
        up += row[range] * (1 - others);
        down += row[range] ** 2;
      }
      if (down > 0) slowness[range] = up / down;
    }
  return slowness;
}

/** The trips (indices) of an hour, and of as many hours around it as are needed. */
function pool(trips: readonly { readonly hour: number }[], hour: number): number[] {
  const apart = trips.map((trip) => {
    const hours = Math.abs(trip.hour - hour);
    return Math.min(hours, HOURS - hours);
  });
  const counts = new Array<number>(HOURS / 2 + 1).fill(0);
  for (const hours of apart) counts[hours]++;
  let reach = 0;
  for (let all = counts[0]; all < LEAST_TRIPS && reach < HOURS / 2; ) all += counts[++reach];
  return apart.flatMap((hours, i) => (hours <= reach ? [i] : []));
}

/** The 95 % interval of a median: the order statistics between which a sign test at 5 % does not reject it. */
function medianInterval(values: readonly number[]): [low: number, high: number] {
  const sorted = values.toSorted((a, b) => a - b);
  const beyond = Math.max(0, Math.floor((sorted.length - Z * Math.sqrt(sorted.length)) / 2 - 1));
  return [sorted[beyond], sorted[sorted.length - 1 - beyond]].map((end) => rounded(possible(end))) as [number, number];
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
