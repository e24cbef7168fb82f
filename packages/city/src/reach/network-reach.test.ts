import { expect, test } from 'vitest';
import { CityMap } from '../map/city-map.js';
import { CONTENT_VERSION } from '../map/content-version.js';
import { LaneType } from '../map/message.js';
import { networkCity } from '../routing/network-city.fixture.js';
import { buildWalkNetwork, ROUTING_WALK_SPEED } from '../routing/walk-network.js';
import { NetworkReach } from './network-reach.js';
import { walkReachWays } from './reach-ways.js';

const DESTINATIONS_ONLY = 5;

test('destination-only streets lead nowhere that others lead to, even if only they are within the limit', () => {
  const { message } = networkCity({
    nodes: { A: [0, 0], B: [200, 0], C: [200, 300] },
    streets: [
      { from: 'A', to: 'B' },
      { from: 'B', to: 'C' },
      { from: 'A', to: 'C' },
    ],
  });
  for (const lane of message.lanes)
    if (lane.type === LaneType.WALKING && lane.length > 310) lane.walkAccess = DESTINATIONS_ONLY;
  const city = CityMap.fromMessage({ ...message, header: { ...message.header!, contentVersion: CONTENT_VERSION } });
  const walk = buildWalkNetwork(city);
  const reach = new NetworkReach(walkReachWays(city, walk), 0);
  const start = [{ lane: [...walk.laneHeads.keys()].find((lane) => walk.laneHeads[lane]! >= 0)!, s: 0 }];
  const nodes = Array.from({ length: walk.graph.offsets.length - 1 }, (_, node) => node);
  const fastest = nodes.map(reach.nodes(start, Infinity).seconds);
  for (const metres of [100, 250, 400, 450, 600]) {
    const limit = metres / ROUTING_WALK_SPEED;
    const within = nodes.map(reach.nodes(start, limit).seconds);
    expect(within).toEqual(fastest.map((seconds) => (seconds < limit ? seconds : Infinity)));
  }
});
