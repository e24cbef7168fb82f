import { UserError } from '@itinera/base';
import type { CityMap } from '../map/city-map.js';
import { type AoiMessage, AoiType, FirstId, LandUse, type Subline, SublineType } from '../map/message.js';
import { projectionOf } from '../map/projection.js';
import { rewriteMap } from '../map/rewrite-map.js';
import { Router } from '../routing/router.js';
import { buildRoutingData, type RoutingData } from '../routing/routing-data.js';
import type { WalkNetwork } from '../routing/walk-network.js';
import { BusRoutes, type BusStreets } from './bus-routes.js';
import { Drops } from './drops.js';
import { findFootpaths, USUAL_METRES as USUAL_WALK } from './footpaths.js';
import type { GtfsFeed } from './gtfs/gtfs-feed.js';
import { HopWays, nextId } from './hop-ways.js';
import { joinTimetables, type WalksBetween } from './join-timetables.js';
import { type LinePatterns, linePatterns } from './line-patterns.js';
import { patternColumns } from './pattern-columns.js';
import { busiestWeek, dateOf, runsOn, serviceRange } from './service-days.js';
import { type Station, stationsOf } from './station-places.js';
import { StopReach } from './stop-reach.js';
import { Timetable, type TransitLabels } from './timetable.js';
import type { TransitReport } from './transit-report.js';

/** Options of {@link addTransit}. */
export interface AddTransitOptions {
  /** The timetable that the map has already; the feed is added to it. */
  readonly onto?: Timetable | undefined;
  /** Built by `buildRoutingData` for the map; by default built here, without hierarchies. */
  readonly routing?: RoutingData;
  /** Streets for buses only, which are not in the map. */
  readonly busStreets?: BusStreets | undefined;
  /** Receives the current phase and its completed share, from 0 to 1. */
  readonly onProgress?: (step: string, share: number) => void;
}

/**
 * Adds the public transport of a feed to a map: stations become AOIs of type `BUS_STATION` with gates, trips with the same
 * stops become a subline; railways, and routes over streets for buses only, become lanes of type `RAIL_TRANSIT`. Stops more than 200 m from any walking lane
 * are left out and counted.
 *
 * @returns the map, its timetable, and a report
 * @throws UserError if no line has two stops in the map
 */
export function addTransit(
  city: CityMap,
  feed: GtfsFeed,
  { onto, busStreets, routing = buildRoutingData(city, { hierarchies: false }), onProgress }: AddTransitOptions = {},
): { map: CityMap; timetable: Timetable; report: TransitReport } {
  const drops = new Drops();
  for (const [what, { count, example }] of Object.entries(feed.dropped)) drops.add(what, () => example, count);
  onProgress?.('stations', 0);
  const { stations, isInMap, rowOf } = stationsOf(city, feed, projectionOf(city), drops);
  const lines = linePatterns(feed, isInMap, drops);
  if (lines.patterns.length === 0)
    throw new UserError(
      `${feed.name}: no line has two stops in the map ${city.header?.name ?? ''}. Use a feed of this city.`,
    );

  const walk = routing.walk;
  const places = stations.map(({ walking }) => walking);
  const [stopLanes, stopS] = [Int32Array.from(places, ({ lane }) => lane), Float64Array.from(places, ({ s }) => s)];
  const reach = new StopReach(city, walk, stopLanes, stopS);
  onProgress?.('walks between stops', 0);
  const transfers = inMap(feed.transfers, rowOf);
  const { footpaths, changeSeconds } = findFootpaths(stations.length, reach, (stop) => places[stop]!, {
    name: feed.name,
    transfers,
  });

  const router = new Router(city, routing);
  const busRoutes = busStreets?.from.length ? new BusRoutes(city, router, busStreets) : undefined;
  const ways = new HopWays(city, router, routing, stations, busRoutes);
  const sublineIds = lines.patterns.map((_, i) => nextId(city.sublines.id, FirstId.SUBLINE) + i);
  const patterns = patternColumns(lines, feed, {
    rowOf,
    sublineIds: Int32Array.from(sublineIds),
    hop: (from, to, kind) => ways.hop(from, to, kind === SublineType.SUBWAY),
    onProgress: (share) => onProgress?.('routes of lines', share),
  });
  const tripsOfService = countTrips(lines, feed);
  const usualWeek = busiestWeek(feed.services, tripsOfService);
  const firstAoi = nextId(city.aois.id, FirstId.AOI);
  const own = Timetable.of({
    stops: { aoiIds: Int32Array.from(stations, (_, i) => firstAoi + i), lanes: stopLanes, s: stopS, changeSeconds },
    footpaths,
    patterns,
    hops: ways.columns,
    services: feed.services,
    usualWeek,
    labels: labelsOf(feed, lines, rowOf),
  });
  const timetable = onto
    ? joinTimetables(onto, own, walksBetween(city, walk, onto, own), ['the timetable of the map', feed.name])
    : own;
  onProgress?.('writing the map', 0);
  const sublines = lines.patterns.map((_, i) => sublineOf(lines, i, { feed, timetable: own, roads: ways.roadIds }));
  const aois = stations.map((station, i) => aoiOf(city, station, firstAoi + i, sublinesAt(own, i)));
  const map = withTransit(city, { stations: aois, sublines, ways });
  const range = serviceRange(feed.services) ?? [usualWeek, usualWeek];
  const isSubway = (id: number) => patterns.kinds[id] === SublineType.SUBWAY;
  const report: TransitReport = {
    feed: feed.name,
    timeZone: feed.timeZone,
    calendar: [dateOf(range[0]), dateOf(range[1])],
    usualWeek: dateOf(usualWeek),
    stations: stations.length,
    lines: new Set(lines.patterns.map(({ route }) => route)).size,
    busSublines: sublines.filter((_, i) => !isSubway(i)).length,
    subwaySublines: sublines.filter((_, i) => isSubway(i)).length,
    trips: own.tripCount,
    tripsByWeekday: Array.from({ length: 7 }, (_, day) =>
      tripsOfService.reduce((sum, trips, s) => sum + (runsOn(feed.services, s, usualWeek + day) ? trips : 0), 0),
    ),
    footpaths: footpaths.stops.length,
    hops: ways.count,
    hopsOnBusStreets: ways.onBusStreets,
    hopsWithoutWay: ways.withoutWay,
    dropped: drops.counts,
  };
  return { map, timetable, report };
}

/** The names of a feed that a timetable keeps. */
function labelsOf({ routes, stops }: GtfsFeed, { patterns }: LinePatterns, rowOf: Int32Array): TransitLabels {
  const used = [...new Set(patterns.map(({ route }) => route))];
  const { ids, names, longNames, agencyIds, agencies } = routes;
  const rows = Array.from(rowOf.keys()).filter((stop) => rowOf[stop] >= 0);
  return {
    lines: used.map((route) => ({
      id: ids[route]!,
      name: names[route]!,
      longName: longNames[route]!,
      agencyId: agencyIds[route]!,
      agency: agencies[route]!,
    })),
    lineOf: patterns.map(({ route }) => used.indexOf(route)),
    stops: rows.map((stop) => {
      const station = stops.parents[stop];
      return [stops.ids[stop]!, stops.ids[station] ?? '', stops.names[station] ?? ''];
    }),
  };
}

/** Walks for transfers from the stops of a timetable to those of another. */
function walksBetween(city: CityMap, walk: WalkNetwork, a: Timetable, b: Timetable): WalksBetween {
  const reach = new StopReach(city, walk, b.stops.lanes, b.stops.s);
  return Array.from(a.stops.lanes).flatMap((lane, from) => {
    const near = reach.around([{ lane, s: a.stops.s[from] }], USUAL_WALK);
    return Array.from(near.stops, (to, i) => ({ from, to, metres: near.metres[i] }));
  });
}

/** Transfers between stops of the map, by row. */
function inMap({ from, to, seconds }: GtfsFeed['transfers'], rowOf: Int32Array): GtfsFeed['transfers'] {
  const kept = Int32Array.from(from.keys()).filter((i) => rowOf[from[i]] >= 0 && rowOf[to[i]] >= 0);
  return {
    from: kept.map((i) => rowOf[from[i]]),
    to: kept.map((i) => rowOf[to[i]]),
    seconds: kept.map((i) => seconds[i]),
  };
}

function countTrips({ patterns }: LinePatterns, { trips, services }: GtfsFeed): number[] {
  const counts = new Array<number>(services.weekdays.length).fill(0);
  for (const pattern of patterns) for (const trip of pattern.trips) counts[trips.services[trip]]!++;
  return counts;
}

function sublinesAt({ patterns }: Timetable, stop: number): number[] {
  const ids = new Set<number>();
  for (let pattern = 0; pattern < patterns.kinds.length; pattern++)
    for (let i = patterns.stopOffsets[pattern]; i < patterns.stopOffsets[pattern + 1]; i++)
      if (patterns.stops[i] === stop) ids.add(patterns.sublineIds[pattern]);
  return [...ids];
}

function aoiOf(city: CityMap, { x, y, name, kerb, walking }: Station, id: number, sublineIds: number[]): AoiMessage {
  const position = { x, y };
  const at = ({ lane, s }: { lane: number; s: number }) => ({ laneId: city.lanes.id[lane], s });
  return {
    id,
    type: AoiType.BUS_STATION,
    drivingPositions: kerb ? [at(kerb)] : [],
    walkingPositions: [at(walking)],
    positions: [position],
    drivingGates: kerb ? [position] : [],
    walkingGates: [position],
    poiIds: [],
    landUse: LandUse.TRANSPORTATION,
    name,
    urbanLandUse: 'S4',
    sublineIds,
  };
}

interface Made {
  readonly feed: GtfsFeed;
  readonly timetable: Timetable;
  readonly roads: readonly number[][];
}

/** A subline of the map; its schedule is that of the day with the most trips in the usual week. */
function sublineOf(lines: LinePatterns, row: number, { feed, timetable, roads }: Made): Subline {
  const { route, kind, headsign, trips } = lines.patterns[row]!;
  const { patterns, stops, usualWeek } = timetable;
  const [start, end] = [patterns.stopOffsets[row], patterns.stopOffsets[row + 1]];
  const days = [0, 1, 2, 3, 4, 5, 6].map((day) =>
    trips.filter((trip) => runsOn(feed.services, feed.trips.services[trip], usualWeek + day)),
  );
  const runs = days.reduce((most, day) => (day.length > most.length ? day : most));
  const time = (trip: number) => lines.departures[lines.eventStarts[trip]];
  const first = lines.eventStarts[trips[0]!];
  const line = feed.routes.names[route]!;
  return {
    id: patterns.sublineIds[row],
    name: headsign === '' ? line : `${line} ${headsign}`,
    aoiIds: Array.from(patterns.stops.subarray(start, end), (stop) => stops.aoiIds[stop]),
    stationConnectionRoadIds: Array.from(patterns.hops.subarray(start, end - 1), (hop) => ({ roadIds: roads[hop]! })),
    type: kind,
    parentName: line,
    schedules: {
      departureTimes: runs.map(time),
      offsetTimes: Array.from({ length: end - start }, (_, i) => lines.arrivals[first + i] - lines.arrivals[first]),
    },
    tazCosts: [],
  };
}

/** The additions of public transport to a map. */
interface TransitAdditions {
  readonly stations: readonly AoiMessage[];
  readonly sublines: readonly Subline[];
  readonly ways: Pick<HopWays, 'laidLanes' | 'laidRoads'>;
}

/** The map with stations, lines and what was laid for them. Existing rows keep their positions; new ones follow. */
function withTransit(map: CityMap, { stations, sublines, ways }: TransitAdditions): CityMap {
  const aoisOfLane = new Map<number, number[]>();
  for (const { id, drivingPositions, walkingPositions } of stations)
    for (const { laneId } of [...drivingPositions, ...walkingPositions])
      aoisOfLane.set(laneId, [...(aoisOfLane.get(laneId) ?? []), id]);
  return rewriteMap(map, {
    change: { lanes: (lane) => ({ ...lane, aoiIds: [...lane.aoiIds, ...(aoisOfLane.get(lane.id) ?? [])] }) },
    add: { lanes: ways.laidLanes, roads: ways.laidRoads, aois: stations, sublines },
  });
}
