import { expect, test } from 'vitest';
import { CityMap } from '../map/city-map.js';
import { CONTENT_VERSION } from '../map/content-version.js';
import { LaneType } from '../map/message.js';
import { networkCity } from '../routing/network-city.fixture.js';
import { Router } from '../routing/router.js';
import { buildRoutingData } from '../routing/routing-data.js';
import { ROUTING_WALK_SPEED } from '../routing/walk-network.js';
import { StopReach } from './stop-reach.js';

/** A block with a diagonal, whose sidewalks are limited here and there. */
function block(levelOf: (lane: number) => number) {
  const { message } = networkCity({
    nodes: { A: [0, 0], B: [200, 0], C: [200, 300], D: [0, 300], E: [500, 100] },
    streets: [
      { from: 'A', to: 'B' },
      { from: 'B', to: 'C', oneWay: true },
      { from: 'C', to: 'D' },
      { from: 'D', to: 'A', oneWay: true },
      { from: 'A', to: 'C', oneWay: true },
      { from: 'B', to: 'E', oneWay: true },
      { from: 'E', to: 'C', oneWay: true },
    ],
  });
  for (const [i, lane] of message.lanes.entries())
    if (lane.type === LaneType.WALKING && levelOf(i) > 0) lane.walkAccess = levelOf(i);
  const city = CityMap.fromMessage({ ...message, header: { ...message.header!, contentVersion: CONTENT_VERSION } });
  const lanes = Array.from(city.lanes.type.keys()).filter((lane) => city.lanes.type[lane] === LaneType.WALKING);
  return { city, places: lanes.map((lane) => ({ lane, s: 0.3 * city.lanes.length[lane] })) };
}

test.each([
  ['no rule', () => 0],
  ['rules for one direction', (i: number) => [0, 12, 0, 3, 15][i % 5]!],
  ['destinations', (i: number) => [0, 0, 5, 4, 12][i % 5]!],
])('with %s, walks to stops and back are as far as routes on foot', (_, levelOf) => {
  const { city, places } = block(levelOf);
  const router = new Router(city, buildRoutingData(city, { hierarchies: false }));
  const lanes = Int32Array.from(places, ({ lane }) => lane);
  const s = Float64Array.from(places, (place) => place.s);
  const [there, back] = [false, true].map(
    (isBackward) => new StopReach(city, router.walkNetwork, lanes, s, { isBackward }),
  ) as [StopReach, StopReach];
  const metres = (from: number, to: number) =>
    router.route('walk', [places[from]!], [places[to]!])!.seconds * ROUTING_WALK_SPEED;
  const all = Array.from(places.keys());
  for (const at of all) {
    for (const [reach, expected] of [
      [there, all.map((stop) => metres(at, stop))],
      [back, all.map((stop) => metres(stop, at))],
    ] as const) {
      const found = reach.around([places[at]!], 5000);
      expect([...found.stops]).toEqual(all);
      for (const stop of all) expect(found.metres[stop]).toBeCloseTo(expected[stop]!, 6);
    }
  }
});
