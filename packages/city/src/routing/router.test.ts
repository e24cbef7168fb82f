import { describe, expect, test } from 'vitest';
import { slowTest } from '../../../base/src/slow.fixture.js';
import { drawnNetwork, type Network, networkCity } from './network-city.fixture.js';
import { Router } from './router.js';
import { buildHierarchy, buildRoutingData, openRoutingData, packRoutingData } from './routing-data.js';
import { buildHierarchyInThread } from './routing-in-threads.js';

function routerOf(network: Network, hierarchies = true) {
  const made = networkCity(network);
  const router = new Router(made.city, buildRoutingData(made.city, { hierarchies }));
  const road = (name: string) => made.city.roadIndex(made.id(name));
  const laneOf = (name: string, which = 0) =>
    made.city.laneIndex(made.city.roads.laneIds.values[made.city.roads.laneIds.offsets[road(name)]! + which]!);
  /** Names of the roads of a route. */
  const names = (lanes: Int32Array) =>
    [...lanes]
      .map((lane) => made.city.roadIndex(made.city.lanes.parentId[lane < 0 ? ~lane : lane]!))
      .filter((row) => row >= 0)
      .map((row) => made.city.text(made.city.roads.name[row]!))
      .join(' ');
  return { ...made, router, road, laneOf, names };
}

// A - B is 200 m, B - D 200 m: roads of 180 m at 10 m/s take 18 s.
const square = drawnNetwork(`
A---B---C
|   |   |
|   |   |
D---E---F
`);

describe('driving', () => {
  test('adds up the roads and the turn as computed by hand', () => {
    const { router, laneOf, names } = routerOf(square);
    const route = router.route('drive', [{ lane: laneOf('AB'), s: 80 }], [{ lane: laneOf('BC'), s: 30 }])!;
    // 100 m and 20 m straight on and 30 m at 10 m/s, and 15 s for the crossing.
    expect(route.seconds).toBeCloseTo(10 + 2 + 15 + 3, 9);
    expect(names(route.lanes)).toBe('AB BC');
    expect([route.startS, route.endS]).toEqual([80, 30]);
  });

  test('turns right around the block if that is faster than turning left', () => {
    const { router, laneOf, names } = routerOf(square);
    const left = router.route('drive', [{ lane: laneOf('DE'), s: 180 }], [{ lane: laneOf('EB'), s: 0 }])!;
    expect(left.seconds).toBeCloseTo(60 + Math.hypot(10, 10) / 5, 9);
    const right = router.route('drive', [{ lane: laneOf('FE'), s: 180 }], [{ lane: laneOf('EB'), s: 0 }])!;
    expect(right.seconds).toBeCloseTo(5 + Math.hypot(10, 10) / 5, 9);
    expect(names(right.lanes)).toBe('FE EB');
  });

  test('avoids a banned turn by a detour', () => {
    const { router, laneOf, names } = routerOf({ ...square, noTurns: ['FEB'] });
    const route = router.route('drive', [{ lane: laneOf('FE'), s: 180 }], [{ lane: laneOf('EB'), s: 0 }])!;
    expect(names(route.lanes).split(' ').length).toBeGreaterThan(2);
    expect(names(route.lanes).startsWith('FE')).toBe(true);
  });

  test('a place ahead on the same road is reached directly, one behind by a detour', () => {
    const { router, laneOf, names } = routerOf(square);
    const lane = laneOf('AB');
    const ahead = router.route('drive', [{ lane, s: 20 }], [{ lane, s: 120 }])!;
    expect(ahead.seconds).toBeCloseTo(10, 9);
    expect(ahead.lanes).toEqual(Int32Array.of(lane));
    const behind = router.route('drive', [{ lane, s: 120 }], [{ lane, s: 20 }])!;
    expect(names(behind.lanes)).toMatch(/^AB .+ AB$/);
    // To the end, back by two turns of 1 m at 5 m/s at B and at A, along BA, and 20 m.
    expect(behind.seconds).toBeLessThanOrEqual(6 + 90.2 + 18 + 90.2 + 2 + 1e-9);
  });

  test('the best pair of several gates is used', () => {
    const { router, laneOf } = routerOf(square);
    const from = ['AB', 'DE', 'EF'].map((name) => ({ lane: laneOf(name), s: 90 }));
    const to = ['CF', 'BC'].map((name) => ({ lane: laneOf(name), s: 90 }));
    const all = from.flatMap((a) => to.map((b) => router.route('drive', [a], [b])!.seconds));
    const best = router.route('drive', from, to)!;
    expect(best.seconds).toBeCloseTo(Math.min(...all), 9);
    expect(all[best.origin * 2 + best.target]).toBeCloseTo(best.seconds, 9);
  });

  test('a place that is unreachable because of one-way streets has no route', () => {
    const { router, laneOf } = routerOf(drawnNetwork('A->-B->-C'));
    expect(router.route('drive', [{ lane: laneOf('BC'), s: 1 }], [{ lane: laneOf('AB'), s: 1 }])).toBeNull();
    expect(router.route('drive', [], [{ lane: laneOf('AB'), s: 1 }])).toBeNull();
  });

  test('a closed road is avoided, a slow one if a detour is faster', () => {
    const { router, laneOf, names, road, city } = routerOf(square);
    const from = [{ lane: laneOf('AB'), s: 0 }];
    const to = [{ lane: laneOf('CF'), s: 0 }];
    expect(names(router.route('drive', from, to)!.lanes)).toBe('AB BC CF');
    const closed = new Float64Array(city.roads.count).fill(1);
    closed[road('BC')] = Infinity;
    const round = router.withRoadFactors(closed).route('drive', from, to)!;
    expect(names(round.lanes)).not.toContain('BC');
    closed[road('BC')] = 1.5;
    const slow = router.withRoadFactors(closed).route('drive', from, to)!;
    expect(names(slow.lanes)).toBe('AB BC CF');
    expect(slow.seconds).toBeCloseTo(router.route('drive', from, to)!.seconds + 9, 9);
  });

  test('no route starts or ends on a closed road, even at its ends', () => {
    const { router, laneOf, road, city } = routerOf(square);
    const factors = new Float64Array(city.roads.count).fill(1);
    factors[road('AB')] = Infinity;
    const closed = router.withRoadFactors(factors);
    const [end, start] = [
      { lane: laneOf('AB'), s: 180 },
      { lane: laneOf('AB'), s: 0 },
    ];
    const other = { lane: laneOf('EF'), s: 5 };
    expect(closed.route('drive', [end], [other])).toBeNull();
    expect(closed.route('drive', [other], [start])).toBeNull();
    expect(closed.route('drive', [end, other], [other])!.seconds).toBe(0);
    factors[road('AB')] = 0;
    expect(closed.withRoadFactors(factors).route('drive', [end], [other])).toBeNull();
  });

  test('invalid factors are rejected', () => {
    const { router, city } = routerOf(square);
    expect(() => router.withRoadFactors([1])).toThrow('expected one for each of 14 roads');
    for (const wrong of [-1, NaN])
      expect(() => router.withRoadFactors(new Float64Array(city.roads.count).fill(wrong))).toThrow(
        'expected 0 or more',
      );
  });

  test.each(['drive', 'walk'] as const)('%s: invalid places have no route', (travel) => {
    const { router, laneOf, city } = routerOf(square);
    const lane = laneOf('AB', travel === 'drive' ? 0 : 1);
    const other = { lane: laneOf('EF', travel === 'drive' ? 0 : 1), s: 5 };
    const short = laneOf('BC', travel === 'drive' ? 0 : 1);
    city.lanes.length[short] = 0;
    expect(router.route(travel, [{ lane: short, s: 0 }], [{ lane: short, s: NaN }])).toBeNull();
    for (const wrong of [
      { lane, s: NaN },
      { lane: short, s: NaN },
      { lane: -1, s: 0 },
      { lane: 1e6, s: 0 },
    ]) {
      expect(router.route(travel, [wrong], [other])).toBeNull();
      expect(router.route(travel, [other], [wrong])).toBeNull();
      expect(router.route(travel, [wrong, other], [other])!.origin).toBe(1);
    }
    const beyond = router.route(travel, [{ lane, s: -5 }], [{ lane, s: 1e9 }])!;
    expect([beyond.startS, beyond.endS]).toEqual([0, 180]);
  });

  test('alternatives are distinct, real and in order', () => {
    const { router, laneOf, names } = routerOf(square);
    const found = router.alternatives('drive', [{ lane: laneOf('AB'), s: 0 }], [{ lane: laneOf('EF'), s: 100 }], {
      stretch: 3,
    });
    expect(found.length).toBeGreaterThan(1);
    expect(new Set(found.map((route) => names(route.lanes))).size).toBe(found.length);
    expect(found[0]!.seconds).toBeCloseTo(
      router.route('drive', [{ lane: laneOf('AB'), s: 0 }], [{ lane: laneOf('EF'), s: 100 }])!.seconds,
      9,
    );
    expect(found.map((route) => route.seconds)).toEqual(found.map((route) => route.seconds).sort((a, b) => a - b));
  });

  test('each turn starts on the lane before it and ends on the lane after it', () => {
    const wide = { ...square, streets: square.streets.map((street) => ({ ...street, lanes: 3 })) };
    const { router, laneOf, city } = routerOf(wide);
    const { lanes } = router.route('drive', [{ lane: laneOf('AB', 2), s: 10 }], [{ lane: laneOf('EF', 2), s: 10 }])!;
    for (let i = 1; i < lanes.length - 1; i += 2) {
      const turn = lanes[i]!;
      expect(city.lanes.predecessors.id[city.lanes.predecessors.offsets[turn]!]).toBe(lanes[i - 1]);
      const road = (lane: number) => city.lanes.parentId[lane];
      const after = city.lanes.successors.id[city.lanes.successors.offsets[turn]!]!;
      expect(road(after)).toBe(road(lanes[i + 1]!));
    }
  });
});

describe('walking', () => {
  test('walks in both directions along a lane, at 1.1 m/s', () => {
    const { router, laneOf } = routerOf(square);
    const lane = laneOf('AB', 1);
    const route = router.route('walk', [{ lane, s: 150 }], [{ lane, s: 40 }])!;
    expect(route.seconds).toBeCloseTo(100, 9);
    expect(route.lanes).toEqual(Int32Array.of(~lane));
  });

  test('walks against a one-way street and over a crossing', () => {
    const { router, laneOf, city } = routerOf(drawnNetwork('A->-B->-C'));
    const [from, to] = [laneOf('BC', 1), laneOf('AB', 1)];
    // 30 m back to B, 20 m across, 10 m back.
    const route = router.route('walk', [{ lane: from, s: 30 }], [{ lane: to, s: city.lanes.length[to]! - 10 }])!;
    expect(route.seconds).toBeCloseTo(60 / 1.1, 9);
    expect(route.lanes.length).toBe(3);
    expect([route.lanes[0], route.lanes[2]]).toEqual([~from, ~to]);
  });
});

slowTest('a hierarchy built in a thread is the same', async () => {
  const { graph } = buildRoutingData(routerOf(square).city, { hierarchies: false }).drive;
  const shares: number[] = [];
  const built = await buildHierarchyInThread(graph, (share) => shares.push(share));
  expect(built).toEqual(buildHierarchy(graph));
  expect(shares.at(-1)).toBe(1);
  await expect(buildHierarchyInThread({} as never, () => {})).rejects.toThrow();
});

test('saved routing data returns the same routes; data of another map or version is rejected', () => {
  const { city, router, laneOf } = routerOf(square);
  const packed = packRoutingData(buildRoutingData(city));
  const opened = new Router(city, openRoutingData(packed, city)!);
  const [from, to] = [[{ lane: laneOf('AB'), s: 3 }], [{ lane: laneOf('FE'), s: 7 }]];
  expect(opened.route('drive', from, to)).toEqual(router.route('drive', from, to));
  expect(openRoutingData(packed, routerOf(drawnNetwork('A---B')).city)).toBeNull();
});
