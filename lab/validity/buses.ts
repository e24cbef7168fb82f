import { join } from 'node:path';
import { Random } from '@itinera/base';
import {
  addTransit,
  BY_BUS,
  buildRoutingData,
  buildRoutingDataInThreads,
  type CityMap,
  gatesOf,
  type MovementSettings,
  type RoutingData,
  readGtfs,
  type Timetable,
  TransitPlanner,
  TripMode,
} from '@itinera/city';
import { buildCity } from '@itinera/city-build';
import { medianOf, quantile, show, tableOf, withInterval } from './figures.js';
import { makeTrips, type TripEnds } from './trips.js';

const CITIES = [
  ['Porto', 'osm-porto-roads/porto_portugal.osm.pbf', 'gtfs-porto-stcp/gtfs_stcp.zip'],
  ['Newport', 'osm-gtfs-newport/newport-2023-06-13.osm.pbf', 'osm-gtfs-newport/newport-20230613_gtfs.zip'],
] as const;
export const BUS_FILES = CITIES.flatMap(([, extract, feed]) => [extract, feed]);
/** Hours of departure from the first stop; the last value ends the last row. */
const HOURS = [6, 7, 10, 16, 20, 23];
/** Numbers of bus rides and of trips that are drawn. */
const DRAWN = 400;
/** Minimum distance of stops, because timetables are in minutes. */
const LEAST_STOPS = 5;
const SETTINGS: MovementSettings = { routeCosts: 'driving-time' };
const WALKING_SPEED = 1.34;
const LONG = 30;

/** A ride from the first stop to the last, hop by hop. */
interface BusRide {
  readonly departures: readonly number[];
  readonly seconds: number;
  readonly hops: readonly number[];
}

/** Compares buses by timetable with lone cars that make the same stops, and buses with cars from door to door. */
export async function busTables(data: string): Promise<string> {
  const rides: string[][] = [];
  const trips: string[][] = [];
  for (const [city, extract, gtfs] of CITIES) {
    const { map: streets } = await buildCity(join(data, extract));
    const walking = buildRoutingData(streets, { hierarchies: false });
    const { map, timetable } = addTransit(streets, await readGtfs(join(data, gtfs)), { routing: walking });
    const routing = await buildRoutingDataInThreads(map, { routeCosts: 'driving-time' });
    rides.push(...rideRows(city, map, timetable, routing));
    trips.push(tripRow(city, map, timetable, routing));
  }
  return [
    tableOf(
      [
        'city',
        'departure',
        'rides',
        'km/h by timetable',
        'km/h by car',
        'car / bus, time',
        'remaining seconds per stop',
      ],
      rides,
    ),
    '',
    tableOf(
      ['city', 'trips', 'by car, median min', 'over 30 min, %', 'by bus, median min', 'over 30 min, %', 'rides'],
      trips,
    ),
  ].join('\n');
}

function rideRows(city: string, map: CityMap, timetable: Timetable, routing: RoutingData): string[][] {
  const random = new Random(1);
  const all = ridesOf(timetable);
  return HOURS.slice(0, -1).flatMap((from, i) => {
    const to = HOURS[i + 1]!;
    const within = all.filter(({ departures }) => departures[0]! >= from * 3600 && departures[0]! < to * 3600);
    if (within.length === 0) return [];
    const drawn = Array.from({ length: DRAWN }, () => within[random.integer(within.length)]!);
    const made = makeTrips(
      map,
      drawn.flatMap((ride) => ride.hops.map((hop, stop) => hopEnds(timetable, hop, ride.departures[stop]!))),
      { settings: SETTINGS, routing },
    );
    let next = 0;
    const driven = drawn.flatMap(({ hops, seconds }) => {
      const cars = made.slice(next, next + hops.length).filter((car) => car !== null);
      next += hops.length;
      if (cars.length < hops.length) return [];
      const [metres, own] = cars.reduce(([m, s], car) => [m + car.metres, s + car.seconds], [0, 0]);
      return [{ bus: metres / seconds, car: metres / own, ratio: own / seconds, left: (seconds - own) / hops.length }];
    });
    const column = (of: (ride: (typeof driven)[number]) => number) => driven.map(of);
    return [
      [
        city,
        `${from}:00–${to}:00`,
        String(driven.length),
        show(
          quantile(
            column(({ bus }) => bus * 3.6),
            0.5,
          ),
          1,
        ),
        show(
          quantile(
            column(({ car }) => car * 3.6),
            0.5,
          ),
          1,
        ),
        withInterval(medianOf(column(({ ratio }) => ratio)), 2),
        withInterval(medianOf(column(({ left }) => left)), 0),
      ],
    ];
  });
}

/** Bus rides whose route is completely known, of all days. */
function ridesOf({ patterns, hops }: Timetable): BusRide[] {
  return Array.from(patterns.kinds).flatMap((kind, pattern) => {
    const [first, end] = [patterns.stopOffsets[pattern]!, patterns.stopOffsets[pattern + 1]!];
    const own = Array.from(patterns.hops.subarray(first, end - 1));
    const isKnown = own.every((hop) => hops.laneOffsets[hop]! < hops.laneOffsets[hop + 1]!);
    if (((1 << kind) & BY_BUS) === 0 || !isKnown || own.length < LEAST_STOPS) return [];
    const stops = end - first;
    const trips = patterns.tripOffsets[pattern + 1]! - patterns.tripOffsets[pattern]!;
    return Array.from({ length: trips }, (_, trip) => {
      const event = patterns.eventOffsets[pattern]! + trip * stops;
      const departures = Array.from(patterns.departures.subarray(event, event + stops));
      return { departures, seconds: patterns.arrivals[event + stops - 1]! - departures[0]!, hops: own };
    }).filter(({ seconds }) => seconds > 0);
  });
}

function hopEnds({ hops }: Timetable, hop: number, departure: number): TripEnds {
  const [first, end] = [hops.laneOffsets[hop]!, hops.laneOffsets[hop + 1]!];
  return {
    from: [{ lane: hops.lanes[first]!, s: hops.startS[hop]! }],
    to: [{ lane: hops.lanes[end - 1]!, s: hops.endS[hop]! }],
    departure: departure * 1000,
    mode: TripMode.DRIVE_ONLY,
  };
}

/** Between random places that a bus serves, at random times of a weekday from 7 to 19. */
function tripRow(city: string, map: CityMap, timetable: Timetable, routing: RoutingData): string[] {
  const random = new Random(2);
  const planner = new TransitPlanner(map, routing.walk, timetable, { accessMetres: 1200, boardingSeconds: 60 });
  const isStation = new Set(timetable.stops.aoiIds);
  const aois = Array.from(map.aois.id.keys()).filter(
    (aoi) => !isStation.has(map.aois.id[aoi]!) && gatesOf(map, aoi, 'drive').length > 0,
  );
  const any = () => {
    const aoi = aois[random.integer(aois.length)]!;
    return { aoi, places: gatesOf(map, aoi, 'walk') };
  };
  const asked = Array.from({ length: 5 * DRAWN }, () => {
    const [from, to, seconds] = [any(), any(), Math.round((7 + 12 * random.next()) * 3600)];
    const question = { from, to, seconds, day: timetable.usualWeek, walkingSpeed: WALKING_SPEED, kinds: BY_BUS };
    const journey = planner.find({ ...question, onFoot: Infinity });
    return { from, to, seconds, journey };
  })
    .filter(({ journey }) => journey !== null)
    .slice(0, DRAWN);
  const cars = makeTrips(
    map,
    asked.map(({ from, to, seconds }) => ({
      from: gatesOf(map, from.aoi, 'drive'),
      to: gatesOf(map, to.aoi, 'drive'),
      departure: seconds * 1000,
      mode: TripMode.DRIVE_ONLY,
    })),
    { settings: SETTINGS, routing },
  );
  const both = asked.flatMap(({ journey, seconds }, i) =>
    cars[i]
      ? [{ car: cars[i].seconds / 60, bus: (journey!.arrival - seconds) / 60, rides: journey!.rides.length }]
      : [],
  );
  const cells = (minutes: number[]) => [
    withInterval(medianOf(minutes), 1),
    show((100 * minutes.filter((value) => value > LONG).length) / minutes.length, 0),
  ];
  const rides = both.reduce((sum, trip) => sum + trip.rides, 0) / both.length;
  return [
    city,
    String(both.length),
    ...cells(both.map(({ car }) => car)),
    ...cells(both.map(({ bus }) => bus)),
    show(rides, 2),
  ];
}
