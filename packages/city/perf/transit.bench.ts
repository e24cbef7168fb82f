import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  addTransit,
  BY_BUS,
  BY_SUBWAY,
  buildRoutingData,
  type CityMap,
  dayOf,
  gatesOf,
  type JourneyQuestion,
  readGtfs,
  type Timetable,
  TransitPlanner,
} from '@itinera/city';
import { buildCity } from '@itinera/city-build';
import { NaivePlanner } from './naive-planner.js';

const QUERIES = 2000;

/**
 * Journeys in Porto on a Monday between random AOIs at random times, compared with a plain port of the same rounds with
 * objects and maps: both find the same arrivals. Needs `ITINERA_DATA`, with osm-porto-roads and gtfs-porto-stcp.
 */
export default async function bench(): Promise<void> {
  const data = process.env.ITINERA_DATA ?? '';
  const feedPath = join(data, 'gtfs-porto-stcp/gtfs_stcp.zip');
  if (data === '' || !existsSync(feedPath))
    return console.log('transit: set ITINERA_DATA to the folder of the data sets.');
  const streets = (await buildCity(join(data, 'osm-porto-roads/porto_portugal.osm.pbf'))).map;
  const routing = buildRoutingData(streets, { hierarchies: false });
  const reading = performance.now();
  const feed = await readGtfs(feedPath);
  const adding = performance.now();
  const { map, timetable } = addTransit(streets, feed, { routing });
  console.log(
    `Porto: ${timetable.stopCount} stations, ${timetable.patternCount} sublines, ${timetable.tripCount} trips; read in ` +
      `${((adding - reading) / 1000).toFixed(1)} s, put into the map in ${((performance.now() - adding) / 1000).toFixed(1)} s`,
  );
  const questions = randomQuestions(map, timetable);
  const planner = new TransitPlanner(map, routing.walk, timetable, { accessMetres: 1200, boardingSeconds: 60 });
  const first = timed(() => questions.map((question) => planner.find(question)));
  const again = timed(() => questions.map((question) => planner.find(question)));
  const naive = new NaivePlanner(planner, timetable, dayOf('2024-03-18'));
  const slow = timed(() => questions.slice(0, 200).map((question) => naive.arrival(question)));
  const wrong = slow.result.filter((arrival, i) => arrival !== (again.result[i]?.arrival ?? Infinity)).length;
  const found = again.result.filter((journey) => journey !== null);
  const rides = found.reduce((sum, journey) => sum + journey!.rides.length, 0) / found.length;
  console.table({
    'first query, including the walk to stops': { 'ms a query': (first.ms / QUERIES).toFixed(3) },
    again: { 'ms a query': (again.ms / QUERIES).toFixed(3) },
    'plain port': { 'ms a query': (slow.ms / 200).toFixed(3) },
    'plain port / again': { 'ms a query': (slow.ms / 200 / (again.ms / QUERIES)).toFixed(1) },
  });
  console.log(
    `${found.length} of ${QUERIES} found, ${rides.toFixed(2)} rides each; ${wrong} of 200 arrivals differ from the plain port's`,
  );
}

function timed<T>(run: () => T): { result: T; ms: number } {
  const before = process.cpuUsage();
  const result = run();
  return { result, ms: process.cpuUsage(before).user / 1000 };
}

function randomQuestions(map: CityMap, timetable: Timetable): JourneyQuestion[] {
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const aois = Array.from({ length: map.aois.count }, (_, aoi) => ({ aoi, places: gatesOf(map, aoi, 'walk') })).filter(
    ({ aoi, places }) => places.length > 0 && !timetable.stops.aoiIds.includes(map.aois.id[aoi]!),
  );
  const any = () => aois[Math.floor(random() * aois.length)]!;
  return Array.from({ length: QUERIES }, () => ({
    from: any(),
    to: any(),
    day: dayOf('2024-03-18'),
    seconds: Math.floor((6 + 12 * random()) * 3600),
    walkingSpeed: 1.34,
    kinds: BY_BUS | BY_SUBWAY,
    onFoot: Infinity,
  }));
}
