import { synthesizeCity } from '@itinera/city-build';
import { expect, test } from 'vitest';
import type { CityMap } from '../map/city-map.js';
import { inspectMap } from '../map/inspect-map.js';
import { LaneType } from '../map/message.js';
import { projectionOf } from '../map/projection.js';
import { asRead } from '../map/synthetic-map.fixture.js';
import { createWorld } from '../movement/create-world.js';
import type { RoadRule } from '../movement/road-rules.js';
import { TripMode } from '../movement/world.js';
import { buildDriveNetwork } from '../routing/drive-network.js';
import { Router } from '../routing/router.js';
import { buildRoutingData } from '../routing/routing-data.js';
import { changeNetwork, type NetworkChange } from './change-network.js';
import { cutOffAois } from './cut-off.js';

const city = asRead(synthesizeCity({ seed: 1, size: 1000 }));
const [HERE, THERE, ELSEWHERE] = [0, city.aois.count - 1, city.aois.count >> 1];
const change = (...changes: NetworkChange[]) => changeNetwork(city, undefined, changes);
const lanesOf = (map: CityMap, road: number) =>
  Array.from(
    map.roads.laneIds.values.subarray(map.roads.laneIds.offsets[road], map.roads.laneIds.offsets[road + 1]),
    (id) => map.laneIndex(id),
  ).filter((lane) => map.lanes.type[lane] === LaneType.DRIVING);
const byLanes = (count: number) =>
  Array.from(city.roads.id.keys()).find((road) => lanesOf(city, road).length === count)!;
const data = buildRoutingData(city, { hierarchies: false });
/** The lanes that a person drives between two AOIs, departing at a time. */
function drive(map: CityMap, departure: number, rules: readonly RoadRule[] = []) {
  const world = createWorld(
    map,
    {},
    map === city ? data : buildRoutingData(map, { hierarchies: false }),
    undefined,
    rules,
  );
  world.addPerson(1, city.aois.id[HERE]!);
  world.keepRoutes(1);
  world.setSchedule(1, [{ aoiId: city.aois.id[THERE]!, departure: departure * 1000, mode: TripMode.DRIVE_ONLY }]);
  world.advance(86_400_000);
  const [stretches = []] = world.takeRoutes(1);
  const roads = stretches.flatMap(({ laneIds }) => [...laneIds].map((id) => map.lanes.parentId[map.laneIndex(id)]!));
  return { roads: [...new Set(roads)].filter((id) => map.roadIndex(id) >= 0), events: world.takeEvents(1) };
}
const free = drive(city, 3600);
const closed = free.roads[Math.floor(free.roads.length / 2)]!;
const rule = { roads: [closed], from: 7 * 3600, to: 9 * 3600, days: null, worthSeconds: null, forEveryone: false };

test('a closed road is avoided while it is closed, and only then', () => {
  expect(free.roads.length).toBeGreaterThan(4);
  expect(drive(city, 8 * 3600, [rule]).roads).not.toContain(closed);
  for (const at of [6.5, 9.1]) expect(drive(city, at * 3600, [rule])).toEqual(drive(city, at * 3600));
});

test('a closure past midnight, and one that does not apply on the day', () => {
  const night = { ...rule, from: 22 * 3600, to: 5 * 3600 };
  expect(drive(city, 3600, [night]).roads).not.toContain(closed);
  expect(drive(city, 3600, [{ ...night, days: [false] }]).roads).toEqual(free.roads);
});

test('a charged road is avoided if the detour is worth it, otherwise the trip is the same', () => {
  const charged = (worthSeconds: number) => drive(city, 8 * 3600, [{ ...rule, worthSeconds }]).roads;
  expect(charged(100_000)).not.toContain(closed);
  expect(charged(0.001)).toEqual(free.roads);
});

test('the delay by closed and charged roads is that of the detour, or the charge if that is less', () => {
  const delay = (departure: number, rules: readonly RoadRule[]) => {
    const world = createWorld(city, {}, data, undefined, rules);
    world.addPerson(1, city.aois.id[HERE]!);
    return world.driveDelay(1, city.aois.id[HERE]!, city.aois.id[THERE]!, departure * 1000);
  };
  const detour = delay(8 * 3600, [rule]);
  expect(detour).toBeGreaterThan(0);
  expect(delay(8 * 3600, [{ ...rule, worthSeconds: 100_000 }])).toBeCloseTo(detour);
  expect(delay(8 * 3600, [{ ...rule, worthSeconds: detour / 2 }])).toBeCloseTo(detour / 2);
  expect([delay(3600, [rule]), delay(3600, [])]).toEqual([0, 0]);
  expect(delay(8 * 3600, [{ ...rule, roads: [...city.roads.id] }])).toBe(Infinity);
});

test('at half the speed, a detour takes twice as long, and a charge is worth half as much road', () => {
  const delay = (rule: RoadRule, factor: number) => {
    const hourlySpeedFactors = new Array<number>(24).fill(factor);
    const world = createWorld(city, { hourlySpeedFactors }, data, undefined, [rule]);
    world.addPerson(1, city.aois.id[HERE]!);
    return world.driveDelay(1, city.aois.id[HERE]!, city.aois.id[THERE]!, 8 * 3_600_000);
  };
  const detour = delay(rule, 1);
  expect(delay(rule, 0.5)).toBeCloseTo(2 * detour);
  const charge = { ...rule, worthSeconds: 1.5 * detour };
  expect(delay(charge, 1)).toBeCloseTo(detour);
  expect(delay(charge, 0.5)).toBeCloseTo(1.5 * detour);
});

test('if all roads are closed to everyone, a trip fails; the places are cut off', () => {
  const all = { ...rule, roads: [...city.roads.id], forEveryone: true };
  expect(drive(city, 8 * 3600, [all]).events).toMatchObject([{ kind: 'failure', reason: 'no-route' }]);
  const rows = Array.from(city.roads.id.keys());
  const cutOff = cutOffAois(city, buildDriveNetwork(city), rows);
  expect(cutOff.filter((cut) => cut === 1).length).toBeGreaterThan(city.aois.count / 2);
  expect(cutOffAois(city, buildDriveNetwork(city), []).includes(1)).toBe(false);
});

test('on foot, a road closed to everyone is avoided', () => {
  const router = new Router(city, data);
  const places = (aoi: number) => {
    const { offsets, laneId, s } = city.aois.walkingPositions;
    const at = offsets[aoi]!;
    return [{ lane: city.laneIndex(laneId[at]!), s: s[at]! }];
  };
  const before = router.route('walk', places(HERE), places(THERE))!;
  const lane = Array.from(before.lanes, (way) => (way < 0 ? ~way : way)).at(Math.floor(before.lanes.length / 2))!;
  const after = router.withoutWalkingOn((row) => row === lane).route('walk', places(HERE), places(THERE))!;
  expect(after.lanes).not.toContain(lane);
  expect(after.seconds).toBeGreaterThan(before.seconds);
});

test('a speed limit changes the speed of driving lanes only, and rows keep their places', () => {
  const { map } = change({ kind: 'speed', roads: [3], change: { kmh: 18 } });
  for (const lane of lanesOf(map, 3)) expect(map.lanes.maxSpeed[lane]).toBe(5);
  expect(map.lanes.id).toEqual(city.lanes.id);
  const { map: half } = change({ kind: 'speed', roads: [3], change: { factor: 0.5 } });
  expect(half.lanes.maxSpeed[lanesOf(half, 3)[0]!]).toBe(city.lanes.maxSpeed[lanesOf(city, 3)[0]!]! / 2);
});

test('lanes are added and removed with their turns; every place stays connected', () => {
  const [one, two] = [byLanes(1), byLanes(2)];
  const { map } = change({ kind: 'lanes', roads: [one], count: 3 }, { kind: 'lanes', roads: [two], count: 1 });
  expect([lanesOf(map, one).length, lanesOf(map, two).length]).toEqual([3, 1]);
  expect(map.lanes.id.subarray(0, city.lanes.count)).toEqual(city.lanes.id);
  const network = buildDriveNetwork(map);
  expect(network.graph.heads.length).toBe(data.drive.graph.heads.length);
  expect(cutOffAois(map, network, []).includes(1)).toBe(false);
  expect(inspectMap(map).map(({ rule }) => rule)).toEqual(inspectMap(city).map(({ rule }) => rule));
  expect(drive(map, 3600).events.at(-1)!.kind).toBe('arrival');
});

test('a new road is used, both ways, and shortens the way; an end without a junction is an error', () => {
  const projection = projectionOf(city);
  const middle = (road: number, end: 0 | 1) => {
    const lane = lanesOf(city, road)[0]!;
    const { offsets, xy } = city.lanes.centerLine.nodes;
    const node = end === 0 ? offsets[lane]! : offsets[lane + 1]! - 1;
    const { lon, lat } = projection.toLonLat(xy[2 * node]!, xy[2 * node + 1]!);
    return [lon, lat] as const;
  };
  const [first, last] = [city.roadIndex(free.roads[0]!), city.roadIndex(free.roads.at(-1)!)];
  const points = [middle(first, 1), middle(last, 0)];
  const road = { name: 'New', points, lanes: 1, speed: 90, bothWays: true, walking: true };
  const { map } = change({ kind: 'road', road, what: 'add' });
  const added = [...map.roads.id].filter((id) => city.roadIndex(id) < 0);
  expect(added).toHaveLength(2);
  expect(drive(map, 3600).roads).toContain(added[0]);
  expect(inspectMap(map).map(({ rule }) => rule)).toEqual(inspectMap(city).map(({ rule }) => rule));
  expect(() => change({ kind: 'road', road: { ...road, points: [[1, 1], points[0]!] }, what: 'add' })).toThrow(
    /^add: no junction for cars within 150 m of \[1\.00000, 1\.00000\]\. The nearest is \d+ m away at/,
  );
});

test('bus lines are added one after another, with walks between their stops', () => {
  const at = (aoi: number) => {
    const { offsets, laneId, s } = city.aois.walkingPositions;
    const lane = city.laneIndex(laneId[offsets[aoi]!]!);
    const { offsets: nodes, xy } = city.lanes.centerLine.nodes;
    const { lon, lat } = projectionOf(city).toLonLat(xy[2 * nodes[lane]!]!, xy[2 * nodes[lane]! + 1]!);
    return s[offsets[aoi]!]! >= 0 ? ([lon, lat] as const) : ([0, 0] as const);
  };
  const line = (name: string, stops: (readonly [number, number])[]) =>
    ({
      kind: 'bus',
      line: { name, stops, headway: 600, from: 18_000, to: 72_000, speed: 20, bothWays: true },
    }) as const;
  const { map, timetable } = change(line('A', [at(HERE), at(THERE)]), line('B', [at(HERE), at(ELSEWHERE)]));
  expect(map.sublines.count).toBe(4);
  expect(timetable!.stopCount).toBe(4);
  expect(timetable!.tripCount).toBe(4 * 91);
  // The first stops of both are at the same place.
  const { offsets, stops, metres } = timetable!.footpaths;
  const walks = Array.from(stops.subarray(offsets[0], offsets[1]));
  expect(walks).toContain(2);
  expect(metres[offsets[0]! + walks.indexOf(2)]).toBeLessThan(1);
  const world = createWorld(map, {}, buildRoutingData(map, { hierarchies: false }), timetable);
  world.addPerson(1, city.aois.id[HERE]!);
  world.setSchedule(1, [{ aoiId: city.aois.id[THERE]!, departure: 8 * 3_600_000, mode: TripMode.BUS_WALK }]);
  world.advance(86_400_000);
  expect(world.takeEvents(1).at(-1)).toMatchObject({ kind: 'arrival' });
});
