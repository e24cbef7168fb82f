import { CityMap } from '../map/city-map.js';
import {
  type AoiMessage,
  FirstId,
  type JunctionMessage,
  type LaneMessage,
  LaneTurn,
  LaneType,
  type MapMessage,
} from '../map/message.js';

export interface Street {
  readonly from: string;
  readonly to: string;
  /** Metres per second. */
  readonly speed?: number;
  /** Driving lanes. */
  readonly lanes?: number;
  readonly oneWay?: boolean;
  /** Whether both directions share one lane. */
  readonly shared?: boolean;
}

export interface Place {
  /** A place on the road of this name, such as `AB`, `s` metres after its start. */
  readonly road?: string;
  readonly s?: number;
  /** Several gates instead of one. */
  readonly gates?: readonly { readonly road: string; readonly s: number }[];
  readonly walk?: boolean;
  readonly drive?: boolean;
}

export interface Network {
  readonly nodes: Readonly<Record<string, readonly [x: number, y: number]>>;
  readonly streets: readonly Street[];
  readonly aois?: Readonly<Record<string, Place>>;
  /** Phases of a fixed program by junction, with the roads that may enter; crossings are always red. */
  readonly lights?: Readonly<
    Record<
      string,
      readonly { readonly seconds: number; readonly green: readonly string[]; readonly yellow?: readonly string[] }[]
    >
  >;
  /** Forbidden turns, as `ABC`: from road AB into BC. */
  readonly noTurns?: readonly string[];
}

/** Metres from a node to where its roads begin, so that a junction is 20 m wide. */
const TRIM = 10;
export const TURN_SPEED = 5;

/**
 * A small handwritten city. A road `AB` is a line from A to B shortened by 20 m, with `lanes` driving lanes and a
 * sidewalk, all on one line; a junction has a lane for every turn, straight between the roads' ends: a turn to the side
 * is 14.142 m long at 5 m/s, straight on is 20 m at the road's speed, a U-turn 1 m. Crossings join the ends of
 * sidewalks at a junction in a ring.
 */
export function networkCity({ nodes, streets, aois = {}, lights = {}, noTurns = [] }: Network): {
  city: CityMap;
  message: MapMessage;
  /** Ids by name: road `AB`, AOI `home`, junction `B`. */
  id: (name: string) => number;
} {
  const names = new Map<string, number>();
  const lanes: LaneMessage[] = [];
  const message: MapMessage = {
    header: {
      name: 'by hand',
      date: '',
      north: 0,
      south: 0,
      east: 0,
      west: 0,
      projection: '+proj=tmerc +lat_0=40 +lon_0=116',
    },
    lanes,
    roads: [],
    junctions: [],
    aois: [],
    pois: [],
    sublines: [],
  };
  const addLane = (
    type: number,
    parentId: number,
    speed: number,
    from: readonly [number, number],
    to: readonly [number, number],
    turn: number = LaneTurn.STRAIGHT,
  ): LaneMessage => {
    const length = Math.max(Math.hypot(to[0] - from[0], to[1] - from[1]), 1);
    const lane: LaneMessage = {
      id: lanes.length,
      type,
      turn,
      maxSpeed: speed,
      length,
      width: 3.2,
      centerLine: { nodes: [from, to].map(([x, y]) => ({ x, y })) },
      predecessors: [],
      successors: [],
      leftLaneIds: [],
      rightLaneIds: [],
      parentId,
      overlaps: [],
      aoiIds: [],
    };
    lanes.push(lane);
    return lane;
  };

  interface Road {
    name: string;
    from: string;
    to: string;
    angle: number;
    driving: LaneMessage[];
    walking: LaneMessage;
  }
  const roads: Road[] = [];
  for (const street of streets)
    for (const [from, to] of street.oneWay
      ? [[street.from, street.to]]
      : [
          [street.from, street.to],
          [street.to, street.from],
        ]) {
      const [a, b] = [nodes[from!]!, nodes[to!]!];
      const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
      const trim = ([x, y]: readonly [number, number], sign: number) =>
        [x + sign * TRIM * Math.cos(angle), y + sign * TRIM * Math.sin(angle)] as const;
      const name = `${from}${to}`;
      const id = FirstId.ROAD + roads.length;
      names.set(name, id);
      const ends = [trim(a, 1), trim(b, -1)] as const;
      const driving = Array.from({ length: street.lanes ?? 1 }, () =>
        addLane(LaneType.DRIVING, id, street.speed ?? 10, ...ends),
      );
      if (street.shared) for (const lane of driving) lane.shared = 1;
      const walking = addLane(LaneType.WALKING, id, 1.5, ...ends);
      roads.push({ name, from: from!, to: to!, angle, driving, walking });
      message.roads.push({ id, laneIds: [...driving, walking].map((lane) => lane.id), nextRoadLanePlans: [], name });
    }

  for (const node of Object.keys(nodes)) {
    const id = FirstId.JUNCTION + message.junctions.length;
    names.set(node, id);
    const junction: JunctionMessage = { id, laneIds: [], drivingLaneGroups: [], phases: [] };
    const inRoads: string[] = [];
    for (const a of roads.filter((road) => road.to === node))
      for (const b of roads.filter((road) => road.from === node)) {
        if (noTurns.includes(a.name + b.to)) continue;
        const bend = Math.atan2(Math.sin(b.angle - a.angle), Math.cos(b.angle - a.angle));
        const turn =
          Math.abs(bend) < 0.5
            ? LaneTurn.STRAIGHT
            : Math.abs(bend) > 2.8
              ? LaneTurn.AROUND
              : bend > 0
                ? LaneTurn.LEFT
                : LaneTurn.RIGHT;
        const count = turn === LaneTurn.STRAIGHT ? Math.min(a.driving.length, b.driving.length) : 1;
        const group: number[] = [];
        for (let i = 0; i < count; i++) {
          const pick = (list: LaneMessage[]) => (turn === LaneTurn.RIGHT ? list.at(-1)! : list[i]!);
          const [before, after] = [pick(a.driving), pick(b.driving)];
          const end = before.centerLine!.nodes[1]!;
          const start = after.centerLine!.nodes[0]!;
          const speed = turn === LaneTurn.STRAIGHT ? before.maxSpeed : TURN_SPEED;
          const lane = addLane(LaneType.DRIVING, id, speed, [end.x, end.y], [start.x, start.y], turn);
          lane.predecessors.push({ id: before.id, type: 2 });
          lane.successors.push({ id: after.id, type: 1 });
          before.successors.push({ id: lane.id, type: 1 });
          after.predecessors.push({ id: lane.id, type: 2 });
          group.push(lane.id);
          inRoads.push(a.name);
        }
        junction.laneIds.push(...group);
        junction.drivingLaneGroups.push({
          inRoadId: names.get(a.name)!,
          inAngle: 0,
          outRoadId: names.get(b.name)!,
          outAngle: 0,
          laneIds: group,
          turn,
        });
      }
    // Crossings: a ring through the ends of all sidewalks here.
    const ends = roads
      .filter((road) => road.from === node || road.to === node)
      .map(({ walking, from }) => ({ walking, atHead: from === node }));
    ends.forEach((a, i) => {
      const b = ends[(i + 1) % ends.length]!;
      if (a === b || (ends.length === 2 && i === 1)) return;
      const point = ({ walking, atHead }: typeof a) => {
        const { x, y } = walking.centerLine!.nodes[atHead ? 0 : 1]!;
        return [x, y] as const;
      };
      const crossing = addLane(LaneType.WALKING, id, 1.5, point(a), point(b));
      const touch = (list: 'predecessors' | 'successors', { walking, atHead }: typeof a) => {
        crossing[list].push({ id: walking.id, type: atHead ? 1 : 2 });
        walking[atHead ? 'predecessors' : 'successors'].push({
          id: crossing.id,
          type: list === 'predecessors' ? 1 : 2,
        });
      };
      touch('predecessors', a);
      touch('successors', b);
      junction.laneIds.push(crossing.id);
      inRoads.push('');
    });
    const phases = lights[node];
    if (phases)
      junction.fixedProgram = {
        junctionId: id,
        phases: phases.map(({ seconds, green, yellow }) => ({
          duration: seconds,
          states: inRoads.map((road) => (green.includes(road) ? 2 : yellow?.includes(road) ? 3 : 1)),
        })),
      };
    message.junctions.push(junction);
  }

  for (const [name, place] of Object.entries(aois)) {
    const id = FirstId.AOI + message.aois.length;
    names.set(name, id);
    const gates = place.gates ?? (place.road ? [{ road: place.road, s: place.s ?? 0 }] : []);
    const on = (pick: (road: Road) => LaneMessage) =>
      gates.map((gate) => ({ laneId: pick(roads.find((road) => road.name === gate.road)!).id, s: gate.s }));
    const positions = gates.map(({ road, s }) => {
      const { x, y } = roads.find((other) => other.name === road)!.driving[0]!.centerLine!.nodes[0]!;
      return { x: x + s, y: y + 5 };
    });
    const aoi: AoiMessage = {
      id,
      type: 2,
      drivingPositions: place.drive === false ? [] : on((road) => road.driving.at(-1)!),
      walkingPositions: place.walk === false ? [] : on((road) => road.walking),
      positions: positions.length > 0 ? [positions[0]!] : [{ x: 0, y: 0 }],
      drivingGates: place.drive === false ? [] : positions,
      walkingGates: place.walk === false ? [] : positions,
      poiIds: [],
      name,
      sublineIds: [],
    };
    message.aois.push(aoi);
  }
  return {
    city: CityMap.fromMessage(message),
    message,
    id: (name) => {
      const id = names.get(name);
      if (id === undefined) throw new Error(`no ${name} in the drawing`);
      return id;
    },
  };
}

/**
 * Nodes and streets from a drawing: letters are junctions, `-` and `|` streets both ways, `>` `<` `^` `v` anywhere in
 * a street make it one-way, `=` and `H` streets of 20 m/s. A character is 50 m across, a line 100 m down.
 */
export function drawnNetwork(drawing: string): Pick<Network, 'nodes' | 'streets'> {
  const rows = drawing.split('\n').filter((row) => row.trim() !== '');
  const nodes: Record<string, readonly [number, number]> = {};
  const streets: Street[] = [];
  rows.forEach((row, y) => {
    [...row].forEach((letter, x) => {
      if (!/[A-Z]/.test(letter) || letter === 'H') return;
      nodes[letter] = [x * 50, -y * 100];
      for (const [dx, dy, run, forward, back] of [
        [1, 0, /[-=<>]/, '>', '<'],
        [0, 1, /[|H^v]/, 'v', '^'],
      ] as const) {
        let [i, j] = [x + dx, y + dy];
        let marks = '';
        while (run.test(rows[j]?.[i] ?? ' ')) {
          marks += rows[j]![i];
          [i, j] = [i + dx, j + dy];
        }
        const other = rows[j]?.[i] ?? ' ';
        if (marks === '' || !/[A-Z]/.test(other)) continue;
        const speed = /[=H]/.test(marks) ? 20 : 10;
        if (marks.includes(back)) streets.push({ from: other, to: letter, speed, oneWay: true });
        else streets.push({ from: letter, to: other, speed, oneWay: marks.includes(forward) });
      }
    });
  });
  return { nodes, streets };
}
