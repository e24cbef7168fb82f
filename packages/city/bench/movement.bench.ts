import { buildRoutingData, type CityMap, createWorld, type Trip, TripMode } from '@itinera/city';
import { synthesizeCity } from '@itinera/city-build';

const HOUR = 3_600_000;
const INSTANTS = Array.from({ length: 96 }, (_, k) => (k * HOUR) / 4);

/** A day of people in a SYNTHETIC city, five trips each and looked at 96 times: cost by the number of people, and memory. */
export default async function bench(): Promise<void> {
  const city = synthesizeCity({ seed: 1, size: 100_000 });
  const routing = buildRoutingData(city);
  console.log(`SYNTHETIC city of 100,000 residents: ${city.roads.count} roads, ${city.aois.count} AOIs`);
  const rows = [];
  for (const people of [100, 1000, 10_000, 100_000]) {
    const scheduleOf = commuters(city);
    const before = process.memoryUsage().rss;
    const start = process.cpuUsage();
    const world = createWorld(city, {}, routing);
    let trips = 0;
    for (let person = 0; person < people; person++) {
      const { home, schedule } = scheduleOf();
      world.addPerson(person, home);
      world.setSchedule(person, schedule);
      for (const time of INSTANTS) {
        world.advancePerson(person, time);
        world.motion(person);
      }
      world.advancePerson(person, 24 * HOUR);
      trips += world.takeEvents(person).filter(({ kind }) => kind === 'arrival').length;
    }
    const { user, system } = process.cpuUsage(start);
    const seconds = (user + system) / 1e6;
    rows.push({
      people,
      trips,
      'CPU seconds': seconds.toFixed(2),
      'µs a person': ((seconds / people) * 1e6).toFixed(0),
      'KB a person': ((process.memoryUsage().rss - before) / people / 1024).toFixed(1),
      'peak MB': (process.resourceUsage().maxRSS / 1024).toFixed(0),
    });
  }
  console.table(rows);
}

/** People with a home, a workplace and errands, one after the other; made by a fixed rule. */
function commuters(city: CityMap): () => { home: number; schedule: Trip[] } {
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const { id, drivingPositions } = city.aois;
  const places = id.filter((_, aoi) => drivingPositions.offsets[aoi]! < drivingPositions.offsets[aoi + 1]!);
  const anywhere = () => places[Math.floor(random() * places.length)]!;
  return () => {
    const home = anywhere();
    const work = anywhere();
    const hours = [7 + 2 * random(), 12 + random(), 13 + random(), 17 + 2 * random(), 19.5 + 2 * random()];
    const schedule = [work, anywhere(), work, anywhere(), home].map((aoiId, k) => ({
      aoiId,
      departure: Math.floor(hours[k]! * HOUR),
      mode: random() < 0.8 ? TripMode.DRIVE_ONLY : TripMode.WALK_ONLY,
    }));
    return { home, schedule };
  };
}
