import { type AoiMessage, FirstId, type LaneMessage, LaneTurn, LaneType, type MapMessage } from './message.js';

export interface GraphMap {
  /** Number of one-lane roads; road i has lane i. */
  readonly roads: number;
  /** Turns from road to road, each a lane of the one junction. */
  readonly turns: readonly (readonly [from: number, to: number])[];
  /** Number of walking lanes, after the roads' lanes. */
  readonly walks?: number;
  /** Connected walking lanes: the end of the first and the start of the second. */
  readonly meets?: readonly (readonly [number, number])[];
  /** The roads and the walking lanes with gates of each AOI. */
  readonly aois?: readonly { readonly drive?: readonly number[]; readonly walk?: readonly number[] }[];
}

/** A map that is only a graph: straight lanes of 100 m, AOIs of one point; it satisfies the rules that apply to it. */
export function graphMap({ roads, turns, walks = 0, meets = [], aois = [] }: GraphMap): MapMessage {
  const lanes: LaneMessage[] = [];
  const addLane = (type: LaneType, parentId: number) => {
    const id = lanes.length;
    const nodes = [
      { x: 0, y: 10 * id },
      { x: 100, y: 10 * id },
    ];
    const ends = { predecessors: [], successors: [], leftLaneIds: [], rightLaneIds: [], overlaps: [], aoiIds: [] };
    lanes.push({ id, type, turn: 0, maxSpeed: 10, length: 100, width: 3, centerLine: { nodes }, parentId, ...ends });
    return lanes[id];
  };
  const connect = (a: LaneMessage, b: LaneMessage) => {
    a.successors.push({ id: b.id, type: 1 });
    b.predecessors.push({ id: a.id, type: 2 });
  };
  const roadLanes = Array.from({ length: roads }, (_, i) => addLane(LaneType.DRIVING, FirstId.ROAD + i));
  const walkLanes = Array.from({ length: walks }, () => addLane(LaneType.WALKING, FirstId.JUNCTION));
  for (const [a, b] of meets) connect(walkLanes[a], walkLanes[b]);
  const turnLanes = turns.map(([from, to]) => {
    const lane = addLane(LaneType.DRIVING, FirstId.JUNCTION);
    lane.turn = LaneTurn.STRAIGHT;
    connect(roadLanes[from], lane);
    connect(lane, roadLanes[to]);
    return lane;
  });
  return {
    header: {
      name: 'graph',
      date: '',
      west: 0,
      east: 100,
      south: 0,
      north: 10 * lanes.length,
      projection: '+proj=tmerc',
    },
    lanes,
    roads: roadLanes.map(({ id, parentId }) => ({ id: parentId, laneIds: [id], nextRoadLanePlans: [], name: '' })),
    junctions: [
      {
        id: FirstId.JUNCTION,
        laneIds: [...walkLanes, ...turnLanes].map(({ id }) => id),
        drivingLaneGroups: turns.map(([from, to], i) => ({
          inRoadId: FirstId.ROAD + from,
          inAngle: 0,
          outRoadId: FirstId.ROAD + to,
          outAngle: 0,
          laneIds: [turnLanes[i].id],
          turn: LaneTurn.STRAIGHT,
        })),
        phases: [],
      },
    ],
    aois: aois.map(({ drive = [], walk = [] }, i): AoiMessage => {
      const gates = (list: readonly unknown[]) => list.map(() => ({ x: 50, y: 0 }));
      return {
        id: FirstId.AOI + i,
        type: 2,
        drivingPositions: drive.map((road) => ({ laneId: road, s: 50 })),
        walkingPositions: walk.map((lane) => ({ laneId: roads + lane, s: 50 })),
        positions: [{ x: 50, y: 0 }],
        drivingGates: gates(drive),
        walkingGates: gates(walk),
        poiIds: [],
        name: '',
        sublineIds: [],
      };
    }),
    pois: [],
    sublines: [],
  };
}
