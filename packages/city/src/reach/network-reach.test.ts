import { expect, test } from 'vitest';
import { CityMap } from '../map/city-map.js';
import { CONTENT_VERSION } from '../map/content-version.js';
import { LaneType } from '../map/message.js';
import { contract } from '../routing/contraction.js';
import { buildDriveNetwork } from '../routing/drive-network.js';
import { withoutEntries } from '../routing/graph.js';
import { networkCity } from '../routing/network-city.fixture.js';
import { buildWalkNetwork, ROUTING_WALK_SPEED } from '../routing/walk-network.js';
import { accessOfAois, openReach } from './access-in-threads.js';
import { CityReach, REACH_WALKING_SPEED } from './city-reach.js';
import { NetworkReach } from './network-reach.js';
import { walkReachWays } from './reach-ways.js';

const DESTINATIONS_ONLY = 5;

/** A triangle whose side AC only those with a destination there may use. */
function triangle(scale = 1): CityMap {
  const { message } = networkCity({
    nodes: { A: [0, 0], B: [200 * scale, 0], C: [200 * scale, 300 * scale] },
    streets: [
      { from: 'A', to: 'B' },
      { from: 'B', to: 'C' },
      { from: 'A', to: 'C' },
    ],
    aois: {
      nearA: { road: 'AB', s: 5, walk: true },
      nearC: { road: 'CB', s: 5, walk: true },
    },
  });
  for (const lane of message.lanes)
    if (lane.type === LaneType.WALKING && lane.length > 310 * scale) lane.walkAccess = DESTINATIONS_ONLY;
  return CityMap.fromMessage({ ...message, header: { ...message.header!, contentVersion: CONTENT_VERSION } });
}

test('destination-only streets lead nowhere that others lead to, even if only they are within the limit', () => {
  const city = triangle();
  const walk = buildWalkNetwork(city);
  const reach = new NetworkReach(walkReachWays(city, walk), 0);
  const start = [{ lane: [...walk.laneHeads.keys()].find((lane) => walk.laneHeads[lane]! >= 0)!, s: 0 }];
  const nodes = Array.from({ length: walk.graph.offsets.length - 1 }, (_, node) => node);
  const within = (limit: number) => {
    const cost = reach.nodes(start, limit);
    return nodes.map((node) => (withoutEntries(cost(node)) <= limit ? withoutEntries(cost(node)) : Infinity));
  };
  const fastest = within(Infinity);
  for (const metres of [100, 250, 400, 450, 600]) {
    const limit = metres / ROUTING_WALK_SPEED;
    expect(within(limit)).toEqual(fastest.map((seconds) => (seconds < limit ? seconds : Infinity)));
  }
});

test('sums over all AOIs, by sweeps or not, treat destination-only streets as a search from each does', async () => {
  const city = triangle();
  const [drive, walk] = [buildDriveNetwork(city), buildWalkNetwork(city)];
  const weights = [new Float64Array(city.aois.count).fill(1)];
  const counts = [];
  for (const metres of [100, 400, 450, 600]) {
    const limit = metres / REACH_WALKING_SPEED;
    const settings = { mode: 'walk', limit } as const;
    const reach = new CityReach(city, { drive, walk }, settings);
    const one = Float64Array.from(city.aois.id.keys(), (aoi) =>
      reach.aois(reach.gates(aoi)).reduce((sum, seconds) => sum + (seconds <= limit ? 1 : 0), 0),
    );
    const swept = new CityReach(city, { drive, walk, walkHierarchy: contract(walk.graph) }, settings);
    for (const { aois, sums } of [reach, swept].map((all) => all.access([limit], weights).sums(0, Infinity)))
      expect(sums).toEqual(Float64Array.from(aois, (aoi) => one[aoi]!));
    const open = openReach(city, null, settings, { isForMany: true });
    expect(await accessOfAois(open, { limits: [limit], weights, threads: 1 })).toEqual(one);
    counts.push(one[0]);
  }
  expect(counts).toEqual([1, 1, 1, 2]);
});

test('a walk of more than a day is as long as it is', () => {
  const city = triangle(1000);
  const walk = buildWalkNetwork(city);
  const start = [{ lane: [...walk.laneHeads.keys()].find((lane) => walk.laneHeads[lane]! >= 0)!, s: 0 }];
  const cost = new NetworkReach(walkReachWays(city, walk), 0).nodes(start, Infinity);
  const nodes = Array.from({ length: walk.graph.offsets.length - 1 }, (_, node) => node);
  const farthest = Math.max(...nodes.map((node) => withoutEntries(cost(node))));
  expect(farthest * ROUTING_WALK_SPEED).toBeGreaterThan(499_000);
});
