import { CityMap, readMap, writeMap } from '@itinera/city';
import { groundField } from '@itinera/city/map-making';
import { expect, test } from 'vitest';
import { graphMap } from '../../../city/src/map/graph-map.fixture.js';
import { slotShares } from './emissions.js';
import { Geography } from './geography.js';
import { jamsOf, type RoadSum } from './road-traffic.js';

test('connected roads of one name at the same time are one jam, roads without names are jams of their own', () => {
  const message = graphMap({ roads: 6, turns: [] });
  for (const row of [0, 1, 5]) message.roads[row]!.name = 'High Street';
  for (const node of message.lanes[5]!.centerLine!.nodes) node.y += 2000;
  for (const node of message.lanes[4]!.centerLine!.nodes) node.y += 600;
  const ground = groundField([{ kind: 'district', name: 'Maindee', parts: [Float64Array.of(50, 50)] }]);
  const map = readMap(Uint8Array.of(...writeMap(CityMap.fromMessage(message)), ...ground));
  const quarter = new Map([[32, { standing: 0, entered: 10, drives: 10, seconds: 2000, free: 100, metres: 1000 }]]);
  const jams = jamsOf(new Map([0, 1, 2, 3, 4, 5].map((row) => [row, quarter])), new Geography(map));
  expect(jams.map(({ name, row, roads, cars }) => [name, row, roads, cars])).toEqual([
    ['High Street', 0, 2, 20],
    ['unnamed road near Maindee', 2, 1, 10],
    ['unnamed road near Maindee', 3, 1, 10],
    ['unnamed road 600 m north of Maindee', 4, 1, 10],
    ['High Street', 5, 1, 10],
  ]);
});

test('a jam lasts while its cars stand, so none loses more time than it lasts', () => {
  const map = readMap(writeMap(CityMap.fromMessage(graphMap({ roads: 1, turns: [] }))));
  // Two cars enter at 08:10, and leave at 09:50.
  const slots = [...slotShares({ time: 29_400, seconds: 6000 }, 900)];
  expect(slots.map(([slot, share]) => [slot, Math.round(6000 * share)])).toEqual(
    [300, 900, 900, 900, 900, 900, 900, 300].map((seconds, i) => [32 + i, seconds]),
  );
  const quarters = slots.map(([slot, share], i): [number, RoadSum] => {
    const [standing, entered] = i === 0 ? [0, 2] : [2, 0];
    return [
      slot,
      { standing, entered, drives: 2 * share, seconds: 12_000 * share, free: 20 * share, metres: 200 * share },
    ];
  });
  const [jam, ...others] = jamsOf(new Map([[0, new Map(quarters)]]), new Geography(map));
  expect(others).toEqual([]);
  expect(jam).toMatchObject({ begins: 28_800, ends: 36_000, cars: 2, worstHour: 8 });
  expect(jam!.lostSeconds).toBeCloseTo(5990, 6);
  expect([...slotShares({ time: 900, seconds: 0 }, 900)]).toEqual([[1, 1]]);
});
