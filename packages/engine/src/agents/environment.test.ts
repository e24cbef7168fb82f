import type { Trip } from '@itinera/city';
import { synthesizeCity } from '@itinera/city-build';
import { expect, test } from 'vitest';
import { Environment, type EnvironmentPort } from './environment.js';
import { MapCityView } from './map-city-view.js';
import { KnownPlaces } from './places.js';
import { RandomStream } from './random-stream.js';
import { sunny } from './weather.js';

const map = synthesizeCity({ seed: 1, size: 500 });
const warnings: string[] = [];
const city = new MapCityView(map, (message) => void warnings.push(message));
const planned: (readonly Trip[])[] = [];
const random = new RandomStream(1, 7);
const port: EnvironmentPort = {
  personId: 7,
  city,
  now: () => [1, 34_201],
  weather: () => sunny,
  date: () => ({ date: '2024-01-06', weekday: 'Saturday' }),
  country: () => null,
  rideTime: (from, to, departure) => ({ seconds: to - from, outsideSeconds: departure }),
  driveDelay: (from, to, departure) => to - from + departure,
  household: () => [],
  places: (environment) => new KnownPlaces(environment, { here: () => map.aois.id[0]!, random, usual: [] }),
  plan: (trips) => void planned.push(trips),
};
const environment = new Environment(port);

test('the time is available as numbers and as text', () => {
  expect(environment.getDatetime()).toEqual([1, 34_201]);
  expect(environment.getDatetime(true)).toBe('09:30:01');
  expect([environment.sense('day'), environment.sense('time')]).toEqual([1, '09:30:01']);
  expect([environment.sense('date'), environment.sense('weekday')]).toEqual(['2024-01-06', 'Saturday']);
  expect(environment.isWeekend).toBe(true);
  expect(environment.sense('weather')).toBe('The weather is sunny');
  expect(() => environment.sense('mood')).toThrow(/unknown observation "mood"/);
});

test('all AOIs are a list with access to its ids', () => {
  const aois = environment.map.getAllAois();
  expect(aois).toHaveLength(map.aois.count);
  expect([...aois.keys()]).toEqual([...map.aois.id]);
  expect(environment.getAoiIds()).toEqual([...map.aois.id]);
  expect([...aois].map(({ id }) => id)).toEqual([...map.aois.id]);
  expect(aois.filter(({ urbanLandUse }) => urbanLandUse?.startsWith('R')).length).toBeGreaterThan(0);
});

test('a visit of all AOIs tells the same as their objects', () => {
  const seen: unknown[] = [];
  environment.map.eachAoi((...aoi) => seen.push(aoi));
  const told = environment.map.getAllAois().map(({ id, area, urbanLandUse }) => {
    const { x, y } = environment.map.getAoiCentre(id);
    return [id, x, y, area, urbanLandUse];
  });
  expect(seen).toEqual([...told]);
});

test('an AOI has the documented attributes and is immutable', () => {
  const [first] = environment.map.getAllAois();
  const aoi = environment.map.getAoi(first!.id);
  expect(aoi).toBe(first);
  expect(Object.keys(aoi).sort()).toEqual([
    'area',
    'drivingGates',
    'drivingPositions',
    'id',
    'name',
    'poiIds',
    'positions',
    'urbanLandUse',
    'walkingGates',
    'walkingPositions',
  ]);
  // A copy has everything, too.
  expect(aoi.positions).toBe(aoi.positions);
  expect(aoi.drivingGates).toHaveLength(aoi.drivingPositions.length);
  for (const copy of [{ ...aoi }, JSON.parse(JSON.stringify(aoi)), structuredClone(aoi)]) expect(copy).toEqual(aoi);
  expect(() => Object.assign(aoi, { area: 0 })).toThrow(TypeError);
  expect(() => (aoi.positions as unknown[]).push({ x: 0, y: 0 })).toThrow(TypeError);
  expect(() => (environment.map.getAllAois() as unknown[]).pop()).toThrow(TypeError);
  expect(() => environment.map.getAoi(3)).toThrow('map: there is no AOI 3.');
  expect(() => environment.map.getPoi('x' as never)).toThrow('map: there is no POI "x".');
});

test('POIs around a point are selected by group or category, nearest first', () => {
  const { x, y } = environment.map.getAllPois()[0]!.position;
  const all = environment.getAroundPoi({ center: [x, y], radius: 2000 });
  const distances = all.map(({ position }) => Math.hypot(position.x - x, position.y - y));
  expect(distances).toEqual([...distances].sort((a, b) => a - b));
  expect(distances.at(-1)).toBeLessThanOrEqual(2000);
  const eating = environment.getAroundPoi({ center: { x, y }, radius: 2000, poiType: ['restaurant'] });
  const group = environment.getPoiCate().restaurant!;
  expect(eating.length).toBeGreaterThan(0);
  expect(eating.length).toBeLessThan(all.length);
  for (const { category } of eating) expect(group).toContain(category.split('|').at(-1));
  expect(environment.getAroundPoi({ center: [x, y], radius: 2000, poiType: 'no such thing' })).toEqual([]);
  for (const poiType of ['resturant', 'resturant', 'cafe'])
    environment.getAroundPoi({ center: [x, y], radius: 9, poiType });
  expect(warnings).toEqual([
    expect.stringContaining('unknown POI category "no such thing"'),
    expect.stringContaining('"resturant", so nothing is found. Did you mean "restaurant"?'),
  ]);
});

test('schedules are accepted in every documented form, and invalid ones are rejected', () => {
  environment.setAoiSchedules(7, 5);
  environment.setAoiSchedules(7, [5, [6, 70]], [3600, null], [1, 2]);
  expect(planned).toEqual([
    [{ aoiId: 5, departure: null, mode: 2 }],
    [
      { aoiId: 5, departure: 3_600_000, mode: 1 },
      { aoiId: 6, departure: null, mode: 2 },
    ],
  ]);
  expect(() => environment.setAoiSchedules(8, 5)).toThrow('the agent of person 7 cannot move person 8');
  expect(() => environment.setAoiSchedules(7, 'home' as never)).toThrow('expected AOI ids, got "home"');
  expect(() => environment.setAoiSchedules(7, [1.5])).toThrow('expected a whole number as AOI id, got 1.5');
  expect(() => environment.setAoiSchedules(7, [5], [Number.NaN])).toThrow('expected seconds as departure time');
});

test('a ride is looked up by AOI ids', () => {
  expect(environment.getRideTime(5, 905, 60)).toEqual({ seconds: 900, outsideSeconds: 60 });
  expect(() => environment.getRideTime(5.5, 905, 60)).toThrow('AOI id');
});

test('daily life follows the country of the task, otherwise that of the map', () => {
  const of = (country: 'CN' | 'US' | null, lon: number, lat: number) =>
    new Environment({
      ...port,
      city: { toLngLat: () => [lon, lat] } as unknown as MapCityView,
      country: () => country,
    }).country;
  expect([of(null, 116.4, 39.9), of(null, -157.8, 21.3), of('CN', -157.8, 21.3)]).toEqual(['CN', 'US', 'CN']);
});

test('a value for a map is computed once for all its agents', () => {
  const { map: again } = new Environment({ ...port, personId: 8 });
  expect(environment.map.remember('thing', () => ({}))).toBe(again.remember('thing', () => ({})));
});

test('places are new or known, by purpose, and those of the same day are not yet known', () => {
  let day = 0;
  const { places, map: city } = new Environment({
    ...port,
    now: () => [day, 0],
  });
  const home = map.aois.id[0]!;
  const shops: number[] = [];
  for (; day < 60; day++) shops.push(places.choose('shopping')!);
  const categories = new Set(shops.flatMap((id) => city.getAoi(id).poiIds.map((poi) => city.getPoi(poi).category)));
  expect(categories.size).toBeGreaterThan(0);
  // Of 60 choices, about 0.6 S^−0.21 lead to a new place.
  expect(new Set(shops).size).toBeLessThan(40);
  const metres = (place: number) => {
    const [a, b] = [city.getAoiCentre(home), city.getAoiCentre(place)];
    return Math.hypot(a.x - b.x, a.y - b.y);
  };
  expect(metres(places.choose('friends', { from: home, metres: 300 })!)).toBeLessThan(700);
  expect(() => places.choose('sleep')).toThrow(
    'places.choose: expected shopping, eating out, leisure and entertainment, other, or metres for any purpose, got "sleep".',
  );
  expect(() => places.choose('friends', { metres: -1 })).toThrow(
    'places.choose: expected metres of 0 or more, got -1.',
  );
});
