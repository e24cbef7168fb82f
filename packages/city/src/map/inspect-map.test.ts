import { describe, expect, test } from 'vitest';
import { slowTest } from '../../../base/src/slow.fixture.js';
import { CityMap } from './city-map.js';
import { graphMap } from './graph-map.fixture.js';
import { inspectMap } from './inspect-map.js';
import type { MapMessage } from './message.js';

/** Two roads in a circle, an AOI with gates on a road and a walking lane, a POI. */
function soundMap(): MapMessage {
  const turns = [
    [0, 1],
    [1, 0],
  ] as const;
  const map = graphMap({ roads: 2, turns, walks: 2, meets: [[0, 1]], aois: [{ drive: [0], walk: [0] }] });
  const { aois, junctions, pois } = map;
  const states = junctions[0].laneIds.map(() => 2);
  junctions[0].fixedProgram = { junctionId: junctions[0].id, phases: [{ duration: 30, states }] };
  const corners = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
    [0, 0],
  ];
  aois[0].positions = corners.map(([x, y]) => ({ x, y }));
  aois[0].area = 100;
  aois[0].poiIds = [700000000];
  pois.push({ id: 700000000, name: '', category: 'x', position: { x: 5, y: 5 }, aoiId: aois[0].id, functions: [] });
  return map;
}

const rulesBrokenBy = (change: (map: MapMessage) => void) => {
  const map = soundMap();
  change(map);
  return inspectMap(CityMap.fromMessage(map)).map(({ rule }) => rule);
};

test('a valid map breaks no rule', () => {
  expect(rulesBrokenBy(() => {})).toEqual([]);
});

test('a problem states how often it occurs, with at most five examples', () => {
  const map = soundMap();
  map.lanes = map.lanes.map((lane) => ({ ...lane, length: 50 }));
  expect(inspectMap(CityMap.fromMessage(map))).toEqual([
    {
      rule: 'lane-length',
      text: 'lanes have a length that differs from their centre line',
      count: 6,
      examples: [0, 1, 2, 3, 4],
    },
  ]);
});

slowTest('a road with 30,000 outgoing turns is reported only for its missing entry', () => {
  const count = 30_000;
  const turns = Array.from({ length: count }, (_, i) => [0, 1 + (i % 3)] as const);
  expect(inspectMap(CityMap.fromMessage(graphMap({ roads: 4, turns }))).map(({ rule }) => rule)).toEqual(['road-ends']);
});

describe('every broken rule is detected', () => {
  // Lanes 0 and 1 are on roads, 2 and 3 for walking, 4 and 5 are turns.
  test.each<[string, (map: MapMessage) => void, string[]]>([
    ['no header', (map) => delete map.header, ['no-header']],
    ['no projection', (map) => (map.header!.projection = ''), ['no-projection']],
    ['an extent that cuts lanes off', (map) => (map.header!.east = 90), ['wrong-extent']],
    ['an id twice', (map) => map.pois.push(map.pois[0]), ['repeated-id']],
    ['a coordinate that is none', (map) => (map.aois[0].positions[1].x = Number.NaN), ['not-finite']],
    ['no centre line', (map) => delete map.lanes[2].centerLine, ['lane-line']],
    ['no speed', (map) => (map.lanes[0].maxSpeed = 0), ['lane-speed']],
    ['a lane of nobody', (map) => (map.lanes[2].parentId = 1), ['lane-parent']],
    ['an unknown neighbour', (map) => map.lanes[0].leftLaneIds.push(77), ['lane-reference']],
    ['a connection that only one side knows', (map) => (map.lanes[3].predecessors = []), ['one-sided-connection']],
    ['a road without lanes', (map) => (map.roads[1].laneIds = []), ['lane-parent', 'road-lanes']],
    [
      'a dead end',
      (map) => {
        map.lanes[4].predecessors = [];
        map.lanes[0].successors = [];
      },
      ['road-ends', 'junction-connections'],
    ],
    [
      'a junction lane that is not there',
      (map) => map.junctions[0].laneIds.push(77),
      ['junction-lanes', 'light-states'],
    ],
    ['no turn', (map) => (map.lanes[5].turn = 0), ['junction-turn']],
    ['no lane group', (map) => map.junctions[0].drivingLaneGroups.pop(), ['lane-groups']],
    ['too few light states', (map) => map.junctions[0].fixedProgram!.phases[0].states.pop(), ['light-states']],
    ['an open ring', (map) => map.aois[0].positions.pop(), ['aoi-outline']],
    ['a wrong area', (map) => (map.aois[0].area = 150), ['aoi-area']],
    ['a gate too few', (map) => (map.aois[0].walkingGates = []), ['gate-count']],
    ['a gate on a lane that is not there', (map) => (map.aois[0].drivingPositions[0].laneId = 77), ['gate-lane']],
    ['a driving gate on a walking lane', (map) => (map.aois[0].drivingPositions[0].laneId = 2), ['gate-lane']],
    ['a gate beyond the lane', (map) => (map.aois[0].drivingPositions[0].s = 101), ['gate-place']],
    ['a POI of another AOI', (map) => (map.pois[0].aoiId = 1), ['aoi-pois', 'poi-aoi']],
    ['a POI nowhere', (map) => delete map.pois[0].position, ['poi-position']],
  ])('%s', (_, change, rules) => {
    expect(rulesBrokenBy(change)).toEqual(rules);
  });

  test('a driving gate in the middle of the road is rejected; one at the kerb of either side is accepted', () => {
    const widen = (map: MapMessage) => {
      map.lanes[0].leftLaneIds = [1];
      map.lanes[1].rightLaneIds = [0];
    };
    expect(rulesBrokenBy(widen)).toEqual([]);
    const both = (map: MapMessage) => {
      widen(map);
      map.lanes[0].rightLaneIds = [1];
    };
    expect(rulesBrokenBy(both)).toEqual(['gate-kerb']);
  });
});
