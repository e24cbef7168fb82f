import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCity } from '@itinera/city-build';
import { describe, expect, test } from 'vitest';
import { toXml } from '../../packages/city-build/src/sources/osm/osm-files.fixture.js';
import { corridor, corridorSeconds, departures } from './corridor.js';
import { sumoCorridor } from './corridor-table.js';
import { medianOf, shareOf } from './figures.js';
import { CITIES, type ComparedCity, compareDistances, compareDriving, figuresOf } from './other-tools.js';
import { StreetGraph } from './street-graph.js';
import { meanSeconds, queueSeconds, TRAFFIC_CASES, tripsOf } from './traffic-cases.js';
import { sumoTraffic } from './traffic-table.js';

const data = process.env.ITINERA_DATA ?? '';
const OFF = 0.1;

test('a corridor with other cars takes as long as in SUMO, within 10 %', () => {
  const map = corridor();
  for (const cars of [100, 700]) {
    const ours = corridorSeconds(map, departures(cars, 1), 'queue');
    expect(Math.abs(ours / sumoCorridor()[cars]![0]! - 1)).toBeLessThan(0.1);
  }
});

test('random trips on a grid where cars cross, turn and queue take as long as in SUMO, within 10 %', async () => {
  const one = TRAFFIC_CASES.find(({ name }) => name === 'grid')!;
  const map = await one.map('');
  const ours = meanSeconds(queueSeconds(map, tripsOf(map, 4500, one)));
  expect(Math.abs(ours / sumoTraffic().grid![4500]![0]![0] - 1)).toBeLessThan(0.1);
});

test('a route is found in a file in which another street ends at the same point as one of its nodes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'graph-'));
  const path = join(folder, 'map.osm');
  const lons = [8.5, 8.501, 8.501, 8.502, 8.503, 8.499];
  const way = (id: number, ...refs: number[]) => ({ id, refs, tags: { highway: 'residential' } });
  const nodes = lons.map((lon, i) => ({ id: i + 1, lon, lat: 47 }));
  writeFileSync(path, toXml({ nodes, ways: [way(10, 1, 3), way(11, 6, 1, 2, 4, 5)] }));
  try {
    const graph = await StreetGraph.read(path, 'car');
    const along = graph.segmentsAlong([8.4995, 8.5, 8.501, 8.502, 8.5025].map((lon) => [lon, 47] as const));
    expect(along?.map((directed) => graph.way(directed).id)).toEqual([11, 11, 11, 11]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('every figure in the table of docs/project/validity.md stands in the full tables', () => {
  const figuresIn = (text: string) =>
    text.match(/\d[\d,]*(?:\.\d+)?/g)?.map((figure) => figure.replaceAll(',', '')) ?? [];
  const full = ['tables', 'differences'].map((name) => readFileSync(`lab/validity/${name}.md`, 'utf8'));
  const known = new Set(full.flatMap(figuresIn));
  const rows = readFileSync('docs/project/validity.md', 'utf8').match(/^\| (?!question).*$/gm)!;
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) expect(figuresIn(row).filter((figure) => !known.has(figure))).toEqual([]);
});

describe.skipIf(data === '' || !existsSync(join(data, CITIES.monaco)))('against other tools', () => {
  test.each(Object.keys(CITIES) as ComparedCity[])(
    'distances and driving times in %s are within the limits in lab/validity/tables.md',
    async (city) => {
      const { map } = await buildCity(join(data, CITIES[city]));
      const { valhalla_car, valhalla_foot, valhalla_bike, sumo_car } = figuresOf(city);
      const ratios = ({ ours, theirs }: ReturnType<typeof compareDistances>) => ours.map((v, i) => v / theirs[i]!);
      for (const [rows, by, limit] of [
        [valhalla_car, 'car', 0.01],
        [valhalla_foot, 'foot', 0.02],
        [valhalla_bike, 'bike', 0.02],
      ] as const) {
        const median = rows && medianOf(ratios(compareDistances(map, rows, by))).value;
        expect(Math.abs((median ?? 1) - 1), by).toBeLessThan(limit);
      }
      const times = ratios(compareDriving(map, sumo_car!));
      expect(times.length).toBeGreaterThan(75);
      expect(Math.abs(medianOf(times).value - 1)).toBeLessThan(0.03);
      // In Honolulu, nine trips pass a place where SUMO's cars stand for one to five minutes.
      expect(shareOf(times, (ratio) => Math.abs(ratio - 1) > OFF).value).toBeLessThan(city === 'honolulu' ? 12 : 6);
    },
  );
});
