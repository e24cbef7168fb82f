import { describe, expect, test } from 'vitest';
import { networkCity } from '../routing/network-city.fixture.js';
import { createWorld } from './create-world.js';
import { LearnedTraffic } from './learned-traffic.js';
import type { MovementSettings } from './options.js';
import { arrivals, plain } from './under-load.fixture.js';
import { TripMode } from './world.js';

const HOUR = 3_600_000;
const settings: MovementSettings = {
  ...plain,
  congestion: 'queue',
  turnPenalties: { straight: 0, left: 0, right: 0, around: 0 },
};

/** Simulates an hour of cars from home to work several times. @returns the gaps, and the trips of the last iteration */
function learn(network: Parameters<typeof networkCity>[0], cars: number, iterations: number, sampleFactor = 1) {
  const { city, id } = networkCity(network);
  const learned = new LearnedTraffic();
  const gaps: number[] = [];
  for (let iteration = 0; ; iteration++) {
    const world = createWorld(city, { ...settings, sampleFactor }, undefined, undefined, [], learned);
    for (let person = 0; person < cars; person++) {
      world.addPerson(person, id('home'));
      const departure = Math.round((person * HOUR) / cars);
      world.setSchedule(person, [{ aoiId: id('work'), departure, mode: TripMode.DRIVE_ONLY }]);
      world.keepRoutes(person);
    }
    world.advance(6 * HOUR);
    gaps.push(learned.end());
    if (iteration + 1 < iterations) continue;
    const trips = arrivals(world.takeEvents()).map(({ person, seconds }) => {
      const lanes = world.takeRoutes(person).flatMap((route) => route.flatMap(({ laneIds }) => [...laneIds]));
      const roads = new Set(lanes.map((lane) => city.lanes.parentId[city.laneIndex(lane)]));
      return { person, seconds, uses: (road: string) => roads.has(id(road)) };
    });
    return { gaps, trips };
  }
}

const mean = (trips: readonly { readonly seconds: number }[]) =>
  trips.reduce((sum, { seconds }) => sum + seconds, 0) / trips.length;

const ways = (streets: readonly { from: string; to: string; speed: number; lanes?: number }[]) =>
  streets.map((street) => ({ ...street, oneWay: true }));
const ends = [
  { from: 'o', to: 's', lanes: 3, speed: 15 },
  { from: 't', to: 'd', lanes: 3, speed: 15 },
];
const aois = { home: { road: 'os', s: 0 }, work: { road: 'td', s: 300 } };

describe('drivers who know the traffic of earlier iterations', () => {
  test('take two routes in equal times, and the gap falls', () => {
    const network = {
      nodes: { o: [-3000, 0], s: [0, 0], a: [1000, 300], b: [1000, -1000], t: [2000, 0], d: [2600, 0] } as const,
      streets: ways([...ends, ...['sa', 'at', 'sb', 'bt'].map(([from, to]) => ({ from: from!, to: to!, speed: 15 }))]),
      aois,
    };
    const { gaps, trips } = learn(network, 2600, 10);
    const [near, far] = ['sa', 'sb'].map((road) => trips.filter(({ uses }) => uses(road)));
    // The near one lets out 1,800 cars per hour, so the others are on the far one.
    expect(far!.length).toBeGreaterThan(600);
    expect(far!.length).toBeLessThan(1000);
    expect(mean(near!) / mean(far!)).toBeGreaterThan(0.9);
    expect(mean(near!) / mean(far!)).toBeLessThan(1.1);
    expect(gaps[0]).toBeGreaterThan(1);
    for (const gap of gaps.slice(-4)) expect(gap).toBeLessThan(0.1);
  });

  test('are slower with a short cut through two bottlenecks than without (Braess)', () => {
    const streets = [
      { from: 'o', to: 's', lanes: 3, speed: 15 },
      { from: 's', to: 'a', speed: 15 },
      { from: 'b', to: 't', speed: 15 },
      { from: 's', to: 'b', speed: 5 },
      { from: 'a', to: 'u', speed: 5 },
    ];
    const nodes = { o: [-3000, 0], s: [0, 0], a: [900, 0], b: [300, -600], t: [1500, -600], u: [1800, 0] } as const;
    const work = { gates: ['au', 'bt'].map((road) => ({ road, s: 800 })) };
    const [without, open] = [streets, [...streets, { from: 'a', to: 'b', speed: 30 }]].map((some) =>
      mean(learn({ nodes, streets: ways(some), aois: { ...aois, work } }, 1100, 7, 0.5).trips),
    );
    expect(open! / without!).toBeGreaterThan(1.1);
  });
});
