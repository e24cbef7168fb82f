import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildRoutingData, type CityMap, LaneFinder, projectionOf, Router, type Travel } from '@itinera/city';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildCity } from './build-city.js';
import { type OsmData, toXml } from './osm-files.fixture.js';

/**
 * The street S ends at A, where X begins, which is under test; it ends at B, where T begins. C is a detour of 1,600 m.
 *
 *     1 ──S── 2 ──X─3─X── 4 ──T── 5
 *             │           │
 *             6 ────C──── 7
 */
const at = (x: number, y: number) => ({ lon: 8.5 + x / 75_840, lat: 47 + y / 111_200 });
const nodes = [[-400], [0], [200], [400], [800], [0, 600], [400, 600]].map(([x, y = 0], i) => ({
  id: i + 1,
  ...at(x, y),
}));

function tagged(tags: string, nodeTags?: string): OsmData {
  const read = (text: string) => Object.fromEntries(text.split(' ').map((pair) => pair.split('=')));
  return {
    nodes: nodes.map((node) => (node.id === 3 && nodeTags ? { ...node, tags: read(nodeTags) } : node)),
    ways: [
      { id: 100, refs: [1, 2], tags: { highway: 'tertiary', name: 'S' } },
      { id: 101, refs: [2, 3, 4], tags: { name: 'X', highway: 'tertiary', ...read(tags) } },
      { id: 102, refs: [4, 5], tags: { highway: 'tertiary', name: 'T' } },
      { id: 103, refs: [2, 6, 7, 4], tags: { highway: 'tertiary', name: 'C' } },
    ],
  };
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'streets-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function built(data: OsmData) {
  const path = join(folder, 'map.osm');
  await writeFile(path, toXml(data));
  return buildCity(path, { inferAois: 'never' });
}

/** Metres of the route between two points on the axis, or a parallel `up` metres north; undefined if there is none. */
function metres(map: CityMap, travel: Travel, from: number, to: number): number | undefined {
  return routesOf(map)(travel, from, to);
}

/** Metres rounded to 100 m. */
function routesOf(map: CityMap) {
  const router = new Router(map, buildRoutingData(map, { hierarchies: false }));
  const { driveNetwork, walkNetwork } = router;
  const finderOf = (isOpen: (lane: number) => boolean) => new LaneFinder(map, isOpen);
  const drive = finderOf((lane) => driveNetwork.laneRoads[lane] >= 0);
  const walk = finderOf((lane) => walkNetwork.laneHeads[lane] >= 0);
  return (travel: Travel, from: number, to: number, up = 0): number | undefined => {
    const places = (x: number) => {
      const { lon, lat } = at(x, up);
      const point = projectionOf(map)!.toXY(lon, lat);
      return (travel === 'drive' ? drive : walk).near(point.x, point.y, 12).map(({ lane, s }) => ({ lane, s }));
    };
    const route = router.route(travel, places(from), places(to));
    if (route === null) return undefined;
    const length = (way: number) => map.lanes.length[way < 0 ? ~way : way];
    const rest = (way: number, s: number) => (way < 0 ? s : length(way) - s);
    const [first, last] = [route.lanes[0], route.lanes.at(-1)!];
    const all = route.lanes.reduce((sum, way) => sum + length(way), 0);
    const before = length(first) - rest(first, route.startS);
    return Math.round((all - before - rest(last, route.endS)) / 100) * 100;
  };
}

describe('through X and back by car', () => {
  test.each([
    ['motor_vehicle=destination', 2000, 2000],
    ['access=customers', 2000, 2000],
    ['motor_vehicle=no;destination', 2000, 2000],
    ['access=private', 2000, 2000],
    ['motor_vehicle=psv', 2000, 2000],
    ['psv:lanes:backward=designated', 800, 2000],
    ['maxwidth=1', 2000, 2000],
    ['maxheight=4.5ft', 2000, 2000],
    ['maxweight=1st', 2000, 2000],
    ["maxheight=5'2''", 2000, 2000],
    ['maxheight=62"', 2000, 2000],
    ['oneway:conditional=yes@24/7', 800, 2000],
    ['impassable=yes', 2000, 2000],
    ['hov=designated', 2000, 2000],
    ['hov:backward=designated', 800, 2000],
    ['hov=designated hov:lanes=designated|yes', 800, 800],
    ['hov=designated motor_vehicle=yes', 800, 800],
    ['hov=yes', 800, 800],
    ['access=no motor_vehicle=yes', 800, 800],
    ['motor_vehicle:backward=no', 800, 2000],
    ['vehicle:forward=no', 2000, 800],
    ['vehicle:backward=no motor_vehicle=yes', 800, 800],
    ['oneway:motorcar=yes', 800, 2000],
    ['highway=track', 2000, 2000],
    ['highway=track tracktype=grade1 surface=asphalt', 800, 800],
    ['highway=track tracktype=grade1 motorcar=no', 2000, 2000],
    ['highway=track tracktype=constructor', 2000, 2000],
    ['highway=track tracktype=grade2 surface=gravel', 800, 2000],
    ['highway=track motor_vehicle=yes', 800, 800],
    ['highway=track access=yes', 800, 800],
    ['highway=track access=yes motor_vehicle=agricultural', 2000, 2000],
    ['highway=pedestrian vehicle=destination', 2000, 2000],
    ['maxheight:forward=1.2', 2000, 800],
    ['maxaxleload=0.5', 2000, 2000],
    ['maxaxleload=1', 800, 800],
    ['maxheight:both_ways=1.2', 2000, 2000],
    ['motor_vehicle:both_ways=no', 2000, 2000],
    ['motor_vehicle=no motor_vehicle:both_ways=yes', 800, 800],
    ['access:both_ways=destination', 2000, 2000],
    ['vehicle:both_ways:conditional=no@24/7', 2000, 2000],
    ['maxwidth:backward=1.5', 800, 2000],
    ['highway=bridleway motor_vehicle=yes', 800, 800],
    ['motor_vehicle=carpool', 2000, 2000],
    ['motor_vehicle=disabled', 2000, 2000],
    ['access=coach', 2000, 2000],
    ['maxheight:conditional=1.5@24/7', 2000, 2000],
    ['motor_vehicle=agricultural;destination', 2000, 2000],
    ['motorcar=yes motor_vehicle=no', 800, 800],
    ['motor_vehicle=no motor_vehicle:forward=destination', 2000, 2000],
    ['oneway=yes oneway:conditional=no@(22:00-06:00)', 800, 2000],
    ['junction=circular', 800, 2000],
    ['junction=roundabout oneway=-1', 2000, 800],
    ['highway=service service=drive-through', 2000, 2000],
    ['highway=unclassified service=driveway', 800, 800],
    ['highway=ferry', 2000, 2000],
  ])('%s: %d m and %d m', async (tags, forward, backward) => {
    const { map } = await built(tagged(tags));
    expect([metres(map, 'drive', -200, 600), metres(map, 'drive', 600, -200)]).toEqual([forward, backward]);
  });

  test('those with a destination on X may enter it', async () => {
    const { map, report } = await built(tagged('motor_vehicle=destination'));
    expect(metres(map, 'drive', -200, 200)).toBe(400);
    expect(report.rules.destination).toBeCloseTo(400, -1);
  });

  test('a private gate on X is passed by those with a destination behind it', async () => {
    const { map } = await built(tagged('highway=tertiary', 'barrier=gate access=private'));
    expect(metres(map, 'drive', -200, 600)).toBe(2000);
  });

  test.each(['yes', 'bollard', 'chain', 'kissing_gate', 'wall', 'tyres'])(
    'no car passes barrier=%s on X',
    async (kind) => {
      const { map } = await built(tagged('highway=tertiary', `barrier=${kind}`));
      expect(metres(map, 'drive', -200, 600)).toBe(2000);
    },
  );

  test('a bollard where a third street begins closes all three', async () => {
    const data = tagged('highway=tertiary', 'barrier=bollard');
    const side = { id: 104, refs: [3, 8, 9, 10, 5], tags: { highway: 'tertiary', name: 'D' } };
    const extra = [
      { id: 8, ...at(200, -300) },
      { id: 9, ...at(800, -300) },
      { id: 10, ...at(800, -100) },
    ];
    const { map } = await built({ nodes: [...data.nodes, ...extra], ways: [...data.ways, side] });
    expect(metres(map, 'drive', -200, 600)).toBe(2000);
    expect(metres(map, 'walk', -200, 600)).toBe(800);
  });

  test.each(['motor_vehicle=no', 'motor_vehicle=private', 'traffic_calming=choker maxwidth=1.5'])(
    'a node with %s and without a barrier closes X to through traffic',
    async (node) => {
      const { map } = await built(tagged('highway=tertiary', node));
      expect(metres(map, 'drive', -200, 600)).toBe(2000);
    },
  );

  test('through traffic enters where nothing else leads to the destination', async () => {
    const data = tagged('motor_vehicle=destination');
    const { map } = await built({ ...data, ways: data.ways.slice(0, 3) });
    expect(metres(map, 'drive', -200, 600)).toBe(800);
  });
});

test('tracks without a tag for cars are streets from street to street, and paths where they end in a field', async () => {
  const data = tagged('highway=track');
  const extra = [
    { id: 8, ...at(200, 300) },
    { id: 9, ...at(200, 500) },
    { id: 10, ...at(100, 300) },
  ];
  const field = { id: 104, refs: [3, 8, 9], tags: { highway: 'track', name: 'F' } };
  const ring = { id: 105, refs: [8, 10, 3], tags: { highway: 'track', name: 'R', access: 'no', foot: 'yes' } };
  const { map, report } = await built({ nodes: [...data.nodes, ...extra], ways: [...data.ways, field, ring] });
  const driven = [...map.roads.id.keys()].filter(
    (road) => map.lanes.type[map.laneIndex(map.roads.laneIds.values[map.roads.laneIds.offsets[road]])] === 1,
  );
  const names = new Set(driven.map((road) => map.text(map.roads.name[road])));
  expect([...names].sort()).toEqual(['C', 'S', 'T', 'X']);
  expect(report.streets.tracks).toBeCloseTo(400, -1);
  expect(metres(map, 'drive', -200, 200)).toBe(400);
  const gate = await built(tagged('highway=track', 'barrier=bollard'));
  expect(gate.report.streets.tracks).toBe(0);
  expect(metres(gate.map, 'walk', -200, 600)).toBe(800);
});

/** X with these tags of its way and of the node in its middle: metres by bicycle there and back, and on foot. */
const CASES: readonly [way: string, node: string, forward: number, backward: number, walk: number][] = [
  ['access=private', '', 2000, 2000, 2000],
  ['access=private bicycle=yes', '', 800, 800, 2000],
  ['access=private foot=yes', '', 2000, 2000, 800],
  ['access=destination', '', 2000, 2000, 2000],
  ['vehicle=destination', '', 2000, 2000, 800],
  ['vehicle=destination bicycle=yes', '', 800, 800, 800],
  ['motor_vehicle=destination', '', 800, 800, 800],
  ['bicycle=permit foot=customers', '', 2000, 2000, 2000],
  ['vehicle:forward=destination', '', 2000, 800, 800],
  ['bicycle:backward=private', '', 800, 2000, 800],
  ['bicycle=no foot=no', '', 2000, 2000, 2000],
  ['bicycle:both_ways=no', '', 2000, 2000, 800],
  ['bicycle=use_sidepath foot=use_sidepath', '', 800, 800, 2000],
  ['bicycle=dismount', '', 800, 800, 800],
  ['access=no motor_vehicle=yes', '', 2000, 2000, 2000],
  ['access=no motor_vehicle=yes sidewalk=both', '', 2000, 2000, 800],
  ['access=no foot=yes', '', 2000, 2000, 800],
  ['motorroad=yes', '', 2000, 2000, 2000],
  ['smoothness=impassable', '', 2000, 2000, 800],
  ['highway=cycleway motor_vehicle=destination', '', 800, 800, 2000],
  ['highway=cycleway motor_vehicle=destination foot=yes', '', 800, 800, 800],
  ['highway=cycleway motor_vehicle=destination foot:both_ways=yes', '', 800, 800, 800],
  ['highway=cycleway motor_vehicle=destination foot=no', '', 800, 800, 2000],
  ['highway=cycleway motor_vehicle=yes sidewalk:right=yes', '', 800, 800, 800],
  ['highway=cycleway sidewalk:left=yes', '', 800, 800, 800],
  ['highway=cycleway sidewalk:both=no', '', 800, 800, 2000],
  ['highway=busway motor_vehicle=yes sidewalk:both=yes', '', 2000, 2000, 800],
  ['highway=path bicycle=private', '', 2000, 2000, 800],
  ['highway=footway foot=destination bicycle=no', '', 2000, 2000, 2000],
  ['highway=bridleway bicycle=designated', '', 800, 800, 2000],
  ['highway=construction', '', 2000, 2000, 2000],
  ['highway=path', 'barrier=gate', 800, 800, 800],
  ['highway=path', 'barrier=gate access=no', 2000, 2000, 2000],
  ['highway=path', 'barrier=gate access=private', 2000, 2000, 2000],
  ['highway=tertiary', 'barrier=gate access=private', 2000, 2000, 2000],
  ['highway=path', 'barrier=gate access=private foot=yes', 2000, 2000, 800],
  ['highway=tertiary', 'barrier=gate access=private foot=yes', 2000, 2000, 800],
  ['highway=path', 'barrier=gate motor_vehicle=no', 800, 800, 800],
  ['highway=path', 'barrier=gate bicycle=no', 2000, 2000, 800],
  ['highway=tertiary', 'barrier=gate foot=no', 800, 800, 2000],
  ['highway=path', 'barrier=gate locked=yes', 2000, 2000, 2000],
  ['highway=path', 'barrier=gate locked=yes foot=yes bicycle=yes', 800, 800, 800],
  ['highway=path', 'barrier=cycle_barrier', 800, 800, 800],
  ['highway=tertiary', 'barrier=bollard', 800, 800, 800],
  ['highway=path', 'barrier=kissing_gate', 2000, 2000, 800],
  ['highway=path', 'barrier=kissing_gate bicycle=yes', 800, 800, 800],
  ['highway=path', 'barrier=turnstile', 2000, 2000, 800],
  ['highway=tertiary', 'barrier=wall', 2000, 2000, 2000],
  ['highway=path', 'barrier=yes', 800, 800, 800],
  ['highway=path', 'vehicle=no', 2000, 2000, 800],
  ['highway=path', 'highway=crossing bicycle=no', 800, 800, 800],
];

test('through X by bicycle and on foot', async () => {
  // One map, in which a street leads from each case to the next.
  const parts = CASES.map(([way, node], i) => {
    const up = 2000 * i;
    const { nodes, ways } = tagged(way, node || undefined);
    return {
      nodes: nodes.map((one) => ({ ...one, id: 100 * i + one.id, lat: one.lat + up / 111_200 })),
      ways: [
        ...ways.map((one) => ({ ...one, id: 1000 * i + one.id, refs: one.refs.map((ref) => 100 * i + ref) })),
        { id: 1000 * i + 200, refs: [100 * i + 5, 100 * i + 101], tags: { highway: 'tertiary' } },
      ].slice(0, i + 1 < CASES.length ? undefined : -1),
    };
  });
  const { map } = await built({
    nodes: parts.flatMap(({ nodes }) => nodes),
    ways: parts.flatMap(({ ways }) => ways),
  });
  const find = routesOf(map);
  const found = CASES.map(([way, node], i): (typeof CASES)[number] => {
    const metres = (travel: Travel, from: number, to: number) => find(travel, from, to, 2000 * i) ?? Number.NaN;
    return [way, node, metres('ride', -200, 600), metres('ride', 600, -200), metres('walk', -200, 600)];
  });
  expect(found).toEqual(CASES);
});

test('private grounds are entered and left, and crossed where nothing else leads to the destination', async () => {
  const data = tagged('access=private');
  const { map, report } = await built(data);
  for (const travel of ['walk', 'ride'] as const) {
    expect(metres(map, travel, -200, 200)).toBe(400);
    expect(metres(map, travel, 200, 600)).toBe(400);
  }
  expect(report.rules.limitedOnFoot).toBeCloseTo(400, -1);
  expect(report.rules.limitedByBike).toBeCloseTo(400, -1);
  const { map: alone } = await built({ ...data, ways: data.ways.slice(0, 3) });
  expect(metres(alone, 'walk', -200, 600)).toBe(800);
});

test('gates that are not open to everyone are counted', async () => {
  const { report } = await built(tagged('highway=path', 'barrier=kissing_gate'));
  expect([report.rules.gatesOnFoot, report.rules.gatesByBike]).toEqual([0, 1]);
});

test('cyclists avoid fast cars, and a ride takes as long as its metres', async () => {
  const data = tagged('maxspeed=80');
  // The way around is only 200 m longer.
  const near = data.nodes.map((node) => (node.id === 6 || node.id === 7 ? { ...node, lat: at(0, 100).lat } : node));
  const { map } = await built({ ...data, nodes: near });
  expect(metres(map, 'ride', -200, 600)).toBe(1000);
  expect(metres(map, 'walk', -200, 600)).toBe(800);
  const router = new Router(map, buildRoutingData(map, { hierarchies: false }));
  const place = (x: number) => {
    const { lon, lat } = at(x, 0);
    const point = projectionOf(map)!.toXY(lon, lat);
    const finder = new LaneFinder(map, (lane) => router.walkNetwork.laneHeads[lane] >= 0);
    return finder.near(point.x, point.y, 12).map(({ lane, s }) => ({ lane, s }));
  };
  for (const [from, to] of [
    [-200, 600],
    [-300, -200],
  ]) {
    const route = router.route('ride', place(from), place(to))!;
    const expected = from === -200 ? 1000 : 100;
    expect(Math.abs(route.seconds - expected / 4.2)).toBeLessThan(10);
  }
});

test('steps are climbed with a bicycle where nothing else leads to the destination', async () => {
  const data = tagged('highway=steps');
  const { map } = await built({ ...data, ways: data.ways.slice(0, 3) });
  expect(metres(map, 'ride', -200, 600)).toBe(800);
});

test.each([
  ['oneway=yes oneway:bicycle=no', 800, 800],
  ['oneway=yes cycleway:right=opposite_track', 800, 800],
  ['oneway=yes cycleway:left=lane cycleway:left:oneway=-1', 800, 800],
  ['oneway=yes cycleway:left=no cycleway:left:oneway=-1', 800, 2000],
  ['oneway=yes cycleway=share_busway', 800, 2000],
  ['oneway=yes oneway:bicycle=-1', 2000, 800],
  ['junction=roundabout oneway:bicycle=no', 800, 800],
  ['highway=path oneway:bicycle=yes', 800, 2000],
  ['oneway=yes', 800, 2000],
  ['highway=footway bicycle=no', 2000, 2000],
  ['highway=steps', 2000, 2000],
  ['highway=pedestrian', 2000, 2000],
  ['highway=pedestrian bicycle=yes', 800, 800],
  ['highway=pedestrian vehicle=yes', 800, 800],
  ['highway=cycleway', 800, 800],
  ['highway=busway bicycle=yes', 800, 800],
])('by bicycle, %s: %d m and %d m', async (tags, forward, backward) => {
  const { map } = await built(tagged(tags));
  expect([metres(map, 'ride', -200, 600), metres(map, 'ride', 600, -200)]).toEqual([forward, backward]);
});

test.each([
  ['lanes=4 bus:lanes:forward=yes|designated bus:lanes:backward=yes|designated', [1, 1], [1, 1]],
  ['lanes=2 oneway=yes busway:right=lane', [1, 0], [1, 0]],
  ['lanes=3 oneway=yes lanes:psv=1', [2, 0], [1, 0]],
  ['lanes=3 lanes:psv:forward=1', [1, 1], [1, 0]],
  ['lanes=3 oneway=yes lanes:taxi=1', [2, 0], [0, 0]],
  ['lanes=3 oneway=yes lanes:bus=1 lanes:taxi=1', [2, 0], [1, 0]],
  ['lanes=3 lanes:both_ways=1', [1, 1], [0, 0]],
  ['lanes=5 centre_turn_lane=yes', [2, 2], [0, 0]],
  ['lanes=3 turn:lanes:both_ways=left', [1, 1], [0, 0]],
  ['lanes=1 lanes:both_ways=1', [1, 1], [0, 0]],
  ['lanes=3 busway:left=lane', [1, 1], [0, 1]],
  ['oneway=yes turn:lanes=left|slide_left|next_right', [3, 0], [0, 0]],
  ['lanes=3 vehicle:lanes:both_ways=yes', [2, 1], [0, 0]],
  ['lanes=2 oneway=yes oneway:bus=no', [1, 0], [0, 0]],
  ['lanes=2 vehicle:backward=no bus:backward=designated', [1, 0], [0, 0]],
  ['lanes=3 oneway=yes access:lanes=yes|yes|psv', [2, 0], [1, 0]],
  ['lanes=2 vehicle:lanes:backward=no psv:lanes:backward=designated', [1, 0], [0, 0]],
  ['lanes=3 oneway=yes motor_vehicle:lanes=yes|yes|no', [2, 0], [0, 0]],
  ['oneway=yes vehicle:lanes=yes|yes|no bicycle:lanes=yes|yes|designated', [2, 0], [0, 0]],
  ['lanes=2 oneway=yes vehicle:lanes=yes|no|yes bicycle:lanes=yes|designated|yes', [2, 0], [0, 0]],
])('%s has these lanes for cars and buses', async (tags, cars, buses) => {
  const { map } = await built(tagged(tags));
  const roads = [...map.roads.id.keys()].filter((road) => map.text(map.roads.name[road]) === 'X');
  const count = (road: number) =>
    map.roads.laneIds.values
      .subarray(map.roads.laneIds.offsets[road], map.roads.laneIds.offsets[road + 1])
      .filter((id) => map.lanes.type[map.laneIndex(id)] === 1).length;
  expect(roads.map(count)).toEqual(cars.filter((lanes) => lanes > 0));
  expect(roads.map((road) => map.roads.busLanes.values[road])).toEqual(buses.slice(0, roads.length));
});

test('where traffic drives on the left, busway:left is the kerb along the way', async () => {
  const path = join(folder, 'left.osm');
  await writeFile(path, toXml(tagged('lanes=3 busway:left=lane')));
  const { map } = await buildCity(path, { inferAois: 'never', drivingSide: 'left' });
  const roads = [...map.roads.id.keys()].filter((road) => map.text(map.roads.name[road]) === 'X');
  expect(roads.map((road) => map.roads.busLanes.values[road])).toEqual([1, 0]);
});

test.each([
  ['oneway=yes', [800, 2000]],
  ['motor_vehicle=destination', [2000, 2000]],
  ['foot=yes', [2000, 2000]],
])('a ferry with %s carries cars as far as %s m', async (tags, expected) => {
  const data = tagged('highway=tertiary');
  const read = Object.fromEntries(tags.split(' ').map((pair) => pair.split('=')));
  const ways = data.ways.map((way) => (way.id === 101 ? { ...way, tags: { route: 'ferry', ...read } } : way));
  const { map } = await built({ ...data, ways });
  expect([metres(map, 'drive', -200, 600), metres(map, 'drive', 600, -200)]).toEqual(expected);
});

test.each(['Nov-Apr', 'Mo-Fr 07:00-09:00'])(
  'a condition at certain times, %s, is reported and not used',
  async (when) => {
    const data = tagged('oneway=no');
    const ways = data.ways.map((way) =>
      way.id === 101 ? { ...way, tags: { ...way.tags, 'motor_vehicle:conditional': `no @ (${when})` } } : way,
    );
    const { map, report } = await built({ ...data, ways });
    expect(metres(map, 'drive', -200, 600)).toBe(800);
    expect(report.unusedRules).toEqual({ 'motor_vehicle:conditional (times)': 1 });
  },
);

test.each([
  ['access=no access:conditional=yes@(Apr-Oct)', 'access:conditional'],
  ['motor_vehicle=no motor_vehicle:conditional=yes@(19:00-07:00)', 'motor_vehicle:conditional'],
  ['highway=pedestrian bicycle:conditional=yes@(19:00-07:00)', 'bicycle:conditional'],
])('the times at which a street with %s is open are reported', async (tags, key) => {
  const data = tagged('oneway=no');
  const read = Object.fromEntries(tags.split(' ').map((pair) => pair.split(/=(.*)/)));
  const ways = data.ways.map((way) => (way.id === 101 ? { ...way, tags: { ...way.tags, ...read } } : way));
  const { report } = await built({ ...data, ways });
  expect(report.unusedRules).toEqual({ [`${key} (times)`]: 1 });
});

test('a train that carries cars is a ferry', async () => {
  const data = tagged('highway=tertiary');
  const ways = data.ways.map((way) => (way.id === 101 ? { ...way, tags: { route: 'shuttle_train' } } : way));
  const { map } = await built({ ...data, ways });
  expect(metres(map, 'drive', -200, 600)).toBe(800);
});

test('people walk in yards behind a yard from which a path continues', async () => {
  const { nodes, ways } = tagged('oneway=no');
  const more = [
    [0, -80],
    [90, -80],
    [-400, -80],
  ].map(([x, y], i) => ({ id: 8 + i, ...at(x, y) }));
  const way = (id: number, highway: string, ...refs: number[]) => ({ id, refs, tags: { highway } });
  const yards = [way(104, 'service', 2, 8), way(105, 'service', 8, 9), way(106, 'footway', 8, 10, 1)];
  const { map } = await built({ nodes: [...nodes, ...more], ways: [...ways, ...yards] });
  expect(routesOf(map)('walk', 70, -300, -80)).toBe(400);
});

test('a path from a yard does not meet the street below the yard', async () => {
  const points = [[-400], [0], [400], [0, -200], [-400, 120], [0, 120], [300, 120], [400, 120], [0, 30], [300, 30]];
  const way = (id: number, highway: string, ...refs: number[]) => ({ id, refs, tags: { highway } });
  const { map } = await built({
    nodes: points.map(([x, y = 0], i) => ({ id: i + 1, ...at(x, y) })),
    ways: [
      way(100, 'tertiary', 1, 2, 3),
      way(101, 'residential', 2, 4),
      way(102, 'tertiary', 1, 5, 6, 7, 8),
      way(103, 'service', 6, 9),
      way(104, 'footway', 9, 10, 7),
    ],
  });
  const { toXY } = projectionOf(map)!;
  const [low, high] = [15, 25].map((y) => toXY(at(0, y).lon, at(0, y).lat).y);
  const west = toXY(at(-200, 0).lon, at(-200, 0).lat).x;
  const lines = map.toMessage().lanes.map(({ centerLine }) => centerLine!.nodes);
  const heights = lines.filter((line) => line.every(({ x }) => x > west)).map((line) => line.map(({ y }) => y));
  expect(heights.filter((ys) => Math.min(...ys) < low && Math.max(...ys) > high)).toEqual([]);
  expect(heights.flat().some((y) => y > low && y < high + 10)).toBe(true);
});

test.each([
  ['oneway:foot=yes', 800, 2000],
  ['oneway:foot=-1', 2000, 800],
  ['foot:backward=no', 800, 2000],
  ['foot:both_ways=no', 2000, 2000],
  ['access=no foot:both_ways=yes', 800, 800],
  ['foot=no foot:forward=yes', 800, 2000],
  ['foot:forward=no foot:backward=no', 2000, 2000],
  ['highway=cycleway motor_vehicle=destination foot:forward=yes', 800, 2000],
  ['highway=cycleway foot:backward=yes', 2000, 800],
  ['foot:forward=destination', 2000, 800],
  ['oneway=yes', 800, 800],
  ['highway=footway oneway=yes', 800, 2000],
  ['highway=footway oneway=yes bicycle=yes', 800, 800],
  ['highway=footway foot:backward=no', 800, 2000],
  ['highway=steps conveying=backward', 2000, 800],
  ['highway=steps conveying=reversible', 800, 800],
  ['highway=service service=driveway', 2000, 2000],
  ['highway=service service=driveway foot=yes', 800, 800],
  ['highway=service service=parking_aisle access=permissive', 800, 800],
  ['highway=service service=driveway access=private', 2000, 2000],
  ['highway=footway indoor=corridor', 800, 800],
  ['highway=footway indoor=no', 800, 800],
  ['highway=footway indoor=room', 2000, 2000],
])('on foot, %s: %d m and %d m', async (tags, forward, backward) => {
  const { map } = await built(tagged(tags));
  expect([metres(map, 'walk', -200, 600), metres(map, 'walk', 600, -200)]).toEqual([forward, backward]);
});

test('a path continues from a short dead end between junctions, which is no street for cars', async () => {
  const data = tagged('highway=footway');
  const nodes = [[-200], [-200, -12], [400, -12]].map(([x, y = 0], i) => ({ id: 8 + i, ...at(x!, y) }));
  const [, , end, around] = data.ways;
  const ways = [
    { id: 100, refs: [1, 8, 2], tags: { highway: 'tertiary' } },
    { id: 104, refs: [8, 9], tags: { highway: 'residential' } },
    { id: 105, refs: [9, 10, 4], tags: { highway: 'footway' } },
  ];
  const { map } = await built({ nodes: [...data.nodes, ...nodes], ways: [end!, around!, ...ways] });
  expect(metres(map, 'walk', -300, 600)).toBe(900);
});

test.each([
  [0.3, 0.3],
  [-100, 100.4],
])('a path meets the street that it ends at, not a tunnel below it, %d m to %d m east', async (south, north) => {
  const data = tagged('highway=footway');
  const nodes = [
    { id: 8, ...at(south, -300) },
    { id: 9, ...at(north, 300) },
  ];
  const ways = [
    { id: 90, refs: [8, 9], tags: { highway: 'tertiary', layer: '-1', tunnel: 'yes' } },
    { id: 91, refs: [1, 8], tags: { highway: 'tertiary' } },
    { id: 92, refs: [9, 6], tags: { highway: 'tertiary' } },
  ];
  const { map } = await built({ nodes: [...data.nodes, ...nodes], ways: [...data.ways, ...ways] });
  expect(metres(map, 'walk', -200, 600)).toBe(800);
});

test('a path that ends at a cycleway without pedestrians does not continue on the street beside it', async () => {
  const way = (id: number, refs: number[], tags: object) => ({ id, refs, tags: { highway: 'footway', ...tags } });
  const points = [
    [-400],
    [0],
    [400],
    [-200, 14],
    [0, 14],
    [200, 14],
    [0, 200],
    [400, 200],
    [-400, 14],
    [400, 14],
    [-400, 200],
  ];
  const cycleway = { highway: 'cycleway', footway: 'sidewalk', foot: 'no' };
  const { map } = await built({
    nodes: points.map(([x, y = 0], i) => ({ id: i + 1, ...at(x!, y) })),
    ways: [
      way(100, [1, 2, 3], { highway: 'tertiary' }),
      way(101, [1, 9, 4, 5, 6, 10, 3], cycleway),
      way(102, [5, 7, 8, 3], {}),
      way(103, [7, 11, 1], {}),
      way(104, [4, 11], {}),
    ],
  });
  const { toXY } = projectionOf(map)!;
  const [low, high] = [10, 30].map((y) => toXY(at(0, y).lon, at(0, y).lat).y);
  const [west, east] = [-60, 60].map((x) => toXY(at(x, 0).lon, at(x, 0).lat).x);
  const lanes = map.toMessage().lanes.filter(({ type }) => type === 2);
  const lines = lanes
    .map(({ centerLine }) => centerLine!.nodes)
    .filter((line) => line.every(({ x }) => x > west! && x < east!));
  const heights = lines.map((line) => line.map(({ y }) => y));
  expect(heights.filter((ys) => Math.min(...ys) < low! && Math.max(...ys) > low!)).toEqual([]);
  expect(heights.flat().some((y) => y > high!)).toBe(true);
});

test('nobody walks through a tunnel that is closed on foot and shorter than the street that it belongs to', async () => {
  const data = tagged('highway=tertiary');
  const part = (id: number, refs: number[], tags: object) => ({ id, refs, tags: { highway: 'tertiary', ...tags } });
  const [start, , end, around] = data.ways;
  const ways = [start!, part(101, [2, 3], {}), part(105, [3, 8], { foot: 'no' }), part(106, [8, 4], {}), end!, around!];
  const { map } = await built({ nodes: [...data.nodes, { id: 8, ...at(300, 0) }], ways });
  expect(metres(map, 'drive', -200, 600)).toBe(800);
  expect(metres(map, 'walk', -200, 600)).toBe(2000);
});

test('people walk against a rule where nothing else leads to their destination', async () => {
  const data = tagged('highway=footway oneway:foot=yes');
  const { map } = await built({ ...data, ways: data.ways.slice(0, 3) });
  expect(metres(map, 'walk', 600, -200)).toBe(800);
});

/** A crossing at node 2 of streets to the west (1), east (3), north (4) and south (5), with a ring road around it. */
const CROSSING: OsmData = {
  nodes: [[-300], [0], [300], [0, 300], [0, -300], [-300, 300], [300, 300], [300, -300], [-300, -300]].map(
    ([x, y = 0], i) => ({ id: i + 1, ...at(x, y) }),
  ),
  ways: [
    [1, 2],
    [2, 3],
    [2, 4],
    [5, 2],
    [1, 6, 4],
    [4, 7, 3],
    [3, 8, 5],
    [5, 9, 1],
  ].map((refs, i) => ({ id: 101 + i, refs, tags: { highway: 'tertiary' } })),
};

test.each([
  ['no_exit', '101 from, 103 to, 102 to', 1500],
  ['no_entry', '101 from, 104 from, 102 to', 1500],
  ['only_left_turn', '101 from, 103 to', 1500],
  ['only_straight_on', '101 From, 102 TO', 300],
])('%s of %s: %d m straight on', async (restriction, list, expected) => {
  const ways = list.split(', ').map((text) => text.split(' ') as [ref: string, role: string]);
  const members = [
    ...ways.map(([ref, role]) => ({ type: 'way' as const, ref: Number(ref), role })),
    { type: 'node' as const, ref: 2, role: 'via' },
  ];
  const relations = [{ id: 900, members, tags: { type: 'restriction', restriction } }];
  const { map } = await built({ ...CROSSING, relations });
  expect(metres(map, 'drive', -150, 150)).toBe(expected);
});
