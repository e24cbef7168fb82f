import { projectionOf } from '@itinera/city';
import { synthesizeCity } from '@itinera/city-build';
import { expect, test } from 'vitest';
import { observedFlows, zoneFinder } from './observed-flows.js';

const map = synthesizeCity({ seed: 1, size: 500 });
const centres = map.aoiCentroids;
const last = map.aois.count - 1;
/** The centre of an AOI, degrees. */
const pointOf = (aoi: number) => projectionOf(map).toLonLat(centres[2 * aoi]!, centres[2 * aoi + 1]!);
const flow = (home: number, work: number, people: number) => {
  const [from, to] = [pointOf(home), pointOf(work)];
  return { home_lon: from.lon, home_lat: from.lat, work_lon: to.lon, work_lat: to.lat, people };
};
const idOf = (aoi: number) => map.aois.id[aoi]!;

test('areas are the different points of the flows, and an AOI belongs to the zone of the nearest', () => {
  const flows = observedFlows([flow(0, last, 12), flow(last, last, 3)], 'flows.csv', map, 40);
  expect(flows.areas).toHaveLength(6);
  expect(Array.from({ length: 6 }, (_, i) => flows.people[i])).toContain(12);
  const zoneOf = zoneFinder(flows, map);
  const [first, second] = [0, last].map((aoi) => zoneOf(idOf(aoi)));
  expect([first, second].sort()).toEqual([0, 1]);
  expect(flows.people).toEqual([first, second, 12, second, second, 3]);
});

test('few workers are compared by few zones of several areas each', () => {
  const rows = Array.from({ length: last }, (_, aoi) => flow(aoi, last - aoi, 1));
  const zones = (workers: number) => {
    const { areas, people } = observedFlows(rows, 'flows.csv', map, workers);
    expect(people.reduce((sum, one, i) => (i % 3 === 2 ? sum + one : sum), 0)).toBe(last);
    return new Set(areas.filter((_, i) => i % 3 === 2)).size;
  };
  expect([39, 40, 160, 2000].map(zones)).toEqual([1, 2, 4, 8]);
});

test('commutes from or to places off the map are left out', () => {
  const away = { ...flow(0, last, 5), work_lat: -80 };
  expect(observedFlows([flow(0, 0, 1), away], 'flows.csv', map, 9).people).toEqual([0, 0, 1]);
  expect(() => observedFlows([away], 'flows.csv', map, 9)).toThrow('flows.csv: none of 1 commutes is within the map.');
});
