import { describe, expect, test } from 'vitest';
import { inspectMap } from '../map/inspect-map.js';
import { AoiType, LaneType, SublineType } from '../map/message.js';
import { networkCity } from '../routing/network-city.fixture.js';
import { addTransit } from '../transit/add-transit.js';
import { everyDay, type FeedTables, feedOf, stopRows, stopTimeRows } from '../transit/gtfs-feed.fixture.js';
import { createWorld } from './create-world.js';
import type { MovementSettings } from './options.js';
import { MotionStatus, type MovementEvent, TripMode } from './world.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** On foot everybody takes one second per metre. */
const evenPace: MovementSettings = {
  startOverheadSeconds: 0,
  walkingSpeed: { mean: 1, deviation: 0, least: 0.5, most: 1.5 },
};

/** A street 6 km long: a bus from P through Q, a train next to it, and another bus from Q to R. */
async function street(settings: MovementSettings = {}, tables: FeedTables = {}) {
  const { city, id } = networkCity({
    nodes: { A: [0, 0], B: [2000, 0], C: [4000, 0], D: [6000, 0] },
    streets: [
      { from: 'A', to: 'B' },
      { from: 'B', to: 'C' },
      { from: 'C', to: 'D' },
    ],
    aois: {
      home: { road: 'AB', s: 90 },
      near: { road: 'AB', s: 490 },
      work: {
        gates: [
          { road: 'CD', s: 1890 },
          { road: 'DC', s: 90 },
        ],
      },
      mall: {
        gates: [
          { road: 'BC', s: 1090 },
          { road: 'CB', s: 890 },
        ],
      },
      attic: { road: 'AB', s: 100, walk: false, drive: false },
    },
  });
  const feed = await feedOf({
    stops: stopRows(city, { P: [200, 5], Q: [3000, 5], R: [5800, 5], sea: [90_000, 0] }),
    routes: ['route_id,route_short_name,route_long_name,route_type', 'b,7,,3', 't,,Metro,1', 'c,8,,3'],
    calendar: everyDay,
    trips: [
      'trip_id,route_id,service_id,trip_headsign',
      'b1,b,all,Quay',
      'b2,b,all,Quay',
      't1,t,all,',
      'c1,c,all,',
      'late,b,all,Quay',
    ],
    stop_times: stopTimeRows({
      b1: 'P 8:05 Q 8:15',
      b2: 'P 8:35 Q 8:45',
      t1: 'P 9:10 R 9:14',
      c1: 'Q 8:20 R 8:30 sea 9:30',
      late: 'P 24:30 Q 24:40',
    }),
    ...tables,
  });
  const { map, timetable, report } = addTransit(city, feed);
  const world = createWorld(map, { ...evenPace, ...settings }, undefined, timetable);
  world.addPerson(1, id('home'));
  const go = (to: string, departure: number | null, mode: TripMode) => ({ aoiId: id(to), departure, mode });
  const legs = (events: readonly MovementEvent[]) =>
    events.flatMap((event) => (event.kind === 'leg' ? [`${event.leg} ${event.time / MINUTE - 480}`] : []));
  return { map, timetable, report, world, id, go, legs };
}

describe('a trip by bus', () => {
  test('walks, waits, rides, changes and walks again', async () => {
    const { world, id, go, legs, map } = await street();
    world.setSchedule(1, [go('work', 8 * HOUR, TripMode.BUS_WALK)]);
    world.advance(12 * HOUR);
    const events = world.takeEvents();
    expect(events.map(({ kind }) => kind)).toEqual(['departure', ...Array(6).fill('leg'), 'arrival']);
    // 100 m to P, the 8:05 to Q, the 8:20 to R, and 100 m on.
    expect(legs(events).map((leg) => leg.replace(/(\.\d).*/, '$1'))).toEqual([
      'walk 0',
      'wait 1.6',
      'ride 5',
      'wait 15',
      'ride 20',
      'walk 30',
    ]);
    const ride = events.find((event) => event.kind === 'leg' && event.leg === 'ride');
    const subline = map.sublineIndex((ride as { subline: number }).subline);
    expect(map.text(map.sublines.parentName[subline]!)).toBe('7');
    expect(events.at(-1)).toMatchObject({ kind: 'arrival', aoiId: id('work'), seconds: 1900 });
    expect(world.totals(1).metres).toBeCloseTo(5800, -2);
  });

  test('takes as long as rideTime predicts, which is null without a connection', async () => {
    const { world, id } = await street();
    const time = (to: string, hour: number) => world.rideTime(1, id('home'), id(to), hour * HOUR);
    // On foot and waiting: 5 minutes at P, as many at Q, 100 s at the end.
    expect(time('work', 8)).toEqual({ seconds: 1900, outsideSeconds: 700 });
    expect(time('near', 8)).toBeNull();
    expect(time('home', 8)).toBeNull();
    expect(time('attic', 8)).toBeNull();
    expect((await street()).world.motion(1)).toMatchObject({ aoiId: id('home') });
  });

  test('has the position of the bus and the status of its leg', async () => {
    const { world, go, map } = await street();
    world.setSchedule(1, [go('work', 8 * HOUR, TripMode.BUS_WALK)]);
    const at = (minutes: number) => {
      world.advance(8 * HOUR + minutes * MINUTE);
      return world.motion(1);
    };
    expect(at(1)).toMatchObject({ status: MotionStatus.WALKING, aoiId: null });
    expect(at(3)).toMatchObject({ status: MotionStatus.WAIT_BUS, speed: 0 });
    const riding = at(10);
    expect(riding).toMatchObject({ status: MotionStatus.PASSENGER });
    expect(riding.x).toBeCloseTo(1600, -2);
    expect(map.lanes.type[map.laneIndex(riding.laneId!)]).toBe(LaneType.DRIVING);
    expect(at(31)).toMatchObject({ status: MotionStatus.WALKING });
    expect(at(40)).toMatchObject({ status: MotionStatus.SLEEP });
  });

  test.each([
    ['v', ['walk 0', 'wait 1.6', 'ride 5', 'ride 15', 'walk 25']],
    ['', ['walk 0', 'wait 1.6', 'ride 5', 'wait 15', 'ride 45', 'walk 55']],
  ])('of the block "%s" stays seated where the bus continues as another line', async (block, expected) => {
    const trips = ['b1,b,all,', 'c1,c,all,'].map((row) => row + block);
    const { world, go, legs } = await street(
      {},
      {
        trips: ['trip_id,route_id,service_id,block_id', ...trips, 'c2,c,all,'],
        stop_times: stopTimeRows({ b1: 'P 8:05 Q 8:15', c1: 'Q 8:15 R 8:25', c2: 'Q 8:45 R 8:55' }),
      },
    );
    world.setSchedule(1, [go('work', 8 * HOUR, TripMode.BUS_WALK)]);
    world.advance(12 * HOUR);
    expect(legs(world.takeEvents()).map((leg) => leg.replace(/(\.\d).*/, '$1'))).toEqual(expected);
  });

  test('uses only the lines of its mode', async () => {
    const { world, go, legs } = await street();
    world.setSchedule(1, [go('work', 8 * HOUR, TripMode.SUBWAY_WALK)]);
    world.advance(9 * HOUR + 12 * MINUTE);
    expect(world.motion(1)).toMatchObject({ status: MotionStatus.RAIL_TRANSIT });
    expect(world.motion(1).x).toBeCloseTo(3000, -2);
    world.advance(12 * HOUR);
    expect(legs(world.takeEvents()).map((leg) => leg.split(' ')[0])).toEqual(['walk', 'wait', 'ride', 'walk']);
  });

  test('walks all the way if that is faster', async () => {
    const { world, go } = await street();
    world.setSchedule(1, [go('near', 8 * HOUR, TripMode.BUS_WALK)]);
    world.advance(12 * HOUR);
    expect(world.takeEvents().map(({ kind }) => kind)).toEqual(['departure', 'arrival']);
    expect(world.totals(1).seconds).toBe(400);
  });

  test('uses the timetable of the previous day after midnight', async () => {
    const { world, go, legs } = await street();
    world.setSchedule(1, [go('mall', 24 * HOUR, TripMode.BUS_WALK)]);
    world.advance(36 * HOUR);
    expect(legs(world.takeEvents())).toContain(`ride ${24 * 60 + 30 - 480}`);
    expect(world.motion(1).status).toBe(MotionStatus.SLEEP);
  });
});

describe('a new schedule during a ride', () => {
  test('rides to the next stop', async () => {
    const { world, go, id } = await street();
    world.setSchedule(1, [go('work', 8 * HOUR, TripMode.BUS_WALK)]);
    world.advance(8 * HOUR + 10 * MINUTE);
    world.setSchedule(1, [go('home', null, TripMode.WALK_ONLY)]);
    world.advance(8 * HOUR + 14 * MINUTE);
    expect(world.motion(1).status).toBe(MotionStatus.PASSENGER);
    world.advance(8 * HOUR + 16 * MINUTE);
    expect(world.motion(1)).toMatchObject({ status: MotionStatus.WALKING });
    expect(world.takeEvents().map((event) => `${event.kind} ${event.time / MINUTE - 480}`)).toEqual([
      'departure 0',
      'leg 0',
      expect.stringMatching(/^leg 1\.6/),
      'leg 5',
      'interrupted 15',
      'departure 15',
    ]);
    world.advance(10 * HOUR);
    expect(world.motion(1)).toMatchObject({ status: MotionStatus.SLEEP, aoiId: id('home') });
  });

  test.each(['bpr', 'queue'] as const)('a trip in traffic (%s) is the same as alone', async (congestion) => {
    const [alone, together] = await Promise.all([street(), street({ congestion })]);
    for (const { world, go } of [alone, together]) {
      world.setSchedule(1, [go('work', 8 * HOUR, TripMode.BUS_WALK)]);
      world.advance(8 * HOUR + 10 * MINUTE);
      world.setSchedule(1, [
        go('near', 8 * HOUR + 22 * MINUTE, TripMode.BUS_WALK),
        go('work', null, TripMode.WALK_ONLY),
      ]);
      world.advance(14 * HOUR);
    }
    expect(together.world.takeEvents()).toEqual(alone.world.takeEvents());
    expect(alone.world.motion(1).status).toBe(MotionStatus.SLEEP);
  });
});

describe('an impossible ride', () => {
  test('fails with the reason', async () => {
    const { world, go, map } = await street();
    world.setSchedule(1, [go('attic', 8 * HOUR, TripMode.BUS_WALK)]);
    world.advance(12 * HOUR);
    expect(world.takeEvents()).toMatchObject([{ kind: 'failure', reason: 'no-gate' }]);
    const without = createWorld(map, evenPace);
    without.addPerson(1, map.aois.id[0]!);
    without.setSchedule(1, [go('work', 8 * HOUR, TripMode.BUS_WALK)]);
    without.advance(12 * HOUR);
    expect(without.takeEvents()).toMatchObject([{ kind: 'failure', reason: 'no-transit' }]);
  });
});

test('a taxi is a car after a wait', async () => {
  const { world, go } = await street({ taxiWaitSeconds: 240 });
  world.setSchedule(1, [go('work', 8 * HOUR, TripMode.TAXI)]);
  world.advance(8 * HOUR + 3 * MINUTE);
  expect(world.motion(1)).toMatchObject({ status: MotionStatus.WAIT_TAXI });
  world.advance(8 * HOUR + 5 * MINUTE);
  expect(world.motion(1)).toMatchObject({ status: MotionStatus.DRIVING });
  world.advance(12 * HOUR);
  const taxi = world.totals(1).seconds;
  const other = await street();
  other.world.setSchedule(1, [other.go('work', 8 * HOUR, TripMode.DRIVE_ONLY)]);
  other.world.advance(12 * HOUR);
  expect(taxi).toBe(other.world.totals(1).seconds + 240);
});

test('the map has stations, lines and rails, and is valid', async () => {
  const { map, report, timetable } = await street();
  const message = map.toMessage();
  const stations = message.aois.filter(({ type }) => type === AoiType.BUS_STATION);
  expect(stations.map(({ name }) => name)).toEqual(['Stop P', 'Stop Q', 'Stop R']);
  expect(message.sublines.map(({ name, type }) => [name, type])).toEqual([
    ['7 Quay', SublineType.BUS],
    ['Metro', SublineType.SUBWAY],
    ['8', SublineType.BUS],
  ]);
  expect(message.sublines[0]).toMatchObject({
    aoiIds: [stations[0]!.id, stations[1]!.id],
    parentName: '7',
    schedules: { departureTimes: [29_100, 30_900, 88_200], offsetTimes: [0, 600] },
  });
  const [hop] = message.sublines[0]!.stationConnectionRoadIds;
  const names = hop!.roadIds.map((road) => map.text(map.roads.name[map.roadIndex(road)]!));
  expect(names).toEqual(['AB', 'BC']);
  expect(message.lanes.filter(({ type }) => type === LaneType.RAIL_TRANSIT)).toHaveLength(1);
  expect(stations[1]!.sublineIds).toEqual([message.sublines[0]!.id, message.sublines[2]!.id]);
  expect(report).toMatchObject({ stations: 3, lines: 3, busSublines: 2, subwaySublines: 1, trips: 5 });
  expect(report.dropped).toMatchObject({
    'stops farther than 200 m from any walking lane of the map': { count: 1, example: 'sea' },
    'stop times at stops outside the map': { count: 1 },
  });
  expect(timetable.stopCount).toBe(3);
  const before = new Set(
    inspectMap(networkCity({ nodes: { A: [0, 0], B: [2000, 0] }, streets: [{ from: 'A', to: 'B' }] }).city).map(
      ({ rule }) => rule,
    ),
  );
  expect(inspectMap(map).filter(({ rule }) => !before.has(rule))).toEqual([]);
});
