import { describe, expect, test } from 'vitest';
import { drawnNetwork, networkCity } from '../routing/network-city.fixture.js';
import { createWorld } from './create-world.js';
import type { MovementSettings } from './options.js';
import { arrivals, cross, offer, plain, withPriority } from './under-load.fixture.js';
import { MotionStatus, TripMode, type World } from './world.js';

// Roads of 380 m; the first is entered by everybody.
const street = drawnNetwork('A-------B-------C-------D');
const aois = { home: { road: 'AB', s: 0 }, work: { road: 'CD', s: 300 }, stop: { road: 'BC', s: 300 } };
const SECOND = 1000;

function run(settings: MovementSettings, people: number, apartSeconds: number, step = Infinity) {
  const { city, id } = networkCity({ ...street, aois });
  const world = createWorld(city, { ...plain, ...settings });
  // In any order: what comes out must not depend on it.
  const order = Array.from({ length: people }, (_, i) => (i * 7919) % people);
  for (const person of order) {
    world.addPerson(person, id('home'));
    world.setSchedule(person, [
      { aoiId: id('work'), departure: person * apartSeconds * SECOND, mode: TripMode.DRIVE_ONLY },
    ]);
  }
  const end = 24 * 3600 * SECOND;
  for (let time = step; time < end; time += step) world.advance(time);
  world.advance(end);
  return arrivals(world.takeEvents());
}

const free = (380 + 20 + 380 + 20 + 300) / 10;

describe.each(['bpr', 'queue'] as const)('%s', (congestion) => {
  test('a lone car takes as long as without congestion', () => {
    expect(run({ congestion }, 1, 0)).toEqual([{ person: 0, time: free * SECOND, seconds: free }]);
    expect(run({ congestion: 'off' }, 1, 0)).toEqual(run({ congestion }, 1, 0));
  });

  test('the result does not depend on the time steps', () => {
    const settings: MovementSettings = { congestion, sampleFactor: 0.1 };
    expect(run(settings, 60, 3, 1700)).toEqual(run(settings, 60, 3));
  });

  test('more cars take longer, and all arrive', () => {
    const mean = (people: number) => {
      const all = run({ congestion, sampleFactor: 0.2 }, people, 1);
      expect(all.length).toBe(people);
      return all.reduce((sum, { seconds }) => sum + seconds, 0) / people;
    };
    // Under `bpr` the first slice is free; the slices after it feel the load.
    expect(mean(600)).toBeGreaterThan(mean(5) * 1.2);
  });

  test('cannot be advanced person by person', () => {
    const { city, id } = networkCity({ ...street, aois });
    const world: World = createWorld(city, { congestion });
    world.addPerson(1, id('home'));
    expect(world.coupled).toBe(true);
    expect(() => world.advancePerson(1, 5)).toThrow(/advance everyone together/);
    world.advance(10);
    expect(() => world.advance(9)).toThrow(/backwards/);
  });

  test('people can change their trip, walk and arrive in traffic', () => {
    const { city, id } = networkCity({ ...street, aois });
    const world = createWorld(city, { ...plain, congestion, sampleFactor: 0.05 });
    const to = (name: string, mode: typeof TripMode.WALK_ONLY | typeof TripMode.DRIVE_ONLY = TripMode.DRIVE_ONLY) => ({
      aoiId: id(name),
      departure: null,
      mode,
    });
    for (let person = 0; person < 40; person++) {
      world.addPerson(person, id('home'));
      world.setSchedule(person, [to('work'), to('stop', person % 2 ? TripMode.WALK_ONLY : TripMode.DRIVE_ONLY)]);
    }
    for (let time = 0; time <= 400; time += 20) {
      world.advance(time * SECOND);
      if (time === 60 || time === 200)
        for (let person = 0; person < 40; person += 3) world.setSchedule(person, [to('stop'), to('home')]);
    }
    world.advance(12 * 3600 * SECOND);
    for (let person = 0; person < 40; person++)
      expect(world.motion(person).aoiId).toBe(id(person % 3 === 0 ? 'home' : 'stop'));
    expect(world.takeEvents().filter((event) => event.kind === 'failure')).toEqual([]);
  });
});

test('bpr: as computed by hand, a full road takes 1.15 times as long in the next slice', () => {
  const { city, id } = networkCity({ ...street, aois });
  // 20 cars an hour: 5 in a slice of 15 minutes.
  const world = createWorld(city, { ...plain, congestion: 'bpr', laneCapacity: 20, bpr: { sliceSeconds: 900 } });
  for (let person = 0; person < 6; person++) {
    world.addPerson(person, id('home'));
    world.setSchedule(person, [
      { aoiId: id('work'), departure: (person < 5 ? person : 900) * SECOND, mode: TripMode.DRIVE_ONLY },
    ]);
  }
  world.advance(3600 * SECOND);
  const all = arrivals(world.takeEvents());
  expect(all.slice(0, 5).map(({ seconds }) => seconds)).toEqual(Array(5).fill(free));
  // The three roads at 1 + 0.15 · (5 / 5)⁴, not the junctions.
  expect(all[5]!.seconds).toBeCloseTo((380 + 380 + 300) * 0.115 + 4, 2);
});

test.each([
  { routes: 'free-flow', detours: 0 },
  { routes: 'current', detours: 1 },
] as const)('bpr: with $routes routes, $detours go round the road that was full in the slice before', (expected) => {
  // From A by B (500 m) or by C (600 m) to D.
  const { city, id } = networkCity({
    nodes: { s: [-200, 0], a: [0, 0], b: [250, 0], c: [250, 200], d: [500, 0], t: [700, 0] },
    streets: [
      ['s', 'a'],
      ['a', 'b'],
      ['a', 'c'],
      ['b', 'd'],
      ['c', 'd'],
      ['d', 't'],
    ].map(([from, to]) => ({ from: from!, to: to!, speed: 10, oneWay: true })),
    aois: { home: { road: 'sa', s: 0 }, work: { road: 'dt', s: 100 } },
  });
  const turnPenalties = { straight: 0, left: 0, right: 0, around: 0 };
  const world = createWorld(city, {
    ...plain,
    turnPenalties,
    congestion: 'bpr',
    laneCapacity: 20,
    bpr: { sliceSeconds: 900, routes: expected.routes },
  });
  // 15 cars in a slice that has room for 5; then one in the next slice, and one when the road is empty again.
  const departures = [...Array(15).keys(), 900, 4000];
  departures.forEach((departure, person) => {
    world.addPerson(person, id('home'));
    world.setSchedule(person, [{ aoiId: id('work'), departure: departure * SECOND, mode: TripMode.DRIVE_ONLY }]);
  });
  world.advance(8000 * SECOND);
  const metres = world.takeEvents().flatMap((event) => (event.kind === 'arrival' ? [event.metres] : []));
  expect(metres.length).toBe(17);
  const shortest = Math.min(...metres);
  expect(metres.filter((way) => way > shortest + 1).length).toBe(expected.detours);
  expect(world.totals(15).metres > shortest + 1).toBe(expected.detours === 1);
});

describe('queue: by hand', () => {
  test('cars leave a road one every 2 s, first in first out', () => {
    const all = run({ congestion: 'queue' }, 20, 0.5);
    expect(all.map(({ person }) => person)).toEqual(Array.from({ length: 20 }, (_, i) => i));
    // The first is at B after 38 s; each of the others 2 s after the one before.
    all.forEach(({ time }, i) => {
      expect(time).toBe((free + 2 * i) * SECOND);
    });
  });

  test('capacities scale with the simulated share', () => {
    const all = run({ congestion: 'queue', sampleFactor: 0.1 }, 5, 0);
    // The first two have used the time since midnight, 38 s.
    expect(all.map(({ time }) => time / SECOND)).toEqual([0, 0, 2, 22, 42].map((wait) => free + wait));
  });

  test('a full road holds back the cars behind it until one is let through after the stuck time', () => {
    // BC holds 2 cars, and has space reserved for one in the junction; at C one leaves every 100 s.
    const { city, id } = networkCity({
      ...street,
      aois,
      lights: {
        C: [
          { seconds: 2, green: ['BC'] },
          { seconds: 98, green: [] },
        ],
      },
    });
    const arrive = (stuckSeconds: number) => {
      const world = createWorld(city, { ...plain, congestion: 'queue', queue: { vehicleMetres: 190, stuckSeconds } });
      for (let person = 0; person < 9; person++) {
        world.addPerson(person, id('home'));
        world.setSchedule(person, [{ aoiId: id('work'), departure: 0, mode: TripMode.DRIVE_ONLY }]);
      }
      world.advance(290 * SECOND);
      const onB = [0, 1, 2, 3, 4, 5, 6, 7, 8].filter((person) => {
        const { laneId } = world.motion(person);
        const row = laneId === null ? -1 : city.roadIndex(city.lanes.parentId[city.laneIndex(laneId)]!);
        return row >= 0 && city.text(city.roads.name[row]!) === 'BC';
      }).length;
      world.advance(3600 * SECOND);
      return { onB, all: arrivals(world.takeEvents()).length };
    };
    // C is the third junction: its program begins with phase 300000002 % 2 = 0, green at 0 s, 100 s, 200 s …
    expect(arrive(3000)).toEqual({ onB: 3, all: 9 });
    expect(arrive(10).onB).toBeGreaterThan(3);
  });

  describe('under load', () => {
    test.each([1, 2, 3])('a road of one lane lets out 1,800 cars per hour by %i turns together', (turns) => {
      const ways = ['e', 's', 'n'].slice(0, turns).map((end) => ['from w', `to ${end}`, 4000 / turns] as const);
      const { rates } = offer(withPriority, ways);
      expect(rates.reduce((sum, rate) => sum + rate) / 1800).toBeCloseTo(1, 2);
    });

    test('a light lets as many cars pass whatever share is simulated', () => {
      const lights = {
        c: [
          { seconds: 34, green: ['wc'] },
          { seconds: 45, green: [] },
        ],
      };
      const rate = (share: number) => {
        const { all } = offer({ ...cross, lights }, [['from w', 'to e', 3000 * share]], { sampleFactor: share });
        const times = all.map(({ time }) => time).sort((a, b) => a - b);
        return ((times.length - 1) / share / (times.at(-1)! - times[0]!)) * 3_600_000;
      };
      const whole = rate(1);
      expect(whole).toBeGreaterThan(700);
      // One car of a hundredth stands for 100: no more than that is uncertain.
      for (const share of [0.5, 0.25, 0.1, 0.05, 0.02, 0.01])
        expect(Math.abs(rate(share) / whole - 1)).toBeLessThan(0.03);
    });

    test('drivers who turn left wait for gaps in the oncoming traffic', () => {
      const left = (oncoming: number) =>
        offer(withPriority, [
          ['from w', 'to n', 1700],
          ['from e', 'to w', oncoming],
        ]).rates[0]!;
      const [none, some, many] = [left(0), left(500), left(1200)];
      expect(none).toBeGreaterThan(1600);
      // Every 7.2 s one or two find a gap of 4.1 s, every 3 s none.
      expect(some).toBeGreaterThan(450);
      expect(some).toBeLessThan(1050);
      expect(many).toBeLessThan(100);
    });

    test('a road that ends waits for the one that continues, and a roundabout goes first', () => {
      const tee = { ...cross, streets: cross.streets.slice(0, 3) };
      const aois = Object.fromEntries(Object.entries(cross.aois).filter(([name]) => !name.endsWith('n')));
      const { rates } = offer({ ...tee, nodes: cross.nodes, aois }, [
        ['from s', 'to e', 1500],
        ['from w', 'to e', 900],
      ]);
      expect(rates[1]).toBeGreaterThan(850);
      expect(rates[0]).toBeLessThan(800);
    });

    test('cars wait where they are until the road has space for them', () => {
      const lights = {
        c: [
          { seconds: 5, green: ['wc'] },
          { seconds: 95, green: [] },
        ],
      };
      const { world } = offer({ ...cross, lights }, [['from w', 'to e', 1800]], { queue: { stuckSeconds: 7200 } });
      const statuses = Array.from({ length: 1800 }, (_, person) => world.motion(person).status);
      // The lane has space for 960 m / 7.5 m cars and those in the junction.
      expect(statuses.filter((status) => status === MotionStatus.DRIVING).length).toBeLessThan(150);
      expect(statuses.filter((status) => status === MotionStatus.WAIT_ROUTE).length).toBeGreaterThan(1500);
      expect(world.jams()).toEqual([]);
    });

    test('a gridlock dissolves, and is reported with its roads', () => {
      // A ring of one-way streets that its own cars fill: each wants to go half round.
      const corners = { a: [0, 0], b: [200, 0], c: [200, 200], d: [0, 200] } as const;
      const ring = ['ab', 'bc', 'cd', 'da'];
      const network = {
        nodes: corners,
        streets: ring.map((name) => ({ from: name[0]!, to: name[1]!, speed: 14, oneWay: true })),
        aois: Object.fromEntries(ring.map((name) => [name, { road: name, s: 100 }])),
      };
      const ways = ring.map((name, i) => [name, ring[(i + 3) % 4]!, 900] as const);
      const { world } = offer(network, ways, { queue: { stuckSeconds: 60 } });
      const jams = world.jams();
      expect(jams.length).toBeGreaterThan(0);
      for (const { since, until, cars } of jams) {
        expect(until - since).toBeGreaterThanOrEqual(60_000);
        expect(cars).toBeGreaterThan(0);
      }
      world.advance(96 * 3_600_000);
      expect(Array.from({ length: 3600 }, (_, person) => world.motion(person).status)).toEqual(
        Array(3600).fill(MotionStatus.SLEEP),
      );
    });

    test('drivers who know the traffic avoid a queue, and the others do not', () => {
      // From S by A, B (a light that is rarely green) or the longer way by C, to D.
      const network = {
        nodes: { s: [-300, 0], a: [0, 0], b: [400, 0], c: [400, 300], d: [800, 0], t: [1100, 0] } as const,
        streets: ['sa', 'ab', 'ac', 'bd', 'cd', 'dt'].map((name) => ({ from: name[0]!, to: name[1]!, oneWay: true })),
        lights: {
          b: [
            { seconds: 10, green: ['ab'] },
            { seconds: 50, green: [] },
          ],
        },
        aois: { home: { road: 'sa', s: 0 }, work: { road: 'dt', s: 200 } },
      };
      const settings = { turnPenalties: { straight: 0, left: 0, right: 0, around: 0 } };
      const detours = (rerouteShare: number) => {
        const { world } = offer(network, [['home', 'work', 900]], { ...settings, queue: { rerouteShare } });
        world.advance(5 * 3_600_000);
        const metres = Array.from({ length: 900 }, (_, person) => world.totals(person).metres);
        return metres.filter((way) => way > Math.min(...metres) + 10).length;
      };
      expect(detours(0)).toBe(0);
      expect(detours(0.5)).toBeGreaterThan(100);
      expect(detours(1)).toBeGreaterThan(detours(0.5));
    });

    test('speeds by hour slow cars down in their hour', () => {
      const hourlySpeedFactors = Array.from({ length: 24 }, (_, hour) => (hour === 0 ? 0.5 : 1));
      const [slow, usual] = [hourlySpeedFactors, null].map(
        (factors) => run({ congestion: 'off', hourlySpeedFactors: factors }, 1, 0)[0]!.seconds,
      );
      expect(slow! / usual!).toBeCloseTo(2, 1);
    });
  });
});

describe('a lane that both directions share', () => {
  const narrow = (shared: boolean) => ({
    nodes: { w: [-600, 0], a: [0, 0], b: [300, 0], e: [900, 0] } as const,
    streets: [
      { from: 'w', to: 'a' },
      { from: 'a', to: 'b', shared },
      { from: 'b', to: 'e' },
    ],
    aois: Object.fromEntries(
      [
        ['w', 'wa', 'aw'],
        ['e', 'eb', 'be'],
      ].flatMap(([end, out, back]) => [
        [`from ${end}`, { road: out!, s: 0 }],
        [`to ${end}`, { road: back!, s: 500 }],
      ]),
    ),
  });
  const rates = (shared: boolean, west: number, east: number, settings: MovementSettings = {}) =>
    offer(narrow(shared), [['from w', 'to e', west] as const, ['from e', 'to w', east] as const], settings).rates;

  test.each([1, 0.2])('lets both together pass as many cars as one lane, half each (sample %d)', (sampleFactor) => {
    const [demand, settings] = [1500 * sampleFactor, { sampleFactor }];
    const [there, back] = rates(true, demand, demand, settings).map((rate) => rate / sampleFactor);
    expect(there! / 900).toBeCloseTo(1, 1);
    expect(back! / 900).toBeCloseTo(1, 1);
    const [apart] = rates(false, demand, demand, settings).map((rate) => rate / sampleFactor);
    expect(apart! / 1500).toBeCloseTo(1, 1);
  });

  test('is all for one direction while no one comes from the other', () => {
    expect(rates(true, 1500, 0)[0]! / 1500).toBeCloseTo(1, 1);
  });
});
