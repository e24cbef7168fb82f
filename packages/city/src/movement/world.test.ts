import { UserError } from '@itinera/base';
import { describe, expect, test } from 'vitest';
import { drawnNetwork, type Network, networkCity } from '../routing/network-city.fixture.js';
import { buildRoutingData } from '../routing/routing-data.js';
import { createWorld } from './create-world.js';
import { gatesOf } from './gates.js';
import { pointOnLane } from './lane-point.js';
import type { MovementSettings } from './options.js';
import { MotionStatus, type Trip, TripMode } from './world.js';

const square = drawnNetwork(`
A---B---C
|   |   |
|   |   |
D---E---F
`);
const aois = {
  home: { road: 'AB', s: 80 },
  shop: { road: 'BC', s: 30 },
  work: { road: 'CF', s: 100 },
  field: {},
  attic: { road: 'AB', s: 100, drive: false, walk: false },
};
const SECOND = 1000;
const noLoss = {
  accelerationLoss: { seconds: 0, secondsPerKmh: 0 },
  reactionSeconds: 0,
  startOverheadSeconds: 0,
};

function worldOf(network: Network = { ...square, aois }, settings: MovementSettings = {}) {
  const made = networkCity(network);
  const world = createWorld(made.city, settings);
  const trip = (to: string, departure: number | null = null, mode: Trip['mode'] = TripMode.DRIVE_ONLY): Trip => ({
    aoiId: made.id(to),
    departure: departure === null ? null : departure * SECOND,
    mode,
  });
  const roadOf = (person = 1) => {
    const lane = made.city.laneIndex(world.motion(person).laneId!);
    const row = made.city.roadIndex(made.city.lanes.parentId[lane]!);
    return row < 0 ? 'junction' : made.city.text(made.city.roads.name[row]!);
  };
  return { ...made, world, trip, roadOf };
}

describe('a drive', () => {
  test('takes as long as computed by hand', () => {
    const { world, trip, id } = worldOf();
    world.addPerson(1, id('home'));
    world.setSchedule(1, [trip('shop', 60)]);
    world.advance(1000 * SECOND);
    // 2 s to start; 0.72 s + 0.05 s x 36 km/h to accelerate; 100 m, 20 m across and 30 m at 10 m/s.
    expect(world.takeEvents()).toEqual([
      { kind: 'departure', time: 60_000, person: 1, from: id('home'), to: id('shop'), mode: TripMode.DRIVE_ONLY },
      {
        kind: 'arrival',
        time: 60_000 + 2000 + 2520 + 15_000,
        person: 1,
        aoiId: id('shop'),
        seconds: 19.52,
        metres: 150,
      },
    ]);
    expect(world.totals(1)).toEqual({ trips: 1, seconds: 19.52, metres: 150 });
  });

  test('sleeps, waits for a route, drives, sleeps', () => {
    const { world, trip, id, roadOf } = worldOf(undefined, { accelerationLoss: noLoss.accelerationLoss });
    world.addPerson(1, id('home'));
    world.setSchedule(1, [trip('shop', 60)]);
    world.advance(59_999);
    expect(world.motion(1)).toMatchObject({ status: MotionStatus.SLEEP, aoiId: id('home'), laneId: null, s: 0 });
    world.advance(60_000);
    expect(world.motion(1)).toMatchObject({ status: MotionStatus.WAIT_ROUTE, aoiId: id('home'), speed: 0 });
    world.advance(67_000);
    // 5 s after the start: 50 m on from 80 m; the road begins at x = 10.
    expect(world.motion(1)).toMatchObject({
      status: MotionStatus.DRIVING,
      aoiId: null,
      s: 130,
      x: 140,
      y: 0,
      speed: 10,
    });
    expect(world.motion(1).direction).toBeCloseTo(0);
    expect(roadOf()).toBe('AB');
    expect(world.totals(1)).toEqual({ trips: 1, seconds: 7, metres: 50 });
    world.advance(73_000);
    expect(roadOf()).toBe('junction');
    world.advance(77_000);
    expect(world.motion(1)).toMatchObject({ status: MotionStatus.SLEEP, aoiId: id('shop') });
  });

  test('respects the speed factor, the access time and the speed limit of a turn', () => {
    const settings = { ...noLoss, speedFactor: 0.5, accessSeconds: 10 };
    const { world, trip, id } = worldOf(undefined, settings);
    world.addPerson(1, id('shop'));
    world.setSchedule(1, [trip('work')]);
    world.advance(1000 * SECOND);
    // 150 m at 5 m/s, the right turn at C at 2.5 m/s, 100 m at 5 m/s, and 10 s at either end.
    const seconds = 30 + Math.hypot(10, 10) / 2.5 + 20 + 20;
    expect(world.takeEvents().at(-1)).toMatchObject({ kind: 'arrival', time: Math.round(seconds * 1000) });
  });

  test('includes the walk from door to gate and parking if configured', () => {
    const secondsWith = (settings: MovementSettings, mode: TripMode = TripMode.DRIVE_ONLY) => {
      const { world, trip, id } = worldOf(undefined, { ...noLoss, ...settings });
      world.addPerson(1, id('shop'));
      world.setSchedule(1, [trip('work', null, mode)]);
      world.advance(1000 * SECOND);
      const last = world.takeEvents().at(-1);
      return last?.kind === 'arrival' ? last.seconds : Number.NaN;
    };
    const walkingSpeed = { mean: 1, deviation: 0, least: 1, most: 1 };
    const plain = secondsWith({ walkingSpeed });
    const { city, id } = worldOf(undefined);
    const toGate = (name: string) => {
      const aoi = city.aoiIndex(id(name));
      const [gate] = gatesOf(city, aoi, 'drive');
      const { x, y } = pointOnLane(city, gate.lane, gate.s);
      const centre = city.aoiCentroids.subarray(2 * aoi, 2 * aoi + 2);
      return Math.hypot(x - centre[0], y - centre[1]);
    };
    expect(toGate('shop') + toGate('work')).toBeGreaterThan(1);
    const walked = secondsWith({ walkingSpeed, doorToGate: 'straight' }) - plain;
    expect(walked).toBeCloseTo(toGate('shop') + toGate('work'), 2);
    expect(secondsWith({ walkingSpeed, parkingSeconds: 90 }) - plain).toBe(90);
    // Nobody parks their feet.
    const onFoot = (settings: MovementSettings) => secondsWith({ walkingSpeed, ...settings }, TripMode.WALK_ONLY);
    expect(onFoot({ parkingSeconds: 90 })).toBe(onFoot({}));
  });

  test('moves without jumps at any sampling rate', () => {
    const network = {
      ...square,
      aois,
      lights: {
        B: [
          { seconds: 30, green: ['CB'] },
          { seconds: 30, green: ['AB'] },
        ],
      },
    };
    for (const mode of [TripMode.DRIVE_ONLY, TripMode.WALK_ONLY, TripMode.BIKE_WALK]) {
      const { world, trip, id } = worldOf(network);
      world.addPerson(1, id('home'));
      world.setSchedule(1, [trip('work', null, mode)]);
      let before = { x: NaN, y: NaN };
      let metres = 0;
      for (let time = 0; time < 1500 * SECOND; time += 100) {
        world.advance(time);
        const { x, y, aoiId } = world.motion(1);
        if (aoiId !== null) continue;
        const step = Math.hypot(x - before.x, y - before.y);
        if (!Number.isNaN(step)) {
          expect(step).toBeLessThan(1.01 + 1e-9);
          metres += step;
        }
        before = { x, y };
      }
      const arrival = world.takeEvents().find((event) => event.kind === 'arrival')!;
      // Corners are cut by less than a sample.
      expect(Math.abs(metres - (arrival as { metres: number }).metres)).toBeLessThan(5);
    }
  });
});

describe('a walk', () => {
  test('takes length divided by personal speed, which depends on the seed', () => {
    const fixed = { walkingSpeed: { mean: 1.25, deviation: 0, least: 1, most: 2 }, startOverheadSeconds: 0 };
    const { world, trip, id } = worldOf(undefined, fixed);
    world.addPerson(1, id('home'));
    world.setSchedule(1, [trip('shop', null, TripMode.WALK_ONLY)]);
    world.advance(1000 * SECOND);
    const arrival = world.takeEvents().at(-1) as { seconds: number; metres: number };
    expect(arrival.seconds).toBeCloseTo(arrival.metres / 1.25, 2);
    expect(arrival.metres).toBeGreaterThanOrEqual(150 - 1e-9);
  });

  test('has a mean of 1.34 m/s and stays within its bounds', () => {
    const { world, trip, id } = worldOf(undefined, { startOverheadSeconds: 0 });
    for (let person = 0; person < 2000; person++) {
      world.addPerson(person, id('home'));
      world.setSchedule(person, [trip('shop', null, TripMode.WALK_ONLY)]);
    }
    world.advance(1000 * SECOND);
    const speeds = world
      .takeEvents()
      .flatMap((event) => (event.kind === 'arrival' ? [event.metres / event.seconds] : []));
    const mean = speeds.reduce((sum, speed) => sum + speed, 0) / speeds.length;
    expect(speeds.length).toBe(2000);
    expect(mean).toBeCloseTo(1.34, 1);
    expect(Math.min(...speeds)).toBeGreaterThan(0.839);
    expect(Math.max(...speeds)).toBeLessThan(1.841);
  });
});

describe('lights', () => {
  // B is junction 300000001 of two phases: it begins with the second.
  const lights = {
    B: [
      { seconds: 30, green: ['AB'] },
      { seconds: 20, green: ['CB', 'EB'] },
    ],
  };

  test.each([
    // At B 10 s after leaving; green for AB from 20 s to 50 s, from 70 s to 100 s, and so on.
    { leave: 0, arrive: 20 + 2 + 3 },
    { leave: 10, arrive: 10 + 15 },
    { leave: 39.999, arrive: 39.999 + 15 },
    { leave: 40, arrive: 70 + 5 },
    { leave: 55, arrive: 70 + 5 },
  ])('a departure at $leave s arrives at $arrive s', ({ leave, arrive }) => {
    const { world, trip, id } = worldOf({ ...square, aois, lights }, noLoss);
    world.addPerson(1, id('home'));
    world.setSchedule(1, [trip('shop', leave)]);
    world.advance(1000 * SECOND);
    expect(world.takeEvents().at(-1)).toMatchObject({ kind: 'arrival', time: arrive * SECOND });
  });

  test('a stop costs one acceleration, and speed is zero while waiting', () => {
    const { world, trip, id, roadOf } = worldOf({ ...square, aois, lights }, { startOverheadSeconds: 0 });
    world.addPerson(1, id('home'));
    world.setSchedule(1, [trip('shop', 0)]);
    world.advance(15 * SECOND);
    expect(roadOf()).toBe('AB');
    expect(world.motion(1)).toMatchObject({ s: 180, speed: 0, status: MotionStatus.DRIVING });
    world.advance(1000 * SECOND);
    expect(world.takeEvents().at(-1)).toMatchObject({ kind: 'arrival', time: (20 + 2.52 + 5) * SECOND });
  });

  test('lights can be replaced by their mean wait, or switched off', () => {
    const time = (signals: 'expected' | 'none') => {
      const { world, trip, id } = worldOf({ ...square, aois, lights }, { ...noLoss, signals });
      world.addPerson(1, id('home'));
      world.setSchedule(1, [trip('shop', 0)]);
      world.advance(1000 * SECOND);
      return world.takeEvents().at(-1)!.time / SECOND;
    };
    expect(time('none')).toBe(15);
    // Red 20 s of 50: 20² / (2 · 50) = 4 s.
    expect(time('expected')).toBe(19);
  });
});

describe('a schedule', () => {
  test('runs trips back to back, or at their departure times', () => {
    const { world, trip, id } = worldOf(undefined, noLoss);
    world.addPerson(1, id('home'));
    world.setSchedule(1, [trip('shop', 0), trip('work'), trip('home', 5), trip('shop', 600)]);
    world.advance(3600 * SECOND);
    const events = world.takeEvents();
    expect(events.map((event) => event.kind)).toEqual(Array(4).fill(['departure', 'arrival']).flat());
    // Each departs when the one before has arrived, though one was to leave earlier.
    expect(events[2]!.time).toBe(events[1]!.time);
    expect(events[4]!.time).toBe(events[3]!.time);
    expect(events[6]!.time).toBe(600 * SECOND);
    expect(world.totals(1).trips).toBe(4);
  });

  test.each(['off', 'bpr', 'queue'] as const)('set or emptied with a stop ends the trip at once (%s)', (congestion) => {
    for (const later of [[], [60]]) {
      const { world, trip, id, roadOf } = worldOf(undefined, { ...noLoss, congestion });
      world.addPerson(1, id('home'));
      world.setSchedule(1, [trip('shop', 0), trip('work', 0)]);
      world.advance(5 * SECOND);
      const { x, y } = world.motion(1);
      world.setSchedule(
        1,
        later.map((departure) => trip('work', departure)),
        { stops: true },
      );
      world.advance(59 * SECOND);
      expect(world.motion(1)).toMatchObject({ x, y, speed: 0, status: MotionStatus.SLEEP });
      expect(roadOf()).toBe('AB');
      const kinds = ['departure', 'interrupted'];
      const events = world.takeEvents();
      expect(events.map(({ kind }) => kind)).toEqual(kinds);
      expect(events[1]).toMatchObject({ time: 5 * SECOND, to: id('shop'), seconds: 5 });
      world.advance(1000 * SECOND);
      expect(world.takeEvents().map(({ kind }) => kind)).toEqual(later.length > 0 ? ['departure', 'arrival'] : []);
      expect(world.totals(1).trips).toBe(1 + later.length);
    }
  });

  test('a schedule with a stop starts at once if its first trip is due', () => {
    const { world, trip, id } = worldOf(undefined, noLoss);
    world.addPerson(1, id('home'));
    world.setSchedule(1, [trip('shop', 30)], { stops: true });
    world.advance(35 * SECOND);
    world.setSchedule(1, [trip('work')], { stops: true });
    world.advance(1000 * SECOND);
    expect(world.takeEvents().map(({ kind }) => kind)).toEqual(['departure', 'interrupted', 'departure', 'arrival']);
    expect(world.motion(1).aoiId).toBe(id('work'));
  });

  test('replaced during a trip continues from the current position', () => {
    const { world, trip, id, roadOf } = worldOf(undefined, noLoss);
    world.addPerson(1, id('home'));
    world.setSchedule(1, [trip('shop', 0)]);
    world.advance(5 * SECOND);
    world.setSchedule(1, [trip('work'), trip('home')]);
    expect(world.motion(1).s).toBe(130);
    world.advance(5 * SECOND);
    expect(world.motion(1)).toMatchObject({ s: 130, status: MotionStatus.DRIVING, speed: 10 });
    world.advance(6 * SECOND);
    expect(world.motion(1).s).toBeCloseTo(140);
    expect(roadOf()).toBe('AB');
    world.advance(3600 * SECOND);
    const events = world.takeEvents();
    expect(events.map((event) => event.kind)).toEqual([
      'departure',
      'interrupted',
      'departure',
      'arrival',
      'departure',
      'arrival',
    ]);
    expect(events[1]).toMatchObject({ time: 5 * SECOND, to: id('shop') });
    expect(events[2]).toMatchObject({ time: 5 * SECOND, from: null, to: id('work') });
    // 50 m, 20 m, 180 m, the turn, 100 m.
    const metres = 50 + 20 + 180 + Math.hypot(10, 10) + 100;
    expect(events[3]).toMatchObject({ metres: expect.closeTo(metres, 6) });
  });

  test('a new schedule inside a junction finishes the lane', () => {
    const { world, trip, id, roadOf, city } = worldOf(undefined, noLoss);
    world.addPerson(1, id('home'));
    world.setSchedule(1, [trip('shop', 0)]);
    world.advance(11 * SECOND);
    expect(roadOf()).toBe('junction');
    const before = world.motion(1);
    expect(before.s).toBeCloseTo(10);
    world.setSchedule(1, [trip('work')]);
    world.advance(11 * SECOND);
    expect(world.motion(1)).toEqual(before);
    world.advance(11.5 * SECOND);
    expect(world.motion(1)).toMatchObject({ laneId: before.laneId, s: expect.closeTo(15) });
    world.advance(12.5 * SECOND);
    expect(roadOf()).toBe('BC');
    world.advance(3600 * SECOND);
    expect(world.motion(1).aoiId).toBe(id('work'));
    expect(city.junctions.count).toBe(6);
  });

  test('with a later departure, the current trip continues until then', () => {
    const { world, trip, id } = worldOf(undefined, noLoss);
    world.addPerson(1, id('home'));
    world.setSchedule(1, [trip('work', 0)]);
    world.advance(2 * SECOND);
    world.setSchedule(1, [trip('shop', 6)]);
    world.advance(3600 * SECOND);
    expect(world.takeEvents().map(({ kind, time }) => [kind, time])).toEqual([
      ['departure', 0],
      ['interrupted', 6000],
      ['departure', 6000],
      ['arrival', 15_000],
    ]);
    world.setSchedule(1, [trip('work', 4000)]);
    world.advance(3601 * SECOND);
    world.setSchedule(1, []);
    world.advance(9000 * SECOND);
    expect(world.takeEvents()).toEqual([]);
  });

  test('people can change from car to foot during a trip', () => {
    const { world, trip, id } = worldOf(undefined, noLoss);
    world.addPerson(1, id('home'));
    world.setSchedule(1, [trip('work', 0)]);
    world.advance(5 * SECOND);
    world.setSchedule(1, [trip('work', null, TripMode.WALK_ONLY)]);
    world.advance(6 * SECOND);
    expect(world.motion(1).status).toBe(MotionStatus.WALKING);
    world.advance(60 * SECOND);
    world.setSchedule(1, [trip('home')]);
    world.advance(61 * SECOND);
    expect(world.motion(1).status).toBe(MotionStatus.DRIVING);
    world.advance(3600 * SECOND);
    expect(world.motion(1).aoiId).toBe(id('home'));
  });
});

describe('a failure is an event, and the person stays', () => {
  const oneWay: Network = {
    ...drawnNetwork('A->-B->-C'),
    aois: { first: { road: 'AB', s: 10 }, last: { road: 'BC', s: 10 }, field: {} },
  };

  test.each([
    ['an unknown AOI', 'unknown-aoi', { aoiId: 12 }],
    ['an AOI without gates', 'no-gate', { to: 'field' }],
    ['no way there', 'no-route', { to: 'first' }],
    ['a bus where the map has none', 'no-transit', { to: 'first', mode: TripMode.BUS_WALK }],
    ['a mode that does not exist', 'unsupported-mode', { to: 'first', mode: 42 as Trip['mode'] }],
  ] as const)('%s', (_, reason, { to, aoiId, mode }: { to?: string; aoiId?: number; mode?: Trip['mode'] }) => {
    const { world, id } = worldOf(oneWay);
    world.addPerson(1, id('last'));
    const target = aoiId ?? id(to!);
    world.setSchedule(1, [{ aoiId: target, departure: null, mode: mode ?? TripMode.DRIVE_ONLY }]);
    world.advance(50 * SECOND);
    expect(world.takeEvents()).toEqual([{ kind: 'failure', time: 0, person: 1, to: target, reason }]);
    expect(world.motion(1)).toMatchObject({ status: MotionStatus.SLEEP, aoiId: id('last') });
    expect(world.totals(1)).toEqual({ trips: 0, seconds: 0, metres: 0 });
  });

  test('leaving an AOI without gates', () => {
    const { world, id, trip } = worldOf(oneWay);
    world.addPerson(1, id('field'));
    world.setSchedule(1, [trip('first')]);
    world.advance(1);
    expect(world.takeEvents()).toMatchObject([{ kind: 'failure', reason: 'no-gate' }]);
  });

  test('a trip to the current AOI is skipped and the schedule continues', () => {
    const { world, id, trip } = worldOf();
    world.addPerson(1, id('home'));
    world.setSchedule(1, [trip('home', 5), trip('field'), trip('shop')]);
    world.advance(3600 * SECOND);
    expect(world.takeEvents().map(({ kind, time }) => [kind, time])).toEqual([
      ['stay', 5000],
      ['failure', 5000],
      ['departure', 5000],
      ['arrival', expect.any(Number)],
    ]);
  });

  test('during a trip: the person waits there and can continue', () => {
    const { world, id, trip } = worldOf(undefined, noLoss);
    world.addPerson(1, id('home'));
    world.setSchedule(1, [trip('shop', 0)]);
    world.advance(5 * SECOND);
    world.setSchedule(1, [trip('field')]);
    world.advance(100 * SECOND);
    expect(world.motion(1)).toMatchObject({ status: MotionStatus.WAIT_ROUTE, aoiId: null, s: 130, speed: 0 });
    world.setSchedule(1, [trip('shop')]);
    world.advance(200 * SECOND);
    expect(world.motion(1).aoiId).toBe(id('shop'));
    expect(world.takeEvents().map((event) => event.kind)).toEqual([
      'departure',
      'interrupted',
      'failure',
      'departure',
      'arrival',
    ]);
  });

  test('a longer trip than allowed', () => {
    const { world, id, trip } = worldOf(undefined, { longestTripSeconds: 25 });
    world.addPerson(1, id('home'));
    world.setSchedule(1, [trip('work'), trip('shop')]);
    world.advance(3600 * SECOND);
    expect(world.takeEvents().map((event) => event.kind)).toEqual(['failure', 'departure', 'arrival']);
  });
});

test('invalid calls throw at once', () => {
  const { world, id, city } = worldOf();
  world.addPerson(1, id('home'));
  expect(() => world.addPerson(1, id('home'))).toThrow(UserError);
  expect(() => world.addPerson(2, 7)).toThrow(/AOI 7 is not in the map/);
  expect(() => world.motion(9)).toThrow(UserError);
  world.advance(10);
  expect(() => world.advancePerson(1, 9)).toThrow(/run backwards/);
  expect(() => world.advance(Number.NaN)).toThrow(/run backwards from 10 to NaN/);
  expect(() => createWorld(city, { speedFactor: 0 })).toThrow(
    /movement.speedFactor: got 0, expected a number from 0.01 to 5/,
  );
  expect(() => createWorld(city, { speed: 1 } as MovementSettings)).toThrow(/movement.speed is unknown/);
  expect(() => createWorld(city, { signals: 'maybe' as 'none' })).toThrow(/one of program, expected, none/);
  expect(() => createWorld(city, { bpr: { alpha: NaN } })).toThrow(UserError);
  const routing = buildRoutingData(city);
  expect(() => createWorld(city, { turnPenalties: { left: 1 } }, routing)).toThrow(
    /routing data was built with 15, 60/,
  );
});

test('people advanced one by one, in steps or at once produce the same result', () => {
  const run = (order: (world: ReturnType<typeof worldOf>['world'], people: number[]) => void) => {
    const { world, trip, id } = worldOf();
    const people = [3, 1, 2];
    for (const person of people) {
      world.addPerson(person, id('home'));
      world.setSchedule(person, [trip('work', person), trip('shop', null, TripMode.WALK_ONLY), trip('home')]);
    }
    order(world, people);
    return world.takeEvents();
  };
  const at = 3600 * SECOND;
  const once = run((world) => world.advance(at));
  const alone = run((world, people) => {
    for (const person of people) world.advancePerson(person, at);
  });
  expect(alone).toEqual(once);
  expect(
    run((world) => {
      for (let time = 0; time <= at; time += 777) world.advance(time);
      world.advance(at);
    }),
  ).toEqual(once);
  expect(once.length).toBe(18);
});
