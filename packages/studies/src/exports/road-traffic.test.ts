import { CityMap, readMap, writeMap } from '@itinera/city';
import { groundField } from '@itinera/city/map-making';
import { expect, test } from 'vitest';
import { graphMap } from '../../../city/src/map/graph-map.fixture.js';
import { Geography } from './geography.js';
import { jamsOf } from './road-traffic.js';

test('connected roads of one name at the same time are one jam, roads without names are jams of their own', () => {
  const message = graphMap({ roads: 6, turns: [] });
  for (const row of [0, 1, 5]) message.roads[row]!.name = 'High Street';
  for (const node of message.lanes[5]!.centerLine!.nodes) node.y += 2000;
  for (const node of message.lanes[4]!.centerLine!.nodes) node.y += 600;
  const ground = groundField([{ kind: 'district', name: 'Maindee', parts: [Float64Array.of(50, 50)] }]);
  const map = readMap(Uint8Array.of(...writeMap(CityMap.fromMessage(message)), ...ground));
  const quarter = new Map([[32, { cars: 10, seconds: 2000, free: 100, metres: 1000 }]]);
  const jams = jamsOf(new Map([0, 1, 2, 3, 4, 5].map((row) => [row, quarter])), new Geography(map));
  expect(jams.map(({ name, row, roads, cars }) => [name, row, roads, cars])).toEqual([
    ['High Street', 0, 2, 20],
    ['unnamed road near Maindee', 2, 1, 10],
    ['unnamed road near Maindee', 3, 1, 10],
    ['unnamed road 600 m north of Maindee', 4, 1, 10],
    ['High Street', 5, 1, 10],
  ]);
});
