import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseScenario } from './parse-scenario.js';

const read = (document: unknown) => parseScenario(document, '/plans/plan.yml');

test('a scenario is read with its defaults; single entries need no list', () => {
  expect(
    read({
      close: { road: 'Main Street', from: '7:00', to: '09:30', days: ['Mon', 'tuesday'] },
      'work-at-home': 0.2,
      add: [
        {
          bus: {
            name: '7',
            stops: [
              [1, 2],
              [1.1, 2],
            ],
            headway: 10,
          },
        },
        { gtfs: 'new.zip' },
      ],
      evacuate: { box: [0, 0, 1, 1], at: '08:00', day: 1, within: 30 },
    }),
  ).toMatchObject({
    name: 'plan',
    close: [{ road: ['Main Street'], from: 25_200, to: 34_200, days: [1, 2], for: 'cars' }],
    workAtHome: 0.2,
    add: [{ bus: { headway: 600, from: 18_000, to: 82_800, speed: 20, bothWays: true } }, { gtfs: '/plans/new.zip' }],
    evacuate: {
      at: 86_400 + 28_800,
      within: 1800,
      area: [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ],
    },
    speed: [],
  });
});

test('a polygon may be in a GeoJSON file next to the scenario, and is recorded with it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'scenario '));
  const ring = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ];
  const polygon = { type: 'Polygon', coordinates: [ring] };
  writeFileSync(
    join(folder, 'a.geojson'),
    JSON.stringify({ type: 'FeatureCollection', features: [{ geometry: polygon }] }),
  );
  writeFileSync(join(folder, 'b.geojson'), JSON.stringify({ type: 'Point', coordinates: [1, 1] }));
  const from = (file: string) =>
    parseScenario({ speed: { polygon: file, kmh: 9 } }, join(folder, 'plan.yml')).speed[0]!.area;
  expect(from('a.geojson')).toEqual(ring);
  expect(() => from('b.geojson')).toThrow('plan.yml: speed: b.geojson contains no polygon.');
  const holed = { type: 'Polygon', coordinates: [ring, ring] };
  writeFileSync(join(folder, 'd.geojson'), JSON.stringify(holed));
  expect(() => from('d.geojson')).toThrow(
    'd.geojson contains a polygon with a hole. Expected one polygon without holes',
  );
  const two = [polygon, polygon].map((geometry) => ({ type: 'Feature', geometry }));
  writeFileSync(join(folder, 'e.geojson'), JSON.stringify({ type: 'FeatureCollection', features: two }));
  expect(() => from('e.geojson')).toThrow('e.geojson contains 2 polygons. Expected one');
  expect(() => from('c.geojson')).toThrow(/^plan.yml: speed: .*c\.geojson cannot be read as GeoJSON/);
  rmSync(folder, { recursive: true });
});

test.each([
  [{ clos: [] }, 'plan.yml: unknown key "clos". Did you mean "close"?'],
  [{ close: [{ road: 1 }, { rod: 1 }] }, 'plan.yml: close 2: unknown key "rod". Did you mean "road"?'],
  [{ add: { bus: { name: 'x', stop: [] } } }, 'plan.yml: add: bus: unknown key "stop". Did you mean "stops"?'],
  [{ close: {} }, 'plan.yml: close: which roads? Expected road (id or name), bridge (name), box or polygon.'],
  [{ close: { road: 1, from: '25:00' } }, 'plan.yml: close.from: got "25:00", expected a time of day such as "07:30".'],
  [{ close: { road: 1, days: ['someday'] } }, 'plan.yml: close.days: got "someday", expected all, weekdays,'],
  [{ speed: { road: 1 } }, 'plan.yml: speed: expected either kmh or factor.'],
  [{ close: { box: [1, 1, 0, 0] } }, 'plan.yml: close: the box is empty. Expected [west, south, east, north]'],
  [{ 'work-at-home': 20 }, 'plan.yml: work-at-home: got 20, expected a share from 0 to 1, such as 0.2 for 20 %.'],
  [{ 'work-at-home': '20%' }, 'plan.yml: work-at-home: got "20%", expected a share from 0 to 1'],
  [{ 'work-at-home': null }, 'plan.yml: work-at-home is empty. Give it a value, or remove it.'],
  [{ close: [] }, 'plan.yml: close is empty.'],
  [{ evacuate: null, close: { road: 1 } }, 'plan.yml: evacuate is empty.'],
  [
    { close: 'Main Street' },
    'plan.yml: close: got "Main Street", expected keys and values (road, bridge, box, polygon, line,',
  ],
  [{ close: [{ road: 1 }, null] }, 'plan.yml: close 2: got null, expected keys and values (road,'],
  [{ close: { road: 1.5 } }, 'plan.yml: close.road: got 1.5, expected the id or name of a road, or a list of them.'],
  [{ close: { road: 1, from: 900 } }, 'plan.yml: close.from: got 900, expected a time of day such as "07:30".'],
  [{ close: { road: 1, days: 'weekend' } }, 'plan.yml: close.days: got "weekend", expected all, weekdays, weekends or'],
  [
    { close: { road: 1, days: 'weekday' } },
    'or a list of weekdays such as [Monday, Tuesday]. Did you mean "weekdays"?',
  ],
  [{ close: { road: 1, days: ['Mon', 'Tuseday'] } }, 'close.days: got "Tuseday", expected all, weekdays, weekends or'],
  [{ close: { road: 1, days: ['Mon', 'Tuseday'] } }, ' Did you mean "Tuesday"?'],
  [{ close: { road: 1, for: 'Everyone' } }, 'expected cars, cars-not-buses or everyone. Did you mean "everyone"?'],
  [
    { close: { road: 1, for: 'bikes' } },
    'plan.yml: close.for: got "bikes", expected cars, cars-not-buses or everyone.',
  ],
  [
    { close: { box: '0,0,1,1' } },
    'plan.yml: close.box: got "0,0,1,1", expected [west, south, east, north] in degrees.',
  ],
  [
    { close: { road: 1, from: '24:00', to: '00:00' } },
    'plan.yml: close: from and to are both 24:00. Omit both for the',
  ],
  [
    { close: { road: 1, from: '09:00', to: '09:00' } },
    'plan.yml: close: from and to are both 09:00. Omit both for the',
  ],
  [{ price: { box: [0, 0, 1, 1], amount: 0 } }, 'plan.yml: price.amount: got 0, expected a number above 0.'],
  [{ price: { box: [0, 0, 1, 1] } }, 'plan.yml: price.amount is missing. Expected a number above 0.'],
  [{ 'shift-departures': { minutes: 0 } }, 'plan.yml: shift-departures.minutes: got 0, expected minutes other than 0'],
  [{ 'shift-departures': { minutes: 9, share: 0 } }, 'plan.yml: shift-departures.share: got 0, expected a share above'],
  [
    {
      add: {
        road: {
          points: [
            [0, 'x'],
            [1, 1],
          ],
        },
      },
    },
    'plan.yml: add: road.points: got "x", expected a list of two or',
  ],
  [{ name: ['x'], 'work-at-home': 0.1 }, 'plan.yml: name: got ["x"], expected text.'],
  [null, 'plan.yml is empty. Expected keys and values (name,'],
  [{ add: { road: {}, gtfs: 'x' } }, 'plan.yml: add: expected one of road, bus, gtfs.'],
  [{ evacuate: { at: '08:00' } }, 'plan.yml: evacuate: expected a box or a polygon.'],
  [{ name: 'nothing' }, 'plan.yml changes nothing. Expected one of work-at-home, evacuate, close,'],
  [['close'], 'plan.yml: expected keys and values (name,'],
])('%j is one clear sentence', (document, message) => {
  expect(() => read(document)).toThrow(message);
});

test('a polygon from a device, which may never end, is an error', () => {
  expect(() => read({ close: { polygon: '/dev/zero' } })).toThrow(
    '/dev/zero cannot be read as GeoJSON. Check the path.',
  );
});
