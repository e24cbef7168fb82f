import { Random } from '@itinera/base';
import { type CityMap, TripMode } from '@itinera/city';
import { buildMap, type NetworkLink, type NetworkNode } from '@itinera/city-build';
import { PlaceFinder } from './places.js';
import { makeTrips } from './trips.js';

const BLOCKS = 8;
const BLOCK_METRES = 300;
const SIDE_METRES = 150;
/** 50 km/h. */
const SPEED = 50 / 3.6;
const HOUR = 3_600_000;

/** A street of eight blocks of 300 m, one lane per direction, 50 km/h, with lights at the seven crossings. */
export function corridor(): CityMap {
  const nodes: NetworkNode[] = [];
  const links: NetworkLink[] = [];
  const join = (from: number, to: number) => {
    const [a, b] = [nodes[from]!, nodes[to]!];
    links.push({
      from,
      to,
      name: '',
      kind: {
        class: 'secondary',
        ramp: false,
        lanes: [1, 1],
        sidewalks: { left: false, right: false },
      },
      speed: [SPEED, SPEED],
      path: Float64Array.of(a.x, a.y, b.x, b.y),
    });
  };
  for (let i = 0; i <= BLOCKS; i++) {
    const isCrossing = i > 0 && i < BLOCKS;
    nodes.push({ x: i * BLOCK_METRES, y: 0, signals: isCrossing });
    if (i > 0) join(nodes.length - 2 - (i > 1 ? 2 : 0), nodes.length - 1);
    if (!isCrossing) continue;
    const here = nodes.length - 1;
    for (const y of [-SIDE_METRES, SIDE_METRES]) {
      nodes.push({ x: i * BLOCK_METRES, y, signals: false });
      join(here, nodes.length - 1);
    }
  }
  return buildMap({
    name: 'corridor',
    date: '',
    projection: '+proj=tmerc +lat_0=0 +lon_0=0',
    drivingSide: 'right',
    nodes,
    links,
    bans: [],
    areas: [],
    pois: [],
  });
}

/** Departures within an hour, milliseconds: the given number, at random times. */
export function departures(cars: number, seed: number): number[] {
  const random = new Random(seed);
  return Array.from({ length: cars }, () => Math.round(random.next() * HOUR)).sort((a, b) => a - b);
}

/** Mean seconds of cars that drive the corridor from 20 m after its beginning to 20 m before its end. */
export function corridorSeconds(map: CityMap, times: readonly number[], congestion: 'off' | 'queue'): number {
  const finder = new PlaceFinder(map);
  const degrees = 180 / (Math.PI * 6_378_137);
  const place = (x: number) => finder.lane(x * degrees, 0, 0);
  const [from, to] = [place(20), place(BLOCKS * BLOCK_METRES - 20)];
  const trips = times.map((departure) => ({ from, to, departure, mode: TripMode.DRIVE_ONLY }));
  const made = makeTrips(map, trips, { settings: { congestion, routeCosts: 'driving-time' } });
  return made.reduce((sum, trip) => sum + (trip?.seconds ?? Number.NaN), 0) / made.length;
}
