import { expect, test } from 'vitest';
import { projectionOf } from '../map/projection.js';
import { drawnNetwork, networkCity } from '../routing/network-city.fixture.js';
import { CountStations } from './count-stations.js';

const { city } = networkCity(drawnNetwork('A---B---C\n|   |   |\n|   |   |\nD---E---F'));
const stations = new CountStations(city);
const projection = projectionOf(city);

/** The directions, degrees clockwise from north, of the roads that a station on a lane counts. */
function bearings(x: number, y: number, direction?: number): number[] {
  return stations.roadsAt({ ...projection.toLonLat(x, y), direction }).map((road) => {
    const lane = city.laneIndex(city.roads.laneIds.values[city.roads.laneIds.offsets[road]!]!);
    const { offsets, xy } = city.lanes.centerLine.nodes;
    const [from, to] = [offsets[lane]!, offsets[lane + 1]! - 1];
    const angle = Math.atan2(xy[2 * to]! - xy[2 * from]!, xy[2 * to + 1]! - xy[2 * from + 1]!);
    return (Math.round((angle * 180) / Math.PI) + 360) % 360;
  });
}

test('a station counts the road in its direction, and both directions if none is given', () => {
  // Between A and B, which lie west and east of each other.
  const lane = [...city.lanes.type.keys()].find((row) => {
    const { offsets, xy } = city.lanes.centerLine.nodes;
    return city.lanes.type[row] === 1 && xy[2 * offsets[row]! + 1] === xy[2 * (offsets[row + 1]! - 1) + 1];
  })!;
  const { offsets, xy } = city.lanes.centerLine.nodes;
  const [from, to] = [offsets[lane]!, offsets[lane + 1]! - 1];
  const [x, y] = [(xy[2 * from]! + xy[2 * to]!) / 2, xy[2 * from + 1]!];
  expect(bearings(x, y, 90)).toEqual([90]);
  expect(bearings(x, y, 250)).toEqual([270]);
  expect(bearings(x, y, 0)).toEqual([]);
  expect(bearings(x, y).sort()).toEqual([270, 90]);
  expect(bearings(x, y + 5000)).toEqual([]);
});
