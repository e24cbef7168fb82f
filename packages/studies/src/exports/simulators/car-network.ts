import { type CityMap, drivesOnLeft, LaneAccess, LaneTurn, LaneType } from '@itinera/city';

/** The roads of a map for cars, as nodes and edges with connections between lanes. */
export interface CarNetwork {
  /** Junctions, and the open ends of roads, with their positions in metres; `lights` if it has a light programme. */
  readonly nodes: ReadonlyMap<string, { readonly x: number; readonly y: number; readonly lights: boolean }>;
  readonly edges: readonly RoadEdge[];
  /** From lane to lane, across a junction. */
  readonly connections: readonly LaneLink[];
  readonly programs: readonly LightProgram[];
  /** Whether traffic drives on the left. */
  readonly onLeft: boolean;
}

export interface RoadEdge {
  /** Of the road. */
  readonly id: number;
  readonly row: number;
  /** Rows of lanes, from left to right. */
  readonly lanes: readonly number[];
  readonly from: string;
  readonly to: string;
  /** m/s, metres. */
  readonly speed: number;
  readonly length: number;
  /** Who may drive here; no through traffic unless it is open. */
  readonly access: 'open' | 'destination' | 'private';
  /** Lanes for buses only, in addition to `lanes`. */
  readonly busLanes: number;
  /** Whether the only lane is that of the other direction too. */
  readonly isShared: boolean;
  /** Whether cyclists ride in this direction; null if the map does not say so of any street. */
  readonly isRidden: boolean | null;
}

/** Cyclists this slow, in percent of their usual speed, push their bicycles. */
const PUSHED = 28;

export interface LaneLink {
  readonly from: RoadEdge;
  readonly to: RoadEdge;
  /** Indices of lanes from the kerb. */
  readonly fromLane: number;
  readonly toLane: number;
  /** Metres across the junction. */
  readonly length: number;
}

export interface LightProgram {
  readonly node: string;
  readonly connections: readonly LaneLink[];
  /** Seconds, and one letter per connection: G and g (yields) green, y yellow, r red. From midnight on. */
  readonly phases: readonly { readonly seconds: number; readonly states: string }[];
}

const [GREEN, YELLOW] = [2, 3];

export function carNetwork(map: CityMap): CarNetwork {
  const edges = edgesOf(map);
  const byRoad = new Map(edges.map((edge) => [edge.id, edge]));
  const { lanes, junctions } = map;
  const onLeft = drivesOnLeft(map);
  const acrossOncoming = onLeft ? LaneTurn.RIGHT : LaneTurn.LEFT;
  const connections: LaneLink[] = [];
  const programs: LightProgram[] = [];
  for (let row = 0; row < junctions.count; row++) {
    const ids = junctions.laneIds.values.subarray(junctions.laneIds.offsets[row], junctions.laneIds.offsets[row + 1]);
    const signalled: { readonly connection: LaneLink; readonly at: number; readonly yields: boolean }[] = [];
    ids.forEach((id, at) => {
      const lane = map.laneIndex(id);
      if (lane < 0 || lanes.type[lane] !== LaneType.DRIVING) return;
      const connection = connectionOf(map, byRoad, lane, onLeft);
      if (connection === null) return;
      connections.push(connection);
      const turn = lanes.turn[lane]!;
      signalled.push({ connection, at, yields: turn === acrossOncoming || turn === LaneTurn.AROUND });
    });
    if (junctions.fixedProgram.present[row] !== 1 || signalled.length === 0) continue;
    const { offsets, duration, states } = junctions.fixedProgram.phases;
    const count = offsets[row + 1]! - offsets[row]!;
    const phases = Array.from({ length: count }, (_, i) => {
      // The phase at midnight differs between junctions, as in the simulation.
      const phase = offsets[row]! + ((junctions.id[row]! + i) % count);
      const letters = signalled.map(({ at, yields }) => {
        const state = states.values[states.offsets[phase]! + at];
        return state === GREEN ? (yields ? 'g' : 'G') : state === YELLOW ? 'y' : 'r';
      });
      return { seconds: duration[phase]!, states: letters.join('') };
    });
    const own = signalled.map(({ connection }) => connection);
    programs.push({ node: String(junctions.id[row]), connections: own, phases });
  }
  return { nodes: nodesOf(map, edges), edges, connections, programs, onLeft };
}

function edgesOf(map: CityMap): RoadEdge[] {
  const { lanes, roads } = map;
  const hasRides = lanes.rideAlong.present.includes(1);
  const junctionOf = (lane: number, side: 'predecessors' | 'successors'): string | null => {
    const { offsets, id } = lanes[side];
    const beside = offsets[lane] === offsets[lane + 1] ? -1 : map.laneIndex(id[offsets[lane]!]!);
    return beside < 0 ? null : String(lanes.parentId[beside]);
  };
  return Array.from(roads.id).flatMap((id, row) => {
    const own = Array.from(
      roads.laneIds.values.subarray(roads.laneIds.offsets[row], roads.laneIds.offsets[row + 1]),
      (lane) => map.laneIndex(lane),
    ).filter((lane) => lane >= 0 && lanes.type[lane] === LaneType.DRIVING);
    const [first] = own;
    if (first === undefined) return [];
    const end = (side: 'predecessors' | 'successors') =>
      own.map((lane) => junctionOf(lane, side)).find((node) => node !== null) ?? `${side}${id}`;
    const [from, to] = [end('predecessors'), end('successors')];
    const level = lanes.access.values[first]!;
    return [
      {
        id,
        row,
        lanes: own,
        from,
        to,
        speed: lanes.maxSpeed[first]!,
        length: lanes.length[first]!,
        access: level === LaneAccess.PRIVATE ? 'private' : level === LaneAccess.DESTINATION ? 'destination' : 'open',
        busLanes: roads.busLanes.values[row]!,
        isShared: lanes.shared.values[first] === 1,
        isRidden: hasRides ? isRidden(map, row, first) : null,
      },
    ];
  });
}

/** The rules of a road that differ from those of usual ones, by name. */
export function rulesOf({ access, busLanes, isShared }: RoadEdge): (readonly [name: string, value: string])[] {
  return [
    ...(access === 'open' ? [] : [['access', access] as const]),
    ...(busLanes === 0 ? [] : [['busLanes', String(busLanes)] as const]),
    ...(isShared ? [['sharedLane', 'true'] as const] : []),
  ];
}

/** Whether cyclists ride in the direction of a road's lane: the ways on foot beside it have their speeds. */
function isRidden(map: CityMap, road: number, driven: number): boolean {
  const { laneIds } = map.roads;
  const { type, rideAlong, rideAgainst, centerLine } = map.lanes;
  const { offsets, xy } = centerLine.nodes;
  const span = (lane: number) => {
    const [a, b] = [2 * offsets[lane]!, 2 * (offsets[lane + 1]! - 1)];
    return [xy[b]! - xy[a]!, xy[b + 1]! - xy[a + 1]!] as const;
  };
  const [dx, dy] = span(driven);
  return Array.from(laneIds.values.subarray(laneIds.offsets[road], laneIds.offsets[road + 1])).some((id) => {
    const lane = map.laneIndex(id);
    if (lane < 0 || type[lane] !== LaneType.WALKING) return false;
    const [x, y] = span(lane);
    return (dx * x + dy * y >= 0 ? rideAlong : rideAgainst).values[lane]! > PUSHED;
  });
}

function connectionOf(
  map: CityMap,
  byRoad: ReadonlyMap<number, RoadEdge>,
  lane: number,
  onLeft: boolean,
): LaneLink | null {
  const { predecessors, successors, parentId } = map.lanes;
  const before = map.laneIndex(predecessors.id[predecessors.offsets[lane]!]!);
  const after = map.laneIndex(successors.id[successors.offsets[lane]!]!);
  const [from, to] = [byRoad.get(parentId[before]!), byRoad.get(parentId[after]!)];
  if (!from || !to) return null;
  const rank = ({ lanes }: RoadEdge, of: number) => (onLeft ? lanes.indexOf(of) : lanes.length - 1 - lanes.indexOf(of));
  return { from, to, fromLane: rank(from, before), toLane: rank(to, after), length: map.lanes.length[lane]! };
}

/** Nodes in the middle of the ends of their lanes. */
function nodesOf(map: CityMap, edges: readonly RoadEdge[]): CarNetwork['nodes'] {
  const { offsets, xy } = map.lanes.centerLine.nodes;
  const { fixedProgram } = map.junctions;
  const sums = new Map<string, { x: number; y: number; count: number }>();
  const touch = (node: string, at: number) => {
    const sum = sums.get(node) ?? { x: 0, y: 0, count: 0 };
    sum.x += xy[2 * at]!;
    sum.y += xy[2 * at + 1]!;
    sum.count++;
    sums.set(node, sum);
  };
  for (const { lanes, from, to } of edges)
    for (const lane of lanes) {
      touch(from, offsets[lane]!);
      touch(to, offsets[lane + 1]! - 1);
    }
  return new Map(
    [...sums].map(([node, { x, y, count }]) => {
      const row = map.junctionIndex(Number(node));
      return [node, { x: x / count, y: y / count, lights: row >= 0 && fixedProgram.present[row] === 1 }];
    }),
  );
}
