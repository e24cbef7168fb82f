import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CityMap } from '../map/city-map.js';
import { CONTENT_VERSION } from '../map/content-version.js';
import { LaneType } from '../map/message.js';
import { gatesOf } from '../movement/gates.js';
import { networkCity, type Place } from '../routing/network-city.fixture.js';
import { Router } from '../routing/router.js';
import { buildRoutingData } from '../routing/routing-data.js';
import { ROUTING_WALK_SPEED } from '../routing/walk-network.js';
import { accessOfAois, openReach } from './access-in-threads.js';
import { CityReach, REACH_WALKING_SPEED } from './city-reach.js';
import { secondsOf } from './network-reach.js';

const SIZE = 4;
const AOIS = 12;
const STREETS = 2 * SIZE * (SIZE - 1);
const name = (i: number) => String.fromCharCode(97 + i);
/** Along, and against the direction of a lane: for everyone, for those with a destination there, or closed by a gate. */
const WALK_ACCESS = [0, 0, 5, 5, 15, 3, 12, 7] as const;
const lengthOf = <T>(of: fc.Arbitrary<T>, length: number) => fc.array(of, { minLength: length, maxLength: length });

/** Square grids, on which many ways are equally long, with destination-only streets, gates and one-way streets. */
const arbitraryCity = fc
  .record({
    kinds: lengthOf(fc.constantFrom('both', 'both', 'one way', 'none'), STREETS),
    access: lengthOf(
      fc.record({ drive: fc.constantFrom(0, 0, 1), walk: fc.constantFrom(...WALK_ACCESS) }),
      2 * STREETS,
    ),
    gates: lengthOf(fc.array(fc.record({ road: fc.nat(), s: fc.constantFrom(0, 40, 60, 80) }), { maxLength: 3 }), AOIS),
  })
  .map(({ kinds, access, gates }) => {
    const nodes = Object.fromEntries(
      Array.from({ length: SIZE * SIZE }, (_, i) => [name(i), [(i % SIZE) * 100, Math.floor(i / SIZE) * 100] as const]),
    );
    const pairs = Array.from({ length: SIZE * SIZE }, (_, i) => [
      ...((i + 1) % SIZE > 0 ? [[i, i + 1] as const] : []),
      ...(i + SIZE < SIZE * SIZE ? [[i, i + SIZE] as const] : []),
    ]).flat();
    const streets = pairs.flatMap(([from, to], i) =>
      kinds[i] === 'none' ? [] : [{ from: name(from), to: name(to), oneWay: kinds[i] === 'one way' }],
    );
    const roads = streets.map(({ from, to }) => from + to);
    const aois = Object.fromEntries(
      gates.map((places, i): [string, Place] => [
        `aoi ${i}`,
        { gates: places.map(({ road, s }) => ({ road: roads[road % roads.length]!, s })) },
      ]),
    );
    const { message } = networkCity({ nodes, streets, aois: roads.length > 0 ? aois : {} });
    message.roads.forEach(({ laneIds }, i) => {
      for (const id of laneIds) {
        const lane = message.lanes.find((other) => other.id === id)!;
        const { drive, walk } = access[i % access.length]!;
        if (lane.type === LaneType.WALKING) lane.walkAccess = walk;
        else lane.access = drive;
      }
    });
    return CityMap.fromMessage({ ...message, header: { ...message.header!, contentVersion: CONTENT_VERSION } });
  });

test.each([
  ['car', 'drive', 1, 30],
  ['walk', 'walk', ROUTING_WALK_SPEED / REACH_WALKING_SPEED, 150],
] as const)(
  'by %s single searches and sums, by sweeps or not, find the times of the routes on any network, at every limit',
  async (mode, travel, scale, limit) => {
    let [reached, beyond] = [0, 0];
    await fc.assert(
      fc.asyncProperty(arbitraryCity, fc.nat(), async (city, pick) => {
        const rows = Array.from(city.aois.id.keys());
        const router = new Router(city, buildRoutingData(city, { hierarchies: false, routeCosts: 'driving-time' }));
        const gates = rows.map((aoi) => gatesOf(city, aoi, travel));
        const times = rows.map((from) =>
          rows.map((to) => secondsOf(router.route(travel, gates[from]!, gates[to]!)?.seconds ?? Infinity, scale)),
        );
        const some = times.flat().filter((seconds) => seconds > 0 && seconds < Infinity);
        // One limit is the time of a route, out of reach of the rounding of costs with entries.
        const limits = [(some[pick % some.length] ?? 60) + 2e-7, limit].sort((a, b) => a - b);
        const settings = { mode, limit: limits[1]! } as const;
        const { reach } = openReach(city, null, settings);
        for (const from of rows) {
          const found = reach.aois(gates[from]!, from);
          const expected = times[from]!.map((seconds) => (seconds <= settings.limit ? seconds : Infinity));
          expected.forEach((seconds, to) => {
            expect(found[to]).toBeCloseTo(seconds, 5);
            if (seconds < Infinity) reached++;
            else if (times[from]![to]! < Infinity) beyond++;
          });
        }
        const expected = times.flatMap((own, from) =>
          limits.map((limit) =>
            gates[from]!.length === 0 ? NaN : own.filter((seconds, to) => to === from || seconds <= limit).length,
          ),
        );
        const weights = [new Float64Array(city.aois.count).fill(1)];
        const swept = openReach(city, null, settings, { isForMany: true });
        const searched = { ...swept, reach: new CityReach(city, swept.data, settings) };
        for (const open of [swept, searched, openReach(city, null, settings)])
          expect(Array.from(await accessOfAois(open, { limits, weights, threads: 1 }))).toEqual(expected);
      }),
      { numRuns: 30, seed: 1 },
    );
    expect(reached).toBeGreaterThan(1000);
    expect(beyond).toBeGreaterThan(100);
  },
);
