import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addTransit, type BusLine, buildRoutingData, changeNetwork, packRoutingData, readGtfs } from '@itinera/city';
import { synthesizeCity } from '@itinera/city-build';
import type { Profile } from '@itinera/engine';
import { cityShocks } from '@itinera/studies';
import { afterAll, expect, test } from 'vitest';
import { checkScenario } from './check-scenario.js';
import { findLines, findStations } from './find-lines.js';
import { parseScenario } from './parse-scenario.js';
import { placesOfScenario } from './scenario-places.js';

const folder = mkdtempSync(join(tmpdir(), 'lines '));
afterAll(() => rmSync(folder, { recursive: true }));

/** Line 1 of two agencies, and line 1 that a feed splits into two routes; two stops called Church, far apart. */
const tables = {
  agency: [
    'agency_id,agency_name,agency_url,agency_timezone',
    'm,Metro,http://a.example,UTC',
    'b,Béta Bus,http://a.example,UTC',
  ],
  routes: [
    'route_id,agency_id,route_short_name,route_long_name,route_type',
    'm1,m,1,Harbour,1',
    'b1,b,1,Airport,3',
    'b2,b,2,,3',
    'b2x,b,2,,3',
  ],
  stops: [
    'stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station',
    'w,West,0,-0.004,,',
    'c1,Platform 1,0,0.0001,,c',
    'c2,Platform 2,0,0.0003,,c',
    'c,Central,0,0.0002,1,',
    's,Church,-0.003,-0.003,,',
    'n,Church,0.003,0.0025,,',
  ],
  calendar: [
    'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date',
    'all,1,1,1,1,1,0,0,20240101,20241231',
  ],
  trips: ['route_id,service_id,trip_id', 'm1,all,m', 'b1,all,b', 'b2,all,c', 'b2x,all,d'],
  stop_times: [
    'trip_id,arrival_time,departure_time,stop_id,stop_sequence',
    ...['m w c1 n', 'b s c2 n', 'c w c2', 'd c2 w'].flatMap((row, hour) => {
      const [trip, ...stops] = row.split(' ');
      return stops.map((stop, i) => `${trip},0${7 + hour}:${10 + 5 * i}:00,0${7 + hour}:${10 + 5 * i}:00,${stop},${i}`);
    }),
  ],
};
for (const [name, rows] of Object.entries(tables)) writeFileSync(join(folder, `${name}.txt`), rows.join('\n'));
const { map, timetable } = addTransit(synthesizeCity({ seed: 1, size: 1000 }), await readGtfs(folder));
const lines = (line?: (string | number)[], agency?: string) => findLines(map, timetable, { line, agency }, 'close');
const stations = (station: (string | number)[], area?: (readonly [number, number])[]) =>
  findStations(map, timetable, { station, area }, 'close').map((aoi) => map.text(map.aois.name[map.aoiIndex(aoi)]!));

test('a line is selected by name, id, agency or course; routes of the same name and agency are one line', () => {
  const [harbour, airport, ...two] = timetable.patterns.sublineIds;
  expect(lines(['m1'])).toEqual({ names: ['1'], sublines: [harbour] });
  expect(lines(['airport'])).toEqual({ names: ['1'], sublines: [airport] });
  expect(lines([1], 'beta bus').sublines).toEqual([airport]);
  expect(lines([2])).toEqual({ names: ['2'], sublines: two });
  expect(lines(undefined, 'b')).toEqual({ names: ['1', '2'], sublines: [airport, ...two] });
  expect(lines([two[0]!])).toEqual({ names: ['2'], sublines: [two[0]] });
  expect(lines([two[0]!, 'm1']).names).toEqual(['1', '2']);
});

test('a map shows where closed lines run, by the stops of their longest course', () => {
  const close = { line: ['m1', 2], from: '07:00', to: '09:00' };
  const places = placesOfScenario(parseScenario({ close }, 'plan.yml'), map, timetable);
  expect(places.map(({ kind, label, roads, points }) => [kind, label, roads.length, points.length])).toEqual([
    ['closed', 'Line 1 closed, 07:00–09:00', 0, 3],
    ['closed', 'Line 2 closed, 07:00–09:00', 0, 2],
  ]);
  const [[lon, lat]] = places[0]!.points as [[number, number]];
  expect([lon, lat].map((degrees) => degrees.toFixed(3))).toEqual(['-0.004', expect.stringMatching(/^-?0\.000$/)]);
  expect(placesOfScenario(parseScenario({ close }, 'plan.yml'), map, null)).toEqual([]);
});

test('riders of an added line are not those of a line of the same name', () => {
  const stops: [number, number][] = [
    [-0.003, 0],
    [0.003, 0],
  ];
  const buses = [1, 2].map((headway) => ({ bus: { name: '1', stops, headway: 30 * headway } }));
  const scenario = parseScenario({ add: buses }, 'plan.yml');
  const changes = scenario.add.map((one) => ({ kind: 'bus' as const, line: (one as { bus: BusLine }).bus }));
  const changed = changeNetwork(map, timetable, changes);
  const added = [...changed.timetable!.patterns.sublineIds].filter((id) => !timetable.patterns.sublineIds.includes(id));
  const places = placesOfScenario(scenario, changed.map, changed.timetable!);
  expect(places.flatMap(({ sublines }) => sublines)).toEqual(added);
  expect(places.map(({ sublines }) => sublines.length)).toEqual([added.length / 2, added.length / 2]);
});

test('a map shows where closed stations are, each in the middle of its stops', () => {
  const close = { station: ['c', 'w'], from: '07:00', to: '09:00' };
  const places = placesOfScenario(parseScenario({ close }, 'plan.yml'), map, timetable);
  expect(places.map(({ label, points }) => [label, points.length])).toEqual([
    ['Central closed, 07:00–09:00', 1],
    ['West closed, 07:00–09:00', 1],
  ]);
  expect(places.map(({ points }) => points[0]![0].toFixed(4))).toEqual(['0.0002', '-0.0040']);
  expect(placesOfScenario(parseScenario({ close }, 'plan.yml'), map, null)).toEqual([]);
});

test('a station is selected by name or id, with all of its stops, or by an area', () => {
  expect(stations(['central'])).toEqual(['Platform 1', 'Platform 2']);
  expect(stations(['c'])).toEqual(['Platform 1', 'Platform 2']);
  expect(stations(['c2', 'West'])).toEqual(['West', 'Platform 2']);
  const east = [
    [0.002, -1],
    [1, -1],
    [1, 1],
    [0.002, 1],
  ] as const;
  expect(stations(['Church'], [...east])).toHaveLength(1);
  expect(() => stations(['West'], [...east])).toThrow('close: West is in the timetable, but not in the area.');
});

test.each([
  [() => lines([1]), '"1" is the name of 2 lines in the timetable: id m1 (Harbour, Metro), id b1 (Airport, Béta Bus).'],
  [() => lines(['13']), 'no line in the timetable is called "13". The nearest names are "1", "2", "Airport".'],
  [
    () => lines([1], 'Gamma'),
    'no agency in the timetable is called "Gamma". The nearest names are "Metro", "Béta Bus".',
  ],
  [() => stations(['Centrum']), 'no station in the timetable is called "Centrum". The nearest names are "Central",'],
  [() => stations(['Church']), '"Church" is the name of 2 separate stations, such as AOI'],
  [() => findLines(map, null, { line: [1] }, 'close'), 'the map has no timetable, so it has no lines. Build it with:'],
])('%s is one clear sentence', (find, message) => expect(find).toThrow(`close: ${message}`));

test('the run reports what a closed line changes and whom it cuts off; hours without service are an error', () => {
  const city = {
    map,
    routing: packRoutingData(buildRoutingData(map, { hierarchies: false })),
    timetable: { ...timetable, hash: '' },
  };
  const near = (x: number) =>
    map.aois.id[
      Array.from(map.aois.id.keys()).find(
        (aoi) => map.aois.positions.xy[2 * map.aois.positions.offsets[aoi]!]! * x > 250,
      )!
    ]!;
  const people = [1, 2, 3].map(
    (id): Profile => ({ id, home: near(id === 1 ? 1 : -1), work: near(1), attributes: { has_car: id > 1 } }),
  );
  const said = (close: object, days = 1) => {
    const clock = { stepSeconds: 900, steps: 96 * days, firstDay: '2024-03-04' };
    const { said, warned } = checkScenario(parseScenario({ close }, 'plan.yml'), city, people, { clock, seed: 1 }, {});
    return [...said, ...warned];
  };
  expect(said({ line: 'm1' })).toEqual(['Scenario plan: closes line 1.', 'close: 1 departure is cancelled.']);
  expect(said([{ agency: 'Metro' }, { line: 1, agency: 'b' }, { station: 'c' }], 2)).toEqual([
    'Scenario plan: closes line 1 of Metro, closes line 1 of b, closes station c (2 stops).',
    'close 1: 2 departures are cancelled in 2 days.',
    'close 2: 2 departures are cancelled in 2 days.',
    'close 3: 4 vehicles pass without stopping, 4 departures are cancelled in 2 days.',
    `close: 3 of 3 people have a home, workplace or school that is cut off from public transport, such as person 1, whose home is AOI ${people[0]!.home} (400 m east of the centre of the map): ` +
      '3 live where nothing else stops within 1,200 m. They walk or take another mode, and 1 has no car.',
  ]);
  expect(() => said({ line: 'm1', from: '22:00', to: '05:00' })).toThrow(
    'close: line 1 is not served from 22:00 to 05:00 the next day. Its times on all days are 07:10 to 07:10.',
  );
  expect(said({ line: 'm1', days: 'weekends' })[1]).toBe('close: none of its days is in the run, so it has no effect.');
  expect(cityShocks(city, []).map(({ name }) => name)).toContain('the main line closed: 1');
});
