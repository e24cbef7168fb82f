import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readObservedCounts } from './read-observed-counts.js';

const folder = mkdtempSync(join(tmpdir(), 'observed counts '));
afterAll(() => rmSync(folder, { recursive: true }));
const read = (text: string) => {
  const path = join(folder, 'observed.csv');
  writeFileSync(path, text);
  return readObservedCounts(path);
};

test('counts are read by road, lane and place, for one day or a typical one', async () => {
  expect(await read('road,hour,count,day\n200000001,8,12,1\n')).toEqual([
    { station: '200000001', place: { road: 200_000_001 }, day: 1, hour: 8, count: 12 },
  ]);
  expect(await read('station;lane;hour;count;date\n"A 1";7;08:00;12.5;2024-03-01\n')).toEqual([
    { station: 'A 1', place: { lane: 7 }, day: '2024-03-01', hour: 8, count: 12.5 },
  ]);
  const places = await read(
    'lon,lat,direction,hour,count\n7.4,43.7,NE,8,1\n7.4,43.7,westbound,8,1\n7.4,43.7,12.5,8,1\n7.4,43.7,,8,1\n',
  );
  expect(places.map(({ place }) => ('lon' in place ? place.direction : place))).toEqual([45, 270, 12.5, undefined]);
});

test.each([
  ['road,hour,count\n', 'has no counts. Expected the columns road (or lane,'],
  ['hour,count\n8,1\n', 'count 1: expected a road, a lane or a place in degrees, got lon none, lat none.'],
  ['road,hour,count\n1,8,1\nA8,8,1\n', 'count 2: expected the id of a road, got "A8".'],
  ['road,hour,count\n1,24,1\n', 'count 1: expected an hour from 0 to 23, got 24.'],
  ['road,hour,count\n1,8:30,1\n', 'expected an hour from 0 to 23, got "8:30".'],
  ['road,hour,count\n1,8,-1\n', 'expected a count of 0 or more vehicles, got -1.'],
  ['road,hour\n1,8\n', 'expected a count of 0 or more vehicles, got none.'],
  ['lon,lat,direction,hour,count\n7,43,up,8,1\n', 'degrees or a compass point as direction, got "up".'],
  ['lon,lat,hour,count\n7,143,8,1\n', 'got lon 7, lat 143.'],
  ['road,hour,count,date\n1,8,1,1.3.2024\n', 'expected a date as YYYY-MM-DD, got "1.3.2024".'],
  ['road,hour,count,day\n1,8,1,-1\n', 'expected the day of the run from 0, got -1.'],
])('%j is rejected with the reason', async (text, message) => {
  await expect(read(text)).rejects.toThrow(message);
});
