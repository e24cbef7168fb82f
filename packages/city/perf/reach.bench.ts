import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { accessOfAois, addTransit, type CityMap, dayOf, openReach, readGtfs, type Timetable } from '@itinera/city';
import { buildCity, synthesizeCity } from '@itinera/city-build';
import { exponent } from '../../base/perf/exponent.js';
import { processorSeconds } from '../../base/perf/processor-seconds.js';
import type { Row } from '../../base/perf/row.js';
import { extracts } from './extracts.js';
import { withBuses } from './synthetic-buses.js';

const MODES = ['car', 'walk', 'pt'] as const;
const LIMITS = [900, 1800, 2700];
/** Residents of the SYNTHETIC cities. */
const SIZES = [25_000, 50_000, 100_000];
/** AOIs that are searched one by one, unless no street leads there. */
const SAMPLE = 100;
const NEWPORT = 'osm-gtfs-newport';
/** Of the SYNTHETIC timetables. */
const DATE = '2024-03-18';

interface City {
  readonly name: string;
  readonly map: CityMap;
  readonly timetable: Timetable;
  /** Of the timetable. */
  readonly date: string;
}

/**
 * AOIs within 15, 30 and 45 minutes of every AOI, compared with our own search from each AOI (a sample of them) up to 45 minutes,
 * which finds the same numbers. With `ITINERA_DATA`, including Newport with its timetable, and Honolulu with SYNTHETIC buses.
 */
export default async function bench(): Promise<Row[]> {
  const towns: { readonly aois: number; readonly rows: Row[] }[] = [];
  for (const size of SIZES) {
    const name = `SYNTHETIC city of ${size} residents`;
    const city = { name, ...(await withBuses(synthesizeCity({ seed: 1, size }))), date: DATE };
    towns.push({ aois: city.map.aois.count, rows: await measure(city) });
  }
  const growth = MODES.map((_, i) =>
    exponent(
      towns.map(({ aois }) => aois),
      towns.map(({ rows }) => rows[i]!.ours),
    ),
  );
  const rows = towns.at(-1)!.rows.map((row, i): Row => ({ ...row, exponent: growth[i]! }));
  const newport = await newportCity();
  if (newport) rows.push(...(await measure(newport)));
  for (const path of extracts(['osm-honolulu/honolulu.osm.pbf']))
    rows.push(...(await measure({ name: 'Honolulu', ...(await withBuses((await buildCity(path)).map)), date: DATE })));
  return rows;
}

async function newportCity(): Promise<City | undefined> {
  const [path] = extracts([`${NEWPORT}/newport-2023-06-13.osm.pbf`]);
  const feed = join(process.env.ITINERA_DATA ?? '', NEWPORT, 'newport-20230613_gtfs.zip');
  if (path === undefined || !existsSync(feed)) return undefined;
  const { map, timetable } = addTransit((await buildCity(path)).map, await readGtfs(feed));
  return { name: 'Newport', map, timetable, date: '2023-06-05' };
}

/** All AOIs, by mode, in one thread. */
async function measure({ name, map, timetable, date }: City): Promise<Row[]> {
  const count = map.aois.count;
  const weights = [new Float64Array(count).fill(1)];
  const times = Array.from({ length: 12 }, (_, i) => 8 * 3600 + 300 * i);
  const departures = { day: dayOf(date), times, percentile: 50 };
  const rows: Row[] = [];
  for (const mode of MODES) {
    const settings = { mode, limit: LIMITS.at(-1)!, departures };
    const start = processorSeconds();
    const open = openReach(map, timetable, settings, { isForMany: true });
    const sums = await accessOfAois(open, { limits: LIMITS, weights, threads: 1 });
    const ours = processorSeconds() - start;
    const { reach } = openReach(map, timetable, settings);
    const sample = Array.from({ length: SAMPLE }, (_, i) => Math.floor((i * count) / SAMPLE)).filter(
      (aoi) => reach.gates(aoi).length > 0,
    );
    // The walks to stops, which the first search finds for all.
    reach.aois([]);
    const oneByOne = processorSeconds();
    const found = sample.map((aoi) => {
      const arrivals = reach.aois(reach.gates(aoi), aoi);
      arrivals[aoi] = 0;
      return LIMITS.map((limit) => arrivals.reduce((sum, time) => sum + (time <= limit ? 1 : 0), 0));
    });
    const cost = ((processorSeconds() - oneByOne) / sample.length) * count;
    const differ = sample.filter((aoi, i) =>
      LIMITS.some((_, j) => sums[aoi * LIMITS.length + j] !== found[i]![j]),
    ).length;
    rows.push({
      work: `${name}: all AOIs to all by ${mode}`,
      fault: differ === 0 ? undefined : `${differ} of ${sample.length} sums differ`,
      ours,
      unit: 's',
      peer: { name: 'our own searches, one by one (from a sample)', cost },
    });
  }
  return rows;
}
