import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changeNetwork, projectionOf, type Timetable, writeMap } from '@itinera/city';
import { synthesizeCity } from '@itinera/city-build';
import { expect, test } from 'vitest';
import { reachFactsOf, reachOriginOf } from '../reach/reach-question.js';
import { asbench, jsonOf, testFolder } from './asbench.fixture.js';

const folder = testFolder();
const city = synthesizeCity({ seed: 1, size: 700 });
writeFileSync(join(folder, 'city.pb'), writeMap(city));
const reach = (...args: string[]) => asbench(folder, 'traffic', 'reach', '--map', 'city.pb', ...args);

test('isochrones are GeoJSON by the right-hand rule, the largest first, with the counts that the command prints', async () => {
  const { within } = jsonOf(
    await reach('--origin', '0,0', '--travel-mode', 'walk', '--minutes', '2,5', '-o', 'a.geojson', '--json'),
  );
  expect(within.map(({ minutes }: { minutes: number }) => minutes)).toEqual([2, 5]);
  const { features, description } = JSON.parse(readFileSync(join(folder, 'a.geojson'), 'utf8'));
  expect(description).toMatch(/^SYNTHETIC city/);
  expect(features.map(({ properties }: { properties: object }) => properties)).toEqual(
    [...within].reverse().map(({ square_km, ...rest }) => ({ ...rest, square_km: expect.closeTo(square_km, 3) })),
  );
  for (const { geometry } of features)
    for (const [outline, ...holes] of geometry.coordinates) {
      expect(outline.at(-1)).toEqual(outline[0]);
      expect(turn(outline)).toBeGreaterThan(0);
      for (const hole of holes) expect(turn(hole)).toBeLessThan(0);
    }
});

test('an origin that is longitude,latitude is named', () => {
  const projected = { header: { ...city.header!, projection: '+proj=tmerc +lat_0=43.7 +lon_0=7.4' } } as typeof city;
  const around = { placesNear: (x: number, y: number) => (Math.hypot(x, y) < 500 ? [{}] : []) };
  const from = (lat: number, lon: number) => () => reachOriginOf(around as never, projected, { lat, lon }, 'walk');
  expect(from(43.7, 7.4)()).toHaveLength(1);
  expect(from(7.4, 43.7)).toThrow('It is longitude,latitude: write --origin 43.7,7.4.');
  expect(from(8, 43.7)).toThrow('Expected latitude,longitude of a place on the map.');
});

/** Twice the signed area in square degrees. */
function turn(ring: readonly (readonly [number, number])[]): number {
  return ring.slice(1).reduce((sum, [x, y], i) => sum + ring[i]![0] * y - x * ring[i]![1], 0);
}

test('times to AOIs, and what is within reach of every AOI, agree with each other and with given jobs', async () => {
  const row = city.aois.count >> 1;
  const [x, y] = city.aoiCentroids.subarray(2 * row, 2 * row + 2);
  const { lon, lat } = projectionOf(city).toLonLat(x!, y!);
  writeFileSync(join(folder, 'jobs.csv'), `lon,lat,jobs\n${lon},${lat},500\n`);
  const args = ['--travel-mode', 'walk', '--minutes', '3,60', '--jobs', 'jobs.csv'];
  const { stdout, stderr } = await reach(...args, '-o', 'access.csv');
  expect(stderr).toBe('Wrote access.csv\n');
  expect(stdout).toMatch(/60 min +jobs +500 +500 +500/);
  const [heading, ...lines] = readFileSync(join(folder, 'access.csv'), 'utf8').trim().split('\n');
  expect(heading).toBe('aoi,lng,lat,aois_3,pois_3,jobs_3,aois_60,pois_60,jobs_60');
  expect(lines).toHaveLength(city.aois.count);
  const cells = lines[row]!.split(',').map(Number);
  expect(cells.slice(0, 3)).toEqual([city.aois.id[row], expect.closeTo(lon, 6), expect.closeTo(lat, 6)]);
  expect(cells[3]).toBeGreaterThan(1);
  expect(cells[6]).toBe(city.aois.count);
  await reach(...args, '--origin', `${lat},${lon}`, '-o', 'times.csv');
  const times = readFileSync(join(folder, 'times.csv'), 'utf8').trim().split('\n').slice(1);
  expect(times).toHaveLength(city.aois.count);
});

test('the description names any percentile', () => {
  const departures = { day: 0, times: [28_800, 29_100], percentile: 91 };
  const options = {
    map: 'city.pb',
    minutes: [30],
    travelMode: 'pt',
    at: 28_800,
    departures: 10,
    percentile: 91,
  } as const;
  const { description } = reachFactsOf(city, options, { mode: 'pt', limit: 1800, departures });
  expect(description).toContain('at 08:00 to 08:05 every 5 min, percentile 91 of their times.');
  expect(description).toContain('Jobs are estimates');
});

test('a day without any trip is described', () => {
  const options = {
    map: 'city.pb',
    minutes: [30],
    travelMode: 'pt',
    at: 28_800,
    departures: 0,
    percentile: 50,
  } as const;
  const settings = { mode: 'pt', limit: 1800, departures: { day: 0, times: [28_800], percentile: 50 } } as const;
  const line = { name: '1', stops: [at(-200), at(200)], headway: 600, from: 0, to: 86_400, speed: 30, bothWays: true };
  const { timetable } = changeNetwork(city, undefined, [{ kind: 'bus', line }]);
  const described = (own: Timetable) => reachFactsOf(city, options, settings, own).description;
  const note = 'The timetable has no trips on that day, so all times are on foot.';
  expect(described(timetable!)).not.toContain(note);
  const patterns = { ...timetable!.patterns, services: new Int32Array(0) };
  expect(
    described({ services: timetable!.services, usualWeek: timetable!.usualWeek, patterns } as Timetable),
  ).toContain(note);
});

function at(x: number): readonly [number, number] {
  const { lon, lat } = projectionOf(city).toLonLat(x, 5);
  return [lon, lat];
}

test('half the speed at the hour of departure takes longer', async () => {
  const hourlySpeedFactors = Array.from({ length: 24 }, (_, hour) => (hour === 8 ? 0.5 : 1));
  writeFileSync(join(folder, 'speeds.json'), JSON.stringify({ hourlySpeedFactors }));
  const aoisWithin = async (...args: string[]) =>
    jsonOf(await reach('--origin', '0,0', '--minutes', '1', '--speeds', 'speeds.json', '--json', ...args)).within[0]
      .aois;
  expect(await aoisWithin('--at', '08:00')).toBeLessThan(await aoisWithin('--at', '09:30'));
});

test.each([
  [['--origin', '10,10'], 'no street for cars within 500 m'],
  [['--origin', '0,0', '--travel-mode', 'pt'], 'city.pb has no timetable'],
  [['--origin', '0,0', '--travel-mode', 'bike'], 'Allowed choices are car, walk, pt'],
  [['--origin', '0'], 'Expected latitude,longitude'],
  [['--origin', '100,0'], 'Expected latitude,longitude'],
  [['--minutes', '0'], 'above 0'],
  [['--minutes', '15,x'], 'above 0'],
  [['--minutes', '9999'], 'at most 720'],
  [['--at', '25:00'], 'Expected a time'],
  [['--travel-mode', 'car', '--date', 'NaN'], 'Expected a day'],
  [['--date', '2024-02-30'], 'Expected a day'],
  [['--percentile', '101'], 'up to 100'],
  [['-o', 'a.png'], '.svg or .geojson or .csv or .parquet'],
])('%s is rejected with the reason', async (args, reason) => {
  const { stderr, status } = await reach(...args);
  expect(stderr.replace(/\n/g, ' ')).toContain(reason);
  expect(status).not.toBe(0);
});
