import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addTransit, buildRoutingData, effectsOnBuses, readGtfs } from '@itinera/city';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCity } from './build-city.js';
import { readBusStreets } from './bus-streets.js';
import { toXml } from './osm-files.fixture.js';

/**
 * The street S ends at A, where X begins, which is under test; it ends at B, where T begins. C is a detour of 1,600 m.
 *
 *     1 ──S── 2 ──X─3─X── 4 ──T── 5
 *             │           │
 *             6 ────C──── 7
 */
const at = (x: number, y: number) => ({ lon: 8.5 + x / 75_840, lat: 47 + y / 111_200 });
const nodes = [
  [-400],
  [0],
  [200],
  [400],
  [800],
  [0, 600],
  [400, 600],
  [415],
  [400, -200],
  [-800],
  [-1200],
  [-800, 300],
  [-400, 300],
  [0, 2000],
  [400, 2000],
].map(([x, y = 0], i) => ({
  id: i + 1,
  ...at(x, y),
}));
const read = (text: string) => Object.fromEntries(text.split(' ').map((pair) => pair.split('=')));
const joined = [
  { id: 102, refs: [4, 5], tags: { highway: 'tertiary', name: 'T' } },
  { id: 103, refs: [2, 6, 7, 4], tags: { highway: 'tertiary', name: 'C' } },
];
/** T begins 15 m from the street D that X meets, as if on another level, and C leads to the other end of T. */
const apart = [
  { id: 102, refs: [8, 5], tags: { highway: 'tertiary', name: 'T' } },
  { id: 103, refs: [2, 6, 7, 5], tags: { highway: 'tertiary', name: 'C' } },
  { id: 104, refs: [4, 9], tags: { highway: 'tertiary', name: 'D' } },
];
const mapOf = (tags: string, gate?: string, others = joined) =>
  toXml({
    nodes: nodes.map((node) => (node.id === 3 && gate ? { ...node, tags: read(gate) } : node)),
    ways: [
      { id: 100, refs: [1, 2], tags: { highway: 'tertiary', name: 'S' } },
      { id: 101, refs: [2, 3, 4], tags: { name: 'X', highway: 'tertiary', ...read(tags) } },
      ...others,
    ],
  });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bus-streets-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A feed of a line there and back, with stops at these metres on the axis, on the right of the street. */
async function feedAt(...stops: readonly number[]) {
  const path = join(folder, 'feed');
  await mkdir(path, { recursive: true });
  const there = stops.map((x, i) => ({ id: `there${i}`, ...at(x, -4) }));
  const back = stops.map((x, i) => ({ id: `back${i}`, ...at(x, 4) })).reverse();
  const times = (trip: string, order: typeof there) =>
    order.map(({ id }, i) => `${trip},${id},${i},8:${10 + 5 * i}:00,8:${10 + 5 * i}:00`);
  const tables = {
    agency: ['agency_name,agency_url,agency_timezone', 'Buses,https://example.org,Europe/Zurich'],
    stops: ['stop_id,stop_lat,stop_lon', ...[...there, ...back].map(({ id, lat, lon }) => `${id},${lat},${lon}`)],
    routes: ['route_id,route_short_name,route_type', 'r,1,3'],
    calendar: [
      'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date',
      'all,1,1,1,1,1,1,1,20240101,20241231',
    ],
    trips: ['route_id,service_id,trip_id', 'r,all,there', 'r,all,back'],
    stop_times: [
      'trip_id,stop_id,stop_sequence,arrival_time,departure_time',
      ...times('there', there),
      ...times('back', back),
    ],
  };
  for (const [name, rows] of Object.entries(tables)) await writeFile(join(path, `${name}.txt`), rows.join('\n'));
  return readGtfs(path);
}

type Way = readonly [tags: string, gate?: string | undefined, others?: typeof joined];

async function withLine([tags, gate, others]: Way, ...stops: readonly number[]) {
  const path = join(folder, 'map.osm');
  await writeFile(path, mapOf(tags, gate, others));
  const { map } = await buildCity(path, { inferAois: 'never' });
  return addTransit(map, await feedAt(...stops), { busStreets: await readBusStreets(path) });
}

/** Metres of the line from stop to stop, there and then back, rounded to 100 m, and how many are over streets for buses. */
async function hops(way: Way, ...stops: readonly number[]) {
  const added = await withLine(way, ...stops);
  const { patterns, hops } = added.timetable;
  const there = patterns.stops[patterns.stopOffsets[0]] === 0 ? 0 : 1;
  const metres = stops.slice(1).flatMap((_, i) =>
    [i, stops.length - 2 - i].map((at, way) => {
      const hop = patterns.hops[patterns.stopOffsets[way === 0 ? there : 1 - there] + at];
      return Math.round(hops.metres[hop] / 100) * 100;
    }),
  );
  return [...metres, added.report.hopsOnBusStreets];
}

test.each([
  ['access=no psv=yes', 800, 800, 2],
  ['motor_vehicle=no bus=designated', 800, 800, 2],
  ['highway=busway', 800, 800, 2],
  ['highway=pedestrian bus=yes', 800, 800, 2],
  ['motor_vehicle=destination psv=yes', 800, 800, 2],
  ['access=psv', 800, 800, 2],
  ['oneway=yes busway=opposite_lane', 800, 800, 1],
  ['oneway=yes oneway:bus=no', 800, 800, 1],
  ['oneway=yes lanes=2 lanes:psv:backward=1', 800, 800, 1],
  ['oneway=-1 psv:forward=yes', 800, 800, 1],
  ['vehicle:backward=no bus:backward=designated', 800, 800, 1],
  ['access=no psv=yes oneway=yes', 800, 2000, 1],
  ['access=no psv=yes bus:backward=no', 800, 2000, 1],
  ['access=no bus=no psv=yes', 2000, 2000, 0],
  ['motor_vehicle=no', 2000, 2000, 0],
  ['highway=platform bus=yes', 2000, 2000, 0],
  ['highway=construction bus=yes', 2000, 2000, 0],
  ['oneway=yes bus=yes', 800, 2000, 0],
  ['bus=yes', 800, 800, 0],
])('buses on %s: %d m and %d m, %d of the routes over streets for buses', async (tags, there, back, count) => {
  expect(await hops([tags], -200, 600)).toEqual([there, back, count]);
});

/** C is a detour of over 4 km, too long for a route between two stops. */
const far = [joined[0]!, { id: 103, refs: [2, 14, 15, 4], tags: { highway: 'tertiary', name: 'C' } }];

test.each([
  ['motor_vehicle=destination', undefined, 800, 0],
  ['access=destination', undefined, 800, 0],
  ['motor_vehicle=private', undefined, 800, 2],
  ['motor_vehicle=destination', 'barrier=gate access=private', 800, 2],
])('buses on %s (%s) where the way around is too long: %d m, %d without a route', async (tags, gate, metres, count) => {
  const way = [tags, gate, far] as const;
  expect(await hops(way, -200, 600)).toEqual([metres, metres, 0]);
  expect((await withLine(way, -200, 600)).report.hopsWithoutWay).toBe(count);
});

test('a closed destination-only street costs its buses the time of the way around', async () => {
  const { map, timetable } = await withLine(['motor_vehicle=destination', undefined, far], -200, 600);
  const roads = Array.from(map.roads.id).filter((_, i) => map.text(map.roads.name[i]!) === 'X');
  const rule = { roads, from: 0, to: 86_400, days: null, worthSeconds: null, forEveryone: false };
  const routing = buildRoutingData(map, { hierarchies: false });
  const effects = effectsOnBuses(map, routing, timetable, [rule], { firstDay: undefined, days: 1 });
  expect(effects).toMatchObject({ diverted: 2, cancelled: 0 });
  expect(effects.longestDelaySeconds).toBeGreaterThan(200);
});

test('buses stop on streets for buses', async () => {
  expect(await hops(['access=no psv=yes foot=yes'], -200, 100, 300, 600)).toEqual([300, 300, 200, 200, 300, 300, 6]);
});

test('buses change only to streets that meet theirs, however near others are', async () => {
  expect(await hops(['access=no psv=yes', undefined, apart], -200, 600)).toEqual([2500, 2500, 0]);
});

test('buses over streets for buses take the way around a closed street before them', async () => {
  const before = [
    ...joined,
    { id: 105, refs: [11, 10], tags: { highway: 'tertiary', name: 'P' } },
    { id: 106, refs: [10, 1], tags: { highway: 'tertiary', name: 'Q' } },
    { id: 107, refs: [10, 12, 13, 1], tags: { highway: 'tertiary', name: 'E' } },
  ];
  const { map, timetable, report } = await withLine(['access=no psv=yes', undefined, before], -1000, -200, 600);
  expect(report.hopsOnBusStreets).toBe(2);
  const roads = Array.from(map.roads.id).filter((_, i) => map.text(map.roads.name[i]!) === 'Q');
  const rule = { roads, from: 0, to: 86_400, days: null, worthSeconds: null, forEveryone: false };
  const routing = buildRoutingData(map, { hierarchies: false });
  const effects = effectsOnBuses(map, routing, timetable, [rule], { firstDay: undefined, days: 1 });
  expect(effects).toMatchObject({ diverted: 2, cancelled: 0, skippedStops: 0 });
});

test('a line with stops at one point of a street for buses has a lane of its own between them', async () => {
  const { map } = await withLine(['access=no psv=yes foot=yes'], -200, 200, 200.001, 600);
  expect(Array.from(map.lanes.length).every((metres) => metres >= 1)).toBe(true);
});

test.each([
  ['barrier=bollard bus=yes', 800, 2],
  ['barrier=bus_trap', 800, 2],
  ['barrier=gate access=no psv=yes', 800, 2],
  ['barrier=bollard', 2000, 0],
])('buses at %s on X: %d m', async (gate, metres, count) => {
  expect(await hops(['oneway=no', gate], -200, 600)).toEqual([metres, metres, count]);
});
