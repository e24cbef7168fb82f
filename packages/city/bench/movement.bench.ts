import {
  buildRoutingData,
  type CityMap,
  type Population,
  runPopulation,
  synthesizeCity,
  TripMode,
} from '@itinera/city';

const HOUR = 3_600_000;

/**
 * A day of people in a SYNTHETIC city, five trips and 96 rows each: cost by the number of people and of threads, and
 * memory.
 */
export default async function bench(): Promise<void> {
  const city = synthesizeCity({ seed: 1, size: 100_000 });
  const routing = buildRoutingData(city);
  console.log(`SYNTHETIC city of 100,000 residents: ${city.roads.count} roads, ${city.aois.count} AOIs`);
  const rows = [];
  for (const [people, threads] of [
    [100, 1],
    [1000, 1],
    [10_000, 1],
    [10_000, 2],
    [100_000, 2],
  ] as const) {
    const population = commuters(city, people);
    const before = process.memoryUsage().rss;
    const start = performance.now();
    const cpu = process.cpuUsage();
    const { events } = await runPopulation(city, population, {
      until: 24 * HOUR,
      routing,
      threads,
      rowTimes: { first: 0, every: HOUR / 4, count: 96 },
    });
    const seconds = (performance.now() - start) / 1000;
    rows.push({
      people,
      threads,
      trips: events.kind.reduce((sum, kind) => sum + (kind === 1 ? 1 : 0), 0),
      seconds: seconds.toFixed(2),
      'CPU seconds': cpuSeconds(cpu).toFixed(2),
      'µs a person': ((seconds / people) * 1e6).toFixed(0),
      'KB a person, rows and events included': ((process.memoryUsage().rss - before) / people / 1024).toFixed(1),
      'peak MB': (process.resourceUsage().maxRSS / 1024).toFixed(0),
    });
  }
  console.table(rows);
}

/** Of all threads, since a reading. */
function cpuSeconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
}

/** People with a home, a workplace and errands; made by a fixed rule. */
function commuters(city: CityMap, people: number): Population {
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const { id, drivingPositions } = city.aois;
  const places = id.filter((_, aoi) => drivingPositions.offsets[aoi]! < drivingPositions.offsets[aoi + 1]!);
  const anywhere = () => places[Math.floor(random() * places.length)]!;
  const [tripAoiIds, tripDepartures, tripModes]: [number[], number[], number[]] = [[], [], []];
  const homeAoiIds = new Int32Array(people);
  const tripOffsets = new Int32Array(people + 1);
  for (let person = 0; person < people; person++) {
    const home = anywhere();
    const work = anywhere();
    homeAoiIds[person] = home;
    const hours = [7 + 2 * random(), 12 + random(), 13 + random(), 17 + 2 * random(), 19.5 + 2 * random()];
    [work, anywhere(), work, anywhere(), home].forEach((aoi, k) => {
      tripAoiIds.push(aoi);
      tripDepartures.push(Math.floor(hours[k]! * HOUR));
      tripModes.push(random() < 0.8 ? TripMode.DRIVE_ONLY : TripMode.WALK_ONLY);
    });
    tripOffsets[person + 1] = tripAoiIds.length;
  }
  return {
    personIds: Int32Array.from({ length: people }, (_, person) => person),
    homeAoiIds,
    tripOffsets,
    tripAoiIds: Int32Array.from(tripAoiIds),
    tripDepartures: Float64Array.from(tripDepartures),
    tripModes: Uint8Array.from(tripModes),
  };
}
