import { basename } from 'node:path';
import { buildRoutingData, type CityMap, createWorld, LaneType, type MovementSettings, TripMode } from '@itinera/city';
import { buildCity, synthesizeCity } from '@itinera/city-build';
import type { Row } from '../../base/perf/row.js';
import { extracts } from './extracts.js';

const HOUR = 3_600_000;
/** Drives per day and km of driving lane, and the maximum number of people who make them here. */
const DRIVES_PER_KM = 50;
const MAX_PEOPLE = 5000;
const HOURS = [4, 7, 8, 12, 17, 20];
/** Departures of a person's drives: mean hour and spread. */
const DRIVES = [
  [7.75, 0.75],
  [12, 4],
  [12, 4],
  [17.25, 0.75],
  [12, 12],
] as const;

/**
 * Mean speeds by the hour of departure, km/h, of people who drive five times a day between random AOIs, with a fifth of
 * the drives in each rush hour. If `ITINERA_DATA` is set, real cities are included.
 */
export default async function bench(): Promise<Row[]> {
  report('SYNTHETIC, 100,000 residents', synthesizeCity({ seed: 1, size: 100_000 }));
  for (const path of extracts()) report(basename(path), (await buildCity(path)).map);
  return [];
}

function report(name: string, city: CityMap): void {
  const routing = buildRoutingData(city);
  const demand = (DRIVES_PER_KM * laneKilometres(city)) / DRIVES.length;
  const people = Math.min(MAX_PEOPLE, Math.round(demand));
  const sampleFactor = Math.min(1, people / demand);
  const row = (movement: string, mode: TripMode, settings: MovementSettings) => {
    const { means, all, arrived } = speeds(
      createWorld(city, { sampleFactor, ...settings }, routing),
      city,
      people,
      mode,
    );
    const byHour = Object.fromEntries(HOURS.map((hour) => [`${hour} h`, means[hour]!.toFixed(1)]));
    return { movement, ...byHour, 'the day': all.toFixed(1), 'arrived, %': (arrived * 100).toFixed(1) };
  };
  console.log(`\n${name}: ${people} people, sampleFactor ${sampleFactor.toFixed(2)}`);
  console.table([
    row('by car', TripMode.DRIVE_ONLY, {}),
    row('by car, bpr', TripMode.DRIVE_ONLY, { congestion: 'bpr' }),
    row('by car, queue', TripMode.DRIVE_ONLY, { congestion: 'queue' }),
    row('by bike', TripMode.BIKE_WALK, {}),
    row('on foot', TripMode.WALK_ONLY, {}),
  ]);
}

function laneKilometres(city: CityMap): number {
  const { lanes } = city;
  return lanes.length.reduce(
    (sum, length, lane) =>
      sum + (lanes.type[lane] === LaneType.DRIVING && city.roadIndex(lanes.parentId[lane]!) >= 0 ? length / 1000 : 0),
    0,
  );
}

function speeds(world: ReturnType<typeof createWorld>, city: CityMap, people: number, mode: TripMode) {
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const anywhere = () => city.aois.id[Math.floor(random() * city.aois.count)]!;
  for (let person = 0; person < people; person++) {
    world.addPerson(person, anywhere());
    const departures = DRIVES.map(([mean, around]) => Math.floor((mean + (2 * random() - 1) * around) * HOUR));
    world.setSchedule(
      person,
      departures.sort((a, b) => a - b).map((departure) => ({ aoiId: anywhere(), departure, mode })),
    );
  }
  world.advance(48 * HOUR);
  const metres = new Float64Array(48);
  const seconds = new Float64Array(48);
  let arrivals = 0;
  for (const event of world.takeEvents()) {
    if (event.kind !== 'arrival') continue;
    const hour = Math.floor((event.time - event.seconds * 1000) / HOUR);
    metres[hour]! += event.metres;
    seconds[hour]! += event.seconds;
    arrivals++;
  }
  const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
  return {
    means: metres.map((all, hour) => (all / seconds[hour]!) * 3.6),
    all: (sum(metres) / sum(seconds)) * 3.6,
    arrived: arrivals / (people * DRIVES.length),
  };
}
