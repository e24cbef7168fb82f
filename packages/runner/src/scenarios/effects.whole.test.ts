import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { simulationOf } from '@itinera/benchmarks';
import {
  buildRoutingData,
  createWorld,
  MotionStatus,
  openRoutingData,
  packRoutingData,
  readMap,
  writeMap,
} from '@itinera/city';
import { groundField } from '@itinera/city/map-making';
import { synthesizeCity } from '@itinera/city-build';
import { builtInAgents, MapCityView, noModel, type Profile, simulateGroup } from '@itinera/engine';
import { eventRows, planSettings, routeRows, tripRows } from '@itinera/run';
import { afterAll, expect, test } from 'vitest';
import { settingsOf } from '../trials/start-run.js';
import { checkScenario } from './check-scenario.js';
import { clearanceOf, describeClearance } from './clearance.js';
import { applyScenario, nearestOf, plansOf } from './effects.js';
import { findRoads, namesakes, plainName, streetsOf } from './find-roads.js';
import { parseScenario } from './parse-scenario.js';
import { scenarioMap } from './scenario-map.js';
import { placesOfScenario, subjectOfScenario } from './scenario-places.js';

const folder = mkdtempSync(join(tmpdir(), 'scenarios '));
afterAll(() => rmSync(folder, { recursive: true }));
const town = synthesizeCity({ seed: 1, size: 700 });
const ids = Array.from(town.aois.id);
const datasets = join(folder, 'people');
mkdirSync(datasets);
writeFileSync(join(datasets, 'map.pb'), writeMap(town));
const profiles = Array.from({ length: 24 }, (_, i) => ({
  id: i + 1,
  home: ids[i % ids.length],
  work: ids[(i * 5 + 7) % ids.length],
}));
writeFileSync(join(datasets, 'profiles.json'), JSON.stringify(profiles));
const corner = 0.0045;

const task = simulationOf(1, 900, '2024-03-04');
const city = { map: town, routing: packRoutingData(buildRoutingData(town)), timetable: null };
const people: Profile[] = profiles.map(({ id, ...places }) => ({ id, ...places, attributes: {} }));

/** Simulates a day in this thread; returns what was said, and rows and trips. */
async function simulate(document?: object, agent = 'commuter') {
  const said: string[] = [];
  const listen = { warn: (text: string) => said.push(text), note: (text: string) => said.push(text) };
  const scenario = document && parseScenario(document, 'plan.yml');
  const { clock } = task;
  if (scenario) checkScenario(scenario, city, people, { clock, seed: 1 }, listen);
  const applied = scenario && applyScenario(scenario, city, people, { clock, seed: 1 });
  const world = createWorld(town, { seed: 1 }, openRoutingData(city.routing, town)!, undefined, applied?.rules);
  const settings = {
    ...settingsOf(defaults, task),
    ...(applied && { changes: applied.plans }),
  };
  const view = new MapCityView(town);
  const outcome = await simulateGroup(
    { settings, city: view, world, agentClass: builtInAgents[agent]!.agentClass, llm: noModel },
    applied?.people ?? people,
  );
  if ('stopped' in outcome) throw outcome.stopped;
  const { statuses, trips, events } = outcome;
  const rows = (id: number) => statuses.parentId.slice((id - 1) * clock.steps, id * clock.steps);
  const all = [...tripRows(trips)];
  const tripsOf = (id: number) => all.filter((trip) => trip.id === id);
  /** Roads that a person uses by car, also in someone else's. */
  const inCars: readonly number[] = [MotionStatus.DRIVING, MotionStatus.PASSENGER];
  const driven = (id: number) =>
    [...routeRows(outcome.routes!)]
      .filter((route) => route.id === id && inCars.includes(route.status))
      .flatMap(({ lanes }) => Array.from(lanes, (row) => town.lanes.parentId[row]!));
  return { said, statuses, trips: all, events: [...eventRows(events)], rows, tripsOf, driven };
}
const defaults = {
  ...planSettings({ stepTimeoutSeconds: 60 }),
  agent: { source: { builtIn: 'commuter' }, params: {} },
  order: 'free',
  routes: true,
} as const;
const base = await simulate();

test('some people work at home, the same with any share; all others have the same day', async () => {
  const [half, more] = [await simulate({ 'work-at-home': 0.5 }), await simulate({ 'work-at-home': 0.7 })];
  const changed = (run: typeof base) => people.filter(({ id }) => !isDeepStrictEqual(run.rows(id), base.rows(id)));
  const stays = changed(half);
  expect(stays.length).toBeGreaterThan(4);
  expect(changed(more)).toEqual(expect.arrayContaining(stays));
  for (const { id, work } of stays)
    expect(half.trips.filter((trip) => trip.id === id && trip.destination === work)).toEqual([]);
  expect(half.said).toEqual([`Scenario plan: lets ${stays.length} of 23 people with a workplace work at home.`]);
});

test('a closure changes only the trips that would meet it; people who are cut off are counted', async () => {
  const closed = await simulate({ close: { box: [0, -corner, corner, corner], from: '06:00', to: '12:00' } });
  expect(closed.said.join()).toMatch(
    /close: \d+ of 24 people have a home, workplace or school that is cut off by car, such as person \d+, whose \w+ is AOI \d+ \(.+\): \d+ lives? and \d+ others? works? where/,
  );
  const same = people.filter(({ id }) => isDeepStrictEqual(closed.rows(id), base.rows(id)));
  expect(same.length).toBeGreaterThan(2);
  expect(same.length).toBeLessThan(people.length - 2);
});

test('closing a street changes the days of those who drive on it, and of nobody else', async () => {
  const free = await simulate(undefined, 'day-pattern');
  const rows = Array.from(town.roads.id.keys()).filter((row) => row % 9 === 4);
  let changes = 0;
  for (const road of rows.map((row) => town.roads.id[row]!)) {
    const closed = await simulate({ close: { road } }, 'day-pattern');
    const changed = people.filter(({ id }) => !isDeepStrictEqual(closed.tripsOf(id), free.tripsOf(id)));
    for (const { id } of changed) expect(free.driven(id)).toContain(road);
    expect(people.flatMap(({ id }) => closed.driven(id))).not.toContain(road);
    changes += changed.length;
  }
  expect(changes).toBeGreaterThan(5);
});

test('in an evacuation everyone leaves the area, and no one enters it any more', async () => {
  const box = [-corner, -corner, 0, corner];
  const evacuated = await simulate({ evacuate: { box, at: '10:00', within: 30 } });
  const inside = new Set(
    plansOf(parseScenario({ evacuate: { box, at: '10:00' } }, ''), town, task.clock).evacuation!.refuges.map(
      ([aoi]) => aoi,
    ),
  );
  const at = (hour: number) => people.filter(({ id }) => inside.has(evacuated.rows(id)[hour * 4]!)).length;
  expect(at(9)).toBeGreaterThan(0);
  expect([11, 18, 23].map(at)).toEqual([0, 0, 0]);
  const cleared = (run: typeof base) => {
    const scenario = parseScenario({ evacuate: { box, at: '10:00', within: 30 } }, '');
    return clearanceOf(scenario, run, task.clock, people, town)!;
  };
  const { minutes, ...counts } = cleared(evacuated);
  expect(counts).toEqual({ at: 36_000, people: at(10), out: at(10), stayed: [] });
  expect(minutes!.half).toBeLessThanOrEqual(minutes!.most);
  expect(minutes!.all).toBeLessThan(45);
  expect(describeClearance(cleared(evacuated))).toMatch(
    /^Evacuation at 10:00: (\d+) of \1 people in the area arrived outside: half of them within [\d.]+ min, 90 % within/,
  );
  const fugitive = evacuated.trips.find(({ departure, origin }) => departure >= 36_000 && inside.has(origin!));
  const without = (reason: string) => ({
    ...evacuated,
    trips: evacuated.trips.filter((trip) => trip !== fugitive),
    events: [{ ...evacuated.events[0]!, id: fugitive!.id, kind: 'failure', time: 36_000, reason }],
  });
  expect(describeClearance(cleared(without('no-route')))).toContain(
    `Not out: 1 (no open road leads out), such as person ${fugitive!.id}.`,
  );
});

test('departures in some hours are shifted, for the chosen share of people', async () => {
  const plan = { 'shift-departures': { minutes: 45, from: '00:00', to: '12:00', share: 0.5, purpose: 'work' } };
  const shifted = await simulate(plan, 'day-pattern');
  const plain = await simulate(undefined, 'day-pattern');
  const first = (trips: typeof base.trips, id: number) => trips.find((trip) => trip.id === id)?.departure ?? 0;
  const shifts = profiles.map(({ id }) => first(shifted.trips, id) - first(plain.trips, id)).filter((by) => by !== 0);
  expect(shifts.length).toBeGreaterThan(2);
  expect(new Set(shifts)).toEqual(new Set([2700]));
});

test('the run says what a scenario does, and what is odd about it', async () => {
  const saidOf = async (plan: object) => (await simulate(plan)).said;
  expect(await saidOf({ close: { road: '200000003', from: '22:00', to: '05:00', days: 'weekends' } })).toEqual([
    'Scenario plan: closes 1 road from 22:00 to 05:00 the next day at weekends.',
    'close: none of its days is in the run, so it has no effect.',
  ]);
  expect(await saidOf({ 'shift-departures': { minutes: -15, share: 0.25, purpose: 'work' } })).toEqual([
    'Scenario plan: moves departures to work 15 min earlier for 25 % of people.',
  ]);
  expect(await saidOf({ speed: { road: ['Ash Close', 'Fir Lane'], kmh: 20 } })).toEqual([
    'Scenario plan: sets 20 km/h on 6 roads.',
  ]);
});

test('a street has the same name with and without accents, apostrophes and capitals', () => {
  for (const name of ['Kalākaua Avenue', ' Kalakaua  avenue', 'KALĀKAUA AVENUE'])
    expect(plainName(name)).toBe('kalakaua avenue');
  expect(plainName("Kapi'olani")).toBe(plainName('Kapiʻolani'));
  expect(plainName('Straße der Einheit')).toBe('straße der einheit');
  // Marks of other scripts make other words.
  expect(plainName('ガード')).toBe('ガード');
  expect(findRoads(town, { road: ['mapLE avénue'] }, 'close')).toHaveLength(30);
});

test('roads of one name that are far apart are several streets', () => {
  const rows = (...road: string[]) => findRoads(town, { road }, 'close');
  expect(streetsOf(town, rows('Maple Avenue'))).toHaveLength(1);
  expect(namesakes(town, { road: ['Maple Avenue'] }, rows('Maple Avenue'))).toEqual([]);
  expect(streetsOf(town, [...rows('Maple Avenue').slice(0, 2), ...rows('Yew Lane', 'Cedar Row')])).toHaveLength(3);
});

test('a bridge is selected by the name of its road or of the water, and named when its whole street is closed', () => {
  const [x, y] = middleOf(findRoads(town, { road: ['Maple Avenue'] }, 'close')[0]!);
  const river = { kind: 'river' as const, name: 'River Ash', parts: [Float64Array.of(x - 5, y - 40, x + 5, y + 40)] };
  const map = readMap(Buffer.concat([writeMap(town), groundField([river])]));
  const across = findRoads(map, { bridge: ['maple avenue'] }, 'close');
  expect(across.length).toBeGreaterThan(0);
  expect(across.length).toBeLessThan(5);
  expect(findRoads(map, { bridge: ['River Ash'] }, 'close')).toEqual(across);
  expect(() => findRoads(map, { bridge: ['Mapel Avenue'] }, 'close')).toThrow(
    'close: no bridge on the map is called "Mapel Avenue". The nearest names are "Maple Avenue"',
  );
  expect(() => findRoads(map, { bridge: [''] }, 'close')).toThrow('no bridge on the map is called ""');
  expect(() => findRoads(town, { bridge: ['River Ash'] }, 'close')).toThrow('No road with a name crosses water');
  const said = (close: object) =>
    checkScenario(parseScenario({ close }, 'plan.yml'), { ...city, map }, people, { clock: task.clock, seed: 1 }, {})
      .said;
  expect(said({ road: 'Maple Avenue' })).toContain(
    `close: ${across.length} of the 30 roads called Maple Avenue ${across.length === 1 ? 'crosses' : 'cross'} River Ash. For the bridge alone: "bridge: Maple Avenue".`,
  );
  expect(said({ bridge: 'Maple Avenue' }).join()).not.toContain('alone');
  expect(() => parseScenario({ close: { road: 'A', bridge: 'A' } }, 'plan.yml')).toThrow('got road and bridge');
  const plan = parseScenario({ close: { bridge: 'Maple Avenue' } }, 'plan.yml');
  expect(subjectOfScenario(plan)).toBe('Closing Maple Avenue (bridge)');
  expect(placesOfScenario(plan, map, null)[0]).toMatchObject({ label: 'Maple Avenue (bridge) closed', roads: across });
});

/** The middle of a road's first step. */
function middleOf(road: number): readonly [number, number] {
  const [[from, to]] = streetsOf(town, [road])[0] as [readonly [readonly [number, number], readonly [number, number]]];
  return [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
}

test('closures at different hours do not cut people off together', async () => {
  const line = (hours: readonly object[]) =>
    [
      [-1, 0.0002, 0, 0.0004],
      [0, 0.0002, 1, 0.0004],
    ].map((box, i) => ({ box, ...hours[i] }));
  const cut = async (close: object) =>
    Number(/(\d+) of 24 people/.exec((await simulate({ close })).said.join())?.[1] ?? 0);
  const [morning, evening] = [
    { from: '07:00', to: '12:00' },
    { from: '17:00', to: '19:00' },
  ];
  expect(await cut(line([morning, morning]))).toBeGreaterThan(await cut(line([morning, evening])));
});

test.each([
  [
    { evacuate: { box: [0, 0, 1, 1], at: '08:00', day: 1 } },
    /^evacuate: it begins at 08:00 of day 1, after the last step of the run \(1 day, the first is day 0\)\. Choose/,
  ],
  [{ close: { road: 1 } }, /^close: road 1 is not on the map\. The nearest ids are 200000000, 200000001, 200000002\.$/],
  [
    { close: { road: 'Nowhere Land' } },
    /^close: no road on the map is called "Nowhere Land"\. The nearest names are "/,
  ],
  [
    { close: { box: [5, 5, 6, 6] } },
    /^close: the area lies outside the map, which covers .*Points are longitude, latitude\.$/,
  ],
  [{ price: { box: [0, 0.001, 0.000001, 0.001001], amount: 2 } }, /^price: no road leads into the area/],
  [{ evacuate: { box: [-1, -1, 1, 1], at: '08:00' } }, /^evacuate: the area covers every place on the map/],
])('%j is an error before the run', async (plan, message) => {
  await expect(simulate(plan)).rejects.toThrow(message);
});

test('the nearest place is found as by comparing all, and the first of equally near ones', () => {
  const xy = Float64Array.from({ length: 400 }, (_, i) => (i * 7919) % 23);
  const rows = Array.from({ length: 150 }, (_, i) => i);
  const metres = (a: number, b: number) => Math.hypot(xy[2 * a]! - xy[2 * b]!, xy[2 * a + 1]! - xy[2 * b + 1]!);
  const nearest = nearestOf(xy, rows);
  for (let row = 150; row < 200; row++)
    expect(nearest(row)).toBe(rows.reduce((best, other) => (metres(other, row) < metres(best, row) ? other : best)));
});

test('a feed in a folder that has changed makes another map; that of earlier runs stays', async () => {
  const feed = join(folder, 'feed');
  mkdirSync(feed);
  const write = (files: Readonly<Record<string, readonly string[]>>) => {
    for (const [name, lines] of Object.entries(files)) writeFileSync(join(feed, `${name}.txt`), lines.join('\n'));
  };
  write({
    agency: ['agency_id,agency_name,agency_url,agency_timezone', 'a,A,http://a.example,UTC'],
    routes: ['route_id,route_type', 'r,3'],
    stops: ['stop_id,stop_name,stop_lat,stop_lon', 's1,One,-0.002,-0.002', 's2,Two,0.002,0.002'],
    calendar: [
      'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date',
      'w,1,1,1,1,1,1,1,20240101,20241231',
    ],
    trips: ['route_id,service_id,trip_id', 'r,w,t'],
    stop_times: [
      'trip_id,arrival_time,departure_time,stop_id,stop_sequence',
      't,08:00:00,08:00:00,s1,1',
      't,08:10:00,08:10:00,s2,2',
    ],
  });
  const scenario = parseScenario({ add: { gtfs: feed } }, '/plan.yml');
  const make = () => scenarioMap(join(datasets, 'map.pb'), scenario, { home: join(folder, 'home') });
  const { path: first, said } = await make();
  const bytes = readFileSync(first);
  expect(said).toEqual(['add: feed: 1 line with 1 trip and 2 stops on the map.']);
  expect(await make()).toEqual({ path: first, said });
  write({ trips: ['route_id,service_id,trip_id', 'r,w,t', 'r,w,u'] });
  write({
    stop_times: [
      'trip_id,arrival_time,departure_time,stop_id,stop_sequence',
      't,08:00:00,08:00:00,s1,1',
      't,08:10:00,08:10:00,s2,2',
      'u,09:00:00,09:00:00,s1,1',
      'u,09:10:00,09:10:00,s2,2',
    ],
  });
  expect((await make()).path).not.toBe(first);
  expect(readFileSync(first).equals(bytes)).toBe(true);
});

const line = {
  name: '12',
  headway: 10,
  stops: [
    [0, 0],
    [0.001, 0.001],
  ],
};
const scenarioOf = (document: object) => parseScenario(document, 'plan.yml');

test('a scenario says where it changes the city', () => {
  const name = Array.from(town.roads.name, (text) => town.text(text)).find((text) => text !== '')!;
  const places = placesOfScenario(
    scenarioOf({
      close: [{ road: name, from: '07:00', to: '09:30' }, { line: '1' }],
      speed: { road: name, kmh: 30 },
      add: [{ bus: line }],
    }),
    town,
    null,
  );
  expect(places.map(({ kind, label }) => [kind, label])).toEqual([
    ['closed', `${name} closed, 07:00–09:30`],
    ['changed', `${name}: 30 km/h`],
    ['new', 'New line 12'],
  ]);
  expect(places[0]!.roads.map((row) => town.text(town.roads.name[row]!))).toContain(name);
  expect(places[2]!.points).toEqual(line.stops);
});

test('a scenario of one kind is the subject of a sentence by what it does, any other by its name', () => {
  expect(subjectOfScenario(scenarioOf({ close: { road: 'Bridge Street' } }))).toBe('Closing Bridge Street');
  expect(subjectOfScenario(scenarioOf({ close: { line: ['1', '2'] } }))).toBe('Closing line 1 and 2');
  expect(subjectOfScenario(scenarioOf({ close: [{ road: 'Bridge Street' }, { line: '1' }] }))).toBe(
    'Closing Bridge Street and line 1',
  );
  expect(subjectOfScenario(scenarioOf({ add: { bus: line } }))).toBe('Adding line 12');
  expect(subjectOfScenario(scenarioOf({ close: { box: [0, 0, 1, 1] } }))).toBe('The scenario plan');
  expect(subjectOfScenario(scenarioOf({ add: { bus: line }, 'work-at-home': 0.2 }))).toBe('The scenario plan');
});
