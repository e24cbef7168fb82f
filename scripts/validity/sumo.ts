import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CityMap, LaneTurn, LaneType } from '@itinera/city';

// Drives trips through SUMO on a network of ours: the same lanes, connections, light programmes and routes. Only to renew the
// figures of traffic.json, where SUMO is installed.

/** A trip for SUMO: its roads (ids), and metres on the first and the last. */
export interface SumoTrip {
  readonly roads: readonly number[];
  readonly departure: number;
  readonly departS: number;
  readonly arriveS: number;
}

/** The outcome: seconds per trip, waits to set out included (NaN for trips that never arrived), and teleported cars. */
export interface SumoOutcome {
  readonly seconds: Float64Array;
  readonly teleports: number;
}

interface Edge {
  readonly id: number;
  readonly lanes: readonly number[];
  readonly from: string;
  readonly to: string;
}

/** Writes the network and converts it. @param priority type of crossings without lights */
export function writeSumoNetwork(map: CityMap, folder: string, priority = 'priority'): void {
  mkdirSync(folder, { recursive: true });
  const { lanes, roads, junctions } = map;
  const points = new Map<string, { x: number; y: number; count: number; lights: boolean }>();
  const junctionAt = (lane: number, side: 'predecessors' | 'successors'): string | null => {
    const { offsets, id } = lanes[side];
    if (offsets[lane] === offsets[lane + 1]) return null;
    return String(lanes.parentId[map.laneIndex(id[offsets[lane]!]!)]);
  };
  const touch = (node: string, lane: number, end: 0 | 1) => {
    const { offsets, xy } = lanes.centerLine.nodes;
    const at = 2 * (end === 0 ? offsets[lane]! : offsets[lane + 1]! - 1);
    const row = map.junctionIndex(Number(node));
    const point = points.get(node) ?? {
      x: 0,
      y: 0,
      count: 0,
      lights: row >= 0 && junctions.fixedProgram.present[row] === 1,
    };
    point.x += xy[at]!;
    point.y += xy[at + 1]!;
    point.count++;
    points.set(node, point);
  };
  const edges: Edge[] = [];
  for (let road = 0; road < roads.count; road++) {
    const own = Array.from(
      roads.laneIds.values.subarray(roads.laneIds.offsets[road], roads.laneIds.offsets[road + 1]),
      (id) => map.laneIndex(id),
    ).filter((lane) => lanes.type[lane] === LaneType.DRIVING);
    if (own.length === 0) continue;
    const end = (side: 'predecessors' | 'successors') =>
      own.map((lane) => junctionAt(lane, side)).find((node) => node !== null) ?? `${side}${roads.id[road]}`;
    const edge = { id: roads.id[road]!, lanes: own, from: end('predecessors'), to: end('successors') };
    edges.push(edge);
    for (const lane of own) {
      touch(edge.from, lane, 0);
      touch(edge.to, lane, 1);
    }
  }
  const byRoad = new Map(edges.map((edge) => [edge.id, edge]));
  const shape = (lane: number) => {
    const { offsets, xy } = lanes.centerLine.nodes;
    const list: string[] = [];
    for (let i = offsets[lane]!; i < offsets[lane + 1]!; i++)
      list.push(`${xy[2 * i]!.toFixed(2)},${xy[2 * i + 1]!.toFixed(2)}`);
    return list.join(' ');
  };
  const write = (name: string, root: string, rows: readonly string[]) =>
    writeFileSync(join(folder, name), `<${root}>\n${rows.join('\n')}\n</${root}>\n`);
  write(
    'n.nod.xml',
    'nodes',
    [...points].map(
      ([id, { x, y, count, lights }]) =>
        `<node id="${id}" x="${(x / count).toFixed(2)}" y="${(y / count).toFixed(2)}" type="${lights ? 'traffic_light' : priority}"${lights ? ` tl="${id}"` : ''}/>`,
    ),
  );
  write(
    'n.edg.xml',
    'edges',
    edges.map(({ id, lanes: own, from, to }) => {
      const speed = lanes.maxSpeed[own[0]!]!;
      const priority =
        map.text(roads.name[map.roadIndex(id)]!) === 'roundabout' ? 200 : Math.round(speed * 4) + own.length;
      return `<edge id="${id}" from="${from}" to="${to}" numLanes="${own.length}" speed="${speed.toFixed(3)}" length="${lanes.length[own[0]!]!.toFixed(2)}" priority="${priority}" spreadType="center" shape="${shape(own[own.length >> 1]!)}"/>`;
    }),
  );
  const connections: string[] = [];
  const lightLinks: string[] = [];
  const programs: string[] = [];
  for (let row = 0; row < junctions.count; row++) {
    const ids = junctions.laneIds.values.subarray(junctions.laneIds.offsets[row], junctions.laneIds.offsets[row + 1]);
    const signalled: { at: number; turn: number }[] = [];
    ids.forEach((id, at) => {
      const lane = map.laneIndex(id);
      if (lanes.type[lane] !== LaneType.DRIVING) return;
      const before = map.laneIndex(lanes.predecessors.id[lanes.predecessors.offsets[lane]!]!);
      const after = map.laneIndex(lanes.successors.id[lanes.successors.offsets[lane]!]!);
      const [a, b] = [byRoad.get(lanes.parentId[before]!), byRoad.get(lanes.parentId[after]!)];
      if (!a || !b) return;
      const from = a.lanes.length - 1 - a.lanes.indexOf(before);
      const to = b.lanes.length - 1 - b.lanes.indexOf(after);
      const link = `<connection from="${a.id}" to="${b.id}" fromLane="${from}" toLane="${to}"`;
      connections.push(`${link}/>`);
      if (junctions.fixedProgram.present[row] !== 1) return;
      lightLinks.push(`${link} tl="${junctions.id[row]}" linkIndex="${signalled.length}"/>`);
      signalled.push({ at, turn: lanes.turn[lane]! });
    });
    if (junctions.fixedProgram.present[row] !== 1 || signalled.length === 0) continue;
    const { offsets, duration, states } = junctions.fixedProgram.phases;
    const count = offsets[row + 1]! - offsets[row]!;
    const phases = Array.from({ length: count }, (_, i) => {
      const phase = offsets[row]! + ((junctions.id[row]! + i) % count);
      const state = signalled.map(({ at, turn }) => {
        const value = states.values[states.offsets[phase]! + at];
        const yields = turn === LaneTurn.LEFT || turn === LaneTurn.AROUND;
        return value === 2 ? (yields ? 'g' : 'G') : value === 3 ? 'y' : 'r';
      });
      return `<phase duration="${duration[phase]}" state="${state.join('')}"/>`;
    });
    programs.push(
      `<tlLogic id="${junctions.id[row]}" type="static" programID="0" offset="0">${phases.join('')}</tlLogic>`,
    );
  }
  write('n.con.xml', 'connections', connections);
  write('n.tll.xml', 'tlLogics', [...programs, ...lightLinks]);
  run(
    'netconvert',
    [
      '-n',
      'n.nod.xml',
      '-e',
      'n.edg.xml',
      '-x',
      'n.con.xml',
      '-i',
      'n.tll.xml',
      '-o',
      'n.net.xml',
      '--no-turnarounds',
      '--offset.disable-normalization',
    ],
    folder,
  );
}

/** Drives trips; cars follow the routes given. */
export function driveSumo(
  folder: string,
  trips: readonly SumoTrip[],
  seed: number,
  options: readonly string[] = [],
): SumoOutcome {
  const order = [...trips.keys()].sort((a, b) => trips[a]!.departure - trips[b]!.departure);
  const rows = order.map((i) => {
    const { roads, departure, departS, arriveS } = trips[i]!;
    return `<vehicle id="${i}" type="car" depart="${(departure / 1000).toFixed(2)}" departLane="best" departPos="${departS.toFixed(1)}" arrivalPos="${arriveS.toFixed(1)}"><route edges="${roads.join(' ')}"/></vehicle>`;
  });
  writeFileSync(
    join(folder, 't.rou.xml'),
    `<routes><vType id="car" sigma="0.5" speedFactor="1" speedDev="0" accel="2.6" decel="4.5" tau="1" minGap="2.5" length="5"/>\n${rows.join('\n')}\n</routes>`,
  );
  const log = run(
    'sumo',
    [
      '-n',
      'n.net.xml',
      '-r',
      't.rou.xml',
      '--tripinfo-output',
      'trips.xml',
      '--no-step-log',
      '--duration-log.statistics',
      '--step-length',
      '0.5',
      '--seed',
      String(seed),
      '--end',
      '14400',
      '--ignore-route-errors',
      '--no-warnings',
      ...options,
    ],
    folder,
  );
  const seconds = new Float64Array(trips.length).fill(Number.NaN);
  for (const [, id, delay, duration] of readFileSync(join(folder, 'trips.xml'), 'utf8').matchAll(
    /<tripinfo id="(\d+)".*? departDelay="([\d.]+)".*? duration="([\d.]+)"/g,
  ))
    seconds[Number(id)] = Number(delay) + Number(duration);
  return { seconds, teleports: Number(/Teleports: (\d+)/.exec(log)?.[1] ?? 0) };
}

function run(program: string, given: readonly string[], folder: string): string {
  const { status, stdout, stderr } = spawnSync('nice', [program, ...given], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  if (status !== 0) throw new Error(`${program}: ${stderr.slice(-2000)}`);
  return stdout;
}
