import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addTransit, readGtfs, Timetable, type TransitRule } from '@itinera/city';
import { synthesizeCity } from '@itinera/city-build';
import type { Profile } from '@itinera/engine';
import type { TripRow } from '@itinera/run';
import { afterAll, expect, test } from 'vitest';
import { describeModes, modesOfRun } from './modes-of-run.js';

const folder = mkdtempSync(join(tmpdir(), 'modes '));
afterAll(() => rmSync(folder, { recursive: true }));

/** One bus, on weekdays, across the middle of a village. */
const tables = {
  agency: ['agency_id,agency_name,agency_url,agency_timezone', 'b,Bus,http://a.example,UTC'],
  routes: ['route_id,agency_id,route_short_name,route_type', 'b1,b,1,3'],
  stops: ['stop_id,stop_name,stop_lat,stop_lon', 'w,West,0,-0.004', 'c,Central,0,0.0001'],
  calendar: [
    'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date',
    'all,1,1,1,1,1,0,0,20240101,20241231',
  ],
  trips: ['route_id,service_id,trip_id', 'b1,all,t'],
  stop_times: [
    'trip_id,arrival_time,departure_time,stop_id,stop_sequence',
    't,07:10:00,07:10:00,w,0',
    't,07:15:00,07:15:00,c,1',
  ],
};
for (const [name, rows] of Object.entries(tables)) writeFileSync(join(folder, `${name}.txt`), rows.join('\n'));
const city = addTransit(synthesizeCity({ seed: 1, size: 4000 }), await readGtfs(folder));
const aois = Array.from(city.map.aois.id);
const people = Array.from(
  { length: 40 },
  (_, i): Profile => ({
    id: i + 1,
    home: aois[Math.floor((i * aois.length) / 40)]!,
    work: null,
    attributes: i % 4 === 0 ? { has_car: false, cars: 0 } : { has_car: i % 4 !== 1, cars: 1 },
  }),
);
const trips = (mode: string, ids: readonly number[]) => ids.map((id) => ({ id, mode }) as TripRow);
const weekday = { stepSeconds: 900, steps: 96, firstDay: '2024-03-04' };
const drives = trips(
  'DRIVE_ONLY',
  people.map(({ id }) => id),
);

test('a small share of public transport is printed with the timetable near the homes', () => {
  const { trips: counts, limits } = modesOfRun([...drives, ...trips('BUS_WALK', [2])], people, city, weekday);
  expect(counts).toEqual({ 'by car': 40, 'by bus': 1 });
  expect(limits[0]).toMatch(
    /^Public transport has 2 % of 41 trips: its timetable has 1 trip per day, and 38 % of homes have no stop of these trips within 400 m\.$/,
  );
});

test('people without a car are counted among those who go by car', () => {
  const { limits } = modesOfRun(drives, people, { ...city, timetable: null }, weekday);
  expect(limits).toEqual([
    "Cars: 25 % of 40 people have none. They make 25 % of the trips by car, as passengers in someone else's.",
  ]);
});

test('on days without service, the timetable has no trips', () => {
  const saturday = { ...weekday, firstDay: '2024-03-09' };
  expect(modesOfRun(drives, people, city, saturday).limits[0]).toBe(
    'Public transport has none of 40 trips: its timetable has no trips on these days.',
  );
});

test('closed lines and stations are named beside the shares, however many ride', () => {
  const timetable = Timetable.open(city.timetable!);
  const always = { from: 0, to: 86_400, days: null };
  const rides = [...drives, ...trips('BUS_WALK', [2, 3, 4, 5, 6, 7, 8, 9])];
  const limit = (rule: TransitRule) => modesOfRun(rides, people, city, weekday, [rule]).limits[0];
  const lines = Array.from(timetable.patterns.sublineIds);
  expect(limit({ ...always, sublines: lines, stations: [] })).toBe(
    'Public transport has 17 % of 48 trips: the scenario cancels all trips of its timetable, 1 per day.',
  );
  expect(limit({ ...always, sublines: lines, stations: [], from: 43_200 })).toMatch(
    /^Public transport has 17 % of 48 trips: its timetable has 1 trip per day, and 38 % of homes/,
  );
  expect(modesOfRun(rides, people, city, weekday).limits[0]).toMatch(/^Cars/);
});

test('many rides, people with cars and unknown cars need no reason', () => {
  const rides = trips('BUS_SUBWAY_WALK', [2, 3]);
  expect(modesOfRun([...rides, ...trips('DRIVE_ONLY', [2, 3])], people, city, weekday).limits).toEqual([]);
  const unknown = people.map((person) => ({ ...person, attributes: {} }));
  expect(modesOfRun(drives, unknown, { ...city, timetable: null }, weekday).limits).toEqual([]);
  expect(modesOfRun([], people, city, weekday)).toEqual({ trips: {}, limits: [] });
});

test('the modes are one line with shares, followed by the limits; without trips there is nothing to print', () => {
  expect(describeModes({ trips: { 'by car': 1999, 'on foot': 1 }, limits: ['Because.'] })).toEqual([
    'Trips by car 1,999 (100 %), on foot 1 (0.05 %)',
    'Because.',
  ]);
  expect(describeModes({ trips: {}, limits: [] })).toEqual([]);
});
