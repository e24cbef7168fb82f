import fc from 'fast-check';
import { expect, test } from 'vitest';
import { someOf } from '../../../base/src/damage.fixture.js';
import { CityMap } from '../map/city-map.js';
import { LaneType } from '../map/message.js';
import { checkRoutes } from './check-routes.js';
import { contract } from './contraction.js';
import { withRoadFactors } from './drive-network.js';
import { labelHubs } from './hub-labels.js';
import { networkCity, type Street } from './network-city.fixture.js';
import type { LanePlace, Route } from './route.js';
import { Router, type Travel } from './router.js';
import { buildRoutingData } from './routing-data.js';
import { ROUTING_WALK_SPEED } from './walk-network.js';

/** Numbers in [0, 1) for tests. */
function lcg(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const SIZE = 5;
const name = (i: number) => String.fromCharCode(97 + i);

/**
 * Grids of streets with gaps, one-way streets and dead ends, often in several parts; `breakage` is the share of faulty
 * lanes: without a length, without a speed limit, of another type, or unconnected.
 */
const arbitraryCity = fc
  .record({
    jitter: fc.array(fc.integer({ min: -30, max: 30 }), { minLength: SIZE * SIZE * 2, maxLength: SIZE * SIZE * 2 }),
    kinds: fc.array(fc.constantFrom('none', 'two', 'two', 'one', 'back', 'fast', 'wide'), {
      minLength: SIZE * SIZE * 2,
      maxLength: SIZE * SIZE * 2,
    }),
    breakage: fc.constantFrom(0, 0, 0.02, 0.2),
    seed: fc.nat(),
  })
  .map(({ jitter, kinds, breakage, seed }) => {
    const nodes = Object.fromEntries(
      Array.from({ length: SIZE * SIZE }, (_, i) => [
        name(i),
        [(i % SIZE) * 150 + jitter[2 * i]!, Math.floor(i / SIZE) * 150 + jitter[2 * i + 1]!] as const,
      ]),
    );
    const streets: Street[] = [];
    kinds.forEach((kind, k) => {
      const i = k >> 1;
      const j = k % 2 === 0 ? i + 1 : i + SIZE;
      if (kind === 'none' || (k % 2 === 0 && i % SIZE === SIZE - 1) || j >= SIZE * SIZE) return;
      const [from, to] = kind === 'back' ? [name(j), name(i)] : [name(i), name(j)];
      streets.push({
        from,
        to,
        oneWay: kind === 'one' || kind === 'back',
        speed: kind === 'fast' ? 20 : 10,
        lanes: kind === 'wide' ? 3 : 1,
      });
    });
    const { message } = networkCity({ nodes, streets });
    const random = lcg(seed);
    for (const lane of message.lanes) {
      if (random() >= breakage) continue;
      const spoil = [
        () => (lane.length = 0),
        () => (lane.length = [NaN, -1, Infinity][Math.floor(random() * 3)]!),
        () => (lane.maxSpeed = [0, NaN, -3, Infinity][Math.floor(random() * 4)]!),
        () => (lane.type = lane.type === LaneType.DRIVING ? LaneType.WALKING : LaneType.DRIVING),
        () => (lane.predecessors = []),
        () => (lane.successors = lane.successors.map((connection) => ({ ...connection, id: connection.id + 1000 }))),
      ];
      spoil[Math.floor(random() * spoil.length)]!();
    }
    return { city: CityMap.fromMessage(message), seed };
  });

/** The same routes by labels of all nodes, by labels of some nodes, by A*, and by the search for changed costs. */
function* routers(city: CityMap, travel: Travel, labelEntries: number): Generator<Router> {
  const data = buildRoutingData(city);
  const router = new Router(city, data);
  yield router;
  yield new Router(city, {
    ...data,
    driveLabels: labelHubs(data.driveHierarchy!, labelEntries),
    walkLabels: labelHubs(data.walkHierarchy!, labelEntries),
  });
  yield new Router(city, { ...data, driveHierarchy: null, walkHierarchy: null });
  if (travel === 'drive') yield router.withRoadFactors(new Float64Array(city.roads.count).fill(1));
}

const bothWays = ['drive', 'walk'] as const;

test.each(bothWays)(
  '%s: labels, partial labels, A* and changed costs equal a plain Dijkstra search on any network',
  (travel) => {
    let reached = 0;
    fc.assert(
      fc.property(arbitraryCity, fc.nat(60), ({ city, seed }, labelEntries) => {
        for (const router of routers(city, travel, labelEntries)) {
          const check = checkRoutes(city, router, travel, { pairs: 40, random: lcg(seed) });
          expect(check.disagreements).toBe(0);
          expect(check.worstDifference).toBeLessThan(1e-9);
          reached += check.reached;
        }
      }),
      { numRuns: someOf(40, 3), seed: 1 },
    );
    expect(reached).toBeGreaterThan(1000);
  },
);

test.each(bothWays)('%s: between several places, the best pair is found and its lanes are connected', (travel) => {
  fc.assert(
    fc.property(arbitraryCity, fc.nat(60), ({ city, seed }, labelEntries) => {
      const random = lcg(seed);
      const places = placesOf(city, travel);
      if (places.length === 0) return;
      const draw = () => {
        const lane = places[Math.floor(random() * places.length)]!;
        return { lane, s: random() * city.lanes.length[lane]! };
      };
      for (const router of routers(city, travel, labelEntries)) {
        const [from, to] = [Array.from({ length: 3 }, draw), Array.from({ length: 3 }, draw)];
        const all = from.map((a) => to.map((b) => router.route(travel, [a], [b])?.seconds ?? Infinity));
        const best = router.route(travel, from, to);
        expect(best?.seconds ?? Infinity).toBeCloseTo(Math.min(...all.flat()), 9);
        if (best === null) continue;
        expect(all[best.origin]![best.target]!).toBeCloseTo(best.seconds, 9);
        expectConnected(city, travel, best, from[best.origin]!, to[best.target]!);
        for (const route of router.alternatives(travel, from, to)) {
          expect(route.seconds).toBeGreaterThan(best.seconds - 1e-9);
          expectConnected(city, travel, route, from[route.origin]!, to[route.target]!);
        }
      }
    }),
    { numRuns: someOf(30, 3), seed: 1 },
  );
});

test('hierarchies equal A* for closed, free and slow roads and for huge penalties', () => {
  const arbitraryFactor = fc.constantFrom(1, 1, 1, 0, 1e-3, 7, 1e9, Infinity);
  const arbitraryPenalty = fc.constantFrom(0, 15, 60, 1e6, Infinity);
  let reached = 0;
  fc.assert(
    fc.property(
      arbitraryCity,
      fc.array(arbitraryFactor, { minLength: 100, maxLength: 100 }),
      fc.record({
        straight: arbitraryPenalty,
        left: arbitraryPenalty,
        right: arbitraryPenalty,
        around: arbitraryPenalty,
      }),
      fc.nat(60),
      ({ city, seed }, factors, turnPenalties, labelEntries) => {
        const random = lcg(seed);
        const plain = buildRoutingData(city, { turnPenalties, hierarchies: false });
        const some = Array.from({ length: city.roads.count }, (_, road) => factors[road % 100]!);
        const aiming = new Router(city, plain).withRoadFactors(some);
        const drive = withRoadFactors(plain.drive, some);
        const driveHierarchy = contract(drive.graph);
        const driveLabels = labelHubs(driveHierarchy, labelEntries);
        const climbing = new Router(city, { ...plain, drive, driveHierarchy, driveLabels });
        // Its own hierarchy uses other costs; it only indicates that hierarchies are wanted.
        const free = new Router(city, { ...plain, driveHierarchy, driveLabels });
        const changed = free.withRoadFactors(some);
        const places = placesOf(city, 'drive');
        if (places.length === 0) return;
        const draw = () => ({ lane: places[Math.floor(random() * places.length)]!, s: random() * 150 });
        const pairs = Array.from({ length: 40 }, () => [[draw()], [draw()]] as const);
        const answers = pairs.map(([from, to]) => changed.route('drive', from, to));
        pairs.forEach(([from, to], i) => {
          const expected = aiming.route('drive', from, to)?.seconds ?? Infinity;
          if (expected < Infinity) reached++;
          for (const route of [climbing.route('drive', from, to), answers[i]!]) {
            const got = route?.seconds ?? Infinity;
            expect(got === expected || Math.abs(got - expected) <= 1e-12 * expected).toBe(true);
          }
        });
        // Other costs in between, and other questions before, change nothing.
        changed.withRoadFactors(some.toReversed()).route('drive', ...pairs[0]!);
        const again = free.withRoadFactors(some);
        const repeated = pairs.toReversed().map(([from, to]) => again.route('drive', from, to));
        expect(repeated.reverse()).toEqual(answers);
      },
    ),
    { numRuns: someOf(40, 3), seed: 1 },
  );
  expect(reached).toBeGreaterThan(200);
});

function placesOf(city: CityMap, travel: Travel): number[] {
  const type = travel === 'drive' ? LaneType.DRIVING : LaneType.WALKING;
  return [...city.lanes.id.keys()].filter(
    (lane) =>
      city.lanes.type[lane] === type &&
      city.lanes.length[lane]! >= 0 &&
      city.lanes.length[lane]! < Infinity &&
      city.roadIndex(city.lanes.parentId[lane]!) >= 0,
  );
}

/**
 * By car, each turn leads from the previous road to the next; on foot, the times of the lanes add up to that of the
 * route.
 */
function expectConnected(city: CityMap, travel: Travel, route: Route, from: LanePlace, to: LanePlace): void {
  const { lanes, startS, endS } = route;
  const { predecessors, successors, parentId, length } = city.lanes;
  const firstOf = ({ offsets, id }: typeof predecessors, lane: number) => city.laneIndex(id[offsets[lane]!]!);
  if (travel === 'walk') {
    const rows = lanes.map((lane) => (lane < 0 ? ~lane : lane));
    expect([rows[0], rows.at(-1)]).toEqual([from.lane, to.lane]);
    const whole = rows.reduce((sum, row) => sum + length[row]!, 0);
    const before = lanes[0]! < 0 ? length[rows[0]!]! - startS : startS;
    const after = lanes.at(-1)! < 0 ? endS : length[rows.at(-1)!]! - endS;
    expect((whole - before - after) / ROUTING_WALK_SPEED).toBeCloseTo(route.seconds, 9);
    return;
  }
  expect(parentId[lanes[0]!]).toBe(parentId[from.lane]);
  expect(lanes.at(-1)).toBe(to.lane);
  for (let i = 1; i < lanes.length; i += 2) {
    expect(firstOf(predecessors, lanes[i]!)).toBe(lanes[i - 1]);
    expect(parentId[firstOf(successors, lanes[i]!)]).toBe(parentId[lanes[i + 1]!]);
  }
}
