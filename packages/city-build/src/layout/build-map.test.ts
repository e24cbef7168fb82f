import { isDeepStrictEqual } from 'node:util';
import {
  CityMap,
  connectivity,
  FirstId,
  inspectMap,
  type JunctionMessage,
  type LaneMessage,
  LaneTurn,
  LaneType,
  LightState,
  type MapMessage,
} from '@itinera/city/browser';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { someOf } from '../../../base/src/damage.fixture.js';
import { slowTest } from '../../../base/src/slow.fixture.js';
import { type BuildMapOptions, buildMap } from './build-map.js';
import { drawnNetwork } from './drawn-network.fixture.js';
import type { PlaceCounts } from './lay-places.js';
import type { NetworkArea, NetworkLink, RoadNetwork } from './network.js';

/** The map of a network, as objects. */
const messageOf = (network: RoadNetwork, options?: BuildMapOptions) => buildMap(network, options).toMessage();

const CROSSING = `
    B
    |
    |
A---O---C
    |
    |
    D
`;

/** Turns out of each road into a junction, as letters in the order of the exits' directions. */
function turnsFrom(junction: JunctionMessage): string[] {
  const letters = ['?', 'straight', 'left', 'right', 'around'];
  const byRoad = new Map<number, string[]>();
  for (const group of junction.drivingLaneGroups) {
    byRoad.set(group.inRoadId, [...(byRoad.get(group.inRoadId) ?? []), letters[group.turn]]);
  }
  return [...byRoad.values()].map((turns) => turns.sort().join(' '));
}

const busiest = (map: MapMessage) => map.junctions.reduce((a, b) => (b.laneIds.length > a.laneIds.length ? b : a));

/** The requirements of the format for every map. */
function expectValid(map: MapMessage): void {
  const lanes = new Map(map.lanes.map((lane) => [lane.id, lane]));
  const isRoad = (id: number) => id >= FirstId.ROAD && id < FirstId.JUNCTION;
  const endsAtRoads = (connections: LaneMessage['successors']) =>
    connections.length === 1 && isRoad(lanes.get(connections[0].id)!.parentId);
  const isValid = ({ length, maxSpeed, type, turn, parentId, predecessors, successors }: LaneMessage) =>
    length > 0 &&
    maxSpeed > 0 &&
    (isRoad(parentId) ||
      type !== LaneType.DRIVING ||
      (endsAtRoads(predecessors) && endsAtRoads(successors) && turn >= 1));
  expect(map.lanes.filter((lane) => !isValid(lane))).toEqual([]);
  for (const junction of map.junctions) {
    for (const { states } of [...junction.phases, ...(junction.fixedProgram?.phases ?? [])]) {
      expect(states).toHaveLength(junction.laneIds.length);
    }
    const grouped = junction.drivingLaneGroups.flatMap((group) => group.laneIds);
    const driving = junction.laneIds.filter((id) => lanes.get(id)!.type === LaneType.DRIVING);
    expect(grouped.sort()).toEqual(driving.sort());
  }
  // A drawing may have one-way streets that stop at no junction.
  expect(inspectMap(CityMap.fromMessage(map)).filter(({ rule }) => rule !== 'road-ends')).toEqual([]);
}

const area = (x: number, y: number, size: number, more: Partial<NetworkArea> = {}): NetworkArea => ({
  ring: Float64Array.of(x, y, x + size, y, x + size, y + size, x, y + size),
  holes: [],
  landUse: '',
  name: '',
  kind: 'building',
  ...more,
});

describe('buildMap, driving', () => {
  test('allows left turns, straight movements, right turns and U-turns at a crossing', () => {
    const map = messageOf(drawnNetwork(CROSSING));
    expectValid(map);
    expect(map.roads).toHaveLength(8);
    expect(map.junctions).toHaveLength(5);
    expect(turnsFrom(busiest(map))).toEqual(new Array(4).fill('around left right straight'));
  });

  test('allows a U-turn only at a dead end and where the street has no continuation', () => {
    const map = messageOf(drawnNetwork('A----B----C'));
    expectValid(map);
    const turns = map.junctions.map((junction) => turnsFrom(junction));
    expect(turns).toEqual([['around'], ['straight', 'straight'], ['around']]);
  });

  test('classifies the continuation as straight at a bend and at a fork', () => {
    const bend = messageOf(drawnNetwork('A-----B\n      |\n      |\n      C'));
    expect(turnsFrom(busiest(bend))).toContain('straight');
    const tee = messageOf(drawnNetwork('A----B----C\n     |\n     |\n     D'));
    expect(turnsFrom(busiest(tee)).sort()).toEqual([
      'around left right',
      'around left straight',
      'around right straight',
    ]);
  });

  test('respects one-way streets and turn bans', () => {
    const network = drawnNetwork('A-->-O-->-C\n     |\n     |\n     D');
    const map = messageOf(network);
    expectValid(map);
    expect(turnsFrom(busiest(map)).sort()).toEqual(['around right', 'right straight']);
    const bans = [{ from: network.link('AO'), via: network.node('O'), to: network.link('OD') }];
    const banned = messageOf({ ...network, bans });
    expect(turnsFrom(busiest(banned)).sort()).toEqual(['around right', 'straight']);
  });

  test('places lanes 3.2 m apart, from left to right, clear of the middle of the junction', () => {
    const map = messageOf(drawnNetwork('A----------B', { AB: { lanes: [2, 1] } }));
    const lanes = map.roads[0].laneIds.map((id) => map.lanes.find((lane) => lane.id === id)!);
    const y = lanes.map((lane) => lane.centerLine!.nodes[0].y);
    expect(y[0] - y[1]).toBeCloseTo(3.2);
    expect(lanes.map((lane) => lane.type)).toEqual([LaneType.DRIVING, LaneType.DRIVING, LaneType.WALKING]);
    expect(lanes[0].rightLaneIds).toEqual([lanes[1].id]);
    expect(lanes[1].leftLaneIds).toEqual([lanes[0].id]);
    expect(lanes[0].centerLine!.nodes[0].x).toBeGreaterThanOrEqual(3);
  });

  test('distributes the lanes of a wide street among the turns, and every lane has an exit', () => {
    const wide = { lanes: [3, 3], class: 'primary' } as const;
    const map = messageOf(drawnNetwork(CROSSING, { AO: wide, OC: wide }, 30));
    expectValid(map);
    const driving = (id: number) => map.lanes.filter((lane) => lane.parentId === id && lane.type === LaneType.DRIVING);
    const road = map.roads.find(({ id }) => driving(id).length > 1)!;
    const lanes = driving(road.id);
    expect(lanes).toHaveLength(3);
    for (const lane of lanes) expect(lane.successors.length).toBeGreaterThan(0);
    const plan = road.nextRoadLanePlans[0].nextRoadLanes;
    expect(plan).toHaveLength(4);
    expect(plan.find((next) => next.laneIdA === 0 && next.laneIdB === 2)).toBeDefined();
  });

  const speedsOf = ({ lanes }: MapMessage, turn: number) =>
    lanes
      .filter((lane) => lane.parentId >= FirstId.JUNCTION && lane.type === LaneType.DRIVING && lane.turn === turn)
      .map((lane) => lane.maxSpeed);

  test('limits the speed of a turn by its radius: 28 km/h left, 24 right, 13 for a U-turn', () => {
    const map = messageOf(drawnNetwork(CROSSING));
    const slowest = (turn: number) => Math.min(...speedsOf(map, turn)) * 3.6;
    expect(slowest(LaneTurn.STRAIGHT)).toBeCloseTo(36);
    expect(slowest(LaneTurn.LEFT)).toBeCloseTo(28.3, 0);
    expect(slowest(LaneTurn.RIGHT)).toBeCloseTo(23.2, 0);
    expect(slowest(LaneTurn.AROUND)).toBeCloseTo(13.4, 0);
  });

  test('does not slow traffic that goes straight on, even if the lanes are offset', () => {
    const fast = { speed: [30, 30], class: 'primary' } as const;
    const map = messageOf(drawnNetwork(CROSSING, { AO: { ...fast, lanes: [3, 1] }, OC: { ...fast, lanes: [1, 2] } }));
    const straight = speedsOf(map, LaneTurn.STRAIGHT);
    expect(new Set(straight)).toEqual(new Set([10, 30]));
  });

  test('limits speed to 10 km/h at a stop sign and 23 at a give-way sign; lights override signs', () => {
    const network = drawnNetwork(CROSSING, {
      AO: { signs: ['stop', undefined] },
      OC: { signs: [undefined, 'give-way'] },
    });
    const from = (map: MapMessage, i: number) => {
      const lane = map.roads.find(({ id }) => id === FirstId.ROAD + i)!.laneIds[0];
      return map.lanes[lane].successors.map(({ id }) => map.lanes[id].maxSpeed);
    };
    const map = messageOf(network);
    const entering = [2 * network.link('AO'), 2 * network.link('OC') + 1].map((direction) => from(map, direction));
    expect(entering.map((speeds) => Math.max(...speeds))).toEqual([10 / 3.6, 6.4]);
    const nodes = network.nodes.map((node, i) => ({ ...node, signals: i === network.node('O') }));
    expect(Math.max(...from(messageOf({ ...network, nodes }), 2 * network.link('AO')))).toBe(10);
  });

  test('mirrors everything if traffic drives on the left', () => {
    const network = drawnNetwork('A-->-O-->-C\n     |\n     |\n     D', { AO: { lanes: [2, 0] } });
    const places: RoadNetwork = { ...network, areas: [area(20, 10, 10)], drivingSide: 'left' };
    const map = messageOf(places);
    expectValid(map);
    expect(turnsFrom(busiest(map)).sort()).toEqual(['around right', 'right straight']);
    const [left, right] = map.roads[0].laneIds.map((id) => map.lanes.find((lane) => lane.id === id)!);
    expect(left.centerLine!.nodes[0].y).toBeGreaterThan(right.centerLine!.nodes[0].y);
    expect(map.aois[0].drivingPositions.map((gate) => gate.laneId)).toEqual([left.id]);
    expect(map.aois[0].positions[0]).toEqual({ x: 20, y: 10 });
  });
});

describe('buildMap, any streets', () => {
  const side = 4;
  const lanes = fc.constantFrom([1, 1], [2, 1], [3, 3], [1, 0], [0, 2], [0, 0]) as fc.Arbitrary<[number, number]>;
  const street = fc.record({
    lanes,
    drawn: fc.integer({ min: 0, max: 3 }),
    left: fc.boolean(),
    right: fc.boolean(),
    bend: fc.integer({ min: -30, max: 30 }),
  });
  const streets = fc.array(street, { minLength: 2 * side * side, maxLength: 2 * side * side });

  slowTest('satisfies the rules of the format on either driving side', () => {
    fc.assert(
      fc.property(streets, fc.constantFrom('left', 'right'), fc.boolean(), (all, drivingSide, signals) => {
        const nodes = Array.from({ length: side * side }, (_, i) => ({
          x: (i % side) * 80,
          y: Math.floor(i / side) * 60,
          signals,
        }));
        const links = all.flatMap((one, k): NetworkLink[] => {
          const from = k >> 1;
          const to = k & 1 ? from + side : from + 1;
          const onGrid = k & 1 ? to < nodes.length : to % side !== 0;
          if (!onGrid || one.drawn === 0) return [];
          const [a, b] = [nodes[from], nodes[to]];
          const onFoot = one.lanes[0] + one.lanes[1] === 0;
          return [
            {
              from,
              to,
              name: '',
              kind: {
                class: onFoot ? 'path' : 'residential',
                ramp: false,
                lanes: one.lanes,
                sidewalks: { left: one.left, right: one.right },
              },
              speed: [10, 10],
              path: Float64Array.of(a.x, a.y, (a.x + b.x) / 2 + one.bend, (a.y + b.y) / 2 + one.bend, b.x, b.y),
            },
          ];
        });
        const areas = [area(20, 20, 20), area(130, 90, 15)];
        const town = { name: '', date: '', projection: '+proj=tmerc', bans: [], pois: [] };
        const network = { ...town, drivingSide, nodes, links, areas } as RoadNetwork;
        const map = messageOf(network);
        expectValid(map);
        expect(isDeepStrictEqual(messageOf(network), map)).toBe(true);
      }),
      { numRuns: someOf(60, 3), seed: 1 },
    );
  });
});

describe('buildMap, walking', () => {
  test('connects all sidewalks around every junction', () => {
    for (const drawing of [CROSSING, 'A----B----C', 'A-->-O-->-C\n     |\n     D', 'A==O--B\n   #\n   C']) {
      const map = buildMap(drawnNetwork(drawing));
      const { walk } = connectivity(map);
      expect([walk.parts, walk.largest]).toEqual([1, walk.lanes]);
    }
  });

  test('has four crossings and four corners where four streets meet', () => {
    const map = messageOf(drawnNetwork(CROSSING));
    const lanes = busiest(map)
      .laneIds.map((id) => map.lanes[id])
      .filter((lane) => lane.type === LaneType.WALKING);
    expect(lanes).toHaveLength(8);
    expect(lanes.filter((lane) => lane.length > 6)).toHaveLength(4);
  });

  test('turns a path into a road with one walking lane', () => {
    const map = messageOf(drawnNetwork('A======B'));
    expect(map.roads.map((road) => road.laneIds)).toEqual([[0]]);
    expect(map.lanes[0].type).toBe(LaneType.WALKING);
    expect(map.junctions).toEqual([]);
  });
});

describe('buildMap, lights', () => {
  const network = drawnNetwork(CROSSING);
  const nodes = network.nodes.map((node, i) => ({ ...node, signals: i === network.node('O') }));
  const map = messageOf({ ...network, nodes });
  const junction = busiest(map);
  const laneOf = (i: number) => map.lanes[junction.laneIds[i]];

  test('opposite streets are green together, for 30 s per pair', () => {
    expectValid(map);
    expect(map.junctions.filter((other) => other.fixedProgram)).toHaveLength(1);
    expect(junction.phases).toHaveLength(2);
    expect(junction.fixedProgram!.phases.map((phase) => phase.duration)).toEqual([30, 5, 4.5, 30, 5, 4.5]);
    for (const { states } of junction.phases) {
      const green = junction.laneIds.filter(
        (_, i) => states[i] === LightState.GREEN && laneOf(i).type === LaneType.DRIVING,
      );
      const roads = new Set(green.map((id) => map.lanes[map.lanes[id].predecessors[0].id].parentId));
      expect(roads.size).toBe(2);
    }
  });

  test('lets people cross a street while its drivers wait', () => {
    for (const { states } of junction.phases) {
      const crossings = states.filter((_, i) => laneOf(i).type === LaneType.WALKING && laneOf(i).length > 6);
      expect(crossings.filter((state) => state === LightState.GREEN)).toHaveLength(2);
      expect(crossings.filter((state) => state === LightState.RED)).toHaveLength(2);
    }
  });
});

describe('buildMap, gates on both kerbs', () => {
  const gatesOf = (links: Parameters<typeof drawnNetwork>[1], drawing = 'A---------B') => {
    const map = messageOf({ ...drawnNetwork(drawing, links, 50), areas: [area(205, 15, 20)] });
    expectValid(map);
    const [{ drivingPositions, drivingGates }] = map.aois;
    expect(drivingGates).toHaveLength(drivingPositions.length);
    return drivingPositions.map(({ laneId, s }) => {
      const { nodes } = map.lanes[laneId].centerLine!;
      const eastward = nodes[1].x > nodes[0].x;
      return {
        eastward,
        x: Math.round(eastward ? nodes[0].x + s : nodes[0].x - s),
        isLast: map.lanes[laneId].rightLaneIds.length === 0,
      };
    });
  };

  test('allows departures in both directions on an undivided street, from the same place', () => {
    const [near, far, ...more] = gatesOf({ AB: { lanes: [2, 2] } });
    expect(more).toEqual([]);
    expect([near.eastward, far.eastward]).toEqual([false, true]);
    expect(near.x).toBe(far.x);
    expect([near.isLast, far.isLast]).toEqual([true, true]);
  });

  test('gates follow the direction of a one-way street', () => {
    expect(gatesOf({}, 'A---->----B').map(({ eastward }) => eastward)).toEqual([true]);
  });
});

describe('buildMap, places', () => {
  const street = drawnNetwork('A-------------------B', {}, 50);
  const build = (places: Partial<RoadNetwork>) => messageOf({ ...street, ...places });

  test('places gates on the nearest lanes, the rightmost for cars, one metre from the ends', () => {
    const map = build({ areas: [area(200, 10, 20), area(-30, 5, 10)] });
    expectValid(map);
    const [beside, atEnd] = map.aois;
    const lane = map.lanes[beside.drivingPositions[0].laneId];
    expect(lane.rightLaneIds).toEqual([]);
    expect(lane.centerLine!.nodes[0].y).toBeGreaterThan(0);
    expect(lane.aoiIds).toContain(beside.id);
    expect(beside.walkingPositions).toHaveLength(1);
    const gate = atEnd.drivingPositions[0];
    expect(gate.s === 1 || gate.s === map.lanes[gate.laneId].length - 1).toBe(true);
  });

  test('prefers sidewalks of the largest walkable part, and uses others if it is far away', () => {
    const island = drawnNetwork('A-------------------B      C--D', {}, 50);
    const map = messageOf({ ...island, areas: [area(1000, 10, 20), area(1430, 10, 20), area(1600, 10, 20)] });
    const parents = map.aois.map((aoi) =>
      aoi.walkingPositions.map((gate) => map.lanes[gate.laneId].parentId - FirstId.ROAD),
    );
    expect(parents).toEqual([[1], [1], [3]]);
  });

  test('places no gates on ramps and ferries', () => {
    const ramp = drawnNetwork('A---B---C', { AB: { ramp: true } }, 50);
    const { aois, lanes } = messageOf({ ...ramp, areas: [area(50, 10, 20)] });
    const [{ drivingPositions, walkingPositions }] = aois;
    for (const { laneId } of [...drivingPositions, ...walkingPositions]) {
      expect(lanes[laneId].centerLine!.nodes[0].x).toBeGreaterThan(200);
    }
    // One place by car, on both kerbs.
    expect([drivingPositions.length, walkingPositions.length]).toEqual([2, 1]);
  });

  test('large places get more gates', () => {
    const map = build({ areas: [area(100, 10, 600)] });
    // Five places, with a gate on either kerb.
    expect(map.aois[0].drivingPositions.length).toBe(10);
  });

  test('omits and counts places more than 500 m from any lane, with their contents', () => {
    const shop = { x: 105, y: 525, category: 'shop|bakery', name: 'far', landUse: 'B1', destination: true };
    const near = { ...shop, x: 205, y: 15, name: 'near' };
    const areas = [area(100, 520, 10), area(200, 10, 10)];
    let outOfReach = 0;
    const onPlaces = (counts: PlaceCounts) => {
      outOfReach = counts.outOfReach;
    };
    const map = messageOf({ ...street, areas, pois: [shop, near] }, { onPlaces });
    expect(map.aois.map(({ id, poiIds }) => [id, poiIds])).toEqual([[FirstId.AOI, [FirstId.POI]]]);
    expect(map.pois.map(({ name, aoiId }) => [name, aoiId])).toEqual([['near', FirstId.AOI]]);
    expect(outOfReach).toBe(1);
  });

  test('merges buildings into the school that contains them, and passes on names and land use', () => {
    const school = area(100, 10, 100, { kind: 'place', landUse: 'A3', name: 'School' });
    const map = build({ areas: [area(120, 30, 20), school, area(400, 10, 20)] });
    expect(map.aois.map((aoi) => [aoi.name, aoi.urbanLandUse])).toEqual([
      ['School', 'A3'],
      ['', 'R'],
    ]);
  });

  test('keeps a residential zone with hardly any mapped houses, and the shops in it as separate places', () => {
    const zone = area(100, 10, 100, { kind: 'zone', landUse: 'R' });
    const shop = { x: 180, y: 80, category: 'shop|bakery', name: '', landUse: 'B1', destination: true };
    const map = build({ areas: [zone, area(120, 30, 10)], pois: [shop] });
    expect(map.aois.map((aoi) => [aoi.area, aoi.urbanLandUse])).toEqual([
      [10_000, 'R'],
      [100, 'R'],
      [100, 'B1'],
    ]);
    expect(build({ areas: [zone, area(120, 30, 30)] }).aois.map((aoi) => aoi.area)).toEqual([900]);
  });

  test('uses spare places where no gate is near, with their point of interest', () => {
    const spare = (x: number) => ({ ...area(x, 10, 25, { landUse: 'B1', name: 'guess' }), y: 0, x });
    const poi = { category: 'shop|bakery', name: 'guess' };
    let counts: PlaceCounts | undefined;
    const map = messageOf(
      { ...street, areas: [area(200, 10, 20)], spares: [spare(250), { ...spare(700), poi }] },
      {
        onPlaces: (all) => {
          counts = all;
        },
      },
    );
    expectValid(map);
    expect(map.aois.map(({ name, poiIds }) => [name, poiIds.length])).toEqual([
      ['', 0],
      ['guess', 1],
    ]);
    expect(map.pois).toMatchObject([{ category: 'shop|bakery', position: { x: 712.5, y: 22.5 } }]);
    expect([counts?.inferredAois, counts?.inferredPois]).toEqual([1, 1]);
  });

  test('adds up the floors of the buildings of a place, and passes the use of a large campus to its buildings', () => {
    const ground = area(100, 10, 100, { kind: 'place', landUse: 'A3' });
    const map = build({ areas: [ground, area(110, 20, 20, { floors: 3 }), area(150, 60, 20, { floors: 1 })] });
    expect(map.aois.map(({ floorArea }) => floorArea)).toEqual([1600]);
    const campus = area(-500, 10, 1100, { kind: 'place', landUse: 'A3' });
    const { aois } = build({ areas: [campus, area(120, 30, 20, { floors: 5 }), area(300, 30, 20)] });
    expect(aois.map(({ urbanLandUse, floorArea }) => [urbanLandUse, floorArea])).toEqual([
      ['A3', undefined],
      ['A3', 2000],
      ['A3', undefined],
    ]);
  });

  test('keeps dormitories on a campus as homes, and absorbs its halls', () => {
    const campus = area(100, 10, 100, { kind: 'place', landUse: 'A3' });
    const map = build({ areas: [campus, area(110, 20, 20, { landUse: 'R' }), area(150, 60, 20, { landUse: 'A3' })] });
    expect(map.aois.map((aoi) => [aoi.area, aoi.urbanLandUse])).toEqual([
      [10_000, 'A3'],
      [400, 'R'],
    ]);
  });

  test("passes a zone's land use to its contents, and makes the zone a place only if it is empty", () => {
    const zone = (x: number) => area(x, 10, 100, { kind: 'zone', landUse: 'M' });
    const map = build({ areas: [zone(100), area(120, 30, 20), zone(400)] });
    expect(map.aois.map((aoi) => [aoi.area, aoi.urbanLandUse])).toEqual([
      [400, 'M'],
      [10_000, 'M'],
    ]);
  });

  test('keeps a house in a courtyard, which is a hole of the block', () => {
    const hole = area(120, 30, 60).ring;
    const block = area(100, 10, 100, { holes: [hole] });
    expect(build({ areas: [block, area(140, 50, 20)] }).aois).toHaveLength(2);
    expect(build({ areas: [{ ...block, holes: [] }, area(140, 50, 20)] }).aois).toHaveLength(1);
  });

  test('creates squares of 10 m for shops outside areas, but not for benches', () => {
    const poi = (x: number, y: number, category: string, destination: boolean) => ({
      x,
      y,
      category,
      name: '',
      landUse: destination ? 'B1' : '',
      destination,
    });
    const pois = [
      poi(205, 15, 'shop|bakery', true),
      poi(501, 21, 'shop|kiosk', true),
      poi(504, 21, 'amenity|cafe', true),
      poi(210, 40, 'amenity|bench', false),
      poi(800, 90, 'amenity|bench', false),
    ];
    let dropped = 0;
    const map = messageOf(
      { ...street, areas: [area(200, 10, 20)], pois },
      {
        onPlaces: (counts) => {
          dropped = counts.poisDropped;
        },
      },
    );
    expectValid(map);
    expect(map.aois.map((aoi) => [aoi.area, aoi.urbanLandUse, aoi.poiIds.length])).toEqual([
      [400, 'B1', 2],
      [100, 'B1', 2],
    ]);
    expect(map.pois.map((p) => p.category)).toEqual(['shop|bakery', 'shop|kiosk', 'amenity|cafe', 'amenity|bench']);
    expect(dropped).toBe(1);
  });
});
