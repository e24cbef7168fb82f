import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
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
import { buildCity, synthesizeCity } from '@itinera/city-build';
import { exponent } from '../../base/perf/exponent.js';
import { processorSeconds } from '../../base/perf/processor-seconds.js';
import type { Row } from '../../base/perf/row.js';
import { extracts } from './extracts.js';
import { NaivePlanner } from './naive-planner.js';
import { writeBuses } from './synthetic-buses.js';

const QUERIES = 2000;
/** Those that the plain port answers. */
const PLAIN_QUERIES = 200;
/** Bus lines of the SYNTHETIC timetables: of more lines, stops are closer to each other, too. */
const LINES = [40, 80, 160];
const RESIDENTS = 100_000;
const PORTO = { streets: 'osm-porto-roads/porto_portugal.osm.pbf', feed: 'gtfs-porto-stcp/gtfs_stcp.zip' };
/** A Monday of all timetables. */
const DATE = '2024-03-18';

/**
 * Journeys between random AOIs at random times, compared with a plain port of the same rounds with objects and maps: both find the
 * same arrivals. In a SYNTHETIC city by the number of bus lines, and with `ITINERA_DATA` in Porto.
 */
export default async function bench(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'transit-bench-'));
  try {
    const city = synthesizeCity({ seed: 1, size: RESIDENTS });
    const runs: Row[][] = [];
    // The first pays for the compiler.
    for (const lines of [LINES[0]!, ...LINES]) {
      await writeBuses(city, folder, lines);
      runs.push(await measure(`a SYNTHETIC city with ${lines} bus lines`, city, folder));
    }
    const rows = runs.at(-1)!.map((row, i): Row => {
      const costs = runs.slice(1).map((run) => run[i]!.ours);
      return { ...row, exponent: exponent(LINES, costs) };
    });
    const [streets] = extracts([PORTO.streets]);
    const [feed] = extracts([PORTO.feed]);
    if (streets && feed) rows.push(...(await measure('Porto', (await buildCity(streets)).map, feed)));
    else console.log('Without ITINERA_DATA, the folder of the data sets, Porto is not measured.');
    return rows;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function measure(name: string, streets: CityMap, feed: string): Promise<Row[]> {
  const routing = buildRoutingData(streets, { hierarchies: false });
  const start = processorSeconds();
  const { map, timetable } = addTransit(streets, await readGtfs(feed), { routing });
  const adding = processorSeconds() - start;
  const questions = randomQuestions(map, timetable);
  const planner = new TransitPlanner(map, routing.walk, timetable, { accessMetres: 1200, boardingSeconds: 60 });
  const first = timed(() => questions.map((question) => planner.find(question)));
  const again = timed(() => questions.map((question) => planner.find(question)));
  const naive = new NaivePlanner(planner, timetable, dayOf(DATE));
  const slow = timed(() => questions.slice(0, PLAIN_QUERIES).map((question) => naive.arrival(question)));
  const wrong = slow.result.filter((arrival, i) => arrival !== (again.result[i]?.arrival ?? Infinity)).length;
  const peer = { name: 'plain port', cost: slow.ms / PLAIN_QUERIES };
  const fault = wrong === 0 ? undefined : `${wrong} of ${PLAIN_QUERIES} arrivals differ`;
  return [
    { work: `timetable of ${name}, read and put into the map`, ours: adding, unit: 's' },
    { work: `journey in ${name}, with the walk to stops`, ours: first.ms / QUERIES, unit: 'ms', peer, fault },
    { work: `journey in ${name}, again`, ours: again.ms / QUERIES, unit: 'ms', peer, fault },
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
    day: dayOf(DATE),
    seconds: Math.floor((6 + 12 * random()) * 3600),
    walkingSpeed: 1.34,
    kinds: BY_BUS | BY_SUBWAY,
    onFoot: Infinity,
  }));
}
