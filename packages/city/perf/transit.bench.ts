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
import { processorSeconds } from '../../base/perf/processor-seconds.js';
import type { Row } from '../../base/perf/row.js';
import { NaivePlanner } from './naive-planner.js';

const QUERIES = 2000;

/**
 * Journeys in Porto on a Monday between random AOIs at random times, compared with a plain port of the same rounds with
 * objects and maps: both find the same arrivals. Needs `ITINERA_DATA`, with osm-porto-roads and gtfs-porto-stcp.
 */
export default async function bench(): Promise<Row[]> {
  const data = process.env.ITINERA_DATA ?? '';
  const feedPath = join(data, 'gtfs-porto-stcp/gtfs_stcp.zip');
  if (data === '' || !existsSync(feedPath)) {
    console.log('Without ITINERA_DATA, the folder of the data sets, there is nothing to measure.');
    return [];
  }
  const streets = (await buildCity(join(data, 'osm-porto-roads/porto_portugal.osm.pbf'))).map;
  const routing = buildRoutingData(streets, { hierarchies: false });
  const start = processorSeconds();
  const { map, timetable } = addTransit(streets, await readGtfs(feedPath), { routing });
  const adding = processorSeconds() - start;
  const questions = randomQuestions(map, timetable);
  const planner = new TransitPlanner(map, routing.walk, timetable, { accessMetres: 1200, boardingSeconds: 60 });
  const first = timed(() => questions.map((question) => planner.find(question)));
  const again = timed(() => questions.map((question) => planner.find(question)));
  const naive = new NaivePlanner(planner, timetable, dayOf('2024-03-18'));
  const slow = timed(() => questions.slice(0, 200).map((question) => naive.arrival(question)));
  const wrong = slow.result.filter((arrival, i) => arrival !== (again.result[i]?.arrival ?? Infinity)).length;
  const peer = { name: 'plain port', cost: slow.ms / 200 };
  const fault = wrong === 0 ? undefined : `${wrong} of 200 arrivals differ`;
  return [
    { work: 'timetable of Porto, read and put into the map', ours: adding, unit: 's' },
    { work: 'journey in Porto, with the walk to stops', ours: first.ms / QUERIES, unit: 'ms', peer, fault },
    { work: 'journey in Porto, again', ours: again.ms / QUERIES, unit: 'ms', peer, fault },
  ];
}

function timed<T>(run: () => T): { result: T; ms: number } {
  const start = processorSeconds();
  const result = run();
  return { result, ms: 1000 * (processorSeconds() - start) };
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
