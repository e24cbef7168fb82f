import type { CityMap } from '@itinera/city';
import { expect, test } from 'vitest';
import { placeName } from './places.js';

/** AOIs 500 to 503 with a name and the first letter of a land use; 500 and 502 are on Ring Road. */
const texts = ['', 'Library', 'inferred parcel', 'R', 'Ring Road'];
const map = {
  text: (key: number) => texts[key],
  aoiIndex: (aoi: number) => (aoi >= 500 && aoi < 504 ? aoi - 500 : -1),
  laneIndex: () => 0,
  roadIndex: () => 0,
  lanes: { parentId: [0] },
  roads: { name: [4] },
  aois: {
    name: [0, 1, 2, 0],
    urbanLandUse: { present: [1, 1, 1, 0], values: [3, 3, 3, 0] },
    drivingPositions: { offsets: [0, 1, 1, 2, 2], laneId: [9, 9] },
    walkingPositions: { offsets: [0, 0, 0, 0, 0], laneId: [] },
  },
} as unknown as CityMap;

test('places without a name of their own have their land use and street, or their number without a map', () => {
  expect([500, 501, 502, 600, -1].map((aoi) => placeName(map, aoi))).toEqual([
    ...['homes, Ring Road', 'Library', 'homes, Ring Road', 'place 600', 'on the road'],
  ]);
  expect(placeName(null, 500)).toBe('place 500');
});
