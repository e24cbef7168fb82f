import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { simulationOf } from '@itinera/benchmarks';
import { CityMap, changeNetwork, LaneTurn, LaneType, projectionOf, writeMapWithTimetable } from '@itinera/city';
import { buildMap, synthesizeCity } from '@itinera/city-build';
import { RunFolder, readManifest, readRoutes, readTrips } from '@itinera/run';
import { peopleFolder } from '@itinera/runner';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundled } from '../../../../itinera/src/bundled.fixture.js';
import { carNetwork } from './car-network.js';
import { exportMapToSimulator, exportRunToSimulator } from './export-to-simulator.js';
import { matsimNetwork } from './matsim-files.js';
import { sumoNetwork } from './sumo-files.js';

const folder = mkdtempSync(join(tmpdir(), 'simulators '));
afterAll(() => rmSync(folder, { recursive: true }));
const home = join(folder, 'home');
const village = synthesizeCity({ seed: 1, size: 600 });
const { toLonLat } = projectionOf(village);
const stops = [-450, -200, 200, 450].map((x) => {
  const { lon, lat } = toLonLat(x, 5);
  return [lon, lat] as const;
});
const line = { name: '1', stops, headway: 1800, from: 6 * 3600, to: 9 * 3600, speed: 30, bothWays: true };
const { map, timetable } = changeNetwork(village, undefined, [{ kind: 'bus', line }]);
let run: RunFolder;

beforeAll(async () => {
  const datasets = join(folder, 'people');
  mkdirSync(datasets);
  await writeMapWithTimetable(join(datasets, 'map.pb'), map, timetable!);
  const ids = Array.from(map.aois.id.subarray(0, village.aois.count));
  const profiles = Array.from({ length: 20 }, (_, i) => ({
    id: i + 1,
    home: ids[i],
    work: ids[(i * 5 + 57) % ids.length],
    name: 'A & "B" <C>',
    synthetic: true,
  }));
  writeFileSync(join(datasets, 'profiles.json'), JSON.stringify(profiles));
  const task = simulationOf(1, 900, '2024-03-04');
  const { folder: path } = await bundled.runAndScore({
    task,
    agent: 'commuter',
    home,
    datasets,
    mode: 'inference',
    threads: 1,
    seed: 1,
  });
  run = new RunFolder(path);
});

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

function parse(path: string): Element {
  const stack: Element[] = [{ name: '', attributes: {}, children: [], text: '' }];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const made: Element = { name, attributes: attributes as Record<string, string>, children: [], text: '' };
    stack.at(-1)!.children.push(made);
    stack.push(made);
  });
  parser.on('text', (text) => {
    stack.at(-1)!.text += text;
  });
  parser.on('closetag', () => stack.pop());
  parser.write(readFileSync(path, 'utf8')).close();
  return stack[0]!.children[0]!;
}

/** Content models and required attributes of network_v2, population_v6, transitSchedule_v2 and config_v2 (DTD). */
const rules: Readonly<Record<string, readonly [content: RegExp, required: readonly string[]]>> = {
  network: [/^(attributes )?nodes links $/, []],
  nodes: [/^(node )*$/, []],
  links: [/^(link )*$/, []],
  node: [/^(attributes )?$/, ['id', 'x', 'y']],
  'links/link': [/^(attributes )?$/, ['id', 'from', 'to', 'length', 'freespeed', 'capacity', 'permlanes']],
  attributes: [/^(attribute )*$/, []],
  attribute: [/^$/, ['name', 'class']],
  population: [/^(attributes )?(person )*$/, []],
  person: [/^(attributes )?(plan )*$/, ['id']],
  plan: [/^(attributes )?((activity |leg )*)$/, []],
  activity: [/^(attributes )?$/, ['type']],
  leg: [/^(attributes )?(route )?$/, ['mode']],
  'leg/route': [/^$/, []],
  transitSchedule: [/^(attributes )?transitStops (minimalTransferTimes )?(transitLine )*$/, []],
  transitStops: [/^(stopFacility )*$/, []],
  stopFacility: [/^(attributes )?$/, ['id', 'x', 'y']],
  transitLine: [/^(attributes )?(transitRoute )*$/, ['id']],
  transitRoute: [/^(attributes )?(description )?transportMode routeProfile (route )?departures $/, ['id']],
  transportMode: [/^$/, []],
  routeProfile: [/^(stop )+$/, []],
  stop: [/^$/, ['refId']],
  'transitRoute/route': [/^(link )+$/, []],
  'route/link': [/^$/, ['refId']],
  departures: [/^(departure )*$/, []],
  departure: [/^(attributes )?$/, ['id', 'departureTime']],
  config: [/^(module )*$/, []],
  module: [/^(param |parameterset )*$/, ['name']],
  parameterset: [/^(param |parameterset )*$/, ['type']],
  param: [/^$/, ['name', 'value']],
};

function validate({ name, attributes, children }: Element, parent = ''): void {
  const rule = rules[`${parent}/${name}`] ?? rules[name];
  expect(rule, `${parent}/${name}`).toBeDefined();
  const [content, required] = rule!;
  expect(children.map((child) => `${child.name} `).join('')).toMatch(content);
  expect(Object.keys(attributes)).toEqual(expect.arrayContaining([...required]));
  for (const child of children) validate(child, name);
}

const all = (element: Element, name: string): Element[] => [
  ...(element.name === name ? [element] : []),
  ...element.children.flatMap((child) => all(child, name)),
];
const seconds = (clock: string) => clock.split(':').reduce((sum, part) => 60 * sum + Number(part), 0);

test('links and edges have the rules of roads: access, bus lanes, a lane for both directions, bicycles', () => {
  const message = village.toMessage();
  const roadOf = (lane: (typeof message.lanes)[number]) => message.roads.find(({ id }) => id === lane.parentId);
  const driven = message.lanes.find((lane) => lane.type === LaneType.DRIVING && roadOf(lane)!)!;
  const { id, laneIds } = roadOf(driven)!;
  const isOwn = (lane: number) => laneIds.includes(lane);
  const city = CityMap.fromMessage({
    ...message,
    roads: message.roads.map((road) => (road.id === id ? { ...road, busLanes: 1 } : road)),
    lanes: message.lanes.map((lane) => ({
      ...lane,
      ...(isOwn(lane.id) && lane.type === LaneType.DRIVING && { access: 1, shared: 1 }),
      ...(isOwn(lane.id) && lane.type === LaneType.WALKING && { rideAlong: 100, rideAgainst: 100 }),
    })),
  });
  const network = carNetwork(city);
  const own = (lines: Iterable<string>) => [...lines].filter((line) => line.includes(` id="${id}" `)).join('');
  const edge = own(sumoNetwork(city, network)['network.edg.xml']!);
  for (const rule of ['access" value="destination', 'busLanes" value="1', 'sharedLane" value="true'])
    expect(edge).toContain(rule);
  expect(edge).not.toContain('disallow');
  const link = own(matsimNetwork(city, network, null, null)['network.xml']!);
  expect(link).toMatch(/modes="bike,car".*>destination<.*>1<.*>true</);
  expect(link).toContain(`capacity="${(900 * network.edges.find((one) => one.id === id)!.lanes.length).toFixed(1)}"`);
  expect([...sumoNetwork(city, network)['network.edg.xml']!].filter((line) => line.includes('disallow')).length).toBe(
    network.edges.length - 1,
  );
});

test('MATSim: the files are valid, and every reference leads to a link, stop, vehicle or the next activity', async () => {
  const output = join(folder, 'matsim');
  expect(await exportRunToSimulator(run, 'matsim', output, { home })).toEqual([
    'network.xml',
    'transitSchedule.xml',
    'transitVehicles.xml',
    'config.xml',
    'plans.xml',
    'counts.xml',
  ]);
  const [network, schedule, config, plans] = ['network', 'transitSchedule', 'config', 'plans'].map((name) => {
    const root = parse(join(output, `${name}.xml`));
    validate(root);
    return root;
  }) as [Element, Element, Element, Element];
  expect(readFileSync(join(output, 'plans.xml'), 'utf8').split('\n')[0]).toBe('<?xml version="1.0" encoding="UTF-8"?>');
  const nodes = new Set(all(network, 'node').map(({ attributes }) => attributes.id));
  const links = new Map(all(network, 'link').map(({ attributes }) => [attributes.id!, attributes]));
  expect(links.size).toBeGreaterThan(100);
  for (const { from, to, length, freespeed, modes } of links.values()) {
    expect([nodes.has(from), nodes.has(to)]).toEqual([true, true]);
    expect(Number(length)).toBeGreaterThan(0);
    expect(Number(freespeed)).toBeGreaterThan(0);
    expect(modes).toMatch(/^(bike,car|car|pt)$/);
  }
  const follows = (ids: readonly string[]) =>
    ids.every((id, i) => links.has(id) && (i === 0 || links.get(ids[i - 1]!)!.to === links.get(id)!.from));

  const persons = all(plans, 'person');
  expect(persons).toHaveLength(20);
  expect(all(persons[0]!, 'attribute').find(({ attributes }) => attributes.name === 'name')!.text).toBe('A & "B" <C>');
  let [routed, cars] = [0, 0];
  for (const person of persons) {
    const steps = all(person, 'plan')[0]!.children;
    expect(steps.map(({ name }) => name).join(' ')).toMatch(/^activity( leg activity)*$/);
    expect(steps[0]!.attributes.type).toBe('home');
    let time = 0;
    steps.forEach(({ name, attributes, children }, i) => {
      if (name === 'activity') {
        expect(links.get(attributes.link!)?.modes).toMatch(/car$/);
        expect(Number(attributes.x)).toBeGreaterThan(100_000);
        expect(attributes.end_time === undefined).toBe(i === steps.length - 1);
        if (attributes.end_time === undefined) return;
        expect(seconds(attributes.end_time)).toBeGreaterThanOrEqual(time);
        time = seconds(attributes.end_time);
        return;
      }
      if (attributes.mode === 'car') cars++;
      const [route] = children;
      if (route === undefined) return;
      routed++;
      const ids = route.text.split(' ');
      expect(follows(ids)).toBe(true);
      expect([route.attributes.start_link, route.attributes.end_link]).toEqual([ids[0], ids.at(-1)]);
      expect(steps[i - 1]!.attributes.link).toBe(ids[0]);
      expect(steps[i + 1]!.attributes.link).toBe(ids.at(-1));
    });
  }
  expect(cars).toBeGreaterThan(10);
  expect(routed).toBeGreaterThan(0.9 * cars);

  const facilities = new Map(all(schedule, 'stopFacility').map(({ attributes }) => [attributes.id!, attributes]));
  const vehicles = parse(join(output, 'transitVehicles.xml'));
  const types = new Set(all(vehicles, 'vehicleType').map(({ attributes }) => attributes.id));
  const own = new Map(all(vehicles, 'vehicle').map(({ attributes }) => [attributes.id, attributes.type]));
  for (const type of own.values()) expect(types.has(type)).toBe(true);
  const routes = all(schedule, 'transitRoute');
  expect(routes).toHaveLength(2);
  for (const route of routes) {
    const path = all(route, 'link').map(({ attributes }) => attributes.refId!);
    expect(follows(path)).toBe(true);
    const offsets = all(route, 'stop').map(({ attributes }) => {
      expect(path).toContain(facilities.get(attributes.refId!)!.linkRefId);
      return seconds(attributes.arrivalOffset!);
    });
    expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
    const departures = all(route, 'departure').map(({ attributes }) => attributes);
    const times = departures.map(({ departureTime }) => seconds(departureTime!));
    expect(times[0]).toBeGreaterThanOrEqual(6 * 3600);
    expect(times).toEqual(Array.from({ length: 7 }, (_, i) => times[0]! + 1800 * i));
    for (const { vehicleRefId } of departures) expect(own.has(vehicleRefId)).toBe(true);
  }
  for (const { attributes } of all(config, 'param'))
    if (/File$/.test(attributes.name!)) expect(() => readFileSync(join(output, attributes.value!))).not.toThrow();
  const counts = parse(join(output, 'counts.xml'));
  for (const { attributes } of all(counts, 'count')) expect(links.has(attributes.loc_id!)).toBe(true);
  for (const { attributes } of all(counts, 'volume')) expect(Number(attributes.h)).toBeGreaterThanOrEqual(1);
});

test('plans of MATSim are followed: a run of the exported plans has the same trips', async () => {
  const output = join(folder, 'again');
  await exportRunToSimulator(run, 'matsim', output, { home });
  const notes: string[] = [];
  const open = (path: string, crs?: string) =>
    peopleFolder({ path, home, map: async () => map, note: (text) => void notes.push(text), crs });
  const people = await open(join(output, 'plans.xml'));
  copyFileSync(join(folder, 'people', 'map.pb'), join(people, 'map.pb'));
  copyFileSync(join(folder, 'people', 'map.timetable'), join(people, 'map.timetable'));
  const { folder: path } = await bundled.runAndScore({
    task: simulationOf(1, 900, '2024-03-04'),
    agent: 'plans',
    home,
    datasets: people,
    mode: 'inference',
    threads: 1,
    seed: 1,
  });
  const again = new RunFolder(path);
  const tripsOf = (of: RunFolder) =>
    [...readTrips(of, readManifest(of))]
      .filter(({ ended }) => ended === 'arrived')
      .map(({ id, destination, mode, departure }) => `${id} ${destination} ${mode} ${Math.round(departure)}`);
  expect(tripsOf(again).length).toBeGreaterThan(30);
  expect(tripsOf(again)).toEqual(tripsOf(run));
  expect(notes).toEqual([]);
  const [first] = readFileSync(join(people, 'profiles.jsonl'), 'utf8').split('\n');
  expect(JSON.parse(first!)).toMatchObject({ id: 1, home: map.aois.id[0], name: 'A & "B" <C>', synthetic: true });

  const write = (name: string, attribute: string, activities: string) => {
    const xml = `<!DOCTYPE population SYSTEM "x.dtd"><population>${attribute}<person id="a7"><plan><activity type="h" link="1"/></plan><plan selected="yes">${activities}</plan></person></population>`;
    writeFileSync(join(folder, name), name.endsWith('.gz') ? gzipSync(xml) : xml);
    return join(folder, name);
  };
  const [lon, lat] = [stops[1]![0], stops[1]![1]];
  const at = `x="${lon}" y="${lat}"`;
  const road = `link="${map.roads.id[5]}"`;
  const plan = `<activity type="home" ${at} end_time="08:00:00"/><leg mode="walk" trav_time="00:01:00"/><activity type="pt interaction" ${at} max_dur="0"/><leg mode="pt" trav_time="00:09:00"/><activity type="work" ${road} max_dur="01:00:00"/><leg mode="bike"/><activity type="home" ${at}/>`;
  const folderOfOne = await open(write('one.xml.gz', '', plan), 'EPSG:4326');
  const one = JSON.parse(readFileSync(join(folderOfOne, 'profiles.jsonl'), 'utf8'));
  expect(one).toMatchObject({
    id: 1,
    person_id: 'a7',
    plan: [
      { from: 28_800, mode: 'pt', activity: 'work' },
      { from: 33_000, mode: 'bike' },
    ],
  });
  expect(one.plan[0].aoi).toBe(one.work);
  expect(one.plan[1].aoi).toBe(one.home);
  notes.length = 0;
  writeFileSync(
    join(folder, 'v4.xml'),
    `<plans><person id="3" age="41" employed="yes"><plan selected="no"><act type="x"/></plan><plan selected="yes"><act type="h" ${road} end_time="07:30"/><leg mode="scooter"><route>1 2</route></leg><act type="w" ${road}/></plan></person></plans>`,
  );
  const old = await open(join(folder, 'v4.xml'), 'EPSG:25833');
  expect(JSON.parse(readFileSync(join(old, 'profiles.jsonl'), 'utf8'))).toMatchObject({
    id: 3,
    age: 41,
    employed: 'yes',
    plan: [{ from: 27_000, mode: 'car', activity: 'w' }],
  });
  expect(notes).toEqual([
    'Unknown modes (scooter): these trips are by car, unless another leg of the trip has a known mode.',
  ]);
  const ids = ['a7', '2', '1'].map((id) => `<person id="${id}"><plan>${plan}</plan></person>`).join('');
  writeFileSync(join(folder, 'ids.xml'), `<population>${ids}</population>`);
  const mixed = await open(join(folder, 'ids.xml'), 'EPSG:4326');
  const numbers = readFileSync(join(mixed, 'profiles.jsonl'), 'utf8').trim().split('\n');
  expect(numbers.map((line) => JSON.parse(line).id)).toEqual([3, 2, 1]);
  await expect(open(write('crs.xml', '', plan))).rejects.toThrow(
    'the coordinates are in an unnamed system. Pass --crs',
  );
  await expect(open(write('far.xml', '', plan), 'EPSG:32633')).rejects.toThrow(
    /none of 1 people|not invertible|no home/,
  );
  await expect(open(write('bare.xml', '', '<activity type="home"/>'), 'EPSG:4326')).rejects.toThrow(
    'the activity home of person a7 has no x and y, and no link of this map',
  );
  writeFileSync(join(folder, 'cut.xml'), '<population><person id="1">');
  await expect(open(join(folder, 'cut.xml'), 'EPSG:4326')).rejects.toThrow('damaged near line 1');
});

test('SUMO: cars depart at their time, on roads of the network, and a map alone is a network', async () => {
  const output = join(folder, 'sumo');
  await exportRunToSimulator(run, 'sumo', output, { home });
  const edges = new Map(
    all(parse(join(output, 'network.edg.xml')), 'edge').map(({ attributes }) => [attributes.id!, attributes]),
  );
  const driven = [...readRoutes(run, readManifest(run))].filter(({ status }) => status === 2);
  const vehicles = all(parse(join(output, 'routes.rou.xml')), 'vehicle');
  expect(vehicles).toHaveLength(driven.length);
  const departures = vehicles.map(({ attributes }) => Number(attributes.depart));
  expect(departures).toEqual([...departures].sort((a, b) => a - b));
  for (const { attributes, children } of vehicles) {
    const ids = children[0]!.attributes.edges!.split(' ');
    expect(ids.every((id) => edges.has(id))).toBe(true);
    expect(Number(attributes.departPos)).toBeLessThan(Number(edges.get(ids[0]!)!.length));
    expect(Number(attributes.arrivalPos)).toBeLessThan(Number(edges.get(ids.at(-1)!)!.length));
  }
  // No edge leads from a node to itself.
  expect([...edges.values()].filter(({ from, to }) => from === to)).toEqual([]);
  const names = await exportMapToSimulator(join(folder, 'people', 'map.pb'), 'sumo', join(folder, 'map'));
  expect(names).toContain('network.netccfg');
  expect(readFileSync(join(folder, 'map', 'network.edg.xml'), 'utf8')).toBe(
    readFileSync(join(output, 'network.edg.xml'), 'utf8'),
  );
});

test('SUMO: the turn across oncoming traffic yields, and lanes count from the kerb, on either side of the road', () => {
  const arms = [
    [200, 0],
    [0, 200],
    [-200, 0],
    [0, -200],
  ] as const;
  const links = arms.map(([x, y], i) => ({
    from: 0,
    to: i + 1,
    name: '',
    kind: { class: 'primary', ramp: false, lanes: [2, 2], sidewalks: { left: true, right: true } } as const,
    speed: [14, 14] as const,
    path: Float64Array.of(0, 0, x, y),
  }));
  const crossing = (drivingSide: 'right' | 'left') => {
    const nodes = [[0, 0] as const, ...arms].map(([x, y], i) => ({ x, y, signals: i === 0 }));
    const projection = '+proj=tmerc +lat_0=0 +lon_0=0';
    const empty = { date: '', bans: [], areas: [], pois: [] };
    const built = buildMap({ name: 'crossing', projection, drivingSide, nodes, links, ...empty });
    const network = carNetwork(built);
    const { lanes } = built;
    const turns = (connections: typeof network.connections) =>
      connections.map(({ from, to, fromLane }) => {
        const row = Array.from({ length: lanes.count }, (_, lane) => lane).find(
          (lane) =>
            lanes.parentId[built.laneIndex(lanes.predecessors.id[lanes.predecessors.offsets[lane]!]!)] === from.id &&
            lanes.parentId[built.laneIndex(lanes.successors.id[lanes.successors.offsets[lane]!]!)] === to.id,
        );
        return { turn: lanes.turn[row!]!, fromLane };
      });
    const [{ connections, phases }] = network.programs as [(typeof network.programs)[0]];
    const yielding = turns(connections.filter((_, i) => phases.some(({ states }) => states[i] === 'g')));
    return { network, yielding: new Set(yielding.map(({ turn }) => turn)), turns: turns(connections), built };
  };
  const [right, left] = [crossing('right'), crossing('left')];
  expect([right.network.onLeft, left.network.onLeft]).toEqual([false, true]);
  expect([...right.yielding].sort()).toEqual([LaneTurn.LEFT, LaneTurn.AROUND]);
  expect([...left.yielding].sort()).toEqual([LaneTurn.AROUND, LaneTurn.RIGHT].sort());
  const kerb = (of: typeof left, turn: LaneTurn) =>
    new Set(of.turns.filter((one) => one.turn === turn).map(({ fromLane }) => fromLane));
  expect([kerb(left, LaneTurn.LEFT), kerb(left, LaneTurn.RIGHT)]).toEqual([new Set([0]), new Set([1])]);
  expect([kerb(right, LaneTurn.RIGHT), kerb(right, LaneTurn.LEFT)]).toEqual([new Set([0]), new Set([1])]);
  const config = ({ built, network }: typeof left) => [...sumoNetwork(built, network)['network.netccfg']!].join('');
  expect([config(right), config(left)].map((text) => text.includes('<lefthand value="true"/>'))).toEqual([false, true]);
});

test('SUMO runs the export unedited: every car arrives, within a fifth of the time', async ({ skip }) => {
  if (spawnSync('netconvert', ['--version']).status !== 0) return skip('SUMO is not installed');
  const output = join(folder, 'sumo-run');
  await exportRunToSimulator(run, 'sumo', output, { home });
  for (const [program, file] of [
    ['netconvert', 'network.netccfg'],
    ['sumo', 'run.sumocfg'],
  ] as const) {
    const { status, stderr } = spawnSync(program, ['-c', file], { cwd: output, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  }
  const trips = all(parse(join(output, 'tripinfo.xml')), 'tripinfo');
  const driven = [...readRoutes(run, readManifest(run))].filter(({ status }) => status === 2);
  expect(trips).toHaveLength(driven.length);
  const ours = driven.reduce((sum, { reached }) => sum + reached.at(-1)! / 1000, 0);
  const theirs = trips.reduce((sum, { attributes }) => sum + Number(attributes.duration), 0);
  expect(ours / theirs).toBeGreaterThan(0.8);
  expect(ours / theirs).toBeLessThan(1.2);
});

test('a run of several days, without routes or not finished is refused with the reason', async () => {
  const manifest = readManifest(run);
  const output = join(folder, 'none');
  const attempt = async (change: object, simulator: 'matsim' | 'sumo' = 'matsim') => {
    run.writeManifest({ ...manifest, ...change });
    try {
      await exportRunToSimulator(run, simulator, output, { home });
    } finally {
      run.writeManifest(manifest);
    }
  };
  await expect(attempt({ clock: { ...manifest.clock, steps: 192 } })).rejects.toThrow(
    'has 2 days, and a plan of MATSim has one. Simulate one day: --days 1',
  );
  await expect(attempt({ routes: false }, 'sumo')).rejects.toThrow('Run it again with --routes.');
  await expect(attempt({ state: 'stopped' })).rejects.toThrow('is not finished. Finish it: asbench runs resume');
});
